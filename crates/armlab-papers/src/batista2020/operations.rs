//! Operations of Eq 21 and 23–25, counted by carrying them out.
//!
//! Table 5 prints formulas for sums, products and divisions per sample. Here the equations are
//! evaluated as they are printed on numbers that count, so that the formulas can be held against
//! something.

use std::cell::Cell;

/// Additions (and subtractions), multiplications, divisions.
pub type Operations = [f64; 3];

/// Counts what it is asked to compute.
#[derive(Default)]
struct Counter {
    done: Cell<[u64; 3]>,
}

impl Counter {
    fn count(&self, kind: usize) {
        let mut done = self.done.get();
        done[kind] += 1;
        self.done.set(done);
    }
    fn add(&self, a: f64, b: f64) -> f64 {
        self.count(0);
        a + b
    }
    fn multiply(&self, a: f64, b: f64) -> f64 {
        self.count(1);
        a * b
    }
    fn divide(&self, a: f64, b: f64) -> f64 {
        self.count(2);
        a / b
    }
    /// `aᵀ b`, without an addition to zero.
    fn dot(&self, a: &[f64], b: &[f64]) -> f64 {
        let mut products = a.iter().zip(b).map(|(a, b)| self.multiply(*a, *b));
        let first = products.next().unwrap_or(0.0);
        products.fold(first, |sum, x| self.add(sum, x))
    }
    fn per(&self, samples: usize) -> Operations {
        self.done.get().map(|n| n as f64 / samples.max(1) as f64)
    }
}

/// Eq 23–25 over all rows as they stand: each equation by itself, every product where it is written, `P` in full and
/// nothing taken from symmetry; a division of a vector or matrix by a number is one division and products. Per sample.
/// Also the last coefficients, so that it can be seen that the recursion is one.
pub fn recursive(
    rows: &[f64],
    width: usize,
    y: &[f64],
    variance: f64,
    forgetting: f64,
) -> (Operations, Vec<f64>) {
    let count = Counter::default();
    let mut theta = vec![0.0; width];
    let mut p = vec![vec![0.0; width]; width];
    p.iter_mut().enumerate().for_each(|(i, row)| row[i] = variance);
    let times = |p: &[Vec<f64>], phi: &[f64]| -> Vec<f64> {
        p.iter().map(|row| count.dot(row, phi)).collect()
    };
    // 1/(λ + φᵀPφ), which both equations have.
    let scale = |p_phi: &[f64], phi: &[f64]| {
        count.divide(1.0, count.add(forgetting, count.dot(phi, p_phi)))
    };
    for (phi, y) in rows.chunks_exact(width.max(1)).zip(y) {
        // Eq 24
        let p_phi = times(&p, phi);
        let s = scale(&p_phi, phi);
        let gain: Vec<f64> = p_phi.iter().map(|x| count.multiply(*x, s)).collect();
        // Eq 23
        let error = count.add(*y, -count.dot(phi, &theta));
        for (theta, gain) in theta.iter_mut().zip(&gain) {
            *theta = count.add(*theta, count.multiply(*gain, error));
        }
        // Eq 25
        let p_phi = times(&p, phi);
        let phi_p: Vec<f64> = (0..width)
            .map(|j| count.dot(phi, &p.iter().map(|row| row[j]).collect::<Vec<f64>>()))
            .collect();
        let s = scale(&p_phi, phi);
        let forget = count.divide(1.0, forgetting);
        for (row, a) in p.iter_mut().zip(&p_phi) {
            for (entry, b) in row.iter_mut().zip(&phi_p) {
                let taken = count.multiply(count.multiply(*a, *b), s);
                *entry = count.multiply(forget, count.add(*entry, -taken));
            }
        }
    }
    (count.per(y.len()), theta)
}

/// Eq 21 by normal equations and elimination; per sample. Also the coefficients.
pub fn batch(rows: &[f64], width: usize, y: &[f64]) -> (Operations, Vec<f64>) {
    let count = Counter::default();
    let mut normal = vec![vec![0.0; width + 1]; width];
    for (phi, y) in rows.chunks_exact(width.max(1)).zip(y) {
        for (i, row) in normal.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                let other = phi.get(j).unwrap_or(y);
                *entry = count.add(*entry, count.multiply(phi[i], *other));
            }
        }
    }
    for k in 0..width {
        for i in k + 1..width {
            let factor = count.divide(normal[i][k], normal[k][k]);
            for j in k + 1..=width {
                let product = count.multiply(factor, normal[k][j]);
                normal[i][j] = count.add(normal[i][j], -product);
            }
        }
    }
    let mut theta = vec![0.0; width];
    for k in (0..width).rev() {
        let known = count.dot(&normal[k][k + 1..width], &theta[k + 1..]);
        theta[k] = count.divide(count.add(normal[k][width], -known), normal[k][k]);
    }
    (count.per(y.len()), theta)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of four features and what a known model makes of them.
    fn data() -> (Vec<f64>, Vec<f64>) {
        let rows: Vec<f64> =
            (0..200).map(|k| f64::from(k * k % 17) - 6.0 + 0.1 * f64::from(k)).collect();
        let model = [0.5, -1.0, 2.0, 0.25];
        let y = rows.chunks_exact(4).map(|r| r.iter().zip(model).map(|(a, b)| a * b).sum());
        (rows.clone(), y.collect())
    }

    #[test]
    fn counted_recursions_find_the_model_that_batches_find() {
        let (rows, y) = data();
        let (_, batch) = batch(&rows, 4, &y);
        let (_, recursive) = recursive(&rows, 4, &y, 1e9, 1.0);
        for (b, (r, want)) in batch.iter().zip(recursive.iter().zip([0.5, -1.0, 2.0, 0.25])) {
            assert!((b - want).abs() < 1e-10 && (r - want).abs() < 1e-6, "{b} {r} {want}");
        }
    }

    #[test]
    fn equations_23_to_25_as_they_stand_need_what_can_be_written_down() {
        // Eq 24: Pφ, φᵀ(Pφ), a sum, a division, M products. Eq 23: φᵀθ, a difference, M products and sums. Eq 25: Pφ, φᵀP,
        // φᵀ(Pφ), a sum, two divisions, and for every entry three products and a difference.
        let (rows, y) = data();
        let (counted, _) = recursive(&rows, 4, &y, 10.0, 0.99);
        let m = 4.0;
        let sums = (m * m) + (2.0 * m) + (2.0 * m * (m - 1.0) + m + m * m);
        let products = (m * m + 2.0 * m) + (2.0 * m) + (2.0 * m * m + m + 3.0 * m * m);
        assert_eq!(counted, [sums, products, 3.0]);
        assert_eq!(counted, [4.0 * m * m + m, 6.0 * m * m + 5.0 * m, 3.0]);
    }
}
