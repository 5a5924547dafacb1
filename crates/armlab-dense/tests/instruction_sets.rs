//! Registers of all lengths give the same triangle, the same sums and the same steps of filters to
//! the last bit. A binary of its own: the choice of instructions is the process's.

use armlab_dense::small::{
    Images, Independent, Moved, PairRule, SecondOrder, correct_one_by_one, draw_pairs, padded,
    predict_by_pairs, predict_by_slopes, step_noise, step_slopes,
};
use armlab_dense::{Aligned, Information, Instructions, Matrix, Rows, Tsqr};
use std::sync::Mutex;

/// Tests take turns.
static ONE: Mutex<()> = Mutex::new(());

/// Triangle and information matrix of some rows, computed with these instructions.
fn reduced(columns: &[Vec<f64>], with: Instructions) -> (Matrix, Matrix) {
    Instructions::limit(with);
    let unknowns = columns.len() - 1;
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let (mut triangle, mut sums) = (Tsqr::new(unknowns, 1), Information::new(unknowns, 1));
    triangle.push_rows(&Rows::all(&columns)).unwrap();
    sums.push_rows(&Rows::all(&columns)).unwrap();
    (triangle.finish().r(), sums.matrix())
}

#[test]
fn registers_of_four_and_of_eight_give_the_same_bits() {
    let _turn = ONE.lock();
    // Panels that are full and not, rows that fill blocks and not.
    for (rows, width) in [(5, 3), (40, 9), (300, 27), (1000, 74)] {
        let columns: Vec<Vec<f64>> = (0..width)
            .map(|j| (0..rows).map(|i| ((3 * i + 7 * j * j) as f64).sin()).collect())
            .collect();
        let all = Instructions::ALL.map(|set| reduced(&columns, set));
        let [portable, fused, others @ ..] = &all[..] else { panic!("two sets at least") };
        for (triangle, sums) in others {
            assert_eq!(&fused.0, triangle, "{rows} rows of {width}");
            assert_eq!(&fused.1, sums, "{rows} rows of {width}");
        }
        for (x, y) in portable.1.as_slice().iter().zip(fused.1.as_slice()) {
            assert!((x - y).abs() < 1e-10, "{rows} rows of {width}: {x} {y}");
        }
    }
}

/// Numbers of all steps of a filter with `n` states of which `2 c` move, computed with these
/// instructions.
fn filtered(n: usize, c: usize, with: Instructions) -> Vec<Aligned> {
    Instructions::limit(with);
    let (stride, m) = (padded(n), 2 * c);
    let wave = |length: usize, seed: f64| {
        let mut out = Aligned::zeros(length);
        (0..length).for_each(|i| out[i] = (seed + 0.7 * i as f64).sin());
        out
    };
    let filled = |rows: usize, length: usize, seed: f64| {
        let (numbers, mut out) = (wave(rows * length, seed), Aligned::zeros(rows * padded(length)));
        for (to, from) in out.chunks_exact_mut(padded(length)).zip(numbers.chunks_exact(length)) {
            to[..length].copy_from_slice(&from[..length]);
        }
        out
    };
    let system = SecondOrder { coordinates: c, states: n, step: 0.01 };
    let (inverse, efforts) = (filled(c, c, 1.0), filled(c, n, 2.0));
    let [mut slopes, mut noise] = [Aligned::zeros(m * stride), Aligned::zeros(n * stride)];
    let mut work = Aligned::zeros(c * stride);
    step_slopes(system, true, &inverse, &efforts, &mut work, &mut slopes);
    let (mut work, deviations) = (Aligned::zeros(2 * c * padded(c)), vec![0.3; c]);
    step_noise(system, &inverse, &deviations, 1e-3, &mut work, &mut noise);

    let mut p = Aligned::zeros(n * stride);
    (0..n * n)
        .for_each(|k| p[k / n * stride + k % n] = 0.3 / (1.0 + (k / n).abs_diff(k % n) as f64));
    (0..n).for_each(|i| p[i * stride + i] += 2.0);
    let [mut covariance, mut cross] = [Aligned::zeros(m * padded(m)), Aligned::zeros(m * stride)];
    let mut by_slopes = p.clone();
    let moved = Moved { moving: m, covariance: &mut covariance, cross: &mut cross, noise: &noise };
    predict_by_slopes(&slopes, &mut by_slopes, n, moved);

    let mut points = Aligned::zeros((2 * n + 1) * stride);
    let mut columns = Aligned::zeros(n * stride);
    assert!(draw_pairs(&mut points, &p, &mut columns, n, 0.5));
    points.iter_mut().for_each(|x| *x += 0.1 * *x * *x);
    let rule = PairRule { distance: 0.5, curvature: 0.2, shift: 2.0 };
    let (mut deviations, mut shift) =
        (Aligned::zeros(2 * n * padded(m)), Aligned::zeros(padded(m)));
    let images = Images {
        pairs: n,
        rows: &points,
        stride,
        rule,
        deviations: &mut deviations,
        shift: &mut shift,
    };
    let moved = Moved { moving: m, covariance: &mut covariance, cross: &mut cross, noise: &noise };
    predict_by_pairs(images, &columns, &mut p, moved);

    let (mut x, innovation) = (Aligned::zeros(stride), wave(padded(m), 3.0));
    let square = correct_one_by_one(Independent {
        states: n,
        state: &mut x,
        covariance: &mut by_slopes,
        innovation: &innovation,
        variances: &vec![0.4; m],
        work: &mut Aligned::zeros(4 * stride),
    });
    let mut last = Aligned::zeros(1);
    last[0] = square.unwrap();
    vec![slopes, noise, by_slopes, points, columns, shift, p, covariance, cross, x, last]
}

#[test]
fn filters_of_any_size_take_the_same_steps() {
    let _turn = ONE.lock();
    // Rows of one register, of two, of four and of more.
    for (n, c) in [(5, 2), (10, 3), (16, 8), (30, 6), (71, 7)] {
        let all = Instructions::ALL.map(|set| filtered(n, c, set));
        let [portable, fused, others @ ..] = &all[..] else { panic!("two sets at least") };
        for (place, numbers) in fused.iter().enumerate() {
            for other in others {
                assert_eq!(numbers[..], other[place][..], "{n} states, {place}");
            }
            for (x, y) in numbers.iter().zip(portable[place].iter()) {
                assert!((x - y).abs() < 1e-9 * (1.0 + x.abs()), "{n} states, {place}: {x} {y}");
            }
        }
    }
}
