//! Rows of a log as samples of the driven joints.

use crate::error::{Error, Hint, Result};
use crate::identify::online::Logged;
use crate::log::{Block, LiveLog, Quantity};

/// Where a block holds what.
pub struct Columns {
    q: Vec<usize>,
    qd: Option<Vec<usize>>,
    qdd: Option<Vec<usize>>,
    effort: Vec<usize>,
    /// Gains, where currents stand for efforts.
    factors: Vec<f64>,
}

impl Columns {
    /// Finds the driven joints' columns.
    pub fn new(log: &LiveLog, joints: usize, gains: Option<&[f64]>) -> Result<Self> {
        let all = |quantity: Quantity| -> Option<Vec<usize>> {
            (0..joints).map(|j| log.column_of(quantity, j)).collect()
        };
        let missing = |what: &str| {
            let message = format!("the log does not hold {what} of all {joints} driven joints");
            Error::new(message).hint(Hint::MapColumns)
        };
        let q = all(Quantity::Position).ok_or_else(|| missing("positions"))?;
        let (effort, factors) = match (all(Quantity::Effort), all(Quantity::Current)) {
            (Some(effort), _) => (effort, vec![1.0; joints]),
            (None, Some(currents)) => match gains {
                Some(gains) => (currents, gains.to_vec()),
                None => return Err(missing("efforts").hint(Hint::GiveGains)),
            },
            (None, None) => return Err(missing("efforts")),
        };
        let (qd, qdd) = (all(Quantity::Velocity), all(Quantity::Acceleration));
        Ok(Self { q, qd, qdd, effort, factors })
    }

    /// Calls a function with one row.
    pub fn with(
        &self,
        block: &Block,
        row: usize,
        then: impl FnOnce(&Logged) -> Result<()>,
    ) -> Result<()> {
        let at = |column: usize| block.column(column).get(row).copied().unwrap_or(f64::NAN);
        let some = |columns: &[usize]| -> Vec<f64> { columns.iter().map(|&c| at(c)).collect() };
        let effort: Vec<f64> =
            self.effort.iter().zip(&self.factors).map(|(&c, f)| f * at(c)).collect();
        let (q, qd, qdd) =
            (some(&self.q), self.qd.as_deref().map(some), self.qdd.as_deref().map(some));
        then(&Logged { t: at(0), q: &q, qd: qd.as_deref(), qdd: qdd.as_deref(), effort: &effort })
    }
}
