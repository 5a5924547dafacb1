//! A function to be generated: arrays in, arrays out, and what is computed between them.

use crate::error::CodegenError;
use crate::graph::{Expr, Graph, Operations, compressed, record};

/// Most operations of a function: compilers take minutes for more.
pub const MOST_OPERATIONS: usize = 200_000;

/// An argument or a result: a vector, or a matrix by rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its name.
    pub name: &'static str,
    /// Number of entries of a vector, or rows and columns.
    pub shape: Shape,
    /// What it is, with units.
    pub about: &'static str,
}

/// Size of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A vector.
    Vector(usize),
    /// A matrix by rows.
    Matrix(usize, usize),
}

impl Array {
    /// A vector.
    pub fn vector(name: &'static str, length: usize, about: &'static str) -> Self {
        Self { name, shape: Shape::Vector(length), about }
    }
    /// A matrix.
    pub fn matrix(name: &'static str, rows: usize, columns: usize, about: &'static str) -> Self {
        Self { name, shape: Shape::Matrix(rows, columns), about }
    }
    /// Number of entries.
    pub fn len(&self) -> usize {
        match self.shape {
            Shape::Vector(n) => n,
            Shape::Matrix(rows, columns) => rows * columns,
        }
    }
    /// Whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Entry `k`, counted along the rows.
    pub fn entry(&self, k: usize) -> String {
        match self.shape {
            Shape::Vector(_) => format!("{}[{k}]", self.name),
            Shape::Matrix(_, columns) => {
                format!("{}[{}][{}]", self.name, k / columns, k % columns)
            }
        }
    }
}

/// What a function is called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its name.
    pub name: &'static str,
    /// What it computes.
    pub about: &'static str,
    /// Its arguments.
    pub inputs: Vec<Array>,
    /// Its results.
    pub outputs: Vec<Array>,
}

/// A function with its computation.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it is called with.
    pub signature: Signature,
    /// What it computes.
    pub graph: Graph,
    /// All entries of the results, one after the other.
    pub values: Vec<Expr>,
    /// What must be positive for the results to have a meaning.
    pub positive: Vec<Expr>,
    /// Whether all of it was recorded.
    whole: bool,
}

/// What a recorded computation returns.
pub struct Results {
    /// All entries of the results, one after the other.
    pub values: Vec<Expr>,
    /// What must be positive for them to have a meaning.
    pub positive: Vec<Expr>,
}

impl From<Vec<Expr>> for Results {
    fn from(values: Vec<Expr>) -> Self {
        Self { values, positive: Vec::new() }
    }
}

impl Function {
    /// Records what `compute` does with the entries of the arguments.
    pub fn record<R: Into<Results>>(
        signature: Signature,
        compute: impl FnOnce(&[&[Expr]]) -> R,
    ) -> Self {
        let lengths: Vec<usize> = signature.inputs.iter().map(Array::len).collect();
        let (graph, results) = record(|| {
            let all: Vec<Expr> = (0..lengths.iter().sum()).map(Expr::input).collect();
            let mut rest = all.as_slice();
            let mut arrays = Vec::new();
            for length in lengths {
                let (own, others) = rest.split_at(length);
                arrays.push(own);
                rest = others;
            }
            compute(&arrays).into()
        });
        let whole = !graph.is_full();
        if !whole {
            let (graph, values, positive) = Default::default();
            return Self { signature, graph, values, positive, whole };
        }
        let count = results.values.len();
        let mut all = results.values;
        all.extend(results.positive);
        // Twice, since sums that were taken out may have terms in common.
        let (graph, all) = compressed(&graph, &all);
        let (graph, mut values) = compressed(&graph, &all);
        let positive = values.split_off(count);
        Self { signature, graph, values, positive, whole }
    }
    /// What it costs.
    pub fn operations(&self) -> Operations {
        self.graph.operations(&self.values)
    }
    /// An error if no compiler can be expected to take it.
    pub fn check_size(&self) -> Result<(), CodegenError> {
        let o = self.operations();
        let operations = o.additions + o.multiplications;
        if operations <= MOST_OPERATIONS && self.whole {
            return Ok(());
        }
        Err(CodegenError::TooLarge { function: self.signature.name, most: MOST_OPERATIONS })
    }
    /// Its results for given arguments, one array after the other.
    pub fn evaluate(&self, inputs: &[f64]) -> Vec<f64> {
        self.graph.evaluate(&self.values, inputs)
    }
    /// Which entry of which argument an input of the graph is.
    pub fn input(&self, mut k: usize) -> String {
        for array in &self.signature.inputs {
            if k < array.len() {
                return array.entry(k);
            }
            k -= array.len();
        }
        String::new()
    }
}
