//! Calls into the Parquet crate that end in an error, whatever happens within.
//!
//! On some damaged files the crate panics instead of complaining (for example where a page
//! refers to a dictionary that is not there: `column/reader/decoder.rs`, version 60.1). Known
//! cases are seen to beforehand in [`super::pages`]; this is the net below.

use parquet::errors::ParquetError;

/// Calls `f`; a panic in it becomes an error. What `f` was working on is not used after one.
pub fn guarded<T>(f: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    crate::formats::guard::guarded(f).unwrap_or_else(|text| Err(ParquetError::General(text)))
}
