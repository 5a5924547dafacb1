//! `f = f_c sign(v) + f_v v`

use super::coulomb::by_width;
use super::parameter::{WIDTH, linear};
use super::{Dimension, FrictionLaw, FrictionParameter, Load, Sliding, Slopes};

/// Coulomb and viscous friction together.
#[derive(Debug)]
pub struct CoulombViscous;

impl FrictionLaw for CoulombViscous {
    fn name(&self) -> &'static str {
        "coulomb-viscous"
    }
    fn equation(&self) -> &'static str {
        "coulomb·sign(v) + viscous·v"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                linear("coulomb", "fc", Dimension::Effort),
                linear("viscous", "fv", Dimension::EffortPerSpeed),
                WIDTH,
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let (coulomb, viscous, width) = (p[0], p[1], p[2]);
        let (sign, slope) = at.sign(width);
        if let Some(slopes) = slopes {
            slopes.speed += coulomb * slope + viscous;
            slopes.parameters[0] += sign;
            slopes.parameters[1] += at.speed;
            slopes.parameters[2] += coulomb * by_width(at, slope, width);
        }
        coulomb * sign + viscous * at.speed
    }
    fn holds(&self, p: &[f64], _side: f64, _load: Load) -> f64 {
        if p[2] == 0.0 { p[0] } else { 0.0 }
    }
}
