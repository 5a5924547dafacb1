//! Friction before sliding: springs that yield (Maxwell slip; Al-Bender, Lampaert &
//! Swevers, *IEEE Trans. Automatic Control* 50, 2005).
//!
//! ```text
//! f = Σ f_i z_i,    z_i follows the position by dz_i = dq/w_i and stays within ±1
//! ```
//!
//! Each element holds like a spring until it has moved by its width and then slides with
//! a constant effort. What it holds at rest depends on how it came there, so that the
//! effort is a function of the whole motion and not of the speed. Three elements with
//! widths `w`, `w/4` and `w/16` describe the curve from rest to sliding.

use super::column::JointMotion;
use super::{
    Bristle, Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, LinearPart,
    ModelName, Sliding, Slopes,
};
use std::ops::Range;

/// Three elements that yield one after the other.
#[derive(Debug)]
pub struct Hysteresis;

/// Elements, and how much narrower each is than the one before.
const ELEMENTS: usize = 3;
const NARROWER: f64 = 4.0;
/// Where the width stands among the parameters.
const WIDTH: usize = ELEMENTS;

/// Width of an element.
fn width(p: &[f64], element: usize) -> f64 {
    p[WIDTH] / NARROWER.powi(element as i32)
}

impl FrictionLaw for Hysteresis {
    fn name(&self) -> &'static str {
        "hysteresis"
    }
    fn about(&self) -> &'static str {
        "friction before sliding: elements that hold like springs and then yield"
    }
    fn equation(&self) -> &'static str {
        "force_1·z1 + force_2·z2 + force_3·z3, each dz = dq/w within ±1, w = width, width/4, width/16"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("force_1", "fh1", Dimension::Effort),
                FrictionParameter::linear("force_2", "fh2", Dimension::Effort),
                FrictionParameter::linear("force_3", "fh3", Dimension::Effort),
                FrictionParameter::shape("width", "hw", Dimension::Position, &[0.02, 0.005, 0.08])
                    .or(0.02),
            ]
        }
    }
    /// At a steady speed, when all elements have yielded.
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        if let Some(slopes) = slopes {
            slopes.parameters[..ELEMENTS].iter_mut().for_each(|s| *s += at.side);
        }
        at.side * p[..ELEMENTS].iter().sum::<f64>()
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        Some(Formula::Side * p[..ELEMENTS].iter().sum::<f64>())
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        let coulomb = p[..ELEMENTS].iter().sum();
        LinearPart { coulomb, is_all: coulomb == 0.0, ..LinearPart::default() }
    }
    fn bristle(&self) -> Option<&dyn Bristle> {
        Some(self)
    }
    fn has_columns(&self) -> bool {
        true
    }
    fn column(
        &self,
        k: usize,
        p: &[f64],
        motion: &JointMotion,
        samples: Range<usize>,
        out: &mut [f64],
    ) {
        stops(motion.position, width(p, k), samples, out);
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName {
            name: "hysteresis",
            laws: "coulomb-viscous+hysteresis+offset",
            argument: None,
            about: "Coulomb friction, viscous friction, friction before sliding and an offset",
        }]
    }
    fn is_selectable(&self) -> bool {
        true
    }
}

/// The state of an element along some samples. What it was before the first depends on
/// earlier ones only until the position has moved by twice the width.
fn stops(position: &[f64], width: f64, samples: Range<usize>, out: &mut [f64]) {
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut from = samples.start.min(position.len());
    while from > 0 && !(most - least > 2.0 * width) {
        from -= 1;
        least = least.min(position[from]);
        most = most.max(position[from]);
    }
    let mut z = 0.0;
    for k in from..samples.end.min(position.len()) {
        let moved = if k > from { (position[k] - position[k - 1]) / width } else { 0.0 };
        z = f64::clamp(z + moved, -1.0, 1.0);
        if k >= samples.start {
            out[k - samples.start] = z;
        }
    }
}

impl Bristle for Hysteresis {
    fn states(&self) -> usize {
        ELEMENTS
    }
    fn rates(&self, p: &[f64], speed: f64, z: &[f64], rates: &mut [f64]) {
        for (i, (rate, z)) in rates.iter_mut().zip(z).enumerate() {
            let yields = z.abs() >= 1.0 && z * speed > 0.0;
            *rate = if yields { 0.0 } else { speed / width(p, i) };
        }
    }
    fn effort(&self, p: &[f64], _speed: f64, z: &[f64]) -> f64 {
        p.iter().zip(z).take(ELEMENTS).map(|(force, z)| force * z.clamp(-1.0, 1.0)).sum()
    }
    fn limit(&self, z: &mut [f64]) {
        z.iter_mut().for_each(|z| *z = z.clamp(-1.0, 1.0));
    }
    fn follows_position(&self) -> bool {
        true
    }
    fn follow(&self, p: &[f64], moved: f64, z: &mut [f64]) {
        for (i, z) in z.iter_mut().enumerate() {
            *z = (*z + moved / width(p, i)).clamp(-1.0, 1.0);
        }
    }
}
