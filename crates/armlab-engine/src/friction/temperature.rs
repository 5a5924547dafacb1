//! `f = (a sign(v) + b v)(T − T_r)`: what friction changes by when a drive's temperature `T` is not
//! the reference `T_r`, to first order. Lubricants thin as they warm up, so that viscous friction
//! falls with the temperature (Bittencourt & Axelsson, *IEEE/ASME Trans. Mechatronics* 19(4), 2014).
//!
//! Where no temperature is told the drive is at the reference.

use super::coulomb::by_width;
use super::parameter::WIDTH;
use super::sliding::uncertain_sign;
use super::{
    Dimension, Dissipation, FrictionLaw, FrictionParameter, LinearPart, Load, ModelName, Range,
    Sliding, Slopes,
};

/// The reference where a model does not state it and there is no log, °C.
const REFERENCE: &[f64] = &[25.0];

/// Friction that changes with the temperature.
#[derive(Debug)]
pub struct Temperature;

/// How far a drive is from the reference, K.
fn away(load: Load, reference: f64) -> f64 {
    if load.temperature.is_finite() { load.temperature - reference } else { 0.0 }
}

impl FrictionLaw for Temperature {
    fn name(&self) -> &'static str {
        "temperature"
    }
    fn about(&self) -> &'static str {
        "friction that changes with the logged temperature of the drive"
    }
    fn equation(&self) -> &'static str {
        "(coulomb_per_kelvin·sign(v) + viscous_per_kelvin·v)·(T − reference), T logged; sign is tanh(v/width) where a width is given"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear(
                    "coulomb_per_kelvin",
                    "fct",
                    Dimension::EffortPerTemperature,
                )
                .within(Range::Any),
                FrictionParameter::linear(
                    "viscous_per_kelvin",
                    "fvt",
                    Dimension::EffortPerSpeedAndTemperature,
                )
                .within(Range::Any),
                FrictionParameter::shape("reference", "tr", Dimension::Temperature, REFERENCE)
                    .within(Range::Any),
                WIDTH,
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let [coulomb, viscous, reference, width] = *p else { return f64::NAN };
        let away = away(at.load, reference);
        let (sign, slope) = at.sign(width);
        let whole = coulomb * sign + viscous * at.speed;
        if let Some(slopes) = slopes {
            slopes.speed += away * (coulomb * slope + viscous);
            slopes.parameters[0] += away * sign;
            slopes.parameters[1] += away * at.speed;
            slopes.parameters[2] -= if at.load.temperature.is_finite() { whole } else { 0.0 };
            slopes.parameters[3] += away * coulomb * by_width(at, slope, width);
        }
        away * whole
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::NotAlways(
            "it is what friction grows or falls by, beside a law that takes more",
        )
    }
    fn holds(&self, p: &[f64], _side: f64, load: Load) -> f64 {
        if p[3] == 0.0 { p[0] * away(load, p[2]) } else { 0.0 }
    }
    fn uncertain_speed(&self, p: &[f64], noise: f64) -> f64 {
        uncertain_sign(p[3], noise)
    }
    /// At the reference.
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        LinearPart { is_all: p[0] == 0.0 && p[1] == 0.0, ..LinearPart::default() }
    }
    fn needs_temperature(&self) -> bool {
        true
    }
    fn found_shape(&self) -> Option<&'static str> {
        Some("reference")
    }
    fn is_selectable(&self) -> bool {
        true
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName {
            name: "temperature",
            laws: "coulomb-viscous+temperature+offset",
            argument: Some("reference"),
            about: "Coulomb friction, viscous friction, an offset and what both frictions change by with the logged temperature",
        }]
    }
}
