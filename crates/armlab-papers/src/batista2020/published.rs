//! The numbers the paper prints, by table and section.

use crate::reproduce::Printed;

/// Names of the methods, in the order of Tables 3 to 5.
pub const METHODS: [&str; 3] = ["LS", "RLS", "RLSPSO"];

const fn p(text: &'static str) -> Printed {
    Printed(text)
}

/// Table 3, without noise: R² of the three joints for each of [`METHODS`].
pub const TABLE_3: [[Printed; 3]; 3] = [
    [p("0.8873"), p("0.7858"), p("0.6829")],
    [p("0.7946"), p("0.7652"), p("0.8408")],
    [p("0.8016"), p("0.8017"), p("0.8510")],
];
/// Table 4, the same with noise.
pub const TABLE_4: [[Printed; 3]; 3] = [
    [p("0.8129"), p("0.7275"), p("0.6129")],
    [p("0.7321"), p("0.7118"), p("0.8012")],
    [p("0.7971"), p("0.7912"), p("0.8221")],
];

/// Table 3, last column: computational cost without noise, s.
pub const TABLE_3_SECONDS: [Printed; 3] = [p("2.565149"), p("65.039719"), p("37.585912")];
/// Table 4, last column: the same with noise, s.
pub const TABLE_4_SECONDS: [Printed; 3] = [p("2.851231"), p("73.989122"), p("69.969319")];

/// Sections 5.1.2 and 5.2.2: what the exhaustive search found, without noise and with.
pub const SCALARS: [Printed; 2] = [p("4.999"), p("8.999")];
/// Sections 5.1.3 and 5.2.3: the diagonal that the swarm found, without noise and with.
pub const DIAGONALS: [[Printed; 4]; 2] = [
    [p("10.7521"), p("39.3081"), p("26.7325"), p("36.9065")],
    [p("21.7933"), p("36.4084"), p("36.3718"), p("36.1714")],
];
/// Section 6: iterations after which the swarm has converged, without noise and with.
pub const CONVERGED_AFTER: [Printed; 2] = [p("6"), p("45")];

/// Table 5 for a regressor of length `m`: additions, multiplications and divisions per sample.
pub fn table_5(m: f64) -> [[f64; 3]; 3] {
    let square = m * m;
    [
        [2.0 * square + 2.0 * m, 4.0 * square + 6.0 * m + 1.0, 1.0],
        [3.0 * square + 4.0 * m - 1.0, 6.0 * square + 11.0 * m + 1.0, 1.0],
        [2.0 * square + 3.0 * m - 1.0, 4.0 * square + 8.0 * m + 1.0, 1.0],
    ]
}
