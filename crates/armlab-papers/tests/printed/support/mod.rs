//! What both papers' tests share.

pub mod linear;
pub mod motion;
pub mod vectors;

/// The `index`-th number of the van der Corput sequence in `base`: with a prime base per
/// coordinate, deterministic samples that fill the unit cube evenly.
pub fn halton(mut index: usize, base: usize) -> f64 {
    let (mut fraction, mut value) = (1.0, 0.0);
    while index > 0 {
        fraction /= base as f64;
        value += fraction * (index % base) as f64;
        index /= base;
    }
    value
}

/// The share of `poses` in percent for which `holds`.
pub fn percent<T>(poses: impl IntoIterator<Item = T>, holds: impl Fn(T) -> bool) -> f64 {
    let (mut hits, mut count) = (0usize, 0usize);
    for pose in poses {
        count += 1;
        hits += usize::from(holds(pose));
    }
    100.0 * hits as f64 / count as f64
}

/// Asserts a measured number, naming it.
#[track_caller]
pub fn assert_near(what: &str, got: f64, want: f64, band: f64) {
    assert!((got - want).abs() <= band, "{what}: {got} is not {want} ± {band}");
}
