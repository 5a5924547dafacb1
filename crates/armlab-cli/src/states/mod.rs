//! States `q, qd, qdd` (and efforts) from a file or the command line.

mod columns;
mod csv;
mod typed;

pub use armlab::evaluation::State;
pub use csv::read;
pub use typed::typed;

/// States of a robot: one row each, one entry per coordinate.
#[derive(Debug, Default, PartialEq)]
pub struct States {
    /// Coordinates per state.
    pub dofs: usize,
    /// Positions, state after state.
    pub q: Vec<f64>,
    /// Speeds; zero where not given.
    pub qd: Vec<f64>,
    /// Accelerations; zero where not given.
    pub qdd: Vec<f64>,
    /// Efforts, where given.
    pub tau: Option<Vec<f64>>,
    /// Times in seconds, where given.
    pub time: Option<Vec<f64>>,
}

impl States {
    /// Number of states.
    pub fn len(&self) -> usize {
        self.q.len() / self.dofs.max(1)
    }
    /// State number `i`.
    pub fn get(&self, i: usize) -> State<'_> {
        let part = i * self.dofs..(i + 1) * self.dofs;
        State {
            q: &self.q[part.clone()],
            qd: &self.qd[part.clone()],
            qdd: &self.qdd[part.clone()],
            tau: self.tau.as_ref().map(|tau| &tau[part.clone()]),
        }
    }
    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = State<'_>> {
        (0..self.len()).map(|i| self.get(i))
    }
}
