//! What is said about a column of numbers.

/// Root of the mean square; zero of nothing.
pub fn rms(values: &[f64]) -> f64 {
    (values.iter().map(|v| v * v).sum::<f64>() / values.len().max(1) as f64).sqrt()
}

/// Mean; zero of nothing.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Pearson's correlation.
pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let centred = |x: &[f64]| {
        let mean = mean(x);
        x.iter().map(|v| v - mean).collect::<Vec<f64>>()
    };
    let (a, b) = (centred(a), centred(b));
    let product: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    product / (rms(&a) * rms(&b) * a.len().max(1) as f64)
}

/// The middle value of sorted ones; of an even number the mean of the two.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[n / 2],
        n => 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]),
    }
}

/// Largest size; zero of nothing.
pub fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m, v| v.abs().max(m))
}

/// The part, 0 to 1, of the items for which something holds.
pub fn share<T>(items: impl IntoIterator<Item = T>, holds: impl Fn(T) -> bool) -> f64 {
    let (mut hits, mut count) = (0_usize, 0_usize);
    for item in items {
        count += 1;
        hits += usize::from(holds(item));
    }
    hits as f64 / count.max(1) as f64
}
