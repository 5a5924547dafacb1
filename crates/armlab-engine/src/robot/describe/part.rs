//! Parts of a description that have names.

/// Kinds of things that have names of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Joint,
    /// Links and frames share one set of names.
    LinkOrFrame,
    BaseParameter,
    ModelParameter,
    Loop,
}

impl Part {
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Joint => "joint",
            Self::LinkOrFrame => "link or frame",
            Self::BaseParameter => "base parameter",
            Self::ModelParameter => "parameter",
            Self::Loop => "loop",
        }
    }
}
