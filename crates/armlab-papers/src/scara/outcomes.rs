//! When a published number counts as met.
//!
//! Ours is held against it with the scatter that other draws have: within three standard deviations
//! it is *reproduced*, unless these are so wide that they would meet nearly anything, when it is *in
//! trend*. Where it is outside, but errs to the same side by between a third and three times as
//! much, it is *in trend*, too. Else it is *not reproducible*.

use crate::reproduce::{ComparedRow, Outcome};
use armlab::text::significant;

/// What is held against a published number.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// What ours is, in words.
    pub what: &'a str,
    /// Ours.
    pub value: f64,
    /// Its standard deviation over draws.
    pub spread: f64,
    /// Whether the scatter is so wide that it meets nearly anything.
    pub wide: bool,
    /// What both should be.
    pub truth: f64,
    /// Why they differ, where they do.
    pub why: &'a str,
}

/// How far errors may differ and still be of the same size.
const SAME_SIZE: f64 = 3.0;

/// Judges a row whose published number is set.
pub fn compare(row: ComparedRow, held: &Held) -> ComparedRow {
    let Held { what, value, spread, wide, truth, why } = *held;
    let Some(published) = row.published else { return row };
    let ours = format!("{what}: {}", significant(value, 4));
    if (published - value).abs() <= 3.0 * spread {
        let ours = format!("{ours} ± {} over draws", significant(spread, 2));
        return if wide {
            row.judged(Outcome::InTrend, format!("{ours} would meet nearly anything; {why}"))
        } else {
            row.judged(Outcome::Reproduced, ours)
        };
    }
    let ratio = (value - truth) / (published - truth);
    if (1.0 / SAME_SIZE..=SAME_SIZE).contains(&ratio) {
        row.judged(Outcome::InTrend, format!("{ours}, an error alike; {why}"))
    } else {
        row.judged(Outcome::NotReproducible, format!("{ours}; {why}"))
    }
}

/// Error in percent of the real value, with its sign.
pub fn error_percent(value: f64, truth: f64) -> f64 {
    100.0 * (value / truth - 1.0)
}

/// A percentage for people.
pub fn percent(value: f64) -> String {
    format!("{} %", significant(value, 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(published: f64, value: f64) -> Outcome {
        let held = Held { what: "ours", value, spread: 0.1, wide: false, truth: 10.0, why: "" };
        compare(ComparedRow::new("", "", "").published(published), &held).outcome
    }

    #[test]
    fn three_deviations_are_the_same_and_a_third_of_the_error_is_the_trend() {
        assert_eq!(judged(8.0, 8.29), Outcome::Reproduced);
        assert_eq!(judged(8.0, 8.31), Outcome::InTrend);
        assert_eq!(judged(8.0, 9.5), Outcome::NotReproducible);
        assert_eq!(judged(8.0, 4.5), Outcome::InTrend);
        assert_eq!(judged(8.0, 12.0), Outcome::NotReproducible);
        assert_eq!(judged(8.0, f64::NAN), Outcome::NotReproducible);
        let wide = Held { what: "", value: 8.0, spread: 2.0, wide: true, truth: 10.0, why: "" };
        let row = compare(ComparedRow::new("", "", "").published(8.1), &wide);
        assert_eq!(row.outcome, Outcome::InTrend);
    }
}
