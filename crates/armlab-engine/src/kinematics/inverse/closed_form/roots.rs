//! Real roots of the small equations that closed forms end in.

use std::f64::consts::TAU;
use std::ops::{Add, Div, Mul, Sub};

/// How far from real a root may be for rounding, at a double root.
const NEARLY_REAL: f64 = 1e-5;
/// Coefficients below this share of the largest are zero.
const NEGLIGIBLE: f64 = 1e-13;

#[derive(Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

const fn complex(re: f64, im: f64) -> Complex {
    Complex { re, im }
}

impl Complex {
    fn norm(self) -> f64 {
        self.re.hypot(self.im)
    }
}
impl Add for Complex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        complex(self.re + o.re, self.im + o.im)
    }
}
impl Sub for Complex {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        complex(self.re - o.re, self.im - o.im)
    }
}
impl Mul for Complex {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        complex(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}
impl Div for Complex {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        let d = o.re * o.re + o.im * o.im;
        complex((self.re * o.re + self.im * o.im) / d, (self.im * o.re - self.re * o.im) / d)
    }
}

/// All roots of a polynomial, lowest coefficient first, all at once (Durand
/// 1960, Kerner 1966).
fn polynomial_roots(coefficients: &[Complex]) -> Vec<Complex> {
    let largest = coefficients.iter().fold(0.0_f64, |a, c| a.max(c.norm()));
    let zero = |c: &Complex| c.norm() <= NEGLIGIBLE * largest;
    let Some(degree) = coefficients.iter().rposition(|c| !zero(c)) else { return Vec::new() };
    let lead = coefficients[degree];
    let monic: Vec<Complex> = coefficients[..=degree].iter().map(|&c| c / lead).collect();
    // A start with no symmetry that the roots could share.
    let bound = 1.0 + monic[..degree].iter().fold(0.0_f64, |a, c| a.max(c.norm()));
    let radius = bound.min(1.2);
    let mut roots: Vec<Complex> = (0..degree)
        .map(|i| {
            let angle = TAU * i as f64 / degree as f64 + 0.4;
            complex(radius * angle.cos(), radius * angle.sin())
        })
        .collect();
    for _ in 0..200 {
        let mut moved = 0.0_f64;
        for i in 0..degree {
            let x = roots[i];
            let value = monic.iter().rev().fold(complex(0.0, 0.0), |sum, &c| sum * x + c);
            let mut others = complex(1.0, 0.0);
            for j in (0..degree).filter(|&j| j != i) {
                others = others * (x - roots[j]);
            }
            if others.norm() < 1e-300 {
                roots[i] = x + complex(1e-8, 1e-8);
                moved = 1.0;
                continue;
            }
            let step = value / others;
            roots[i] = x - step;
            moved = moved.max(step.norm() / (1.0 + x.norm()));
        }
        if moved < 1e-15 {
            break;
        }
    }
    roots
}

/// Angles at which `Σ Qᵢⱼ bᵢ bⱼ` vanishes, `b = (1, cos x, sin x)`.
///
/// With `z = e^{ix}` it is a polynomial of degree four whose roots on the unit
/// circle are the angles; unlike in `tan(x/2)` no angle is at infinity.
fn angles_of(q: &[[f64; 3]; 3]) -> Vec<f64> {
    // b₁² = (1 + cos 2x)/2, b₂² = (1 − cos 2x)/2, b₁b₂ = (sin 2x)/2
    let constant = q[0][0] + 0.5 * (q[1][1] + q[2][2]);
    let (cos, sin) = (q[0][1] + q[1][0], q[0][2] + q[2][0]);
    let (cos2, sin2) = (0.5 * (q[1][1] - q[2][2]), 0.5 * (q[1][2] + q[2][1]));
    // cos x = (z + 1/z)/2, sin x = (z − 1/z)/2i; times z².
    let coefficients = [
        complex(0.5 * cos2, 0.5 * sin2),
        complex(0.5 * cos, 0.5 * sin),
        complex(constant, 0.0),
        complex(0.5 * cos, -0.5 * sin),
        complex(0.5 * cos2, -0.5 * sin2),
    ];
    polynomial_roots(&coefficients)
        .into_iter()
        .filter(|z| (z.norm() - 1.0).abs() < NEARLY_REAL.sqrt())
        .map(|z| z.im.atan2(z.re))
        .collect()
}

/// Numbers at which `Σ Qᵢⱼ bᵢ bⱼ` vanishes, `b = (1, x, x²)`.
fn numbers_of(q: &[[f64; 3]; 3]) -> Vec<f64> {
    let coefficients =
        [q[0][0], q[0][1] + q[1][0], q[1][1] + q[0][2] + q[2][0], q[1][2] + q[2][1], q[2][2]];
    polynomial_roots(&coefficients.map(|c| complex(c, 0.0)))
        .into_iter()
        .filter(|x| x.im.abs() < NEARLY_REAL.sqrt() * (1.0 + x.re.abs()))
        .map(|x| x.re)
        .collect()
}

/// Roots of a quadratic form on (1, cos x, sin x), or (1, x, x²).
pub fn of_form(turns: bool, q: &[[f64; 3]; 3]) -> Vec<f64> {
    if turns { angles_of(q) } else { numbers_of(q) }
}

/// Roots of `f₀ + f₁ cos x + f₂ sin x`, or `f₀ + f₁ x + f₂ x²`; none where the
/// function does not depend on x.
pub fn of_function(turns: bool, f: [f64; 3]) -> Vec<f64> {
    if turns {
        let size = f[1].hypot(f[2]);
        let cos = -f[0] / size;
        // Not `size == 0`: a NaN must give none as well.
        if !(cos.abs() <= 1.0 + NEARLY_REAL) {
            return Vec::new();
        }
        let (middle, half) = (f[2].atan2(f[1]), cos.clamp(-1.0, 1.0).acos());
        return if half < 1e-9 { vec![middle] } else { vec![middle + half, middle - half] };
    }
    numbers_of(&[[f[0], f[1], f[2]], [0.0; 3], [0.0; 3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartics_with_known_roots() {
        // (x−1)(x+2)(x−3)(x−0.5)
        let q = [[-3.0, 8.5, 0.0], [0.0, -4.0, -2.5], [0.0, 0.0, 1.0]];
        let mut roots = numbers_of(&q);
        roots.sort_by(f64::total_cmp);
        for (got, want) in roots.iter().zip([-2.0, 0.5, 1.0, 3.0]) {
            assert!((got - want).abs() < 1e-9, "{roots:?}");
        }
    }

    #[test]
    fn angles_include_the_half_turn() {
        // cos x = −1, twice; and 2 cos x + sin x = 2.
        for x in of_function(true, [1.0, 1.0, 0.0]) {
            assert!((x.cos() + 1.0).abs() < 1e-12);
        }
        let found = of_function(true, [-2.0, 2.0, 1.0]);
        assert_eq!(found.len(), 2);
        for x in found {
            assert!((2.0 * x.cos() + x.sin() - 2.0).abs() < 1e-12);
        }
        // (cos x − 0.3)(sin x + 0.2)
        let q = [[-0.06, 0.2, -0.3], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]];
        let angles = angles_of(&q);
        assert_eq!(angles.len(), 4);
        for x in angles {
            assert!(((x.cos() - 0.3) * (x.sin() + 0.2)).abs() < 1e-9);
        }
    }
}
