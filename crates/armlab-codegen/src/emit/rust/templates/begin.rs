
#![no_std]
#![forbid(unsafe_code)]
#![allow(clippy::all)]
#![cfg_attr(rustfmt, rustfmt_skip)]

/// The number type of all functions.
pub type Real = @real@;
/// Number of coordinates.
pub const JOINTS: usize = @n@;
/// Largest position: sines and cosines are exact to rounding up to here.
pub const LARGEST_POSITION: Real = @largest@;
/// Relative difference that the self-test accepts.
const TEST_TOLERANCE: Real = @tolerance@;

/// Why a function has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// An argument or a result is not finite, or a position is too large.
    NotFinite,
    /// The mass matrix or the loops are singular there.
    Singular,
    /// The loops cannot be closed at these positions, or only on another branch.
    NotClosed,
    /// The self-test found another result than the model's.
    TestFailed,
}

/// An error unless all numbers are numbers of at most a size.
fn all_within(x: &[Real], size: Real) -> Result<(), Error> {
    let mut good = true;
    for &x in x {
        good &= x <= size && x >= -size;
    }
    if good { Ok(()) } else { Err(Error::NotFinite) }
}
