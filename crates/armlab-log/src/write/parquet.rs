//! placeholder
/// x
pub struct ParquetWriter;
