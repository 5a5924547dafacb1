//! A published table beside ours.

use super::basis::Basis;
use super::held::{Held, Spread};
use super::published::Published;
use super::verdict::{Outcome, Verdict, judge};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// One number, published, printed, corrected and true. Its outcome is computed whenever it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedRow {
    /// What rows are gathered by: a method, a joint.
    pub group: String,
    /// What it is.
    pub quantity: String,
    /// Its unit; empty where it has none.
    pub unit: &'static str,
    /// As the paper has it.
    pub published: Option<Published>,
    /// Ours, by the equations and settings as they are printed.
    pub printed: Option<f64>,
    /// Ours, by the corrected ones.
    pub corrected: Option<f64>,
    /// What is true, where that is known.
    pub truth: Option<f64>,
    /// What of ours is held against the published number.
    pub held: Option<Held>,
    /// What errors are counted from in the third step of the [rule](super::verdict).
    pub reference: f64,
    /// What it rests on.
    pub basis: Basis,
    /// What there is to say beside the verdict.
    pub note: String,
}

impl ComparedRow {
    /// A row of ours, to which numbers are added.
    pub fn new(group: impl Into<String>, quantity: impl Into<String>, unit: &'static str) -> Self {
        Self {
            group: group.into(),
            quantity: quantity.into(),
            unit,
            published: None,
            printed: None,
            corrected: None,
            truth: None,
            held: None,
            reference: 0.0,
            basis: Basis::default(),
            note: String::new(),
        }
    }
    /// With what the paper prints.
    pub fn published(mut self, published: impl Into<Published>) -> Self {
        self.published = Some(published.into());
        self
    }
    /// With the number that the printed form gives.
    pub fn printed(mut self, value: f64) -> Self {
        self.printed = Some(value);
        self
    }
    /// With the number that the corrected form gives.
    pub fn corrected(mut self, value: f64) -> Self {
        self.corrected = Some(value);
        self
    }
    /// With what is true.
    pub fn truth(mut self, value: f64) -> Self {
        self.truth = Some(value);
        self
    }
    /// With what is held against the published number.
    pub fn held(mut self, held: Held) -> Self {
        self.held = Some(held);
        self
    }
    /// With what errors are counted from.
    pub fn reference(mut self, value: f64) -> Self {
        self.reference = value;
        self
    }
    /// With what it rests on.
    pub fn basis(mut self, basis: Basis) -> Self {
        self.basis = basis;
        self
    }
    /// With what there is to say.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }
    /// The judgement by the rule.
    pub fn verdict(&self) -> Verdict {
        match self.published {
            Some(published) => judge(published, self.held.as_ref(), self.reference),
            None => Verdict { outcome: Outcome::Ours, why: String::new() },
        }
    }
    /// Its outcome.
    pub fn outcome(&self) -> Outcome {
        self.verdict().outcome
    }
    /// Sign and words of the verdict, for people.
    pub fn ending(&self) -> String {
        let outcome = self.outcome();
        let words = |sign: &str, words: &str| format!("{sign} {words}");
        match (&self.basis, outcome) {
            (_, Outcome::Ours) => words(outcome.sign(), outcome.words()),
            (Basis::Independent, _) => words(outcome.sign(), outcome.words()),
            (Basis::Tuned(_), _) => format!("{} {}, tuned", outcome.sign(), outcome.words()),
            (Basis::GivenBack, Outcome::Reproduced) => words("↺", "given back"),
            (Basis::GivenBack, Outcome::CannotTell) => {
                words("?", "given back, but so would others be")
            }
            (Basis::GivenBack, _) => words("✗", "not given back"),
            _ => words("·", "not counted"),
        }
    }
    /// Why it ended so, in a sentence or two.
    pub fn reason(&self) -> String {
        let judged = matches!(self.basis, Basis::Independent | Basis::Tuned(_) | Basis::GivenBack);
        let why = if judged { self.verdict().why } else { String::new() };
        let parts = [self.basis.words(), why, self.note.clone()];
        let parts: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
        parts.join(". ")
    }
    fn spread(&self) -> Option<Spread> {
        self.held.as_ref().map(Held::spread)
    }
}

impl Serialize for ComparedRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("ComparedRow", 14)?;
        let finite = |x: Option<f64>| x.filter(|x| x.is_finite());
        row.serialize_field("group", &self.group)?;
        row.serialize_field("quantity", &self.quantity)?;
        row.serialize_field("unit", self.unit)?;
        row.serialize_field("published", &self.published.and_then(Published::number))?;
        row.serialize_field("claim", &self.published.filter(|p| p.number().is_none()))?;
        let rounding = match self.published {
            Some(Published::Number { rounding, .. }) => Some(rounding),
            _ => None,
        };
        row.serialize_field("rounding", &rounding)?;
        row.serialize_field("printed", &finite(self.printed))?;
        row.serialize_field("corrected", &finite(self.corrected))?;
        row.serialize_field("truth", &finite(self.truth))?;
        row.serialize_field("held", &self.held.as_ref().map(|h| &h.what))?;
        row.serialize_field("spread", &self.spread())?;
        row.serialize_field("basis", &self.basis)?;
        row.serialize_field("outcome", &self.outcome())?;
        row.serialize_field("reason", &self.reason())?;
        row.end()
    }
}

/// A table of such rows.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ComparedTable {
    /// Stem of its files.
    pub name: String,
    /// Where the paper has it: `Table 3`.
    pub source: String,
    /// What it holds.
    pub caption: String,
    /// Rows.
    pub rows: Vec<ComparedRow>,
}
