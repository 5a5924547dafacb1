//! What an experiment records, column after column, until it becomes a log.

use armlab_log::Quantity;

/// What sensors measure, in the order of a record's columns.
pub const MEASURED: [Quantity; 4] =
    [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Effort];

/// Values of all joints at one instant: some of the quantities of [`MEASURED`], one
/// after the other, each with one entry per joint.
pub struct Row<'a> {
    joints: usize,
    /// Place in [`MEASURED`] of the first quantity.
    first: usize,
    values: &'a mut [f64],
}

impl<'a> Row<'a> {
    /// Values that begin with quantity number `first` of [`MEASURED`].
    pub fn new(joints: usize, first: usize, values: &'a mut [f64]) -> Self {
        Self { joints, first, values }
    }
    /// Number of joints.
    pub fn joints(&self) -> usize {
        self.joints
    }
    /// Every value with the number of its column, quantity by quantity.
    pub fn columns(&mut self) -> impl Iterator<Item = (usize, &mut f64)> {
        let first = self.first * self.joints;
        self.values.iter_mut().enumerate().map(move |(i, value)| (first + i, value))
    }
    /// A quantity of all joints, if the row has it.
    pub fn of(&mut self, quantity: Quantity) -> Option<&mut [f64]> {
        let place = MEASURED.iter().position(|q| *q == quantity)?.checked_sub(self.first)?;
        self.values.get_mut(place * self.joints..(place + 1) * self.joints)
    }
}

/// Columns of a record.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub(super) joints: usize,
    /// Time stamps, s.
    pub(super) time: Vec<f64>,
    /// What was measured: a column per quantity of [`MEASURED`] and joint.
    pub(super) measured: Vec<Vec<f64>>,
    /// The same without any sensor; empty if not asked for.
    pub(super) truth: Vec<Vec<f64>>,
    /// Reference position, velocity and acceleration; empty if not asked for.
    pub(super) reference: Vec<Vec<f64>>,
    /// Temperatures of the drives; empty if they are not told.
    pub(super) temperature: Vec<Vec<f64>>,
}

impl Record {
    /// An empty record.
    pub(super) fn new(joints: usize, truth: bool, reference: bool) -> Self {
        let columns =
            |n: usize, wanted: bool| vec![Vec::new(); if wanted { n * joints } else { 0 }];
        Self {
            joints,
            time: Vec::new(),
            measured: columns(MEASURED.len(), true),
            truth: columns(MEASURED.len(), truth),
            reference: columns(3, reference),
            temperature: Vec::new(),
        }
    }
    /// Number of joints.
    pub fn joints(&self) -> usize {
        self.joints
    }
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.time.len()
    }
    /// The measured columns: a quantity of [`MEASURED`] after the other.
    pub fn measured(&self) -> &[Vec<f64>] {
        &self.measured
    }

    /// Adds a row.
    pub(super) fn push(&mut self, time: f64, measured: &[f64], truth: &[f64], reference: &[f64]) {
        self.time.push(time);
        let parts = [
            (&mut self.measured, measured),
            (&mut self.truth, truth),
            (&mut self.reference, reference),
        ];
        for (columns, values) in parts {
            columns.iter_mut().zip(values).for_each(|(column, value)| column.push(*value));
        }
    }

    /// Adds temperatures of the drives to the last row.
    pub(super) fn push_temperatures(&mut self, temperatures: &[f64]) {
        self.temperature.resize_with(temperatures.len(), Vec::new);
        let columns = self.temperature.iter_mut().zip(temperatures);
        columns.for_each(|(column, value)| column.push(*value));
    }

    /// Lets `change` look at every row.
    pub(super) fn each_row(&mut self, mut change: impl FnMut(usize, f64, &mut Row)) {
        let mut values = vec![0.0; self.measured.len()];
        for i in 0..self.rows() {
            for (value, column) in values.iter_mut().zip(&self.measured) {
                *value = column[i];
            }
            change(i, self.time[i], &mut Row::new(self.joints, 0, &mut values));
            for (value, column) in values.iter().zip(&mut self.measured) {
                column[i] = *value;
            }
        }
    }

    /// Keeps some of the rows.
    pub(super) fn retain(&mut self, keep: &[bool]) {
        let Self { time, measured, truth, reference, temperature, .. } = self;
        let all = [measured, truth, reference, temperature];
        let columns = all.into_iter().flatten().chain([time]);
        for column in columns {
            let mut kept = keep.iter();
            column.retain(|_| kept.next().copied().unwrap_or(true));
        }
    }
}
