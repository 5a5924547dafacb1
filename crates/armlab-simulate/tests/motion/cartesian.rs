//! Paths of the tool.

use crate::support::{largest, sample};
use armlab_engine::kinematics::inverse::Chain;
use armlab_engine::robot::{Robot, library};
use armlab_simulate::motion::MotionError;
use armlab_simulate::motion::cartesian::{CartesianPath, Held, Shape, TimeLaw};
use std::f64::consts::TAU;

fn built_in(name: &str) -> Robot {
    library::load(name).expect("a built-in name").expect("a valid description").robot
}

/// The helix of the cylindrical paper as it was reconstructed.
fn helix() -> Shape {
    let (centre, axis) = ([0.0, 0.75, 0.3], [0.0, 0.0, 1.0]);
    Shape::Helix { centre, axis, radius: 0.2, turns: 3.0, rise: 0.6, phase: 0.0 }
}

/// Joints of the cylindrical robot and their rates on the helix covered evenly
/// in 30 s, by its closed form.
fn closed_form(t: f64) -> [[f64; 3]; 2] {
    let (s, rate) = (t / 30.0, TAU * 3.0 / 30.0);
    let (sin, cos) = (TAU * 3.0 * s).sin_cos();
    let (x, y, z) = (0.2 * cos, 0.75 + 0.2 * sin, 0.3 + 0.6 * s);
    let (xd, yd, zd) = (-0.2 * rate * sin, 0.2 * rate * cos, 0.02);
    let r = x.hypot(y);
    let q = [(-x).atan2(y), z - 0.245, r - 0.35];
    [q, [(x * yd - y * xd) / (r * r), zd, (x * xd + y * yd) / r]]
}

#[test]
fn the_helix_of_the_cylindrical_paper_is_followed_as_its_closed_form_says() {
    let robot = built_in("cylindrical");
    let path =
        CartesianPath { law: TimeLaw::Even, samples: 1501, ..CartesianPath::new(helix(), 30.0) };
    let motion = path.solve(&robot).unwrap();
    let (mut off, mut off_rate) = (0.0_f64, 0.0_f64);
    for k in 0..=3333 {
        let t = 30.0 * k as f64 / 3333.0;
        let [q, qd, _] = sample(&motion, t);
        let [wanted, rate] = closed_form(t);
        for j in 0..3 {
            off = off.max((q[j] - wanted[j]).abs());
            off_rate = off_rate.max((qd[j] - rate[j]).abs());
        }
    }
    // Fourth order in a step of 0.02 s; third in the slope.
    assert!(off < 2e-10 && off_rate < 6e-8, "{off:.1e} {off_rate:.1e}");
}

#[test]
fn the_tool_stays_on_its_path_better_with_more_samples() {
    let robot = built_in("cylindrical");
    let chain = Chain::to_tool(&robot).unwrap();
    let worst = |samples: usize| {
        let path = CartesianPath { samples, ..CartesianPath::new(helix(), 10.0) };
        let motion = path.clone().solve(&robot).unwrap();
        let off = |k: usize| {
            let t = 10.0 * (k as f64 + 0.5) / 999.0;
            let [q, ..] = sample(&motion, t);
            let (at, wanted) = (chain.pose(&q).translation.to_array(), path.point(t));
            largest(&[at[0] - wanted[0], at[1] - wanted[1], at[2] - wanted[2]])
        };
        (0..998).map(off).fold(0.0, f64::max)
    };
    let (coarse, fine) = (worst(101), worst(401));
    // Four times as many points: fourth order promises 256.
    assert!(fine < coarse / 150.0 && fine < 1e-6, "{coarse:.1e} {fine:.1e}");
}

#[test]
fn a_path_with_a_quintic_law_begins_and_ends_at_rest() {
    let robot = built_in("scara");
    let chain = Chain::to_tool(&robot).unwrap();
    let start = [0.3, 0.8, 0.1];
    let from = chain.pose(&start).translation.to_array();
    let to = [from[0] - 0.2, from[1] + 0.1, from[2]];
    let path = CartesianPath {
        start: Some(start.to_vec()),
        ..CartesianPath::new(Shape::line(from, to), 2.0)
    };
    let motion = path.solve(&robot).unwrap();
    for (t, wanted) in [(0.0, from), (2.0, to)] {
        let [q, qd, qdd] = sample(&motion, t);
        let at = chain.pose(&q).translation.to_array();
        assert!((0..3).all(|i| (at[i] - wanted[i]).abs() < 1e-11));
        // The velocity is set; the acceleration is that of the spline, near zero.
        assert!(largest(&qd) < 1e-12 && largest(&qdd) < 1e-3, "{qd:?} {qdd:?}");
    }
}

#[test]
fn a_polyline_rests_at_its_corners_and_a_circle_closes() {
    let robot = built_in("cylindrical");
    let points =
        vec![[0.0, 0.6, 0.4], [0.0, 0.9, 0.4], [0.2, 0.9, 0.4], [0.2, 0.9, 0.4], [0.2, 0.9, 0.7]];
    let path = CartesianPath::new(Shape::Polyline { points: points.clone() }, 8.0);
    // Legs of 0.3, 0.2, 0 and 0.3 m: corners after 3 and 5 s.
    for (t, corner) in [(0.0, 0), (3.0, 1), (5.0, 2), (8.0, 4)] {
        let at = path.point(t);
        assert!((0..3).all(|i| (at[i] - points[corner][i]).abs() < 1e-15), "{t}: {at:?}");
    }
    let motion = path.solve(&robot).unwrap();
    for t in [3.0, 5.0] {
        assert!(largest(&sample(&motion, t)[1]) < 1e-5, "{:?}", sample(&motion, t));
    }
    for axis in [[0.0, 0.0, 2.0], [1.0, 0.0, 0.0], [0.3, -0.2, 0.5]] {
        let centre = [0.0, 0.8, 0.5];
        let path = CartesianPath::new(Shape::circle(centre, axis, 0.15), 4.0);
        let motion = path.clone().solve(&robot).unwrap();
        let (first, last) = (sample(&motion, 0.0), sample(&motion, 4.0));
        assert!((0..3).all(|j| (first[0][j] - last[0][j]).abs() < 1e-9));
        for k in 0..10 {
            let p = path.point(0.4 * k as f64);
            let d: Vec<f64> = (0..3).map(|i| p[i] - centre[i]).collect();
            let radius = d.iter().map(|x| x * x).sum::<f64>().sqrt();
            let along: f64 = d.iter().zip(axis).map(|(d, a)| d * a).sum();
            assert!((radius - 0.15).abs() < 1e-15 && along.abs() < 1e-15);
        }
    }
}

#[test]
fn a_point_out_of_reach_is_reported_with_its_time_and_place() {
    let robot = built_in("planar6");
    let line = Shape::line([0.4, 0.0, 0.0], [0.8, 0.0, 0.0]);
    let path = CartesianPath {
        law: TimeLaw::Even,
        held: Held::Planar,
        samples: 41,
        ..CartesianPath::new(line, 4.0)
    };
    match path.solve(&robot).unwrap_err() {
        MotionError::Unreachable { time, point, distance, angle, count, points } => {
            // The arm reaches 0.6 m: every point after half the time is too far.
            assert!((time - 2.1).abs() < 1e-12, "{time}");
            assert!(
                (point[0] - 0.61).abs() < 1e-12 && (distance - 0.01).abs() < 1e-6,
                "{distance}"
            );
            assert_eq!((count, points, angle), (20, 41, 0.0));
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_path_that_makes_no_sense_is_refused() {
    let robot = built_in("cylindrical");
    let good = CartesianPath::new(helix(), 1.0);
    for bad in [
        CartesianPath { duration: -1.0, ..good.clone() },
        CartesianPath { samples: 3, ..good.clone() },
        CartesianPath { samples: usize::MAX, ..good.clone() },
        CartesianPath { start: Some(vec![0.0; 2]), ..good.clone() },
        CartesianPath { shape: Shape::circle([0.0; 3], [0.0; 3], 1.0), ..good.clone() },
        CartesianPath { shape: Shape::circle([0.0; 3], [0.0, 0.0, 1.0], f64::NAN), ..good.clone() },
        CartesianPath { shape: Shape::line([1.0; 3], [1.0; 3]), ..good.clone() },
        CartesianPath { shape: Shape::Polyline { points: vec![] }, ..good },
    ] {
        assert!(bad.clone().solve(&robot).is_err(), "{bad:?}");
    }
}
