//! `f = f_c sign(v)`, or `f_c tanh(v/width)`.

use super::parameter::WIDTH;
use super::sliding::uncertain_sign;
use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, LinearPart, Load, Sliding,
    Slopes,
};

/// Constant, against the motion.
#[derive(Debug)]
pub struct Coulomb;

impl FrictionLaw for Coulomb {
    fn name(&self) -> &'static str {
        "coulomb"
    }
    fn about(&self) -> &'static str {
        "constant, against the motion"
    }
    fn equation(&self) -> &'static str {
        "coulomb·sign(v); sign is tanh(v/width) where a width is given"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const { &[FrictionParameter::linear("coulomb", "fc", Dimension::Effort), WIDTH] }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let (coulomb, width) = (p[0], p[1]);
        let (sign, slope) = at.sign(width);
        if let Some(slopes) = slopes {
            slopes.speed += coulomb * slope;
            slopes.parameters[0] += sign;
            slopes.parameters[1] += coulomb * by_width(at, slope, width);
        }
        coulomb * sign
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        Some(Formula::sign(p[1]) * p[0])
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn holds(&self, p: &[f64], _side: f64, _load: Load) -> f64 {
        if p[1] == 0.0 { p[0] } else { 0.0 }
    }
    fn uncertain_speed(&self, p: &[f64], noise: f64) -> f64 {
        uncertain_sign(p[1], noise)
    }
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        LinearPart { coulomb: p[0], is_all: p[1] == 0.0, ..LinearPart::default() }
    }
}

/// Slope of `tanh(v/w)` over `w`, from its slope over `v`.
pub(super) fn by_width(at: Sliding, slope: f64, width: f64) -> f64 {
    if width == 0.0 { 0.0 } else { -slope * at.speed / width }
}
