//! The numbers the paper prints, by table.

pub use crate::kinematic::helix::{
    PRINTED_DIAGONAL, PRINTED_NOISY_DIAGONAL, PRINTED_SCALARS, TABLE_3, TABLE_4,
};

/// Names of the methods, in the order of Tables 3 to 5.
pub const METHODS: [&str; 3] = ["LS", "RLS", "RLSPSO"];

/// Table 3, last column: computational cost without noise, s.
pub const TABLE_3_SECONDS: [f64; 3] = [2.565149, 65.039719, 37.585912];
/// Table 4, last column: the same with noise, s.
pub const TABLE_4_SECONDS: [f64; 3] = [2.851231, 73.989122, 69.969319];

/// Table 5 for a regressor of length `m`: additions, multiplications and divisions per sample.
pub fn table_5(m: f64) -> [[f64; 3]; 3] {
    let square = m * m;
    [
        [2.0 * square + 2.0 * m, 4.0 * square + 6.0 * m + 1.0, 1.0],
        [3.0 * square + 4.0 * m - 1.0, 6.0 * square + 11.0 * m + 1.0, 1.0],
        [2.0 * square + 3.0 * m - 1.0, 4.0 * square + 8.0 * m + 1.0, 1.0],
    ]
}

/// Section 6: iterations after which the swarm has converged, without noise and with.
pub const CONVERGED_AFTER: [f64; 2] = [6.0, 45.0];
