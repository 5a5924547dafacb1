//! Random numbers that are the same on every machine and thread, and quantiles of the
//! distributions that tests and intervals need.
//!
//! A seed is a ChaCha key (Bernstein 2008), and every key has 2⁶⁴ independent streams. Work that
//! is split among threads gives each piece a stream of its own, so results do not depend on how
//! it is split.

mod distribution;
mod normals;

pub use distribution::{
    chi_square_probability, chi_square_quantile, f_probability, f_quantile, normal_probability,
    normal_quantile, student_quantile,
};

use normals::{LANES, normal_pairs};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;

/// One stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    stream: ChaCha8Rng,
}

impl Random {
    /// The first stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { stream: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A numbered stream of a seed; number 0 is the first.
    pub fn with_stream(seed: u64, number: u64) -> Self {
        let mut random = Self::new(seed);
        random.stream.set_stream(number);
        random
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.stream.random::<f64>()
    }

    /// Uniform in [low, high); `low` if there is nothing between, as for limits of a file that coincide.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let width = high - low;
        if width > 0.0 && width.is_finite() {
            self.stream.random_range(low..high)
        } else if low < high && low.is_finite() && high.is_finite() {
            // Wider than the largest number.
            let part = self.unit();
            (1.0 - part) * low + part * high
        } else {
            low
        }
    }

    /// One of `0..count`; 0 if there is none.
    pub fn index(&mut self, count: usize) -> usize {
        self.stream.random_range(0..count.max(1))
    }

    /// Two independent standard normal numbers (Box & Muller 1958).
    pub fn normal_pair(&mut self) -> [f64; 2] {
        // 1 − u is in (0, 1], so the logarithm is finite.
        let (u, v) = (1.0 - self.unit(), self.unit());
        let radius = (-2.0 * u.ln()).sqrt();
        let (sin, cos) = (TAU * v).sin_cos();
        [radius * cos, radius * sin]
    }

    /// Standard normal: the first of a pair, so that every draw advances the stream equally.
    pub fn normal(&mut self) -> f64 {
        self.normal_pair()[0]
    }

    /// Fills a slice with standard normal numbers, both of every pair: those of
    /// [`normal_pair`](Self::normal_pair) but for rounding, several times as fast.
    pub fn fill_normal(&mut self, out: &mut [f64]) {
        self.fill_normal_rows(out, out.len());
    }

    /// The same of rows of `width` numbers one after another: each as [`fill_normal`] fills it.
    ///
    /// [`fill_normal`]: Self::fill_normal
    pub fn fill_normal_rows(&mut self, out: &mut [f64], width: usize) {
        let (mut u, mut v, mut made) = ([1.0; LANES], [0.0; LANES], [[0.0; LANES]; 2]);
        let (mut places, mut waiting) = ([0; LANES], 0);
        let mut row = 0;
        while row < out.len() {
            let end = (row + width.max(1)).min(out.len());
            let mut at = row;
            while at < end {
                (u[waiting], v[waiting]) = (1.0 - self.unit(), self.unit());
                places[waiting] = at;
                at += 2;
                waiting += 1;
                if waiting < LANES && (at < end || end < out.len()) {
                    continue;
                }
                normal_pairs(&u, &v, &mut made);
                for (l, &place) in places[..waiting].iter().enumerate() {
                    out[place] = made[0][l];
                    // Behind the end of a row it is overwritten by the next one's first.
                    if let Some(second) = out.get_mut(place + 1) {
                        *second = made[1][l];
                    }
                }
                waiting = 0;
            }
            row = end;
        }
    }

    /// The same stream behind so many further uniform numbers; a pair of normal ones takes two.
    pub fn after(&self, numbers: u64) -> Self {
        let mut further = self.clone();
        let words = self.stream.get_word_pos() + 2 * u128::from(numbers);
        further.stream.set_word_pos(words);
        further
    }

    /// Laplace of scale 1: density `exp(−|x|)/2`.
    pub fn laplace(&mut self) -> f64 {
        let (u, v) = (1.0 - self.unit(), self.unit());
        if v < 0.5 { u.ln() } else { -u.ln() }
    }

    /// Student's t with `freedom` degrees of freedom (Bailey 1994):
    /// `√(ν (u^(−2/ν) − 1)) cos 2πv`.
    pub fn student(&mut self, freedom: f64) -> f64 {
        let (u, v) = (1.0 - self.unit(), self.unit());
        (freedom * (u.powf(-2.0 / freedom) - 1.0)).sqrt() * (TAU * v).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_number_between_any_two() {
        let mut random = Random::new(1);
        let x = random.between(-1e308, 1e308);
        assert!(x.is_finite() && x.abs() <= 1e308);
        for (low, high) in [(2.0, 2.0), (2.0, 1.0), (2.0, f64::INFINITY), (2.0, f64::NAN)] {
            assert_eq!(random.between(low, high), 2.0);
        }
        assert!(random.between(f64::NAN, 1.0).is_nan());
    }

    #[test]
    fn streams_repeat_and_differ() {
        let draws = |seed, number| {
            let mut random = Random::with_stream(seed, number);
            [(); 8].map(|()| random.unit())
        };
        assert_eq!(draws(1, 0), draws(1, 0));
        assert_ne!(draws(1, 0), draws(1, 1));
        assert_ne!(draws(1, 0), draws(2, 0));
        let mut first = Random::new(1);
        assert_eq!([(); 8].map(|()| first.unit()), draws(1, 0));
    }

    #[test]
    fn rows_of_normal_numbers_are_the_pairs_of_the_stream_from_any_row_on() {
        for width in [1, 2, 5, 8, 26] {
            let mut rows = vec![0.0; 7 * width];
            Random::with_stream(5, 3).fill_normal_rows(&mut rows, width);
            let mut random = Random::with_stream(5, 3);
            for row in rows.chunks(width) {
                let pairs: Vec<f64> =
                    (0..width.div_ceil(2)).flat_map(|_| random.normal_pair()).collect();
                for (found, expected) in row.iter().zip(pairs) {
                    assert!((found - expected).abs() < 1e-14 * (1.0 + expected.abs()));
                }
            }
            let numbers = 3 * 2 * width.div_ceil(2) as u64;
            let mut later = vec![0.0; 4 * width];
            Random::with_stream(5, 3).after(numbers).fill_normal_rows(&mut later, width);
            assert_eq!(later, rows[3 * width..]);
        }
    }

    #[test]
    fn normal_numbers_have_mean_zero_and_deviation_one() {
        let mut random = Random::new(7);
        let mut pairs = vec![0.0; 100_001];
        random.fill_normal(&mut pairs);
        let singles: Vec<f64> = (0..100_000).map(|_| random.normal()).collect();
        for numbers in [pairs, singles] {
            let n = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / n;
            let variance = numbers.iter().map(|x| x * x).sum::<f64>() / n;
            let fourth = numbers.iter().map(|x| x.powi(4)).sum::<f64>() / n;
            assert!(mean.abs() < 0.015, "{mean}");
            assert!((variance - 1.0).abs() < 0.02, "{variance}");
            assert!((fourth - 3.0).abs() < 0.15, "{fourth}");
        }
    }

    #[test]
    fn uniform_numbers_stay_in_their_range() {
        let mut random = Random::new(3);
        for _ in 0..10_000 {
            assert!((-2.0..3.0).contains(&random.between(-2.0, 3.0)));
            assert!(random.index(5) < 5);
        }
        assert_eq!(random.index(0), 0);
    }
}
