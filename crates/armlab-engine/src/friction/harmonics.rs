//! `f = Σ a_i sin(i q) + b_i cos(i q)`, `i = 1, 2`: what counterweights, gas springs,
//! balancing cylinders and cables add to one joint, as the first two harmonics of its
//! angle.

use super::column::linear_slopes;
use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, JointMotion, Range, Sliding,
    Slopes,
};

/// Two harmonics of the position.
#[derive(Debug)]
pub struct Harmonics;

impl FrictionLaw for Harmonics {
    fn name(&self) -> &'static str {
        "harmonics"
    }
    fn about(&self) -> &'static str {
        "counterweight, gas spring or cable: two harmonics of the position"
    }
    fn equation(&self) -> &'static str {
        "sine_1·sin(q) + cosine_1·cos(q) + sine_2·sin(2q) + cosine_2·cos(2q)"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            const fn amplitude(name: &'static str, symbol: &'static str) -> FrictionParameter {
                FrictionParameter::linear(name, symbol, Dimension::Effort).within(Range::Any)
            }
            &[
                amplitude("sine_1", "hs1"),
                amplitude("cosine_1", "hc1"),
                amplitude("sine_2", "hs2"),
                amplitude("cosine_2", "hc2"),
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, mut slopes: Option<&mut Slopes>) -> f64 {
        let mut sum = 0.0;
        for (i, pair) in p.chunks_exact(2).enumerate() {
            let order = (i + 1) as f64;
            let (s, c) = (order * at.position).sin_cos();
            if let Some(slopes) = &mut slopes {
                slopes.position += order * (pair[0] * c - pair[1] * s);
                slopes.parameters[2 * i] += s;
                slopes.parameters[2 * i + 1] += c;
            }
            sum += pair[0] * s + pair[1] * c;
        }
        sum
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        let wave = |order: f64, pair: &[f64]| {
            let angle = || Box::new(Formula::Position * order);
            Formula::Sin(angle()) * pair[0] + Formula::Cos(angle()) * pair[1]
        };
        Some(wave(1.0, &p[..2]) + wave(2.0, &p[2..]))
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
        Dissipation::NotAlways("weights and springs give back what they took")
    }
    fn is_element(&self) -> bool {
        true
    }
    fn is_selectable(&self) -> bool {
        true
    }
}
