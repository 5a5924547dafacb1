//! `P A = L U` by Gaussian elimination with partial pivoting, for small square
//! systems that are neither symmetric nor worth a library call.

/// Factors `a` (`n`×`n`, row after row) in place; `pivots` gets the row that each
/// step took. The first column without a usable pivot is the error.
pub fn factor(a: &mut [f64], n: usize, pivots: &mut [usize]) -> Result<(), usize> {
    for k in 0..n {
        let best = (k..n).max_by(|&i, &j| a[i * n + k].abs().total_cmp(&a[j * n + k].abs()));
        let row = best.unwrap_or(k);
        pivots[k] = row;
        if row != k {
            for j in 0..n {
                a.swap(k * n + j, row * n + j);
            }
        }
        let pivot = a[k * n + k];
        if !(pivot.abs() > f64::MIN_POSITIVE && pivot.is_finite()) {
            return Err(k);
        }
        for i in k + 1..n {
            let factor = a[i * n + k] / pivot;
            a[i * n + k] = factor;
            for j in k + 1..n {
                a[i * n + j] -= factor * a[k * n + j];
            }
        }
    }
    Ok(())
}

/// Solves `A x = b` with the factors of [`factor`]; `b` becomes `x`.
pub fn solve(lu: &[f64], n: usize, pivots: &[usize], b: &mut [f64]) {
    // Whole rows were swapped, multipliers included, so all swaps come first.
    for k in 0..n {
        b.swap(k, pivots[k]);
    }
    for k in 0..n {
        for i in k + 1..n {
            b[i] -= lu[i * n + k] * b[k];
        }
    }
    for k in (0..n).rev() {
        for j in k + 1..n {
            b[k] -= lu[k * n + j] * b[j];
        }
        b[k] /= lu[k * n + k];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_that_needs_pivoting_is_solved_and_a_singular_one_named() {
        let a = [0.0, 2.0, 1.0, 1.0, 1.0, 0.0, 3.0, 0.0, -1.0];
        let x = [1.0, -2.0, 0.5];
        let mut b: Vec<f64> = (0..3).map(|i| (0..3).map(|j| a[i * 3 + j] * x[j]).sum()).collect();
        let (mut lu, mut pivots) = (a, [0; 3]);
        factor(&mut lu, 3, &mut pivots).unwrap();
        solve(&lu, 3, &pivots, &mut b);
        assert!(b.iter().zip(x).all(|(b, x)| (b - x).abs() < 1e-14), "{b:?}");
        assert_eq!(factor(&mut [1.0, 2.0, 2.0, 4.0], 2, &mut pivots), Err(1));
    }
}
