//! What a law says about its parameters.

/// Physical dimension of a parameter; its unit depends on whether the joint turns or slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Effort: N or N m.
    Effort,
    /// Effort per speed.
    EffortPerSpeed,
    /// Effort per speed squared.
    EffortPerSpeedSquared,
    /// Effort per speed cubed.
    EffortPerSpeedCubed,
    /// Effort per coordinate: a stiffness.
    EffortPerPosition,
    /// Effort per force on the bearing: a number for a slide, a length (the
    /// bearing's radius times the coefficient of friction) for a turning joint.
    EffortPerForce,
    /// Speed.
    Speed,
    /// A number.
    Number,
}

impl Dimension {
    /// Unit for a joint that turns or slides.
    pub fn unit(self, turns: bool) -> &'static str {
        let (turning, sliding) = match self {
            Self::Effort => ("N m", "N"),
            Self::EffortPerSpeed => ("N m s/rad", "N s/m"),
            Self::EffortPerSpeedSquared => ("N m s²/rad²", "N s²/m²"),
            Self::EffortPerSpeedCubed => ("N m s³/rad³", "N s³/m³"),
            Self::EffortPerPosition => ("N m/rad", "N/m"),
            Self::EffortPerForce => ("m", ""),
            Self::Speed => ("rad/s", "m/s"),
            Self::Number => ("", ""),
        };
        if turns { turning } else { sliding }
    }
}

/// Values that make sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Any finite number.
    Any,
    /// Zero or more.
    NotNegative,
    /// More than zero.
    Positive,
}

impl Range {
    /// True for values that make sense.
    pub fn contains(self, value: f64) -> bool {
        value.is_finite()
            && match self {
                Self::Any => true,
                Self::NotNegative => value >= 0.0,
                Self::Positive => value > 0.0,
            }
    }
    /// In words, after "must be".
    pub fn words(self) -> &'static str {
        match self {
            Self::Any => "a finite number",
            Self::NotNegative => "zero or more",
            Self::Positive => "more than zero",
        }
    }
}

/// A parameter of a law.
#[derive(Clone, Copy, Debug)]
pub struct FrictionParameter {
    /// Name in descriptions.
    pub name: &'static str,
    /// Short name in parameter vectors and tables, as `fv`.
    pub symbol: &'static str,
    /// Physical dimension.
    pub dimension: Dimension,
    /// Values that make sense.
    pub range: Range,
    /// Value where none is stated; `None` if one must be.
    pub usual: Option<f64>,
    /// True when the effort is linear in it, all others given.
    pub linear: bool,
}

/// A parameter that the effort is linear in and that may be left out (zero).
pub(super) const fn linear(
    name: &'static str,
    symbol: &'static str,
    dimension: Dimension,
) -> FrictionParameter {
    let range = Range::NotNegative;
    FrictionParameter { name, symbol, dimension, range, usual: Some(0.0), linear: true }
}

/// A parameter that shapes the law.
pub(super) const fn shape(
    name: &'static str,
    symbol: &'static str,
    dimension: Dimension,
    range: Range,
    usual: Option<f64>,
) -> FrictionParameter {
    FrictionParameter { name, symbol, dimension, range, usual, linear: false }
}

/// Speed over which a jump at rest is rounded off; zero keeps it sharp.
pub(super) const WIDTH: FrictionParameter =
    shape("width", "vw", Dimension::Speed, Range::NotNegative, Some(0.0));
