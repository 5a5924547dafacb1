//! Gaussian elimination with row pivoting, `P A = L U`, for the small dense systems of the paper.

/// A factored square matrix.
#[derive(Clone, Copy, Debug)]
pub struct Factored<const N: usize> {
    /// U on and above the diagonal, the multipliers of L below it.
    lu: [[f64; N]; N],
    /// Row of A that stands at each row of `lu`.
    order: [usize; N],
    /// Determinant of P.
    parity: f64,
}

impl<const N: usize> Factored<N> {
    /// Factors `a`; `None` if it is singular to rounding or holds something that is not a number.
    pub fn of(mut a: [[f64; N]; N]) -> Option<Self> {
        let largest = a.as_flattened().iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let smallest_pivot = N as f64 * f64::EPSILON * largest;
        let mut order = std::array::from_fn(|i| i);
        let mut parity = 1.0;
        for k in 0..N {
            let mut pivot = k;
            for i in k + 1..N {
                if a[i][k].abs() > a[pivot][k].abs() {
                    pivot = i;
                }
            }
            if !(a[pivot][k].abs() > smallest_pivot) {
                return None;
            }
            if pivot != k {
                a.swap(k, pivot);
                order.swap(k, pivot);
                parity = -parity;
            }
            for i in k + 1..N {
                let factor = a[i][k] / a[k][k];
                a[i][k] = factor;
                for j in k + 1..N {
                    a[i][j] -= factor * a[k][j];
                }
            }
        }
        Some(Self { lu: a, order, parity })
    }

    /// A⁻¹ b.
    pub fn solve(&self, b: [f64; N]) -> [f64; N] {
        let mut x = self.order.map(|row| b[row]);
        for i in 0..N {
            for j in 0..i {
                x[i] -= self.lu[i][j] * x[j];
            }
        }
        for i in (0..N).rev() {
            for j in i + 1..N {
                x[i] -= self.lu[i][j] * x[j];
            }
            x[i] /= self.lu[i][i];
        }
        x
    }

    /// A⁻ᵀ b.
    pub fn solve_transposed(&self, mut b: [f64; N]) -> [f64; N] {
        for i in 0..N {
            for j in 0..i {
                b[i] -= self.lu[j][i] * b[j];
            }
            b[i] /= self.lu[i][i];
        }
        for i in (0..N).rev() {
            for j in i + 1..N {
                b[i] -= self.lu[j][i] * b[j];
            }
        }
        let mut x = [0.0; N];
        for (row, value) in self.order.into_iter().zip(b) {
            x[row] = value;
        }
        x
    }

    /// det A.
    pub fn determinant(&self) -> f64 {
        (0..N).fold(self.parity, |product, i| product * self.lu[i][i])
    }
}
