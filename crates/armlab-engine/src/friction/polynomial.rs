//! `f = f_1 v + f_2 |v| v + f_3 v³`: viscous friction that bends with speed, as
//! grease does (cubic term: Wernholt & Gunnarsson 2006).

use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, LinearPart, Range, Sliding,
    Slopes,
};

/// Viscous friction as an odd polynomial of speed.
#[derive(Debug)]
pub struct Polynomial;

impl FrictionLaw for Polynomial {
    fn name(&self) -> &'static str {
        "polynomial"
    }
    fn about(&self) -> &'static str {
        "an odd polynomial of speed"
    }
    fn equation(&self) -> &'static str {
        "viscous·v + quadratic·|v|·v + cubic·v³"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("viscous", "fv", Dimension::EffortPerSpeed),
                FrictionParameter::linear("quadratic", "fv2", Dimension::EffortPerSpeedSquared)
                    .within(Range::Any),
                FrictionParameter::linear("cubic", "fv3", Dimension::EffortPerSpeedCubed)
                    .within(Range::Any),
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
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        let slope = Formula::speed_size() * p[1]
            + Formula::Speed * Formula::Speed * p[2]
            + Formula::Number(p[0]);
        Some(slope * Formula::Speed)
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::NotAlways("grease thins with speed, so higher coefficients may be negative")
    }
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        let is_all = p[1] == 0.0 && p[2] == 0.0;
        LinearPart { viscous: p[0], is_all, ..LinearPart::default() }
    }
    fn generalises(&self) -> &'static [&'static str] {
        &["viscous", "cubic"]
    }
}
