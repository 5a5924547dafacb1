//! `f = (c sign(v) + d v) exp(−t/T)`: friction that a cold drive has beyond that of a warm one,
//! `t` after it was started. Lubricants thin as gears warm up, within minutes to an hour
//! (Bittencourt, Wernholt, Sander-Tavallaey & Brogårdh, *Proc. IROS* 2010).
//!
//! Where no time is told the drive is warm and this friction is none.

use super::coulomb::by_width;
use super::parameter::WIDTH;
use super::sliding::uncertain_sign;
use super::{
    Dimension, Dissipation, FrictionLaw, FrictionParameter, LinearPart, Load, ModelName, Range,
    Sliding, Slopes,
};

/// Times that are tried where none is given, s.
const TIMES: &[f64] = &[300.0, 100.0, 30.0, 1000.0, 3000.0];

/// Further friction of a cold drive.
#[derive(Debug)]
pub struct WarmUp;

impl FrictionLaw for WarmUp {
    fn name(&self) -> &'static str {
        "warm-up"
    }
    fn about(&self) -> &'static str {
        "friction that a cold drive has beyond that of a warm one, by the time since its start"
    }
    fn equation(&self) -> &'static str {
        "(coulomb_cold·sign(v) + viscous_cold·v)·exp(−t/time), t since the start; sign is tanh(v/width) where a width is given"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("coulomb_cold", "fcw", Dimension::Effort)
                    .within(Range::Any),
                FrictionParameter::linear("viscous_cold", "fvw", Dimension::EffortPerSpeed)
                    .within(Range::Any),
                FrictionParameter::shape("time", "tw", Dimension::Time, TIMES),
                WIDTH,
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let [coulomb, viscous, time, width] = *p else { return f64::NAN };
        let elapsed = at.load.elapsed;
        let cold = if elapsed.is_finite() { (-elapsed / time).exp() } else { 0.0 };
        if cold == 0.0 {
            return 0.0;
        }
        let (sign, slope) = at.sign(width);
        let whole = coulomb * sign + viscous * at.speed;
        if let Some(slopes) = slopes {
            slopes.speed += cold * (coulomb * slope + viscous);
            slopes.parameters[0] += cold * sign;
            slopes.parameters[1] += cold * at.speed;
            slopes.parameters[2] += cold * whole * elapsed / (time * time);
            slopes.parameters[3] += cold * coulomb * by_width(at, slope, width);
        }
        cold * whole
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::NotAlways("a drive may have less friction cold than warm")
    }
    fn holds(&self, p: &[f64], _side: f64, load: Load) -> f64 {
        let cold = if load.elapsed.is_finite() { (-load.elapsed / p[2]).exp() } else { 0.0 };
        if p[3] == 0.0 { p[0] * cold } else { 0.0 }
    }
    fn uncertain_speed(&self, p: &[f64], noise: f64) -> f64 {
        uncertain_sign(p[3], noise)
    }
    /// Of a warm drive.
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        LinearPart { is_all: p[0] == 0.0 && p[1] == 0.0, ..LinearPart::default() }
    }
    fn needs_elapsed(&self) -> bool {
        true
    }
    fn found_shape(&self) -> Option<&'static str> {
        Some("time")
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName {
            name: "warm-up",
            laws: "coulomb-viscous+warm-up+offset",
            argument: Some("time"),
            about: "Coulomb friction, viscous friction, an offset and what cold drives have beyond, by the time since the start",
        }]
    }
}
