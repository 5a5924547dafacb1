//! The one rule by which every row of every paper is judged.
//!
//! Let `p` be the published number and `h` half a unit of its last digit; let ours be drawn again with other seeds
//! ([`REDRAWS`](super::REDRAWS) times), `[a, b]` the interval that a further draw would meet with a probability of
//! 95 % ([`Spread`]), and `m` the median. Where nothing is drawn, `a = m = b`.
//!
//! 1. *Reproduced*: `a − h ≤ p ≤ b + h`.
//! 2. *Cannot tell*, instead of that, where `b − a` is more than half of `|p|`, or where inputs that are clearly others
//!    would give the published number as well: such a row would be met by nearly anything.
//! 3. *In trend*: outside, but `p` and `m` differ from a reference to the same side, one at most
//!    twice as far as the other. The reference is what an estimate would be without error, 1 for an R², and zero where
//!    nothing else is natural.
//! 4. *Not reproduced*: everything else, also where a twentieth of the redraws or more end in no number.
//!
//! A claim in words (“in all tests”) is reproduced where `[a, b]` lies on its side of the bound, not reproduced where
//! it lies beyond, and cannot be told where the bound lies between.
//!
//! Nothing else decides: papers give numbers and words to this module and no judgement.

use super::held::{Held, Spread};
use super::published::Published;
use armlab::text::significant;
use serde::Serialize;

/// A spread wider than this part of the published number, to either side, meets nearly anything.
pub const WIDE: f64 = 0.25;
/// How many times one error may be the other's to be in trend.
pub const FACTOR: f64 = 2.0;
/// Part of the redraws that may end in no number.
const FAILED: f64 = 0.05;

/// How far a published number was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The published number, to its digits or within our redraws.
    Reproduced,
    /// Errors alike, but another number.
    InTrend,
    /// Another number.
    NotReproduced,
    /// Nearly any number would have been met.
    CannotTell,
    /// Ours; the paper has no such number.
    Ours,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Reproduced, Self::InTrend, Self::NotReproduced, Self::CannotTell, Self::Ours];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::InTrend => "in trend",
            Self::NotReproduced => "not reproduced",
            Self::CannotTell => "cannot tell",
            Self::Ours => "ours",
        }
    }

    /// A sign that goes with the words, so that colour is not needed.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Reproduced => "✓",
            Self::InTrend => "≈",
            Self::NotReproduced => "✗",
            Self::CannotTell => "?",
            Self::Ours => "+",
        }
    }
}

/// A judgement and the numbers that made it, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The judgement.
    pub outcome: Outcome,
    /// Why.
    pub why: String,
}

/// Judges ours against what is published; `reference` is that of rule 3.
pub fn judge(published: Published, held: Option<&Held>, reference: f64) -> Verdict {
    let Some(held) = held else {
        return Verdict {
            outcome: Outcome::NotReproduced,
            why: "there is no number of ours".into(),
        };
    };
    let spread = held.spread();
    let (outcome, why) = match published {
        _ if spread.failed as f64 > FAILED * held.values.len() as f64 || spread.draws == 0 => {
            let (failed, all) = (spread.failed, held.values.len());
            (Outcome::NotReproduced, format!("{failed} of {all} runs end in no number"))
        }
        Published::Number { value, rounding } => number(value, rounding, held, &spread, reference),
        Published::AtLeast { bound, words } => {
            claim(spread.low >= bound, spread.high < bound, words)
        }
        Published::AtMost { bound, words } => {
            claim(spread.high <= bound, spread.low > bound, words)
        }
    };
    let what = if held.what.is_empty() { String::new() } else { format!("{}: ", held.what) };
    Verdict { outcome, why: format!("{what}{}; {why}", in_words(&spread)) }
}

fn number(p: f64, h: f64, held: &Held, spread: &Spread, reference: f64) -> (Outcome, String) {
    // What is left of a decimal that binary numbers cannot hold.
    let h = h + 1e-12 * p.abs();
    if spread.low - h <= p && p <= spread.high + h {
        let half = spread.half_width();
        if half > WIDE * p.abs() && half > h {
            return (Outcome::CannotTell, "so wide that nearly any number lies there".into());
        }
        let other = |o: &f64| (o - p).abs() <= h + half;
        if !held.others.is_empty() && held.others.iter().all(other) {
            return (Outcome::CannotTell, "other inputs would give it as well".into());
        }
        let why = match spread.draws {
            1 if half == 0.0 => "the same to the printed digits",
            _ => "the published number lies there",
        };
        return (Outcome::Reproduced, why.into());
    }
    let ours = spread.median - reference;
    let theirs = ours.clamp(p - reference - h, p - reference + h);
    let ratio = ours / theirs;
    let of = if reference == 0.0 { "number" } else { "error" };
    let times = format!("{} times the published {of}", significant(ratio, 3));
    match ratio {
        r if (1.0 / FACTOR..=FACTOR).contains(&r) => (Outcome::InTrend, times),
        r if r > 0.0 && r.is_finite() => (Outcome::NotReproduced, times),
        _ => (Outcome::NotReproduced, "to the other side".into()),
    }
}

fn claim(holds: bool, fails: bool, words: &str) -> (Outcome, String) {
    match (holds, fails) {
        (true, _) => (Outcome::Reproduced, format!("“{words}” holds")),
        (_, true) => (Outcome::NotReproduced, format!("“{words}” does not hold")),
        _ => (Outcome::CannotTell, format!("“{words}” holds in some redraws only")),
    }
}

/// A spread for people.
pub fn in_words(spread: &Spread) -> String {
    let number = |x: f64| significant(x, 4);
    if spread.low == spread.high {
        return number(spread.median);
    }
    let [median, low, high] = [spread.median, spread.low, spread.high].map(number);
    match spread.draws {
        1 => format!("{median} (open from {low} to {high})"),
        n => format!("{median} ({low} to {high}, {n} redraws)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Printed;

    fn drawn(low: f64, high: f64) -> Held {
        Held::drawn("ours", (0..39).map(|k| low + (high - low) * f64::from(k) / 38.0).collect())
    }
    fn outcome(printed: &'static str, held: &Held, reference: f64) -> Outcome {
        judge(Printed(printed).into(), Some(held), reference).outcome
    }

    #[test]
    fn a_number_within_the_redraws_and_its_digits_is_reproduced() {
        assert_eq!(outcome("8.0", &drawn(7.9, 8.4), 10.0), Outcome::Reproduced);
        assert_eq!(outcome("7.8", &drawn(7.84, 8.4), 10.0), Outcome::Reproduced, "by its digits");
        assert_eq!(outcome("7.80", &drawn(7.84, 8.4), 10.0), Outcome::InTrend);
        assert_eq!(outcome("600", &Held::fixed("", 600.4), 0.0), Outcome::Reproduced);
        assert_eq!(outcome("600.0", &Held::fixed("", 600.4), 0.0), Outcome::InTrend);
        assert_eq!(outcome("0.0000", &Held::fixed("", 4.9e-5), 0.0), Outcome::Reproduced);
        assert_eq!(outcome("0.0000", &Held::fixed("", 5.1e-5), 0.0), Outcome::InTrend);
    }

    #[test]
    fn a_spread_that_meets_anything_tells_nothing() {
        assert_eq!(outcome("0.091", &drawn(-0.07, 0.12), 0.648), Outcome::CannotTell);
        assert_eq!(outcome("8.0", &drawn(5.9, 8.1), 10.0), Outcome::Reproduced);
        assert_eq!(outcome("8.0", &drawn(3.9, 8.1), 10.0), Outcome::CannotTell);
        let blind = Held::fixed("", 0.99999).others(vec![0.99998, 1.00001]);
        assert_eq!(outcome("1.0000", &blind, 0.0), Outcome::CannotTell);
        let sees = Held::fixed("", 0.99999).others(vec![0.988, 1.0]);
        assert_eq!(outcome("1.0000", &sees, 0.0), Outcome::Reproduced);
    }

    #[test]
    fn twice_or_half_the_error_is_in_trend_and_more_is_not() {
        assert_eq!(outcome("8.0", &drawn(8.9, 9.0), 10.0), Outcome::InTrend);
        assert_eq!(outcome("8.0", &drawn(9.1, 9.2), 10.0), Outcome::NotReproduced);
        assert_eq!(outcome("8.0", &drawn(6.1, 6.2), 10.0), Outcome::InTrend);
        assert_eq!(outcome("8.0", &drawn(12.0, 12.1), 10.0), Outcome::NotReproduced, "other side");
        assert_eq!(outcome("45", &Held::fixed("", 2.0), 0.0), Outcome::NotReproduced);
        assert_eq!(outcome("450", &Held::fixed("", 9852.0), 0.0), Outcome::NotReproduced);
    }

    #[test]
    fn runs_that_break_off_reproduce_nothing() {
        let mut held = drawn(7.9, 8.1);
        held.values[3] = f64::NAN;
        assert_eq!(outcome("8.0", &held, 10.0), Outcome::Reproduced, "one of 39");
        held.values[4] = f64::NAN;
        assert_eq!(outcome("8.0", &held, 10.0), Outcome::NotReproduced, "two of 39");
        assert_eq!(judge(Printed("8").into(), None, 0.0).outcome, Outcome::NotReproduced);
    }

    #[test]
    fn a_claim_holds_fails_or_cannot_be_told() {
        let all = Published::AtLeast { bound: 100.0, words: "in all tests" };
        let of = |held: &Held| judge(all, Some(held), 0.0).outcome;
        assert_eq!(of(&Held::fixed("", 100.0)), Outcome::Reproduced);
        assert_eq!(of(&drawn(96.0, 99.0)), Outcome::NotReproduced);
        assert_eq!(of(&drawn(96.0, 100.0)), Outcome::CannotTell);
        let none = Published::AtMost { bound: 0.0, words: "no overshoot" };
        assert_eq!(judge(none, Some(&Held::fixed("", 0.0)), 0.0).outcome, Outcome::Reproduced);
    }
}
