//! Which column of a block is which, for the checks.

use crate::expectation::Expectation;
use crate::log::Log;
use crate::mapping::Role;
use crate::quantity::Quantity;
use crate::stream::LogStream;

/// The columns of blocks, time being column 0, and what is expected of them.
pub struct Layout {
    /// Quantity, joint and the file's name of each column after time.
    channels: Vec<(Quantity, usize, String)>,
    /// The file's name for time.
    pub time: String,
    /// Number of joints.
    pub joints: usize,
    /// What the robot lets one expect.
    pub expectation: Expectation,
}

impl Layout {
    /// The columns of a stream's blocks.
    pub(super) fn of_stream(stream: &LogStream, expectation: &Expectation) -> Self {
        let channels = stream.channels().iter().map(|c| match c.role {
            Role::Joint(quantity, joint) => (quantity, joint, c.column.clone()),
            _ => (Quantity::Other, 0, c.column.clone()),
        });
        Self {
            channels: channels.collect(),
            time: stream.mapping().time().map_or("t".into(), |t| t.column.clone()),
            joints: stream.mapping().joints,
            expectation: expectation.clone(),
        }
    }

    /// The columns of a log's blocks.
    pub(super) fn of_log(log: &Log, expectation: &Expectation) -> Self {
        let channels = log.channels().iter().map(|c| (c.quantity, c.joint, c.name.clone()));
        Self {
            channels: channels.collect(),
            time: "t".into(),
            joints: log.joints(),
            expectation: expectation.clone(),
        }
    }

    /// The column of a quantity of a joint.
    pub fn column(&self, quantity: Quantity, joint: usize) -> Option<usize> {
        self.channels.iter().position(|c| c.0 == quantity && c.1 == joint).map(|i| i + 1)
    }

    /// Number of columns, with time.
    pub fn width(&self) -> usize {
        self.channels.len() + 1
    }

    /// The file's name of a column.
    pub fn name(&self, column: usize) -> String {
        match column.checked_sub(1) {
            None => self.time.clone(),
            Some(i) => self.channels.get(i).map(|c| c.2.clone()).unwrap_or_default(),
        }
    }

    /// All columns of joints: column, quantity, joint.
    pub fn of_joints(&self) -> impl Iterator<Item = (usize, Quantity, usize)> + '_ {
        let all = self.channels.iter().enumerate().map(|(i, c)| (i + 1, c.0, c.1));
        all.filter(|c| c.1 != Quantity::Other)
    }

    /// Columns of a quantity: column and joint.
    pub fn of(&self, quantity: Quantity) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.of_joints().filter(move |c| c.1 == quantity).map(|c| (c.0, c.2))
    }
}
