//! `f = f_c sign(v)`, or `f_c tanh(v/width)`.

use super::parameter::{WIDTH, linear};
use super::{Dimension, FrictionLaw, FrictionParameter, Load, Sliding, Slopes};

/// Of one size, against the motion.
#[derive(Debug)]
pub struct Coulomb;

impl FrictionLaw for Coulomb {
    fn name(&self) -> &'static str {
        "coulomb"
    }
    fn equation(&self) -> &'static str {
        "coulomb·sign(v); sign is tanh(v/width) where a width is given"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const { &[linear("coulomb", "fc", Dimension::Effort), WIDTH] }
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
    fn holds(&self, p: &[f64], _side: f64, _load: Load) -> f64 {
        if p[1] == 0.0 { p[0] } else { 0.0 }
    }
}

/// Slope of `tanh(v/w)` over `w`, from its slope over `v`.
pub(super) fn by_width(at: Sliding, slope: f64, width: f64) -> f64 {
    if width == 0.0 { 0.0 } else { -slope * at.speed / width }
}
