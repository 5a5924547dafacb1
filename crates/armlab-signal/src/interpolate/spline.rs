//! Slopes of the cubic spline with continuous second derivative.
//!
//! Continuity at an inner knot between steps `h, k` with chords `δ, ε` reads
//! `k m₋ + 2(h+k) m + h m₊ = 3(k δ + h ε)` (de Boor, *A Practical Guide to
//! Splines*, ch. IV); the ends add one equation each. The tridiagonal system is
//! solved by elimination without pivoting, which is stable for all these ends.

/// What closes the system at one end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// The second derivative vanishes.
    Natural,
    /// The slope is given.
    Clamped(f64),
    /// The first two pieces (or the last two) are one cubic.
    NotAKnot,
}

/// What closes the system at both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// At the first knot.
    pub first: End,
    /// At the last.
    pub last: End,
}

impl Ends {
    /// Vanishing second derivatives.
    pub const NATURAL: Self = Self { first: End::Natural, last: End::Natural };
    /// No knot at the second and last but one point: the most accurate choice
    /// when nothing is known of the ends.
    pub const NOT_A_KNOT: Self = Self { first: End::NotAKnot, last: End::NotAKnot };
    /// At rest at both ends.
    pub const REST: Self = Self { first: End::Clamped(0.0), last: End::Clamped(0.0) };
}

/// Slopes at the knots, which increase; as many values as knots, two or more.
///
/// With three points or fewer not-a-knot has nothing to say; the parabola
/// through three points, or the line through two, takes its place.
pub fn spline_slopes(knots: &[f64], values: &[f64], ends: Ends) -> Vec<f64> {
    let n = knots.len();
    let steps: Vec<f64> = knots.windows(2).map(|w| w[1] - w[0]).collect();
    let chords: Vec<f64> = values.windows(2).zip(&steps).map(|(w, h)| (w[1] - w[0]) / h).collect();
    if steps.is_empty() {
        return vec![0.0; n];
    }
    // Rows `lower m₋ + diagonal m + upper m₊ = right`.
    let mut rows = vec![[0.0, 1.0, 0.0, 0.0]; n];
    rows[0] = first_row(ends.first, &steps, &chords);
    for i in 1..n - 1 {
        let (h, k) = (steps[i - 1], steps[i]);
        rows[i] = [k, 2.0 * (h + k), h, 3.0 * (k * chords[i - 1] + h * chords[i])];
    }
    let backwards = |list: &[f64]| -> Vec<f64> { list.iter().rev().take(2).copied().collect() };
    let [_, diagonal, upper, right] = first_row(ends.last, &backwards(&steps), &backwards(&chords));
    rows[n - 1] = [upper, diagonal, 0.0, right];
    if n == 3 && ends == Ends::NOT_A_KNOT {
        // Both ends state the same equation; the parabola is its solution.
        let (h, k) = (steps[0], steps[1]);
        let bend = (chords[1] - chords[0]) / (h + k);
        return vec![chords[0] - h * bend, chords[0] + h * bend, chords[1] + k * bend];
    }
    solve(&mut rows)
}

/// The equation of the first knot; that of the last is the same seen from there.
fn first_row(end: End, steps: &[f64], chords: &[f64]) -> [f64; 4] {
    match (end, steps, chords) {
        (End::Clamped(slope), _, _) => [0.0, 1.0, 0.0, slope],
        (End::NotAKnot, [h, k, ..], [d, e, ..]) => {
            let right = ((h + 2.0 * (h + k)) * k * d + h * h * e) / (h + k);
            [0.0, *k, h + k, right]
        }
        // A second derivative of zero; with two knots not-a-knot becomes this.
        (_, _, [d, ..]) => [0.0, 2.0, 1.0, 3.0 * d],
        _ => [0.0, 1.0, 0.0, 0.0],
    }
}

/// Solves the tridiagonal system in place.
fn solve(rows: &mut [[f64; 4]]) -> Vec<f64> {
    let n = rows.len();
    for i in 1..n {
        let [_, diagonal, upper, right] = rows[i - 1];
        let factor = rows[i][0] / diagonal;
        rows[i][1] -= factor * upper;
        rows[i][3] -= factor * right;
    }
    let mut slopes = vec![0.0; n];
    let mut after = 0.0;
    for i in (0..n).rev() {
        after = (rows[i][3] - rows[i][2] * after) / rows[i][1];
        slopes[i] = after;
    }
    slopes
}
