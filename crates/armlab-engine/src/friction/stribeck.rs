//! `f = sign(v) [f_c + (f_s − f_c) e] + f_v v`, `e = exp(−(|v|/v_s)^δ)`:
//! friction that falls from its static value at rest to the Coulomb value
//! (Stribeck 1902; exponent δ after Tustin 1947 and Bo & Pavelescu 1982).

use super::coulomb::by_width;
use super::parameter::{WIDTH, linear, shape};
use super::{Dimension, FrictionLaw, FrictionParameter, Load, Range, Sliding, Slopes};

/// Static, Coulomb and viscous friction with the Stribeck effect.
#[derive(Debug)]
pub struct Stribeck;

pub(super) const SPEED: FrictionParameter =
    shape("stribeck_speed", "vs", Dimension::Speed, Range::Positive, None);
pub(super) const EXPONENT: FrictionParameter =
    shape("exponent", "delta", Dimension::Number, Range::Positive, Some(1.0));

impl FrictionLaw for Stribeck {
    fn name(&self) -> &'static str {
        "stribeck"
    }
    fn equation(&self) -> &'static str {
        "sign(v)·(coulomb + (static − coulomb)·exp(−(|v|/stribeck_speed)^exponent)) + viscous·v"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                linear("static", "fs", Dimension::Effort),
                linear("coulomb", "fc", Dimension::Effort),
                linear("viscous", "fv", Dimension::EffortPerSpeed),
                SPEED,
                EXPONENT,
                WIDTH,
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let [fixed, coulomb, viscous, speed, exponent, width] = *p else { return f64::NAN };
        let (sign, slope) = at.sign(width);
        let e = at.stribeck(speed, exponent);
        let (drop, size) = (fixed - coulomb, coulomb + (fixed - coulomb) * e.value);
        if let Some(slopes) = slopes {
            slopes.speed += slope * size + sign * at.side * drop * e.by_speed + viscous;
            slopes.parameters[0] += sign * e.value;
            slopes.parameters[1] += sign * (1.0 - e.value);
            slopes.parameters[2] += at.speed;
            slopes.parameters[3] += sign * drop * e.by_scale;
            slopes.parameters[4] += sign * drop * e.by_exponent;
            slopes.parameters[5] += size * by_width(at, slope, width);
        }
        sign * size + viscous * at.speed
    }
    fn holds(&self, p: &[f64], _side: f64, _load: Load) -> f64 {
        match *p {
            [fixed, .., 0.0] => fixed,
            _ => 0.0,
        }
    }
}
