//! What the paper prints, by table, figure and section: numbers, and claims in its words.

use crate::reproduce::Printed;

/// Section 7: largest and smallest reach, mm.
pub const REACH: [Printed; 2] = [Printed("600"), Printed("160")];
/// Section 7: iterations on average until the error is a millimetre.
pub const ITERATIONS: Printed = Printed("200");
/// Section 7: iterations of the example in Figure 11, which is also the length of a temperature level (Section 5).
pub const EXAMPLE_ITERATIONS: Printed = Printed("450");
/// Section 7: the example's target, mm.
pub const EXAMPLE: [f64; 2] = [350.0, 150.0];
/// Section 8.
pub const ALL_TESTS: &str = "in all tests the optimization criteria outlined was satisfied";
/// Section 7, of a target outside the workspace.
pub const CLOSEST: &str = "adjusts the end to the closest position within the allowed region";
/// Section 8.
pub const CONTINUITY: &str = "to ensure the continuity in speed and acceleration";
/// Section 7, of pchip.
pub const NO_OVERSHOOT: &str = "do not cause overshoot";
/// Section 7: time of a target within reach and of one beyond it, s.
pub const SECONDS: [Printed; 2] = [Printed("0.5"), Printed("2")];

/// Figure 8: angles in degrees, distances in mm, each with TI, TF, TR in seconds.
pub const FIGURE_8: &str =
    "\tAng. TI TF TR\tDist. TI TF TR\tAng. TI TF TR\tDist. TI TF TR\tAng. TI TF TR\tDist. TI TF TR
MOVEMENT 1\t90 1 2 3\t0 1 2 3\t-90 1 2 3\t40 1 2 3\t60 1 2 3\t0 1 2 3
MOVEMENT 2\t45 4 5 6\t10 4 5 6\t-45 4 5 6\t30 4 5 6\t-50 4 5 6\t5 4 5 6
MOVEMENT 3\t0 7 8 9\t20 7 8 9\t0 7 8 9\t20 7 8 9\t80 7 8 9\t10 7 8 9
MOVEMENT 4\t-45 10 11 12\t30 10 11 12\t45 10 11 12\t10 10 11 12\t-90 10 11 12\t20 10 11 12
MOVEMENT 5\t-90 13 14 15\t40 13 14 15\t90 13 14 15\t0 13 14 15\t50 13 14 15\t40 13 14 15
";
