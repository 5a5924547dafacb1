//! Polynomials that are orthonormal on given points, and local fits with them.
//!
//! With points `xᵢ` and the inner product `⟨f, g⟩ = Σ f(xᵢ) g(xᵢ)`, Stieltjes'
//! recursion `β_{k+1} p_{k+1} = (x − α_k) p_k − β_k p_{k−1}` makes polynomials
//! with `⟨p_j, p_k⟩ = δ_jk` (Gautschi, *Orthogonal Polynomials: Computation and
//! Approximation*, 2004, §2.2). The least-squares polynomial through `yᵢ` is
//! then `Σ_k ⟨y, p_k⟩ p_k`, so its `d`-th derivative at `x` is `Σᵢ wᵢ yᵢ` with
//! the weights `wᵢ = Σ_k p_k(xᵢ) p_k⁽ᵈ⁾(x)`: no normal equations, no powers.

use crate::error::SignalError;

/// Orthonormal polynomials on a set of points. Memory is kept between sets, so
/// that a window sliding over jittered stamps does not allocate.
#[derive(Clone, Debug, Default)]
pub struct OrthonormalPolynomials {
    order: usize,
    /// Points moved and scaled to [−1, 1].
    points: Vec<f64>,
    middle: f64,
    scale: f64,
    alpha: Vec<f64>,
    beta: Vec<f64>,
    /// Values on the points, polynomial after polynomial.
    values: Vec<f64>,
    /// Derivatives 0..=d of the last two polynomials, and of the next.
    derivatives: [Vec<f64>; 3],
}

impl OrthonormalPolynomials {
    /// Polynomials of degree 0 to `order` on `points`.
    ///
    /// Points closer together than rounding allows for this order are refused.
    pub fn on(points: &[f64], order: usize) -> Result<Self, SignalError> {
        let mut polynomials = Self::default();
        polynomials.rebuild(points, order)?;
        Ok(polynomials)
    }

    /// The same object on other points.
    pub fn rebuild(&mut self, points: &[f64], order: usize) -> Result<(), SignalError> {
        let n = points.len();
        if n <= order {
            return Err(SignalError::TooShort {
                what: format!("a polynomial of degree {order}"),
                needed: order + 1,
                got: n,
                hint: "lower the order or widen the window",
            });
        }
        let low = points.iter().copied().fold(f64::INFINITY, f64::min);
        let high = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // By halves, so that no sum overflows.
        self.middle = 0.5 * low + 0.5 * high;
        let half = 0.5 * high - 0.5 * low;
        self.scale = if half > 0.0 { 1.0 / half } else { 1.0 };
        self.order = order;
        self.points.clear();
        self.points.extend(points.iter().map(|x| (x - self.middle) * self.scale));
        self.alpha.clear();
        self.beta.clear();
        self.values.clear();
        self.values.resize(n * (order + 1), 0.0);
        let first = 1.0 / (n as f64).sqrt();
        if let Some(constant) = self.values.get_mut(..n) {
            constant.fill(first);
        }
        self.beta.push(first);
        for k in 0..order {
            self.next(k, n)?;
        }
        Ok(())
    }

    /// Makes polynomial `k + 1`, orthogonalised twice against all before.
    fn next(&mut self, k: usize, n: usize) -> Result<(), SignalError> {
        let (done, rest) = self.values.split_at_mut((k + 1) * n);
        let new = &mut rest[..n];
        let last = &done[k * n..];
        let alpha: f64 = last.iter().zip(&self.points).map(|(p, x)| x * p * p).sum();
        for i in 0..n {
            let before = if k > 0 { self.beta[k] * done[(k - 1) * n + i] } else { 0.0 };
            new[i] = (self.points[i] - alpha) * last[i] - before;
        }
        // Rounding leaves a trace of the polynomials before; taking it out
        // changes the recursion's coefficients by nothing that counts.
        for p in done.chunks_exact(n) {
            let trace: f64 = p.iter().zip(new.iter()).map(|(p, x)| p * x).sum();
            new.iter_mut().zip(p).for_each(|(x, p)| *x -= trace * p);
        }
        let norm = new.iter().map(|x| x * x).sum::<f64>().sqrt();
        // Not `norm < …`: a NaN must be refused as well.
        if !(norm > 1e-13) {
            return Err(SignalError::setting(
                "the polynomial's order",
                self.order,
                "its points nearly coincide; lower the order or drop repeated points",
            ));
        }
        new.iter_mut().for_each(|x| *x /= norm);
        self.alpha.push(alpha);
        self.beta.push(norm);
        Ok(())
    }

    /// Writes the weights of the samples in the `derivative`-th derivative at `x`
    /// of the polynomial fitted to them; `weights` is as long as there are points.
    pub fn weights(&mut self, x: f64, derivative: usize, weights: &mut [f64]) {
        let n = self.points.len();
        let d = derivative;
        weights.fill(0.0);
        if d > self.order {
            return;
        }
        let x = (x - self.middle) * self.scale;
        // Each derivative with respect to the scaled variable brings one factor.
        let factor = self.scale.powi(d as i32);
        let [before, last, next] = &mut self.derivatives;
        for list in [&mut *before, &mut *last, &mut *next] {
            list.clear();
            list.resize(d + 1, 0.0);
        }
        last[0] = self.beta[0];
        for k in 0..=self.order {
            let part = factor * last[d];
            let values = self.values.get(k * n..(k + 1) * n).unwrap_or_default();
            weights.iter_mut().zip(values).for_each(|(w, p)| *w += part * p);
            if k == self.order {
                break;
            }
            let (alpha, beta, divisor) = (self.alpha[k], self.beta[k], self.beta[k + 1]);
            for j in 0..=d {
                // (x f)⁽ʲ⁾ = x f⁽ʲ⁾ + j f⁽ʲ⁻¹⁾
                let lower = if j > 0 { j as f64 * last[j - 1] } else { 0.0 };
                let two_back = if k > 0 { beta * before[j] } else { 0.0 };
                next[j] = ((x - alpha) * last[j] + lower - two_back) / divisor;
            }
            std::mem::swap(before, last);
            std::mem::swap(last, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OrthonormalPolynomials;

    #[test]
    fn a_fit_reproduces_a_polynomial_and_its_derivatives_on_uneven_points() {
        let points: Vec<f64> = (0..15).map(|i| 0.1 * i as f64 + 0.03 * (i as f64).sin()).collect();
        let f = |x: f64| 1.0 - 2.0 * x + 3.0 * x.powi(2) - x.powi(4);
        let y: Vec<f64> = points.iter().map(|x| f(*x)).collect();
        let mut p = OrthonormalPolynomials::on(&points, 5).unwrap();
        let mut w = vec![0.0; 15];
        let x = 0.77;
        let wanted = [
            f(x),
            -2.0 + 6.0 * x - 4.0 * x.powi(3),
            6.0 - 12.0 * x.powi(2),
            -24.0 * x,
            -24.0,
            0.0,
            0.0,
        ];
        for (d, wanted) in wanted.into_iter().enumerate() {
            p.weights(x, d, &mut w);
            let got: f64 = w.iter().zip(&y).map(|(w, y)| w * y).sum();
            let tolerance = 1e-14 * 20_f64.powi(d as i32);
            assert!((got - wanted).abs() < tolerance, "derivative {d}: {got} is not {wanted}");
        }
    }

    #[test]
    fn repeated_points_and_too_few_points_are_refused() {
        assert!(OrthonormalPolynomials::on(&[1.0, 1.0, 1.0], 1).is_err());
        assert!(OrthonormalPolynomials::on(&[1.0, 2.0], 2).is_err());
        assert!(OrthonormalPolynomials::on(&[0.0, f64::NAN, 2.0], 1).is_err());
    }
}
