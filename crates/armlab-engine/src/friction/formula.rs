//! A law's effort as a formula, where code is generated from it.

use super::Sliding;
use std::ops::{Add, Mul};

/// A formula of a joint's motion and load.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A number.
    Number(f64),
    /// Speed.
    Speed,
    /// Position.
    Position,
    /// Towards where the joint slides: ±1, or 0 at rest.
    Side,
    /// Magnitude of the reaction normal to the joint's axis.
    Normal,
    /// Constant load of the bearing.
    ConstantLoad,
    /// Effort that the drive passes on to the bodies: the joint's without friction.
    Transmitted,
    /// A sum.
    Sum(Box<(Formula, Formula)>),
    /// A product.
    Product(Box<(Formula, Formula)>),
    /// Absolute value.
    Abs(Box<Formula>),
    /// Exponential.
    Exp(Box<Formula>),
    /// Hyperbolic tangent.
    Tanh(Box<Formula>),
    /// Sine.
    Sin(Box<Formula>),
    /// Cosine.
    Cos(Box<Formula>),
    /// A power of what is not negative.
    Power(Box<Formula>, f64),
}

impl Formula {
    /// The sign of the motion, rounded off to `tanh(speed/width)` where a width is given.
    pub fn sign(width: f64) -> Self {
        if width == 0.0 {
            return Self::Side;
        }
        Self::Tanh(Box::new(Self::Speed * (1.0 / width)))
    }
    /// `|v|`
    pub fn speed_size() -> Self {
        Self::Abs(Box::new(Self::Speed))
    }
    /// `exp(−(|v|/speed)^exponent)`
    pub fn stribeck(speed: f64, exponent: f64) -> Self {
        let ratio = Self::speed_size() * (1.0 / speed);
        Self::Exp(Box::new(Self::Power(Box::new(ratio), exponent) * -1.0))
    }
    /// Its value somewhere.
    pub fn at(&self, s: Sliding) -> f64 {
        match self {
            Self::Number(x) => *x,
            Self::Speed => s.speed,
            Self::Position => s.position,
            Self::Side => s.side,
            Self::Normal => s.load.normal,
            Self::ConstantLoad => s.load.constant,
            Self::Transmitted => s.load.transmitted,
            Self::Sum(terms) => terms.0.at(s) + terms.1.at(s),
            Self::Product(factors) => factors.0.at(s) * factors.1.at(s),
            Self::Abs(x) => x.at(s).abs(),
            Self::Exp(x) => x.at(s).exp(),
            Self::Tanh(x) => x.at(s).tanh(),
            Self::Sin(x) => x.at(s).sin(),
            Self::Cos(x) => x.at(s).cos(),
            Self::Power(x, exponent) => x.at(s).powf(*exponent),
        }
    }
}

impl Add for Formula {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::Sum(Box::new((self, o)))
    }
}
impl Mul for Formula {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self::Product(Box::new((self, o)))
    }
}
impl Mul<f64> for Formula {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        self * Self::Number(k)
    }
}
