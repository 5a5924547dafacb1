//! `f = f_v3 v³`: the bend of viscous friction with speed, beside a viscous law
//! (Wernholt & Gunnarsson 2006).

use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, ModelName, Range, Sliding,
    Slopes,
};

/// Proportional to the cube of speed.
#[derive(Debug)]
pub struct Cubic;

impl FrictionLaw for Cubic {
    fn name(&self) -> &'static str {
        "cubic"
    }
    fn about(&self) -> &'static str {
        "proportional to the cube of speed"
    }
    fn equation(&self) -> &'static str {
        "cubic·v³"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[FrictionParameter::linear("cubic", "fv3", Dimension::EffortPerSpeedCubed)
                .within(Range::Any)]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let v = at.speed;
        if let Some(slopes) = slopes {
            slopes.speed += 3.0 * p[0] * v * v;
            slopes.parameters[0] += v * v * v;
        }
        p[0] * v * v * v
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        Some(Formula::Speed * Formula::Speed * Formula::Speed * p[0])
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::NotAlways("grease thins with speed, so the coefficient may be negative")
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName {
            name: "cubic",
            laws: "coulomb-viscous+cubic+offset",
            argument: None,
            about: "Coulomb, viscous and cubic friction and an offset",
        }]
    }
    fn is_selectable(&self) -> bool {
        true
    }
}
