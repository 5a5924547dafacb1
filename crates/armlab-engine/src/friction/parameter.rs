//! What a law states of its parameters.

/// Physical dimension of a parameter; its unit depends on whether the joint turns or slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Effort: N or N m.
    Effort,
    /// Effort per speed.
    EffortPerSpeed,
    /// Effort per temperature.
    EffortPerTemperature,
    /// Effort per speed and temperature.
    EffortPerSpeedAndTemperature,
    /// Effort per speed squared.
    EffortPerSpeedSquared,
    /// Effort per speed cubed.
    EffortPerSpeedCubed,
    /// Effort per coordinate: a stiffness.
    EffortPerPosition,
    /// Effort per force on the bearing: a number for a slide, a length (the
    /// bearing's radius times the coefficient of friction) for a turning joint.
    EffortPerForce,
    /// Effort per effort that the drive transmits.
    Share,
    /// Speed.
    Speed,
    /// Coordinate: an angle or a length.
    Position,
    /// Force, also at a joint that turns.
    Force,
    /// Force per length.
    ForcePerLength,
    /// Length, also at a joint that turns.
    Length,
    /// Time.
    Time,
    /// Temperature.
    Temperature,
    /// A number.
    Number,
}

impl Dimension {
    /// True for sizes of friction; stiffnesses, speeds and positions shape it.
    pub fn is_size(self) -> bool {
        match self {
            Self::Effort
            | Self::EffortPerSpeed
            | Self::EffortPerTemperature
            | Self::EffortPerSpeedAndTemperature
            | Self::EffortPerSpeedSquared
            | Self::EffortPerSpeedCubed
            | Self::EffortPerForce
            | Self::Share => true,
            Self::EffortPerPosition
            | Self::Force
            | Self::ForcePerLength
            | Self::Length
            | Self::Speed
            | Self::Position
            | Self::Time
            | Self::Temperature
            | Self::Number => false,
        }
    }
    /// Unit for a joint that turns or slides.
    pub fn unit(self, turns: bool) -> &'static str {
        let (turning, sliding) = match self {
            Self::Effort => ("N m", "N"),
            Self::EffortPerSpeed => ("N m s/rad", "N s/m"),
            Self::EffortPerTemperature => ("N m/K", "N/K"),
            Self::EffortPerSpeedAndTemperature => ("N m s/(rad K)", "N s/(m K)"),
            Self::EffortPerSpeedSquared => ("N m s²/rad²", "N s²/m²"),
            Self::EffortPerSpeedCubed => ("N m s³/rad³", "N s³/m³"),
            Self::EffortPerPosition => ("N m/rad", "N/m"),
            Self::EffortPerForce => ("m", ""),
            Self::Share => ("", ""),
            Self::Speed => ("rad/s", "m/s"),
            Self::Position => ("rad", "m"),
            Self::Force => ("N", "N"),
            Self::ForcePerLength => ("N/m", "N/m"),
            Self::Length => ("m", "m"),
            Self::Time => ("s", "s"),
            Self::Temperature => ("°C", "°C"),
            Self::Number => ("", ""),
        };
        if turns { turning } else { sliding }
    }
}

/// Values that a parameter may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Any finite number.
    Any,
    /// Zero or more.
    NotNegative,
    /// More than zero.
    Positive,
    /// From zero to less than one.
    Share,
}

impl Range {
    /// True for permitted values.
    pub fn contains(self, value: f64) -> bool {
        value.is_finite()
            && match self {
                Self::Any => true,
                Self::NotNegative => value >= 0.0,
                Self::Positive => value > 0.0,
                Self::Share => (0.0..1.0).contains(&value),
            }
    }
    /// In words, after "must be".
    pub fn words(self) -> &'static str {
        match self {
            Self::Any => "a finite number",
            Self::NotNegative => "zero or more",
            Self::Positive => "more than zero",
            Self::Share => "zero or more and less than one",
        }
    }
}

/// How the effort depends on a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// Linearly, the others given: the parameter has a regression column.
    Linear,
    /// Linearly, but multiplied by reactions, which depend on the masses.
    LinearInLoad,
    /// Not linearly. The values are tried when friction is selected from data; the
    /// first stands for one that is not given and has a default.
    Shape(&'static [f64]),
    /// The speed over which a jump at rest is rounded off; zero keeps it sharp. The
    /// values are tried when friction is selected from data.
    Rounding(&'static [f64]),
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
    /// Permitted values.
    pub range: Range,
    /// Value where none is given; `None` if one must be.
    pub default: Option<f64>,
    /// How the effort depends on it.
    pub role: Role,
}

impl FrictionParameter {
    /// A parameter that the effort is linear in: zero or more, zero if not given.
    pub const fn linear(name: &'static str, symbol: &'static str, dimension: Dimension) -> Self {
        let (range, default, role) = (Range::NotNegative, Some(0.0), Role::Linear);
        Self { name, symbol, dimension, range, default, role }
    }
    /// A parameter that shapes the law and must be given.
    pub const fn shape(
        name: &'static str,
        symbol: &'static str,
        dimension: Dimension,
        candidates: &'static [f64],
    ) -> Self {
        let (range, default, role) = (Range::Positive, None, Role::Shape(candidates));
        Self { name, symbol, dimension, range, default, role }
    }
    /// The same with other permitted values.
    pub const fn within(self, range: Range) -> Self {
        Self { range, ..self }
    }
    /// The same with a default.
    pub const fn or(self, default: f64) -> Self {
        Self { default: Some(default), ..self }
    }
    /// The same in another role.
    pub const fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }
    /// True when the effort is linear in it, the others given.
    pub fn is_linear(&self) -> bool {
        matches!(self.role, Role::Linear | Role::LinearInLoad)
    }
    /// Values to try when friction is selected from data.
    pub fn candidates(&self) -> &'static [f64] {
        match self.role {
            Role::Shape(values) | Role::Rounding(values) => values,
            Role::Linear | Role::LinearInLoad => &[],
        }
    }
}

/// Speed over which a jump at rest is rounded off to `tanh(v/width)`.
pub(super) const WIDTH: FrictionParameter =
    FrictionParameter::shape("width", "vw", Dimension::Speed, &[])
        .within(Range::NotNegative)
        .or(0.0)
        .with_role(Role::Rounding(&[0.01, 0.02, 0.05, 0.005, 0.002]));
