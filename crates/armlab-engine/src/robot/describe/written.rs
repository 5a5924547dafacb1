//! A robot as the text of a file.

/// The text of a description, and what its format has no words for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What the file does not state, for people, one sentence each.
    pub lost: Vec<String>,
}

impl Written {
    /// Notes that something is lost.
    pub(super) fn lose(&mut self, what: impl Into<String>) {
        self.lost.push(what.into());
    }
    /// Notes that something is lost at some joints, links or loops.
    pub(super) fn lose_at(&mut self, what: &str, names: &[&str]) {
        if !names.is_empty() {
            self.lost.push(format!("{what} ({})", names.join(", ")));
        }
    }
}
