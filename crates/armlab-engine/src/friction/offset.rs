//! `f = f_o`: not friction at all, but what a sensor's zero or an unmodelled
//! spring adds, so it stands with the friction in every identified model.

use super::{Dimension, FrictionLaw, FrictionParameter, Range, Sliding, Slopes};

/// A constant effort.
#[derive(Debug)]
pub struct Offset;

impl FrictionLaw for Offset {
    fn name(&self) -> &'static str {
        "offset"
    }
    fn equation(&self) -> &'static str {
        "offset"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[FrictionParameter {
                name: "offset",
                symbol: "fo",
                dimension: Dimension::Effort,
                range: Range::Any,
                usual: Some(0.0),
                linear: true,
            }]
        }
    }
    fn effort(&self, p: &[f64], _at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        if let Some(slopes) = slopes {
            slopes.parameters[0] += 1.0;
        }
        p[0]
    }
}
