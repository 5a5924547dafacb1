//! Fewer points that look the same: of each bucket of samples only its smallest
//! and largest value are kept, in the order in which they come.

/// Stamps and signals of at most `points` points (two to a bucket); as they are
/// if they are no longer than that. Signals share the stamps.
pub fn thinned(time: &[f64], signals: &[&[f64]], points: usize) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = signals.iter().map(|s| s.len()).fold(time.len(), usize::min);
    if n <= points.max(2) {
        return (time[..n].to_vec(), signals.iter().map(|s| s[..n].to_vec()).collect());
    }
    let buckets = (points / 2).max(1);
    let edge = |b: usize| b * n / buckets;
    let bounds = || (0..buckets).map(|b| (edge(b), edge(b + 1)));
    let stamps = bounds().flat_map(|(from, to)| [time[from], time[(from + to) / 2]]).collect();
    let thin = |signal: &&[f64]| {
        bounds().flat_map(|(from, to)| extremes(&signal[from..to])).collect::<Vec<f64>>()
    };
    (stamps, signals.iter().map(thin).collect())
}

fn extremes(values: &[f64]) -> [f64; 2] {
    let first = values.first().copied().unwrap_or(f64::NAN);
    let (mut low, mut high) = ((0, first), (0, first));
    for (i, &v) in values.iter().enumerate() {
        if v < low.1 || low.1.is_nan() {
            low = (i, v);
        }
        if v > high.1 || high.1.is_nan() {
            high = (i, v);
        }
    }
    if low.0 <= high.0 { [low.1, high.1] } else { [high.1, low.1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peaks_survive_and_the_number_of_points_does_not() {
        let time: Vec<f64> = (0..100_000).map(f64::from).collect();
        let mut signal: Vec<f64> = time.iter().map(|t| (1e-3 * t).sin()).collect();
        (signal[77_777], signal[500]) = (9.0, -7.0);
        let (x, y) = thinned(&time, &[&signal], 1500);
        assert_eq!((x.len(), y[0].len()), (1500, 1500));
        assert!(y[0].contains(&9.0) && y[0].contains(&-7.0));
        assert!(x.windows(2).all(|w| w[0] < w[1]));
    }

    #[test]
    fn short_signals_stay_as_they_are() {
        let (x, y) = thinned(&[0.0, 1.0], &[&[3.0, 4.0], &[5.0, 6.0]], 100);
        assert_eq!((x, y), (vec![0.0, 1.0], vec![vec![3.0, 4.0], vec![5.0, 6.0]]));
    }
}
