//! A piece of a log: the same rows of several columns.

/// Rows that a reader puts into one block, at most.
pub(crate) const BLOCK_ROWS: usize = 4096;

/// Rows of several columns. Its memory is kept from block to block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    columns: Vec<Vec<f64>>,
    first_row: u64,
}

impl Block {
    /// An empty block.
    pub fn new() -> Self {
        Self::default()
    }
    /// The columns, all of one length.
    pub fn columns(&self) -> &[Vec<f64>] {
        &self.columns
    }
    /// One column; empty if there is none of this index.
    pub fn column(&self, index: usize) -> &[f64] {
        self.columns.get(index).map_or(&[], Vec::as_slice)
    }
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
    /// How many rows of the log come before this block.
    pub fn first_row(&self) -> u64 {
        self.first_row
    }
    /// Empties it for `columns` columns that begin at row `first_row`.
    pub fn start(&mut self, columns: usize, first_row: u64) {
        self.columns.resize_with(columns, Vec::new);
        self.columns.iter_mut().for_each(Vec::clear);
        self.first_row = first_row;
    }
    /// The columns, for filling them; all must end with the same length.
    pub fn columns_mut(&mut self) -> &mut [Vec<f64>] {
        &mut self.columns
    }
    /// Puts a column before the others.
    pub(crate) fn insert_front(&mut self, column: Vec<f64>) {
        self.columns.insert(0, column);
    }
}
