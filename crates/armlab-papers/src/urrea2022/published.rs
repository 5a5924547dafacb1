//! The numbers of the paper's tables, as printed.

/// One method's table of estimates: IZZ1, IZZ2, m_r, m3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimates {
    /// Where: `Table 3`.
    pub table: &'static str,
    /// Column "Estimation".
    pub values: [f64; 4],
    /// Column "Dev.", about the real values; Tables 5 and 6 have none.
    pub deviations: Option<[f64; 4]>,
    /// Column "Err. %".
    pub errors: [f64; 4],
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
pub const REAL: [f64; 4] = [4.968, 0.648, 1.2, 2.0];

/// Table 3: Hopfield network.
pub const HOPFIELD: Estimates = Estimates {
    table: "Table 3",
    values: [4.0126, 0.3605, 0.9774, 1.9991],
    deviations: Some([1.0943, 0.3898, 0.4430, 0.0265]),
    errors: [19.23, 44.37, 18.55, 0.045],
};
/// Table 4: extended Kalman filter.
pub const EKF: Estimates = Estimates {
    table: "Table 4",
    values: [4.6792, -0.9285, 1.0965, 1.9965],
    deviations: Some([0.2932, 1.7369, 0.2015, 0.0342]),
    errors: [5.8130, 243.28, 8.6250, 0.1750],
};
/// Table 5: least squares.
pub const LEAST_SQUARES: Estimates = Estimates {
    table: "Table 5",
    values: [4.7825, 0.6305, 1.1243, 1.9999],
    deviations: None,
    errors: [3.7334, 2.7001, 6.3054, 0.0063],
};
/// Table 6: unscented Kalman filter.
pub const UKF: Estimates = Estimates {
    table: "Table 6",
    values: [4.762, 0.480, 1.18, 1.9968],
    deviations: None,
    errors: [4.1468, 25.920, 1.6670, 0.0062],
};
/// Table 7 differs from Table 6 in IZZ2 of the unscented filter.
pub const UKF_IZZ2_IN_TABLE_7: f64 = 0.486;

/// The parameters with which the paper simulates the extended filter's response: IZZ2 is that of
/// least squares (Section 4).
pub const EKF_AS_VALIDATED: [f64; 4] = [4.6792, 0.6305, 1.0965, 1.9965];

/// Rows of Tables 8 to 10, in the order in which they are printed.
pub const VALIDATED: [&str; 5] = ["real", "least squares", "HNN", "EKF", "UKF"];

/// Tables 8, 9 and 10: RMSE, IAE and ISE of each row of [`VALIDATED`], joint by joint.
pub const INDEXES: [[[f64; 3]; 5]; 3] = [
    [
        [0.1246, 0.7822, 0.4564],
        [0.1244, 0.7802, 0.4550],
        [0.1209, 0.7701, 0.4289],
        [0.1242, 0.7789, 0.4538],
        [0.1229, 0.7792, 0.4442],
    ],
    [
        [0.1059, 0.2737, 0.2842],
        [0.1071, 0.2803, 0.2917],
        [0.0908, 0.1721, 0.1953],
        [0.1074, 0.2818, 0.2935],
        [0.0960, 0.2081, 0.224],
    ],
    [
        [0.0102, 0.0567, 0.0029],
        [0.0102, 0.0568, 0.0029],
        [0.0102, 0.0568, 0.0029],
        [0.0102, 0.0568, 0.0029],
        [0.0102, 0.0568, 0.0029],
    ],
];
