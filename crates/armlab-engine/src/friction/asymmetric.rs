//! Coulomb and viscous friction with other values in each direction: worn
//! gears, cables, gravity-loaded screws.

use super::column::linear_slopes;
use super::coulomb::by_width;
use super::parameter::WIDTH;
use super::sliding::uncertain_sign;
use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, JointMotion, LinearPart, Load,
    ModelName, Sliding, Slopes,
};

/// Coulomb and viscous friction, forwards and backwards.
#[derive(Debug)]
pub struct Asymmetric;

impl FrictionLaw for Asymmetric {
    fn name(&self) -> &'static str {
        "asymmetric"
    }
    fn about(&self) -> &'static str {
        "Coulomb and viscous friction with other values in each direction"
    }
    fn equation(&self) -> &'static str {
        "v > 0: coulomb_forward·sign(v) + viscous_forward·v; v < 0: coulomb_backward·sign(v) + viscous_backward·v; sign is tanh(v/width) where a width is given"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("coulomb_forward", "fc+", Dimension::Effort),
                FrictionParameter::linear("coulomb_backward", "fc-", Dimension::Effort),
                FrictionParameter::linear("viscous_forward", "fv+", Dimension::EffortPerSpeed),
                FrictionParameter::linear("viscous_backward", "fv-", Dimension::EffortPerSpeed),
                WIDTH,
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        if at.side == 0.0 {
            return 0.0;
        }
        let direction = usize::from(at.side < 0.0);
        let (sign, slope) = at.sign(p[4]);
        if let Some(slopes) = slopes {
            slopes.speed += p[direction] * slope + p[2 + direction];
            slopes.parameters[direction] += sign;
            slopes.parameters[2 + direction] += at.speed;
            slopes.parameters[4] += p[direction] * by_width(at, slope, p[4]);
        }
        sign * p[direction] + p[2 + direction] * at.speed
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        // What both directions have in common, and half of their difference.
        let (mean, half) = (|a: f64, b: f64| 0.5 * (a + b), |a: f64, b: f64| 0.5 * (a - b));
        let sign = || Formula::sign(p[4]);
        let coulomb = sign() * mean(p[0], p[1]) + Formula::Abs(Box::new(sign())) * half(p[0], p[1]);
        let viscous = Formula::Speed * mean(p[2], p[3]) + Formula::speed_size() * half(p[2], p[3]);
        Some(coulomb + viscous)
    }
    fn linear_columns(
        &self,
        p: &[f64],
        motion: &JointMotion,
        samples: std::ops::Range<usize>,
        out: &mut [Vec<f64>],
    ) {
        linear_slopes::<Self, 4>(self, p, motion, samples, out);
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn uncertain_speed(&self, p: &[f64], noise: f64) -> f64 {
        uncertain_sign(p[4], noise)
    }
    /// The mean of both directions.
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        let mean = |forward: f64, backward: f64| 0.5 * (forward + backward);
        LinearPart {
            viscous: mean(p[2], p[3]),
            coulomb: mean(p[0], p[1]),
            offset: mean(p[0], -p[1]),
            is_all: p[0] == p[1] && p[2] == p[3] && p[4] == 0.0,
        }
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName {
            name: "asymmetric",
            laws: "asymmetric",
            argument: None,
            about: "Coulomb and viscous friction of each direction; they include an offset",
        }]
    }
    fn generalises(&self) -> &'static [&'static str] {
        &["viscous", "coulomb", "coulomb-viscous", "offset"]
    }
    fn is_selectable(&self) -> bool {
        true
    }
    fn holds(&self, p: &[f64], side: f64, _load: Load) -> f64 {
        if p[4] == 0.0 { p[usize::from(side < 0.0)] } else { 0.0 }
    }
}
