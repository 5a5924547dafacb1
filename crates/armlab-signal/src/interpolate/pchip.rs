//! Slopes of the shape-preserving cubic (pchip).
//!
//! At an inner knot between steps `h, k` with slopes of the chords `δ, ε`: zero
//! where they differ in sign, else the weighted harmonic mean
//! `(w₁+w₂)/(w₁/δ + w₂/ε)`, `w₁ = 2k+h`, `w₂ = k+2h` (Fritsch & Butland, *SIAM J.
//! Sci. Stat. Comput.* 5, 1984, after Fritsch & Carlson, *SIAM J. Numer. Anal.*
//! 17, 1980). At the ends the slope of the parabola through three points, cut so
//! that the shape is kept (Moler, *Numerical Computing with MATLAB*, §3.4).

/// Slopes at the knots; two knots give the straight line. Knots increase.
pub fn pchip_slopes(knots: &[f64], values: &[f64]) -> Vec<f64> {
    let steps: Vec<f64> = knots.windows(2).map(|w| w[1] - w[0]).collect();
    let chords: Vec<f64> = values.windows(2).zip(&steps).map(|(w, h)| (w[1] - w[0]) / h).collect();
    let n = knots.len();
    if let [chord] = chords[..] {
        return vec![chord; 2];
    }
    let mut slopes = vec![0.0; n];
    for i in 1..n.saturating_sub(1) {
        slopes[i] = inner(steps[i - 1], steps[i], chords[i - 1], chords[i]);
    }
    if let ([h, k, ..], [d, e, ..]) = (&steps[..], &chords[..]) {
        slopes[0] = end(*h, *k, *d, *e);
    }
    if let ([.., k, h], [.., e, d]) = (&steps[..], &chords[..]) {
        slopes[n - 1] = end(*h, *k, *d, *e);
    }
    slopes
}

fn inner(h: f64, k: f64, before: f64, after: f64) -> f64 {
    // Signs, not the product: that of two tiny slopes would vanish.
    if before == 0.0 || after == 0.0 || (before > 0.0) != (after > 0.0) {
        return 0.0;
    }
    let (w1, w2) = (2.0 * k + h, k + 2.0 * h);
    (w1 + w2) / (w1 / before + w2 / after)
}

fn end(h: f64, k: f64, near: f64, far: f64) -> f64 {
    let slope = ((2.0 * h + k) * near - h * far) / (h + k);
    let same_sign = |a: f64, b: f64| (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0);
    if !same_sign(slope, near) {
        0.0
    } else if !same_sign(near, far) && slope.abs() > 3.0 * near.abs() {
        3.0 * near
    } else {
        slope
    }
}
