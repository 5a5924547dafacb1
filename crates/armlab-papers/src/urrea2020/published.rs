//! The numbers the paper prints, by table, figure and section.

/// Section 7 and Figure 12: largest and smallest reach, mm.
pub const REACH: [f64; 2] = [600.0, 160.0];
/// Section 7: iterations on average until the error is a millimetre.
pub const ITERATIONS: f64 = 200.0;
/// Section 7: iterations of the example in Figure 11.
pub const EXAMPLE_ITERATIONS: f64 = 450.0;
/// Figure 11: the example's target, mm.
pub const EXAMPLE: [f64; 2] = [350.0, 150.0];
/// Section 8: "in all tests … the optimization criteria outlined was satisfied", %.
pub const SUCCESS: f64 = 100.0;
/// Section 7: time of a target within reach and of one beyond it, s.
pub const SECONDS: [f64; 2] = [0.5, 2.0];
/// Section 8: "ensure the continuity in … acceleration": no jump, deg/s².
pub const ACCELERATION_JUMP: f64 = 0.0;

/// Figure 8: angles in degrees, distances in mm, each with TI, TF, TR in seconds.
pub const FIGURE_8: &str =
    "\tAng. TI TF TR\tDist. TI TF TR\tAng. TI TF TR\tDist. TI TF TR\tAng. TI TF TR\tDist. TI TF TR
MOVEMENT 1\t90 1 2 3\t0 1 2 3\t-90 1 2 3\t40 1 2 3\t60 1 2 3\t0 1 2 3
MOVEMENT 2\t45 4 5 6\t10 4 5 6\t-45 4 5 6\t30 4 5 6\t-50 4 5 6\t5 4 5 6
MOVEMENT 3\t0 7 8 9\t20 7 8 9\t0 7 8 9\t20 7 8 9\t80 7 8 9\t10 7 8 9
MOVEMENT 4\t-45 10 11 12\t30 10 11 12\t45 10 11 12\t10 10 11 12\t-90 10 11 12\t20 10 11 12
MOVEMENT 5\t-90 13 14 15\t40 13 14 15\t90 13 14 15\t0 13 14 15\t50 13 14 15\t40 13 14 15
";
