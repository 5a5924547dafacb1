//! Readable vectors of a null space.
//!
//! Vectors that come out of a factorisation mix several physical facts. Adding
//! one to another changes nothing about the space; here each is freed of as many
//! terms as others can cancel, until none can be shortened further. What is left
//! usually reads as one fact, such as a mass moved from one body to the next.

/// Terms smaller than this part of a vector's largest are rounding errors.
const ROUNDING: f64 = 1e-9;
/// More vectors are left as they are.
const MOST_VECTORS: usize = 200;

/// Shortens vectors, given as sparse terms, by adding multiples of each other.
/// Each is scaled so that its first term is 1; the space stays the same.
pub fn make_sparse(vectors: &mut [Vec<(usize, f64)>]) {
    for vector in vectors.iter_mut() {
        tidy(vector);
    }
    // Every change removes a term, so this ends. Pairs grow with the square: a
    // machine with so many null vectors is read by programs, not by people.
    let mut changed = vectors.len() <= MOST_VECTORS;
    while changed {
        changed = false;
        for i in 0..vectors.len() {
            for j in (0..vectors.len()).filter(|&j| j != i) {
                if let Some(shorter) = shortened(&vectors[i], &vectors[j]) {
                    vectors[i] = shorter;
                    changed = true;
                }
            }
        }
    }
    vectors.sort_by(|a, b| a.first().map(|t| t.0).cmp(&b.first().map(|t| t.0)));
}

/// A vector with a multiple of another one added, if that has fewer terms.
fn shortened(vector: &[(usize, f64)], other: &[(usize, f64)]) -> Option<Vec<(usize, f64)>> {
    for &(index, entry) in vector {
        let Some(&(_, against)) = other.iter().find(|t| t.0 == index) else { continue };
        let mut sum = combined(vector, other, -entry / against);
        tidy(&mut sum);
        if sum.len() < vector.len() && !sum.is_empty() {
            return Some(sum);
        }
    }
    None
}

fn combined(a: &[(usize, f64)], b: &[(usize, f64)], factor: f64) -> Vec<(usize, f64)> {
    let mut sum = a.to_vec();
    for &(index, value) in b {
        match sum.iter_mut().find(|t| t.0 == index) {
            Some((_, entry)) => *entry += factor * value,
            None => sum.push((index, factor * value)),
        }
    }
    sum
}

/// In order, without rounding errors, the first term 1.
fn tidy(vector: &mut Vec<(usize, f64)>) {
    let largest = vector.iter().fold(0.0_f64, |a, t| a.max(t.1.abs()));
    vector.retain(|t| t.1.abs() > ROUNDING * largest);
    vector.sort_by_key(|t| t.0);
    if let Some(&(_, first)) = vector.first() {
        vector.iter_mut().for_each(|t| t.1 /= first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_vectors_come_apart() {
        // a = e0 + 2 e3, b = e1 − e2, given as a + b and a − 2 b.
        let mut mixed = vec![
            vec![(0, 1.0), (3, 2.0), (1, 1.0), (2, -1.0)],
            vec![(0, 1.0), (3, 2.0), (1, -2.0), (2, 2.0)],
        ];
        make_sparse(&mut mixed);
        assert_eq!(mixed, [vec![(0, 1.0), (3, 2.0)], vec![(1, 1.0), (2, -1.0)]]);
    }
}
