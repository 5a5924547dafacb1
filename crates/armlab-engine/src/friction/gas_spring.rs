//! A gas spring or counterbalance between a link and its parent: it pushes its ends apart with
//! `p = F − k (L − L_0)` along the line between them,
//!
//! ```text
//! L² = a² + b² − 2 a b cos(q − φ),   f = −p ∂L/∂q,   ∂L/∂q = a b sin(q − φ)/L
//! ```
//!
//! with `a` and `b` the distances of its ends on the parent and on the link from the joint's axis, and
//! `φ` the position at which both are on the same side of the axis. A spring that pulls has a
//! negative `F`. Force and stiffness are linear; the geometry is the description's. The force is
//! across the axis: of a spring at a slant, its part across.

use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, Range, Sliding, Slopes,
};

/// A gas spring across a turning joint.
#[derive(Debug)]
pub struct GasSpring;

/// Ends closer than this part of their distances are at one place, where there is no direction.
const AT_ONE_PLACE: f64 = 1e-9;

impl FrictionLaw for GasSpring {
    fn name(&self) -> &'static str {
        "gas-spring"
    }
    fn about(&self) -> &'static str {
        "gas spring or counterbalance between a link and its parent, of known geometry"
    }
    fn equation(&self) -> &'static str {
        "−(force − stiffness·(L − length))·anchor·lever·sin(q − aligned)/L, L² = anchor² + lever² − 2·anchor·lever·cos(q − aligned)"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            const fn given(
                name: &'static str,
                symbol: &'static str,
                dimension: Dimension,
            ) -> FrictionParameter {
                FrictionParameter::shape(name, symbol, dimension, &[])
            }
            &[
                FrictionParameter::linear("force", "gf", Dimension::Force).within(Range::Any),
                FrictionParameter::linear("stiffness", "gk", Dimension::ForcePerLength)
                    .within(Range::Any),
                given("anchor", "ga", Dimension::Length),
                given("lever", "gl", Dimension::Length),
                given("aligned", "gq", Dimension::Position).within(Range::Any).or(0.0),
                given("length", "g0", Dimension::Length).within(Range::NotNegative).or(0.0),
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let [force, stiffness, a, b, aligned, rest] = *p else { return f64::NAN };
        let (s, c) = (at.position - aligned).sin_cos();
        let length = (a * a + b * b - 2.0 * a * b * c).max(0.0).sqrt();
        if length <= AT_ONE_PLACE * (a + b) {
            return 0.0;
        }
        let push = force - stiffness * (length - rest);
        // The arm of the force, and its slopes.
        let arm = a * b * s / length;
        if let Some(slopes) = slopes {
            let by = |direct: f64, length_by: f64| {
                let arm_by = (direct - arm * length_by) / length;
                stiffness * length_by * arm - push * arm_by
            };
            let by_position = by(a * b * c, arm);
            slopes.position += by_position;
            slopes.parameters[0] -= arm;
            slopes.parameters[1] += (length - rest) * arm;
            slopes.parameters[2] += by(b * s, (a - b * c) / length);
            slopes.parameters[3] += by(a * s, (b - a * c) / length);
            slopes.parameters[4] -= by_position;
            slopes.parameters[5] -= stiffness * arm;
        }
        -push * arm
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        let [force, stiffness, a, b, aligned, rest] = *p else { return None };
        let angle = || Box::new(Formula::Position + Formula::Number(-aligned));
        let square = || Formula::Cos(angle()) * (-2.0 * a * b) + Formula::Number(a * a + b * b);
        let push = Formula::Power(Box::new(square()), 0.5) * stiffness
            + Formula::Number(-force - stiffness * rest);
        let arm = Formula::Sin(angle()) * Formula::Power(Box::new(square()), -0.5) * (a * b);
        Some(push * arm)
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::NotAlways("a spring gives back what it took")
    }
    fn is_element(&self) -> bool {
        true
    }
    fn is_described(&self) -> bool {
        true
    }
}
