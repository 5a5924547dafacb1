//! Samples, vectors, and random trajectories of every kind from fixed seeds.

use armlab_simulate::motion::movements::{Interpolation, JointMovements, Movement, Unit};
use armlab_simulate::motion::{
    AnyTrajectory, BSplineBasis, Basis, Beside, CubicKind, CubicTrajectory, FourierForm,
    LinearTrajectory, MovementTable, QuinticTrajectory, RecordedTrajectory, SplineEnd, SplineEnds,
    Trajectory, TrapezoidTrajectory, Via, fourier, polynomial_from_powers,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// A file of `tests/vectors`.
pub fn vectors(name: &str) -> Value {
    let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Rows of numbers of a CSV file of `tests/vectors`, without its header.
pub fn table(name: &str) -> Vec<Vec<f64>> {
    let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let row = |line: &str| line.split(',').map(|x| x.parse().expect("a number")).collect();
    text.lines().skip(1).map(row).collect()
}

/// The numbers of a list.
pub fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().unwrap_or_else(|| panic!("{value} is no list"));
    list.iter().map(|x| x.as_f64().expect("a number")).collect()
}

/// Position, velocity and acceleration at a time.
pub fn sample(trajectory: &dyn Trajectory, t: f64) -> [Vec<f64>; 3] {
    let n = trajectory.dofs();
    let [mut q, mut qd, mut qdd] = [vec![f64::NAN; n], vec![f64::NAN; n], vec![f64::NAN; n]];
    trajectory.sample(t, &mut q, &mut qd, &mut qdd);
    [q, qd, qdd]
}

/// Largest magnitude.
pub fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |worst, x| worst.max(x.abs()))
}

/// Every entry within a tolerance relative to the largest that is wanted.
#[track_caller]
pub fn assert_near(what: &str, got: &[f64], want: &[f64], tolerance: f64) {
    assert_eq!(got.len(), want.len(), "{what}");
    let scale = largest(want).max(1e-300);
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        let error = (got - want).abs() / scale;
        // Not `error > tolerance`: a NaN must fail as well.
        assert!(error <= tolerance, "{what}, entry {i}: {got} is not {want} ({error:.1e})");
    }
}

/// Random numbers from a seed.
pub struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
    pub fn list(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.0.random_range(-1.0..1.0)).collect()
    }
    pub fn rows(&mut self, rows: usize, columns: usize) -> Vec<Vec<f64>> {
        (0..rows).map(|_| self.list(columns)).collect()
    }
    /// Increasing times from 0.
    pub fn times(&mut self, n: usize) -> Vec<f64> {
        let mut t = 0.0;
        let mut times = vec![0.0];
        times.extend((1..n).map(|_| {
            t += self.0.random_range(0.3..1.2);
            t
        }));
        times
    }
}

/// A trajectory of every kind that needs no robot, and the times at which its
/// acceleration or jerk may jump; NaN where such times are many.
pub fn one_of_each(seed: u64) -> Vec<(&'static str, AnyTrajectory, Vec<f64>)> {
    let mut r = Random::new(seed);
    let mut all: Vec<(&'static str, AnyTrajectory, Vec<f64>)> = Vec::new();
    for (name, form) in [("series", FourierForm::Series), ("swevers", FourierForm::Swevers)] {
        let (offset, a, b) = (r.list(3), r.rows(3, 5), r.rows(3, 5));
        all.push((name, fourier(form, 0.25, 4.0, &offset, &a, &b).unwrap().into(), vec![]));
    }
    let powers: Vec<Vec<f64>> = vec![r.list(6), r.list(4), r.list(1)];
    all.push(("polynomial", polynomial_from_powers(&powers, 1.7).unwrap().into(), vec![]));
    for (name, end) in [("closed B-spline", SplineEnd::Closed), ("open B-spline", SplineEnd::Open)]
    {
        let basis = BSplineBasis::new(5, 8, 3.0, end).unwrap();
        let (offset, coefficients) = (r.list(2), r.list(2 * basis.len()));
        let spline = LinearTrajectory::new(basis, &offset, &coefficients).unwrap();
        all.push((name, spline.into(), vec![]));
    }
    let times = r.times(5);
    let vias = times.iter().enumerate().map(|(i, time)| Via {
        time: *time,
        q: r.list(2),
        qd: (i % 2 == 1).then(|| r.list(2)),
        qdd: (i == 2).then(|| r.list(2)),
    });
    all.push(("quintic", QuinticTrajectory::new(vias.collect()).unwrap().into(), times.clone()));
    let columns = r.rows(2, 5);
    let pchip = CubicTrajectory::pchip(times.clone(), columns.clone()).unwrap();
    all.push(("pchip", pchip.into(), times.clone()));
    for ends in
        [SplineEnds::Natural, SplineEnds::NotAKnot, SplineEnds::Clamped(r.list(2), r.list(2))]
    {
        let kind = CubicKind::Spline(ends);
        let spline = CubicTrajectory::new(kind, times.clone(), columns.clone()).unwrap();
        all.push(("spline", spline.into(), times.clone()));
    }
    for synchronised in [true, false] {
        let (speed, acceleration) = (vec![0.7, 1.0], vec![2.0, 1.5]);
        let trapezoid =
            TrapezoidTrajectory::new(columns.clone(), speed, acceleration, synchronised, 0.25);
        // Jumps of acceleration everywhere: left to tests of its own.
        all.push(("trapezoid", trapezoid.unwrap().into(), vec![f64::NAN]));
    }
    for interpolation in [Interpolation::Pchip, Interpolation::Quintic, Interpolation::Trapezoid] {
        let table = movement_table(interpolation);
        let jumps = match interpolation {
            Interpolation::Pchip | Interpolation::Quintic => {
                vec![0.0, 0.5, 1.5, 2.0, 2.5, 3.0, 4.0]
            }
            _ => vec![f64::NAN],
        };
        all.push(("movements", table.into_trajectory().unwrap().into(), jumps));
    }
    let (q, qd, qdd) = (r.rows(2, 5), r.rows(2, 5), r.rows(2, 5));
    let q: Vec<&[f64]> = q.iter().map(Vec::as_slice).collect();
    let qd: Vec<&[f64]> = qd.iter().map(Vec::as_slice).collect();
    let qdd: Vec<&[f64]> = qdd.iter().map(Vec::as_slice).collect();
    let stamps: Vec<f64> = times.iter().map(|t| t + 100.3).collect();
    let from: Vec<f64> = stamps.iter().map(|t| t - stamps[0]).collect();
    for (qd, qdd, jumps) in [
        (None, None, from.clone()),
        (Some(&qd[..]), None, from.clone()),
        (Some(&qd[..]), Some(&qdd[..]), from.clone()),
    ] {
        let recorded = RecordedTrajectory::new(&stamps, &q, qd, qdd).unwrap();
        all.push(("recorded", recorded.into(), jumps));
    }
    let parts = all.iter().take(4).map(|(_, t, _)| t.clone()).collect();
    let beside: AnyTrajectory = Beside::new(parts).unwrap().into();
    all.push(("beside", beside, vec![1.7, 3.0, 4.0]));
    all
}

/// Two joints with movements, a third that stays.
pub fn movement_table(interpolation: Interpolation) -> MovementTable {
    let movement = |[value, start, end, rest]: [f64; 4]| Movement { value, start, end, rest };
    let joint = |unit, home, rows: &[[f64; 4]]| JointMovements {
        unit,
        home,
        movements: rows.iter().copied().map(movement).collect(),
    };
    let joints = vec![
        joint(Unit::Degree, 0.0, &[[90.0, 0.5, 1.5, 2.0], [-30.0, 2.0, 3.0, 3.0]]),
        joint(Unit::Millimetre, 5.0, &[[40.0, 0.5, 2.5, 4.0]]),
        joint(Unit::Radian, 0.4, &[]),
    ];
    MovementTable { interpolation, joints }
}
