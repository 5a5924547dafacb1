//! The numbers of the paper's tables, as printed.

use crate::reproduce::{Printed, values};

const fn p(text: &'static str) -> Printed {
    Printed(text)
}

/// One method's table of estimates: IZZ1, IZZ2, m_r, m3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimates {
    /// Where: `Table 3`.
    pub table: &'static str,
    /// Column "Estimation".
    pub estimates: [Printed; 4],
    /// Column "Dev.", about the real values; Tables 5 and 6 have none.
    pub deviations: Option<[Printed; 4]>,
    /// Column "Err. %".
    pub errors: [Printed; 4],
}

impl Estimates {
    /// The estimates as numbers.
    pub fn values(&self) -> [f64; 4] {
        values(&self.estimates)
    }
}

/// Table 1: masses, lengths, centres of mass and inertias of the links; link 3 has no length.
pub mod table_1 {
    /// m₁, m₂, m₃, kg.
    pub const MASS: [f64; 3] = [12.0, 6.0, 2.0];
    /// l₁, l₂, m.
    pub const LENGTH: [f64; 2] = [0.6, 0.4];
    /// l_c1, l_c2, m.
    pub const CENTRE: [f64; 2] = [0.3, 0.2];
    /// I₁, I₂, I₃, kg m².
    pub const INERTIA: [f64; 3] = [0.36, 0.08, 0.08];
}

/// Table 2: P, I and D of the three controllers.
pub const GAINS: [[f64; 3]; 3] = [[0.5, 0.0, 0.37], [1.0, 0.0, 0.04], [40.0, 50.0, 10.0]];

/// Column "Value" of Tables 3 to 6.
pub const REAL: [Printed; 4] = [p("4.968"), p("0.648"), p("1.200"), p("2.000")];

/// Table 3: Hopfield network.
pub const HOPFIELD: Estimates = Estimates {
    table: "Table 3",
    estimates: [p("4.0126"), p("0.3605"), p("0.9774"), p("1.9991")],
    deviations: Some([p("1.0943"), p("0.3898"), p("0.4430"), p("0.0265")]),
    errors: [p("19.23"), p("44.37"), p("18.55"), p("0.045")],
};
/// Table 4: extended Kalman filter.
pub const EKF: Estimates = Estimates {
    table: "Table 4",
    estimates: [p("4.6792"), p("-0.9285"), p("1.0965"), p("1.9965")],
    deviations: Some([p("0.2932"), p("1.7369"), p("0.2015"), p("0.0342")]),
    errors: [p("5.8130"), p("243.28"), p("8.6250"), p("0.1750")],
};
/// Table 5: least squares.
pub const LEAST_SQUARES: Estimates = Estimates {
    table: "Table 5",
    estimates: [p("4.7825"), p("0.6305"), p("1.1243"), p("1.9999")],
    deviations: None,
    errors: [p("3.7334"), p("2.7001"), p("6.3054"), p("0.0063")],
};
/// Table 6: unscented Kalman filter.
pub const UKF: Estimates = Estimates {
    table: "Table 6",
    estimates: [p("4.762"), p("0.480"), p("1.18"), p("1.9968")],
    deviations: None,
    errors: [p("4.1468"), p("25.920"), p("1.6670"), p("0.0062")],
};
/// Table 7 differs from Table 6 in IZZ2 of the unscented filter.
pub const UKF_IZZ2_IN_TABLE_7: Printed = p("0.48600");

/// The parameters with which the paper simulates the extended filter's response: IZZ2 is that of
/// least squares (Section 4).
pub fn ekf_as_validated() -> [f64; 4] {
    let mut base = EKF.values();
    base[1] = LEAST_SQUARES.values()[1];
    base
}

/// Rows of Tables 8 to 10, in the order in which they are printed.
pub const VALIDATED: [&str; 5] = ["real", "least squares", "HNN", "EKF", "UKF"];

/// Tables 8, 9 and 10: RMSE, IAE and ISE of each row of [`VALIDATED`], joint by joint.
pub const INDEXES: [[[Printed; 3]; 5]; 3] = [
    [
        [p("0.1246"), p("0.7822"), p("0.4564")],
        [p("0.1244"), p("0.7802"), p("0.4550")],
        [p("0.1209"), p("0.7701"), p("0.4289")],
        [p("0.1242"), p("0.7789"), p("0.4538")],
        [p("0.1229"), p("0.7792"), p("0.4442")],
    ],
    [
        [p("0.1059"), p("0.2737"), p("0.2842")],
        [p("0.1071"), p("0.2803"), p("0.2917")],
        [p("0.0908"), p("0.1721"), p("0.1953")],
        [p("0.1074"), p("0.2818"), p("0.2935")],
        [p("0.0960"), p("0.2081"), p("0.224")],
    ],
    [
        [p("0.0102"), p("0.0567"), p("0.0029")],
        [p("0.0102"), p("0.0568"), p("0.0029")],
        [p("0.0102"), p("0.0568"), p("0.0029")],
        [p("0.0102"), p("0.0568"), p("0.0029")],
        [p("0.0102"), p("0.0568"), p("0.0029")],
    ],
];
