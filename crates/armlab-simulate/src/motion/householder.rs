//! Reflections that turn a small matrix into a triangle: null spaces, least
//! squares and equations that hold exactly.
//!
//! `A P = Q R` with column pivoting (Golub & Van Loan, *Matrix Computations*,
//! §5.4). The last columns of `Q` span what is orthogonal to all columns of `A`.

/// Columns below this part of the first one's length repeat the others.
const RANK_TOLERANCE: f64 = 1e-12;

/// A factorised matrix.
pub struct Householder {
    rows: usize,
    /// Reflection vectors below, `R` in and above the diagonal; column after column.
    packed: Vec<f64>,
    /// First entries of the reflection vectors.
    heads: Vec<f64>,
    /// Which column of `A` came to be which of `R`.
    order: Vec<usize>,
    rank: usize,
}

impl Householder {
    /// Factorises a matrix given column after column.
    pub fn new(rows: usize, mut columns: Vec<f64>) -> Self {
        let count = columns.len().checked_div(rows).unwrap_or(0);
        let mut order: Vec<usize> = (0..count).collect();
        let mut heads = Vec::new();
        let mut largest = 0.0;
        for k in 0..count.min(rows) {
            let tail = |j: usize| {
                columns[j * rows + k..(j + 1) * rows].iter().map(|x| x * x).sum::<f64>().sqrt()
            };
            let lengths: Vec<f64> = (k..count).map(tail).collect();
            let best = (k..count).max_by(|a, b| lengths[a - k].total_cmp(&lengths[b - k]));
            let best = best.unwrap_or(k);
            let length = lengths[best - k];
            largest = if k == 0 { length } else { largest };
            // Not `length <= …`: a NaN must end here as well.
            if !(length > RANK_TOLERANCE * largest) {
                break;
            }
            order.swap(k, best);
            for i in 0..rows {
                columns.swap(k * rows + i, best * rows + i);
            }
            heads.push(reflect(&mut columns, rows, k, length));
        }
        let rank = heads.len();
        Self { rows, packed: columns, heads, order, rank }
    }

    /// Number of independent columns.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Applies reflection `k` to a vector.
    fn apply(&self, k: usize, x: &mut [f64]) {
        let column = &self.packed[k * self.rows..(k + 1) * self.rows];
        let head = self.heads[k];
        let tail = &column[k + 1..];
        let square = head * head + tail.iter().map(|v| v * v).sum::<f64>();
        let dot = head * x[k] + tail.iter().zip(&x[k + 1..]).map(|(v, x)| v * x).sum::<f64>();
        let factor = 2.0 * dot / square;
        x[k] -= factor * head;
        x[k + 1..].iter_mut().zip(tail).for_each(|(x, v)| *x -= factor * v);
    }

    /// `Q x` in place.
    fn times(&self, x: &mut [f64]) {
        (0..self.rank).rev().for_each(|k| self.apply(k, x));
    }

    /// Orthonormal vectors that are orthogonal to all columns.
    pub fn complement(&self) -> Vec<Vec<f64>> {
        let unit = |i: usize| {
            let mut x = vec![0.0; self.rows];
            x[i] = 1.0;
            self.times(&mut x);
            x
        };
        (self.rank..self.rows).map(unit).collect()
    }

    fn r(&self, i: usize, j: usize) -> f64 {
        self.packed[j * self.rows + i]
    }

    /// The `x` that minimises `|A x − b|`; repeated columns get zero.
    pub fn least_squares(&self, b: &[f64]) -> Vec<f64> {
        let mut b = b.to_vec();
        (0..self.rank).for_each(|k| self.apply(k, &mut b));
        let mut x = vec![0.0; self.order.len()];
        for i in (0..self.rank).rev() {
            let known: f64 = (i + 1..self.rank).map(|j| self.r(i, j) * x[self.order[j]]).sum();
            x[self.order[i]] = (b[i] - known) / self.r(i, i);
        }
        x
    }

    /// The shortest `x` with `Aᵀ x = b`; equations that repeat others are passed over.
    pub fn shortest_solution(&self, b: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; self.rows];
        for i in 0..self.rank {
            let known: f64 = (0..i).map(|j| self.r(j, i) * x[j]).sum();
            x[i] = (b[self.order[i]] - known) / self.r(i, i);
        }
        self.times(&mut x);
        x
    }
}

/// Reflects column `k`'s tail onto its first entry, and the columns after it;
/// gives back the first entry of the reflection vector.
fn reflect(columns: &mut [f64], rows: usize, k: usize, length: f64) -> f64 {
    let (done, rest) = columns.split_at_mut((k + 1) * rows);
    let own = &mut done[k * rows..];
    // Away from the entry's own sign, so that nothing cancels.
    let diagonal = if own[k] > 0.0 { -length } else { length };
    let head = own[k] - diagonal;
    own[k] = diagonal;
    let tail = &own[k + 1..];
    let square = head * head + tail.iter().map(|v| v * v).sum::<f64>();
    for other in rest.chunks_exact_mut(rows) {
        let dot =
            head * other[k] + tail.iter().zip(&other[k + 1..]).map(|(v, x)| v * x).sum::<f64>();
        let factor = 2.0 * dot / square;
        other[k] -= factor * head;
        other[k + 1..].iter_mut().zip(tail).for_each(|(x, v)| *x -= factor * v);
    }
    head
}

#[cfg(test)]
mod tests {
    use super::Householder;

    #[test]
    fn the_complement_is_orthonormal_and_repeated_columns_are_noticed() {
        let a: Vec<f64> = (0..6).map(|i| ((i * 7 + 3) as f64).sin()).collect();
        let b: Vec<f64> = (0..6).map(|i| ((i * 5 + 1) as f64).cos()).collect();
        let sum: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - 2.0 * b).collect();
        let factor = Householder::new(6, [a.clone(), sum, b.clone()].concat());
        assert_eq!(factor.rank(), 2);
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let complement = factor.complement();
        assert_eq!(complement.len(), 4);
        for (i, x) in complement.iter().enumerate() {
            assert!(dot(x, &a).abs() < 1e-15 && dot(x, &b).abs() < 1e-15);
            for (j, y) in complement.iter().enumerate() {
                assert!((dot(x, y) - f64::from(i == j)).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn least_squares_and_shortest_solutions_satisfy_their_equations() {
        let a: Vec<f64> = (0..15).map(|i| ((i * i * 7 + 3) as f64).sin()).collect();
        let factor = Householder::new(5, a.clone());
        assert_eq!(factor.rank(), 3);
        let x = [0.3, -2.0, 1.1];
        let b: Vec<f64> = (0..5).map(|i| (0..3).map(|j| a[j * 5 + i] * x[j]).sum()).collect();
        let got = factor.least_squares(&b);
        assert!(x.iter().zip(&got).all(|(x, y)| (x - y).abs() < 1e-14));
        let y = factor.shortest_solution(&[1.0, 2.0, 3.0]);
        for j in 0..3 {
            let value: f64 = (0..5).map(|i| a[j * 5 + i] * y[i]).sum();
            assert!((value - (j + 1) as f64).abs() < 1e-14);
        }
    }
}
