//! Computations as graphs: recorded, simplified, counted.

mod arena;
mod compress;
mod count;
mod expr;
mod record;

pub use arena::{Graph, Op};
pub use compress::compressed;
pub use count::Operations;
pub use expr::Expr;
pub use record::record;
