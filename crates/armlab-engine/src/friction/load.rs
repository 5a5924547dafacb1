//! `f = μ |τ| sign(v)`: friction of a gear in proportion to the effort `τ` that it passes
//! on to the bodies, which is the joint's effort without friction. Teeth and bearings
//! of a loaded drive are pressed together harder (strain-wave gears: Carvalho Bittencourt
//! & Axelsson, *IEEE/ASME Trans. Mechatronics* 19, 2014).
//!
//! Efforts without friction follow from the bodies, so that `μ` is linear only for
//! given bodies: identification repeats both in turn.

use super::coulomb::by_width;
use super::parameter::WIDTH;
use super::sliding::uncertain_sign;
use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, Load, ModelName, Range,
    Sliding, Slopes,
};

/// A share of the transmitted effort, against the motion.
#[derive(Debug)]
pub struct TransmittedLoad;

impl FrictionLaw for TransmittedLoad {
    fn name(&self) -> &'static str {
        "load"
    }
    fn about(&self) -> &'static str {
        "a share of the effort that the drive transmits, against the motion"
    }
    fn equation(&self) -> &'static str {
        "share·|transmitted|·sign(v); sign is tanh(v/width) where a width is given"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("share", "fl", Dimension::Share).within(Range::Share),
                WIDTH,
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let (share, width) = (p[0], p[1]);
        let size = at.load.transmitted.abs();
        let (sign, slope) = at.sign(width);
        if let Some(slopes) = slopes {
            slopes.speed += share * size * slope;
            slopes.transmitted += share * sign;
            slopes.parameters[0] += size * sign;
            slopes.parameters[1] += share * size * by_width(at, slope, width);
        }
        share * size * sign
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        Some(Formula::sign(p[1]) * Formula::Abs(Box::new(Formula::Transmitted)) * p[0])
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn holds(&self, p: &[f64], _side: f64, load: Load) -> f64 {
        if p[1] == 0.0 { p[0] * load.transmitted.abs() } else { 0.0 }
    }
    fn uncertain_speed(&self, p: &[f64], noise: f64) -> f64 {
        uncertain_sign(p[1], noise)
    }
    fn needs_transmitted(&self) -> bool {
        true
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName {
            name: "load",
            laws: "coulomb-viscous+load+offset",
            argument: None,
            about: "Coulomb friction, viscous friction, a share of the transmitted effort and an offset",
        }]
    }
    fn is_selectable(&self) -> bool {
        true
    }
}
