//! `f = k q`: a spring that is relaxed at the joint's zero; with an offset at any
//! position. It stands with the friction because, as friction does, it acts on one joint
//! and not on the bodies.

use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, Range, Sliding, Slopes,
};

/// An effort in proportion to the position.
#[derive(Debug)]
pub struct Spring;

impl FrictionLaw for Spring {
    fn name(&self) -> &'static str {
        "spring"
    }
    fn about(&self) -> &'static str {
        "a spring: an effort in proportion to the position"
    }
    fn equation(&self) -> &'static str {
        "stiffness·q"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[FrictionParameter::linear("stiffness", "ks", Dimension::EffortPerPosition)
                .within(Range::Any)]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        if let Some(slopes) = slopes {
            slopes.position += p[0];
            slopes.parameters[0] += at.position;
        }
        p[0] * at.position
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        Some(Formula::Position * p[0])
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::NotAlways("a spring gives back what it took")
    }
    fn is_element(&self) -> bool {
        true
    }
    fn is_selectable(&self) -> bool {
        true
    }
}
