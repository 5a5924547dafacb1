//! Units of a column of a movement table.

/// In which values are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Radians.
    #[default]
    Radian,
    /// Degrees.
    Degree,
    /// Metres.
    Metre,
    /// Millimetres.
    Millimetre,
}

impl Unit {
    /// All units with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("rad", Self::Radian),
        ("deg", Self::Degree),
        ("m", Self::Metre),
        ("mm", Self::Millimetre),
    ];

    /// The unit's name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, unit)| *unit == self).map_or("rad", |(name, _)| name)
    }

    /// A value of this unit in radians or metres.
    pub fn to_si(self, value: f64) -> f64 {
        match self {
            Self::Radian | Self::Metre => value,
            Self::Degree => value.to_radians(),
            Self::Millimetre => value * 1e-3,
        }
    }
}
