//! Coulomb and viscous friction with other values in each direction: worn
//! gears, cables, gravity-loaded screws.

use super::parameter::linear;
use super::{Dimension, FrictionLaw, FrictionParameter, Load, Sliding, Slopes};

/// Another friction forwards than backwards.
#[derive(Debug)]
pub struct Asymmetric;

impl FrictionLaw for Asymmetric {
    fn name(&self) -> &'static str {
        "asymmetric"
    }
    fn equation(&self) -> &'static str {
        "v > 0: coulomb_forward + viscous_forward·v; v < 0: −coulomb_backward + viscous_backward·v"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                linear("coulomb_forward", "fc+", Dimension::Effort),
                linear("coulomb_backward", "fc-", Dimension::Effort),
                linear("viscous_forward", "fv+", Dimension::EffortPerSpeed),
                linear("viscous_backward", "fv-", Dimension::EffortPerSpeed),
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        if at.side == 0.0 {
            return 0.0;
        }
        let way = usize::from(at.side < 0.0);
        if let Some(slopes) = slopes {
            slopes.speed += p[2 + way];
            slopes.parameters[way] += at.side;
            slopes.parameters[2 + way] += at.speed;
        }
        at.side * p[way] + p[2 + way] * at.speed
    }
    fn holds(&self, p: &[f64], side: f64, _load: Load) -> f64 {
        p[usize::from(side < 0.0)]
    }
}
