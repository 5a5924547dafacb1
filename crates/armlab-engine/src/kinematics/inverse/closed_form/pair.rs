//! Two equations with one unknown on either side, the heart of every closed
//! form here:
//!
//! ```text
//! f₁(x) = g₁(y),   f₂(x) = g₂(y)
//! ```
//!
//! where each function is linear in (1, cos, sin) of an angle or in (1, t, t²) of
//! a slide. If `f` can be inverted, `(cos x, sin x)` is linear in y's functions
//! and `cos² + sin² = 1` is a quartic in y (for a slide, `t² = (t)²` is). If it
//! cannot, a combination of the two equations is free of x: solve that for y,
//! and what remains for x.

use super::roots::{of_form, of_function};
use super::screw::Function;

/// Whether an unknown is an angle, and its two functions.
pub struct Side {
    /// True for an angle.
    pub turns: bool,
    /// Its functions in the two equations.
    pub functions: [Function; 2],
}

/// Determinants below this share of what they could be are zero.
const SINGULAR: f64 = 1e-9;

/// All `(x, y)` that solve both equations; where a solution has no bearing on x,
/// x is zero.
pub fn solve(f: &Side, g: &Side) -> Vec<(f64, f64)> {
    let [a, b] = f.functions;
    let determinant = a[1] * b[2] - a[2] * b[1];
    let (size_a, size_b) = (a[1].hypot(a[2]), b[1].hypot(b[2]));
    let size = size_a.max(size_b);
    if determinant.abs() > SINGULAR * size * size {
        return solve_regular(f, g, determinant);
    }
    solve_singular(f, g, size_a, size_b)
}

fn solve_regular(f: &Side, g: &Side, determinant: f64) -> Vec<(f64, f64)> {
    let [a, b] = f.functions;
    let [c, d] = g.functions;
    // Right-hand sides as functions of y, without f's constants.
    let c = [c[0] - a[0], c[1], c[2]];
    let d = [d[0] - b[0], d[1], d[2]];
    let first: Function = std::array::from_fn(|i| (b[2] * c[i] - a[2] * d[i]) / determinant);
    let second: Function = std::array::from_fn(|i| (a[1] * d[i] - b[1] * c[i]) / determinant);
    let mut form = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            form[i][j] += first[i] * first[j];
            if f.turns {
                form[i][j] += second[i] * second[j];
            }
        }
    }
    if f.turns {
        form[0][0] -= 1.0;
    } else {
        // first² − second = 0
        for i in 0..3 {
            form[0][i] -= second[i];
        }
    }
    let value = |function: &Function, y: f64| {
        let [p, q] = if g.turns { [y.cos(), y.sin()] } else { [y, y * y] };
        function[0] + function[1] * p + function[2] * q
    };
    of_form(g.turns, &form)
        .into_iter()
        .map(|y| {
            let (p, q) = (value(&first, y), value(&second, y));
            (if f.turns { q.atan2(p) } else { p }, y)
        })
        .collect()
}

fn solve_singular(f: &Side, g: &Side, size_a: f64, size_b: f64) -> Vec<(f64, f64)> {
    let [a, b] = f.functions;
    let [c, d] = g.functions;
    // The combination of the equations from which x drops out, and the one
    // that says most about it.
    let (free, rest): (Function, _) = if size_a <= 1e-12 && size_b <= 1e-12 {
        return Vec::new();
    } else if size_a >= size_b {
        let share = (a[1] * b[1] + a[2] * b[2]) / (size_a * size_a);
        (
            std::array::from_fn(|i| {
                d[i] - share * c[i] - if i == 0 { b[0] - share * a[0] } else { 0.0 }
            }),
            (a, c),
        )
    } else {
        let share = (a[1] * b[1] + a[2] * b[2]) / (size_b * size_b);
        (
            std::array::from_fn(|i| {
                c[i] - share * d[i] - if i == 0 { a[0] - share * b[0] } else { 0.0 }
            }),
            (b, d),
        )
    };
    let mut found = Vec::new();
    for y in of_function(g.turns, free) {
        let [p, q] = if g.turns { [y.cos(), y.sin()] } else { [y, y * y] };
        let (left, right) = rest;
        let wanted = right[0] + right[1] * p + right[2] * q;
        let roots = of_function(f.turns, [left[0] - wanted, left[1], left[2]]);
        found.extend(roots.into_iter().map(|x| (x, y)));
    }
    found
}
