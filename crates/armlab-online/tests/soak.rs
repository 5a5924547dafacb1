//! Estimators that run for very long: after many samples they stand where a batch over all of them stands, and their memory
//! has not grown. `ARMLAB_SAMPLES=100000000` is `make soak`; a short run is part of the tests.
//!
//! The rows are those of a pendulum with friction, `[q̈, sin q, cos q, q̇, sign q̇, 1]`, along a motion that never repeats.

use armlab_dense::Tsqr;
use armlab_online::kalman::{Dimensions, Filter, NoPrediction, SquareRootEkf, System};
use armlab_online::{InitialCovariance, RowLearner, SquareRootRls, SquareRootSettings};
use std::time::Instant;

const UNKNOWNS: usize = 6;
const TRUTH: [f64; UNKNOWNS] = [0.35, -2.9, 0.4, 0.12, 0.3, -0.05];
const NOISE: f64 = 0.1;
/// Variance before the first row.
const PRIOR: f64 = 1e6;
/// Rows that a batch takes at once.
const BLOCK: usize = 256;

type Row = [f64; UNKNOWNS];

/// Samples of the pendulum, one after another.
struct Samples {
    t: f64,
    random: u64,
}

impl Samples {
    fn new() -> Self {
        Self { t: 0.0, random: 1 }
    }
    /// A row and the effort that goes with it.
    fn next(&mut self) -> (Row, f64) {
        self.t += 0.001;
        // Two frequencies without a common period.
        let ((s1, c1), (s2, c2)) =
            ((1.3 * self.t).sin_cos(), (self.t * 2.0_f64.sqrt() * 3.1).sin_cos());
        let (w1, w2) = (1.3, 2.0_f64.sqrt() * 3.1);
        let q = 1.1 * s1 + 0.4 * s2;
        let qd = 1.1 * w1 * c1 + 0.4 * w2 * c2;
        let qdd = -1.1 * w1 * w1 * s1 - 0.4 * w2 * w2 * s2;
        let (sin, cos) = q.sin_cos();
        let row = [qdd, sin, cos, qd, qd.signum(), 1.0];
        let exact: f64 = row.iter().zip(&TRUTH).map(|(r, p)| r * p).sum();
        (row, exact + NOISE * self.noise())
    }
    /// Nearly normal, of deviation one: a sum of three even ones.
    fn noise(&mut self) -> f64 {
        let mut even = || {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            (self.random >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        even() + even() + even()
    }
}

/// Constants that a row measures.
struct Measured(Row);

impl System for Measured {
    fn dimensions(&self) -> Dimensions {
        Dimensions { states: UNKNOWNS, constants: UNKNOWNS, measurements: 1 }
    }
    fn predict(&mut self, _: &mut [f64], _: usize, _: &[f64], _: f64) -> Result<(), NoPrediction> {
        Ok(())
    }
    fn linearise(
        &mut self,
        _: &mut [f64],
        _: &[f64],
        _: f64,
        _: usize,
        _: &mut [f64],
    ) -> Result<(), NoPrediction> {
        Ok(())
    }
    fn process_noise(
        &mut self,
        _: &[f64],
        _: &[f64],
        _: f64,
        _: usize,
        noise: &mut [f64],
    ) -> Result<(), NoPrediction> {
        noise.fill(0.0);
        Ok(())
    }
    fn measure(&mut self, x: &[f64], out: &mut [f64]) {
        out[0] = x.iter().zip(&self.0).map(|(x, r)| x * r).sum();
    }
    fn measurement_slopes(&mut self, _: &[f64], slopes: &mut [f64]) {
        slopes.copy_from_slice(&self.0);
    }
    fn measurement_noise(&mut self, noise: &mut [f64]) {
        noise[0] = NOISE * NOISE;
    }
}

/// All rows so far by an orthogonal factorisation, block by block.
struct Batch {
    triangle: Tsqr,
    block: Vec<f64>,
    waiting: usize,
}

impl Batch {
    fn new() -> Self {
        let block = vec![0.0; BLOCK * (UNKNOWNS + 1)];
        let mut batch = Self { triangle: Tsqr::new(UNKNOWNS, 1), block, waiting: 0 };
        // What is believed beforehand, in units of the rows' noise.
        for k in 0..UNKNOWNS {
            let mut row = [0.0; UNKNOWNS];
            row[k] = NOISE / PRIOR.sqrt();
            batch.push(&row, 0.0);
        }
        batch
    }
    fn push(&mut self, row: &Row, target: f64) {
        for (k, x) in row.iter().chain([&target]).enumerate() {
            self.block[k * BLOCK + self.waiting] = *x;
        }
        self.waiting += 1;
        if self.waiting == BLOCK {
            self.triangle.push(&self.block, BLOCK).unwrap();
            self.waiting = 0;
        }
    }
    fn finish(mut self) -> (Row, Row) {
        let rows = self.waiting;
        let columns = self.block.chunks_exact(BLOCK).flat_map(|c| c[..rows].to_vec());
        self.triangle.push(&columns.collect::<Vec<_>>(), rows).unwrap();
        let triangle = self.triangle.finish();
        let (r, z) = (triangle.r(), triangle.rhs(0).to_vec());
        let (mut x, mut deviations) = ([0.0; UNKNOWNS], [0.0; UNKNOWNS]);
        for k in (0..UNKNOWNS).rev() {
            let behind: f64 = (k + 1..UNKNOWNS).map(|j| r.at(k, j) * x[j]).sum();
            x[k] = (z[k] - behind) / r.at(k, k);
        }
        // Columns of the triangle's inverse.
        for j in 0..UNKNOWNS {
            let mut column = [0.0; UNKNOWNS];
            for i in (0..=j).rev() {
                let unit = if i == j { 1.0 } else { 0.0 };
                let behind: f64 = (i + 1..=j).map(|m| r.at(i, m) * column[m]).sum();
                column[i] = (unit - behind) / r.at(i, i);
                deviations[i] += (NOISE * column[i]).powi(2);
            }
        }
        (x, deviations.map(f64::sqrt))
    }
}

/// Memory of this process that is in use, kB; none where the system does not say.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn square_root_filters_stand_where_a_batch_over_all_samples_stands() {
    let samples = std::env::var("ARMLAB_SAMPLES").ok().and_then(|n| n.parse().ok());
    let samples: u64 = samples.unwrap_or(200_000);
    let settings = SquareRootSettings {
        covariance: Some(InitialCovariance::Scalar(PRIOR / (NOISE * NOISE))),
        noise: Some(NOISE),
        ..Default::default()
    };
    let mut rls = SquareRootRls::new(UNKNOWNS, settings).unwrap();
    let mut system = Measured([0.0; UNKNOWNS]);
    let mut filter = SquareRootEkf::new(system.dimensions());
    let mut covariance = [0.0; UNKNOWNS * UNKNOWNS];
    covariance.iter_mut().step_by(UNKNOWNS + 1).for_each(|c| *c = PRIOR);
    Filter::<Measured>::start(&mut filter, &[0.0; UNKNOWNS], &covariance).unwrap();
    let mut batch = Batch::new();
    let (mut source, began, mut settled) = (Samples::new(), Instant::now(), None);
    for k in 0..samples {
        let (row, target) = source.next();
        rls.learn(&row, &[target]).unwrap();
        system.0 = row;
        filter.predict(&mut system, &[], 0.001).unwrap();
        filter.update(&mut system, &[target]).unwrap();
        batch.push(&row, target);
        if k == samples / 100 {
            settled = resident();
        }
    }
    let (seconds, now) = (began.elapsed().as_secs_f64(), resident());
    let (reference, deviations) = batch.finish();
    println!("{samples} samples in {seconds:.0} s");
    let state = Filter::<Measured>::state(&filter).to_vec();
    let mut found = [0.0; UNKNOWNS];
    for (name, estimate) in [("rls-sqrt", rls.estimate()), ("srekf", &state)] {
        let apart = |k: usize| (estimate[k] - reference[k]).abs();
        let drift = (0..UNKNOWNS).map(|k| apart(k) / reference[k].abs()).fold(0.0, f64::max);
        let in_deviations = (0..UNKNOWNS).map(|k| apart(k) / deviations[k]).fold(0.0, f64::max);
        println!(
            "{name}: {drift:.1e} of the values, {in_deviations:.1e} standard deviations from the batch"
        );
        // Rounding of one sample, gone up with the root of their number at worst as a random walk does.
        let bound = 100.0 * f64::EPSILON * (samples as f64).sqrt();
        assert!(drift < bound, "{name} has drifted by {drift:e} of a value, more than {bound:e}");
    }
    // What they say of themselves has not drifted, either.
    assert!(rls.variances(&mut found));
    for (what, variances) in [
        ("rls-sqrt", found),
        ("srekf", {
            Filter::<Measured>::variances(&filter, &mut found);
            found
        }),
    ] {
        for (variance, deviation) in variances.iter().zip(&deviations) {
            let ratio = variance.sqrt() / deviation;
            assert!((ratio - 1.0).abs() < 1e-9 * (samples as f64).sqrt(), "{what}: {ratio}");
        }
    }
    if let (Some(before), Some(now)) = (settled, now) {
        println!("memory: {before} kB after a hundredth, {now} kB at the end");
        assert!(now <= before + 512, "memory grew from {before} to {now} kB");
    }
}
