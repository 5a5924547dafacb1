//! `f = f_1 v + f_2 |v| v + f_3 v³`: viscous friction that bends with speed, as
//! grease does (cubic term: Wernholt & Gunnarsson 2006).

use super::{Dimension, FrictionLaw, FrictionParameter, Range, Sliding, Slopes};

/// Viscous friction as an odd polynomial of speed.
#[derive(Debug)]
pub struct Polynomial;

const fn coefficient(
    name: &'static str,
    symbol: &'static str,
    dimension: Dimension,
    range: Range,
) -> FrictionParameter {
    FrictionParameter { name, symbol, dimension, range, usual: Some(0.0), linear: true }
}

impl FrictionLaw for Polynomial {
    fn name(&self) -> &'static str {
        "polynomial"
    }
    fn equation(&self) -> &'static str {
        "viscous·v + quadratic·|v|·v + cubic·v³"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                coefficient("viscous", "fv", Dimension::EffortPerSpeed, Range::NotNegative),
                // Grease thins: the bend may well be downwards.
                coefficient("quadratic", "fv2", Dimension::EffortPerSpeedSquared, Range::Any),
                coefficient("cubic", "fv3", Dimension::EffortPerSpeedCubed, Range::Any),
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let v = at.speed;
        if let Some(slopes) = slopes {
            slopes.speed += p[0] + 2.0 * p[1] * v.abs() + 3.0 * p[2] * v * v;
            slopes.parameters[0] += v;
            slopes.parameters[1] += v.abs() * v;
            slopes.parameters[2] += v * v * v;
        }
        (p[0] + p[1] * v.abs() + p[2] * v * v) * v
    }
}
