//! The inner product of two slices, in eight running sums.
//!
//! One running sum would be a chain of additions that wait for each other; eight
//! are what vector registers hold. The order of additions depends on the length
//! only, so the same window always gives the same bits.

const SUMS: usize = 8;

/// `Σ aᵢ bᵢ` over the shorter of both.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let (a, b) = (&a[..n], &b[..n]);
    let (whole_a, rest_a) = a.as_chunks::<SUMS>();
    let (whole_b, rest_b) = b.as_chunks::<SUMS>();
    let mut sums = [0.0; SUMS];
    for (a, b) in whole_a.iter().zip(whole_b) {
        for i in 0..SUMS {
            sums[i] += a[i] * b[i];
        }
    }
    let rest: f64 = rest_a.iter().zip(rest_b).map(|(a, b)| a * b).sum();
    let [s0, s1, s2, s3, s4, s5, s6, s7] = sums;
    ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7)) + rest
}

#[cfg(test)]
mod tests {
    use super::dot;

    #[test]
    fn every_length_counts_every_entry_once() {
        for n in 0..40 {
            let a: Vec<f64> = (1..=n).map(f64::from).collect();
            let wanted = (1..=n).map(|k| k * k).sum::<i32>();
            assert_eq!(dot(&a, &a), f64::from(wanted));
        }
    }
}
