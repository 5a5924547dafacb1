//! The numbers of the paper's tables, as printed.

/// Methods of Tables 4 to 8, in the order in which they are printed.
pub const METHODS: [&str; 5] =
    ["least squares", "Adaline", "Hopfield network", "Kalman filter", "genetic algorithm"];

/// Row "Real value" of Table 4: IZZ1, IZZ2, m_r, m3.
pub const REAL: [f64; 4] = [4.968, 0.648, 1.2, 2.0];

/// Table 4: identified parameters of each of [`METHODS`].
pub const ESTIMATES: [[f64; 4]; 5] = [
    [4.7825, 0.6305, 1.1243, 1.9999],
    [4.7167, 0.6257, 1.1041, 1.9998],
    [3.9788, 0.0910, 1.0426, 1.9997],
    [4.6792, -0.9285, 1.0965, 1.9965],
    [4.3837, 0.0335, 1.4701, 2.0024],
];

/// Table 5, and the bars of Fig. 9: relative errors, %.
pub const ERRORS: [[f64; 4]; 5] = [
    [3.7334, 2.7, 6.3054, 0.0063],
    [5.0586, 3.4449, 7.9919, 0.0079],
    [19.9114, 85.9568, 13.1167, 0.015],
    [5.8152, 234.287, 8.6, 0.175],
    [11.7613, 94.8302, 22.5083, 0.12],
];

/// Table 6: RMS, RSD and AI of the three links, for least squares and Adaline; the other methods
/// have none ("NA", since their trajectories diverge).
pub const INDICATORS: [[[f64; 3]; 3]; 2] = [
    [[0.0003, 0.0012, 0.0], [0.0005, 0.0021, 0.0], [1.0, 1.0, 1.0]],
    [[0.0004, 0.0007, 0.0], [0.0006, 0.0012, 0.0], [1.0, 1.0, 1.0]],
];

/// Table 7: computational time, s.
pub const SECONDS: [f64; 5] = [2.0, 2.0, 17.0, 222.0, 6.0];
/// Table 7: number of iterations, where one is given.
pub const ITERATIONS: [Option<f64>; 5] = [None, Some(2.0), None, Some(1501.0), Some(15_000.0)];

/// Table 8: least and most value of each parameter, for least squares and Adaline.
pub const RANGES: [[[f64; 2]; 4]; 2] = [
    [[3.8260, 5.7390], [0.5044, 0.7566], [0.8994, 1.3492], [1.5999, 2.3999]],
    [[3.7734, 5.6600], [0.5006, 0.7508], [0.8833, 1.3249], [1.5998, 2.3998]],
];
