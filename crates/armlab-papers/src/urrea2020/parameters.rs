//! The constants of Appendix A, and the refusal to take them in millimetres.

use std::error::Error;
use std::fmt;

/// A stage of the arm is 0.16 m long and its shortest length in millimetres is 31.7: any length
/// from here on is taken for millimetres.
const LONGEST_PLAUSIBLE_METRES: f64 = 2.0;

/// The lengths of Appendix A at home (all dᵢ = 0), in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lengths {
    /// L₁ + L₂, one retracted stage; printed as 160 mm (Section 6).
    pub stage: f64,
    /// lc₁, lc₃, lc₅: centres of mass of the turning links from their joints. Table 2 prints them
    /// from the base (B9).
    pub turning_com: [f64; 3],
    /// L₁ + lc₂, L₁ + lc₄, L₁ + lc₆: centres of mass of the sliding links from the stage's joint.
    /// From Table 2 in the same way; L₁ alone is never printed and never needed.
    pub sliding_com: [f64; 3],
}

/// What Appendix A needs to become numbers: kg, m, kg m², and no other units.
///
/// The appendix declares its lengths in millimetres. Used so, the factor that B1 lost makes M₁₁
/// too small by some 25 000 kg mm², and the mass matrix is indefinite in more than 40 % of the
/// poses (B8). [`Parameters::new`] therefore refuses lengths that look like millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    mass: [f64; 6],
    inertia: [f64; 3],
    lengths: Lengths,
}

impl Parameters {
    /// Checks and takes the link masses in kg, the inertias I₁, I₂, I₃ of links 1, 3, 5 in kg m²
    /// (the appendix has no others, B2) and the lengths in metres.
    pub fn new(
        mass: [f64; 6],
        inertia: [f64; 3],
        lengths: Lengths,
    ) -> Result<Self, ParameterError> {
        for (name, values) in [("mass", &mass[..]), ("inertia", &inertia[..])] {
            for &value in values {
                require_positive(name, value)?;
            }
        }
        require_metres("stage", lengths.stage)?;
        for value in lengths.turning_com {
            require_metres("turning_com", value)?;
        }
        for value in lengths.sliding_com {
            require_metres("sliding_com", value)?;
        }
        Ok(Self { mass, inertia, lengths })
    }

    /// The published values in metres.
    ///
    /// Masses and centres of mass: Table 2, the latter less the joint's home (B9). Inertia: 6.42 of
    /// Fig 7 about the vertical, read as kg cm² (B12); assumed equal for the three turning links,
    /// which are the same part by mass and centre of mass.
    pub fn published() -> Self {
        Self {
            mass: [0.4822, 0.65, 0.4822, 0.65, 0.4822, 0.6453],
            inertia: [6.42e-4; 3],
            lengths: Lengths {
                stage: 0.16,
                turning_com: [0.0317; 3],
                sliding_com: [0.1035, 0.1035, 0.111],
            },
        }
    }

    /// m₁ to m₆ in kg.
    pub fn mass(&self) -> [f64; 6] {
        self.mass
    }

    /// I₁, I₂, I₃, the inertias of links 1, 3 and 5, in kg m².
    pub fn inertia(&self) -> [f64; 3] {
        self.inertia
    }

    /// The lengths in metres.
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }
}

fn require_positive(name: &'static str, value: f64) -> Result<(), ParameterError> {
    if value.is_finite() && value > 0.0 {
        Ok(())
    } else {
        Err(ParameterError::NotPositive { name, value })
    }
}

fn require_metres(name: &'static str, value: f64) -> Result<(), ParameterError> {
    require_positive(name, value)?;
    if value < LONGEST_PLAUSIBLE_METRES {
        Ok(())
    } else {
        Err(ParameterError::LooksLikeMillimetres { name, value })
    }
}

/// Why [`Parameters::new`] refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterError {
    /// A length is far too long for metres on this arm.
    LooksLikeMillimetres {
        /// The field of [`Lengths`].
        name: &'static str,
        /// What it was given.
        value: f64,
    },
    /// A mass, inertia or length is zero, negative or not a number.
    NotPositive {
        /// Which quantity.
        name: &'static str,
        /// What it was given.
        value: f64,
    },
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::LooksLikeMillimetres { name, value } => write!(
                f,
                "length `{name}` = {value} looks like millimetres; the printed M11 lacks a factor \
                 2 l1 l2 (B1), so in millimetres its mass matrix is indefinite; give metres: {}",
                value / 1000.0
            ),
            Self::NotPositive { name, value } => write!(
                f,
                "`{name}` = {value} is not a positive number, and a link without mass, inertia or \
                 length makes the mass matrix singular; give a value above zero"
            ),
        }
    }
}

impl Error for ParameterError {}
