
/// An error unless numbers are the wanted ones, relative to a size.
fn close_to(x: &[Real], wanted: &[Real], size: Real) -> Result<(), Error> {
    for (x, wanted) in x.iter().zip(wanted) {
        let off = x - wanted;
        let limit = TEST_TOLERANCE * (size + TEST_TOLERANCE);
        if !(off <= limit && off >= -limit) {
            return Err(Error::TestFailed);
        }
    }
    Ok(())
}

/// Compares every function with results of the model that the code was generated from.
pub fn self_test() -> Result<(), Error> {
