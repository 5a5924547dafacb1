//! `f = f_v v`

use super::parameter::linear;
use super::{Dimension, FrictionLaw, FrictionParameter, Sliding, Slopes};

/// Proportional to speed.
#[derive(Debug)]
pub struct Viscous;

impl FrictionLaw for Viscous {
    fn name(&self) -> &'static str {
        "viscous"
    }
    fn equation(&self) -> &'static str {
        "viscous·v"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const { &[linear("viscous", "fv", Dimension::EffortPerSpeed)] }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        if let Some(slopes) = slopes {
            slopes.speed += p[0];
            slopes.parameters[0] += at.speed;
        }
        p[0] * at.speed
    }
}
