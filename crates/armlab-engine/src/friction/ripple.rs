//! `f = f_s sin(n q) + f_c cos(n q)`: torque ripple of a gear or a motor with `n` waves
//! a turn of the joint; strain-wave gears have twice their ratio (Godler, Ohnishi &
//! Yamashita, 1994). Efforts that lag behind the position by `delay` see it where the joint was:
//! `n (q − delay·v)`; at so many waves a turn milliseconds matter.

use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, ModelName, Range, Sliding,
    Slopes,
};

/// A wave in the position.
#[derive(Debug)]
pub struct Ripple;

impl FrictionLaw for Ripple {
    fn name(&self) -> &'static str {
        "ripple"
    }
    fn about(&self) -> &'static str {
        "torque ripple of a gear or motor, so many waves a turn"
    }
    fn equation(&self) -> &'static str {
        "sine·sin(order·(q − delay·v)) + cosine·cos(order·(q − delay·v))"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("sine", "rs", Dimension::Effort).within(Range::Any),
                FrictionParameter::linear("cosine", "rc", Dimension::Effort).within(Range::Any),
                FrictionParameter::shape("order", "ro", Dimension::Number, &[200.0]),
                FrictionParameter::shape("delay", "rd", Dimension::Time, &[])
                    .within(Range::Any)
                    .or(0.0),
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let [sine, cosine, order, delay] = *p else { return f64::NAN };
        let angle = at.position - delay * at.speed;
        let (s, c) = (order * angle).sin_cos();
        if let Some(slopes) = slopes {
            let by_angle = sine * c - cosine * s;
            slopes.position += order * by_angle;
            slopes.speed -= order * delay * by_angle;
            slopes.parameters[0] += s;
            slopes.parameters[1] += c;
            slopes.parameters[2] += angle * by_angle;
            slopes.parameters[3] -= order * at.speed * by_angle;
        }
        sine * s + cosine * c
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        let angle = || Box::new(Formula::Position * p[2] + Formula::Speed * (-p[2] * p[3]));
        Some(Formula::Sin(angle()) * p[0] + Formula::Cos(angle()) * p[1])
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::NotAlways("it gives back on one side of a wave what it took on the other")
    }
    fn found_shape(&self) -> Option<&'static str> {
        Some("order")
    }
    fn is_element(&self) -> bool {
        true
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName {
            name: "ripple",
            laws: "coulomb-viscous+ripple+offset",
            argument: Some("order"),
            about: "Coulomb friction, viscous friction, an offset and so many waves a turn",
        }]
    }
}
