//! A number that is not known yet: the scalar with which the engine's recursions are run
//! to record what they compute.
//!
//! An expression is a constant or a node of the graph that `record.rs` keeps for the
//! thread. Negation is a flag on the reference, so that it costs nothing until a sum
//! turns it into a subtraction.

/// A constant, or a node of the graph being recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Constant(f64),
    /// A node.
    Node {
        /// Its index.
        id: u32,
        /// Whether its negative is meant.
        negative: bool,
    },
}
