//! The numbers of the paper's tables, as printed.

use crate::reproduce::{Printed, values};

const fn p(text: &'static str) -> Printed {
    Printed(text)
}

/// Methods of Tables 4 to 8, in the order in which they are printed.
pub const METHODS: [&str; 5] =
    ["least squares", "Adaline", "Hopfield network", "Kalman filter", "genetic algorithm"];

/// Row "Real value" of Table 4: IZZ1, IZZ2, m_r, m3.
pub const REAL: [Printed; 4] = [p("4.9680"), p("0.6480"), p("1.200"), p("2.0000")];

/// Table 4: identified parameters of each of [`METHODS`].
pub const ESTIMATES: [[Printed; 4]; 5] = [
    [p("4.7825"), p("0.6305"), p("1.1243"), p("1.9999")],
    [p("4.7167"), p("0.6257"), p("1.1041"), p("1.9998")],
    [p("3.9788"), p("0.0910"), p("1.0426"), p("1.9997")],
    [p("4.6792"), p("-0.9285"), p("1.0965"), p("1.9965")],
    [p("4.3837"), p("0.0335"), p("1.4701"), p("2.0024")],
];

/// The same as numbers.
pub fn estimates() -> [[f64; 4]; 5] {
    ESTIMATES.map(|e| values(&e))
}

/// Table 5, and the bars of Fig. 9: relative errors, %.
pub const ERRORS: [[Printed; 4]; 5] = [
    [p("3.7334"), p("2.7"), p("6.3054"), p("0.0063")],
    [p("5.0586"), p("3.4449"), p("7.9919"), p("0.0079")],
    [p("19.9114"), p("85.9568"), p("13.1167"), p("0.015")],
    [p("5.8152"), p("234.287"), p("8.6"), p("0.175")],
    [p("11.7613"), p("94.8302"), p("22.5083"), p("0.12")],
];

const NIL: Printed = p("0.0000");
const ONE: Printed = p("1.0000");

/// Table 6: RMS, RSD and AI of the three links, for least squares and Adaline; the other methods
/// have none ("NA", since their trajectories diverge).
pub const INDICATORS: [[[Printed; 3]; 3]; 2] = [
    [[p("0.0003"), p("0.0012"), NIL], [p("0.0005"), p("0.0021"), NIL], [ONE; 3]],
    [[p("0.0004"), p("0.0007"), NIL], [p("0.0006"), p("0.0012"), NIL], [ONE; 3]],
];

/// Table 7: computational time, s.
pub const SECONDS: [Printed; 5] = [p("2"), p("2"), p("17"), p("222"), p("6")];
/// Table 7: number of iterations, where one is given.
pub const ITERATIONS: [Option<Printed>; 5] =
    [None, Some(p("2")), None, Some(p("1501")), Some(p("15000"))];

/// Table 8: least and most value of each parameter, for least squares and Adaline.
pub const RANGES: [[[Printed; 2]; 4]; 2] = [
    [
        [p("3.8260"), p("5.7390")],
        [p("0.5044"), p("0.7566")],
        [p("0.8994"), p("1.3492")],
        [p("1.5999"), p("2.3999")],
    ],
    [
        [p("3.7734"), p("5.6600")],
        [p("0.5006"), p("0.7508")],
        [p("0.8833"), p("1.3249")],
        [p("1.5998"), p("2.3998")],
    ],
];
