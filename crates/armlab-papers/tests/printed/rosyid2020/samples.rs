//! The states over which the errata are measured, and how: the stored excitation at 250 Hz.

use armlab_papers::rosyid2020::kinematics::DEFAULT_SIDES;
use armlab_papers::rosyid2020::printed::{Errata, InputForces, input_forces};
use armlab_papers::rosyid2020::{Excitation, Friction, Geometry, Machine, Motion, Mounting};
use serde_json::Value;

/// The vector file.
pub fn file() -> Value {
    let path = format!("{}/../../tests/vectors/3prr.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// A list of `N` numbers.
pub fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let list = value.as_array().unwrap();
    assert_eq!(list.len(), N);
    std::array::from_fn(|i| list[i].as_f64().unwrap())
}

/// The excitation, 4 s.
pub fn excitation() -> Excitation<5> {
    let stored = &file()["excitation"];
    let rows = |name: &str| std::array::from_fn(|i| numbers(&stored[name][i]));
    Excitation {
        frequency: stored["f"].as_f64().unwrap(),
        centre: numbers(&stored["q0"]),
        sine: rows("a"),
        cosine: rows("b"),
    }
}

/// The excitation's state at `t`. Slider speeds below 1e-12 m/s are rounding at the two rests and
/// become zero, as in the stored log, so that they have no sign.
pub fn motion_at(excitation: &Excitation<5>, t: f64) -> Motion {
    let [pose, velocity, acceleration] = excitation.sample(t);
    let geometry = Geometry::published();
    let mut motion =
        Motion::of_platform(&geometry, pose, velocity, acceleration, DEFAULT_SIDES).unwrap();
    for v in &mut motion.qd[..3] {
        if v.abs() < 1e-12 {
            *v = 0.0;
        }
    }
    motion
}

/// The excitation's 1001 samples.
pub fn motions() -> Vec<Motion> {
    let excitation = excitation();
    (0..=1000).map(|k| motion_at(&excitation, k as f64 / 250.0)).collect()
}

/// Eq 41 along the excitation with some errata kept.
pub fn forces(mounting: Mounting, errata: impl Into<Errata>) -> Vec<InputForces> {
    let (machine, law, errata) =
        (Machine::published(mounting), Friction::estimate(), errata.into());
    motions().iter().map(|m| input_forces(&machine, &law, m, errata).unwrap()).collect()
}

/// Root mean square per slider.
pub fn rms(samples: impl IntoIterator<Item = [f64; 3]>) -> [f64; 3] {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for sample in samples {
        count += 1.0;
        for i in 0..3 {
            sum[i] += sample[i] * sample[i];
        }
    }
    sum.map(|s| (s / count).sqrt())
}

/// a − b.
pub fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

/// RMS per slider of what `part` differs by between two runs.
pub fn rms_difference(
    a: &[InputForces],
    b: &[InputForces],
    part: impl Fn(&InputForces) -> [f64; 3],
) -> [f64; 3] {
    rms(a.iter().zip(b).map(|(a, b)| minus(part(a), part(b))))
}

/// Largest size of an entry.
pub fn largest(samples: impl IntoIterator<Item = [f64; 3]>) -> f64 {
    samples.into_iter().flatten().fold(0.0, |m, x| f64::max(m, x.abs()))
}

/// Prints three measured numbers and asserts each to the printed digits of `want`: a unit of
/// `digit` halved, and a little for ties.
#[track_caller]
pub fn assert_measured(what: &str, got: [f64; 3], want: [f64; 3], digit: f64) {
    println!("{what}: {:.4} / {:.4} / {:.4}", got[0], got[1], got[2]);
    for i in 0..3 {
        let band = 0.501 * digit;
        assert!(
            (got[i] - want[i]).abs() <= band,
            "{what} of slider {}: {got:?} is not {want:?}",
            i + 1
        );
    }
}
