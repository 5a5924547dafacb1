//! `f = f_o`: not friction at all, but what a sensor's zero or an unmodelled
//! spring adds, so it stands with the friction in every identified model.

use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, LinearPart, ModelName, Range,
    Sliding, Slopes,
};

/// A constant effort.
#[derive(Debug)]
pub struct Offset;

impl FrictionLaw for Offset {
    fn name(&self) -> &'static str {
        "offset"
    }
    fn about(&self) -> &'static str {
        "a constant effort"
    }
    fn equation(&self) -> &'static str {
        "offset"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const { &[FrictionParameter::linear("offset", "fo", Dimension::Effort).within(Range::Any)] }
    }
    fn effort(&self, p: &[f64], _at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        if let Some(slopes) = slopes {
            slopes.parameters[0] += 1.0;
        }
        p[0]
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        Some(Formula::Number(p[0]))
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::NotAlways("a constant effort drives the motion one way")
    }
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        LinearPart { offset: p[0], is_all: true, ..LinearPart::default() }
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName { name: "offset", laws: "offset", argument: None, about: "an offset only" }]
    }
}
