//! Paths of the tool with its orientation.

use crate::support::sample;
use armlab_engine::kinematics::inverse::{Chain, rotation_vector};
use armlab_engine::robot::{Robot, library};
use armlab_engine::spatial::{Mat3, Transform, Vec3};
use armlab_simulate::motion::cartesian::{CartesianPath, Held, Orientation, Shape, TimeLaw};
use armlab_simulate::motion::{MotionError, ReadFor, read_trajectory, write_trajectory};
use std::f64::consts::{PI, TAU};

const START: [f64; 6] = [0.3, -1.2, 1.4, -0.9, -1.1, 0.2];

fn ur5() -> (Robot, Chain) {
    let robot = library::load("ur5").unwrap().unwrap().robot;
    let chain = Chain::to_tool(&robot).unwrap();
    (robot, chain)
}

/// A path of the whole pose through two corners beside the tool at `START`.
fn bent(chain: &Chain) -> CartesianPath {
    let at = chain.pose(&START);
    let [x, y, z] = at.translation.to_array();
    let points = vec![[x, y, z], [x + 0.1, y - 0.05, z + 0.05], [x + 0.1, y + 0.1, z]];
    let rpy = [[0.0, 0.0, 0.0], [0.3, 0.4, -0.5], [-0.2, 0.1, 0.6]]
        .map(|turn| Mat3::from_rpy(turn).compose(&at.rotation).to_rpy());
    CartesianPath {
        held: Held::Pose,
        orientation: Orientation::Interpolated(rpy.to_vec()),
        start: Some(START.to_vec()),
        ..CartesianPath::new(Shape::Polyline { points }, 5.0)
    }
}

/// A quarter of a circle about an oblique axis that begins at the tool.
fn arc(chain: &Chain, orientation: Orientation) -> CartesianPath {
    let at = chain.pose(&START).translation;
    let axis = Vec3::from([0.2, -0.1, 1.0]);
    let across = Vec3::from([1.0, 0.0, 0.0]);
    let across = across - axis.scale(across.dot(axis) / axis.norm_squared());
    let centre = at - across.scale(0.15 / across.norm());
    CartesianPath {
        held: Held::Pose,
        orientation,
        law: TimeLaw::Even,
        start: Some(START.to_vec()),
        ..CartesianPath::new(
            Shape::Helix {
                centre: centre.to_array(),
                axis: axis.to_array(),
                radius: 0.15,
                turns: 0.25,
                rise: 0.03,
                phase: 0.0,
            },
            4.0,
        )
    }
}

/// Distance and angle between two poses.
fn apart(a: &Transform<f64>, b: &Transform<f64>) -> (f64, f64) {
    let turn = rotation_vector(&a.rotation.compose(&b.rotation.transposed()));
    ((a.translation - b.translation).norm(), turn.norm())
}

#[test]
fn the_tool_has_the_wanted_pose_all_along_its_path() {
    let (robot, chain) = ur5();
    let first = chain.pose(&START).rotation;
    let stated = Some(Mat3::from_rpy([0.1, 0.0, 0.0]).compose(&first).to_rpy());
    for path in [
        bent(&chain),
        arc(&chain, Orientation::Constant(None)),
        arc(&chain, Orientation::Constant(stated)),
        arc(&chain, Orientation::Tangent(None)),
        arc(&chain, Orientation::Tangent(stated)),
        arc(&chain, Orientation::Interpolated(vec![first.to_rpy(), [0.2, 3.0, 1.0]])),
    ] {
        let motion = path.clone().solve(&robot).unwrap();
        let n = path.samples - 1;
        let worst = |shift: f64| {
            let at = |k: usize| {
                let t = path.duration * (k as f64 + shift) / n as f64;
                apart(&chain.pose(&sample(&motion, t)[0]), &path.pose(t, &first))
            };
            (0..n).map(at).fold((0.0_f64, 0.0_f64), |w, a| (w.0.max(a.0), w.1.max(a.1)))
        };
        // Exact where it is solved, fourth order between.
        let ((p, r), (between, turned)) = (worst(0.0), worst(0.5));
        assert!(p < 2e-12 && r < 2e-12, "{:?}: {p:.1e} m, {r:.1e} rad", path.orientation);
        assert!(
            between < 1e-7 && turned < 1e-6,
            "{:?}: {between:.1e} {turned:.1e}",
            path.orientation
        );
    }
}

#[test]
fn between_two_orientations_the_tool_turns_about_one_axis_at_the_rate_of_its_way() {
    let (robot, chain) = ur5();
    let first = chain.pose(&START).rotation;
    let turn = Vec3::from([0.3, -0.5, 0.4]);
    let angle = turn.norm();
    let last = Mat3::rotation(turn.scale(1.0 / angle), angle).compose(&first);
    let ends = vec![first.to_rpy(), last.to_rpy()];
    let path = arc(&chain, Orientation::Interpolated(ends));
    let motion = path.clone().solve(&robot).unwrap();
    // Constant speed: the angular velocity of the tool is the turn over the duration.
    let h = 1e-4;
    for k in 1..20 {
        let t = 0.2 * k as f64;
        let at = |t: f64| chain.pose(&sample(&motion, t)[0]).rotation;
        let spin = rotation_vector(&at(t + h).compose(&at(t - h).transposed()));
        let error = (spin.scale(0.5 / h) - turn.scale(0.25)).norm();
        assert!(error < 1e-5, "{t}: {error:.1e} rad/s");
        // And so say the joints' velocities.
        let [q, qd, _] = sample(&motion, t);
        let step = |s: f64| -> Vec<f64> { q.iter().zip(&qd).map(|(q, v)| q + s * v).collect() };
        let (ahead, behind) = (chain.pose(&step(h)).rotation, chain.pose(&step(-h)).rotation);
        let spin = rotation_vector(&ahead.compose(&behind.transposed()));
        let error = (spin.scale(0.5 / h) - turn.scale(0.25)).norm();
        assert!(error < 1e-5, "{t}: {error:.1e} rad/s by velocities");
    }
}

#[test]
fn a_tool_that_follows_the_tangent_keeps_its_angle_to_the_direction_of_travel() {
    let (_, chain) = ur5();
    let first = chain.pose(&START).rotation;
    let path = arc(&chain, Orientation::Tangent(None));
    let seen = |t: f64| {
        let h = 1e-5;
        let [a, b] = [t - h, t + h].map(|t| Vec3::from(path.point(t)));
        let tangent = (b - a).scale(1.0 / (b - a).norm());
        path.pose(t, &first).rotation.apply_transposed(tangent)
    };
    let at_start = seen(0.1);
    for k in 1..39 {
        let off = (seen(0.1 * k as f64) - at_start).norm();
        assert!(off < 1e-9, "{off:.1e}");
    }
    let whole = path.pose(4.0, &first).rotation.compose(&first.transposed());
    assert!((rotation_vector(&whole).norm() - TAU / 4.0).abs() < 1e-12);
}

#[test]
fn paths_with_orientation_are_written_and_read_as_the_same() {
    let (robot, chain) = ur5();
    for path in [
        bent(&chain),
        arc(&chain, Orientation::Constant(Some(chain.pose(&START).rotation.to_rpy()))),
        arc(&chain, Orientation::Tangent(None)),
    ] {
        let first = path.clone().solve(&robot).unwrap();
        let text = write_trajectory(&first.into());
        let again = read_trajectory(&text, "path.toml", ReadFor::robot(&robot)).unwrap();
        assert_eq!(write_trajectory(&again), text);
        let first = path.solve(&robot).unwrap();
        assert_eq!(sample(&again, 1.234), sample(&first, 1.234));
    }
}

#[test]
fn orientations_that_make_no_sense_are_refused_with_a_reason() {
    let (robot, chain) = ur5();
    let good = bent(&chain);
    let Orientation::Interpolated(rpy) = good.orientation.clone() else { unreachable!() };
    let orientation = |of: Orientation| CartesianPath { orientation: of, ..good.clone() };
    let half = |k: usize| {
        let mut rows = rpy.clone();
        let turned = Mat3::rotation(Vec3::from([0.0, 1.0, 0.0]), PI);
        rows[k] = turned.compose(&Mat3::from_rpy(rows[k - 1])).to_rpy();
        Orientation::Interpolated(rows)
    };
    let mut stands = good.clone();
    if let Shape::Polyline { points } = &mut stands.shape {
        points[1] = points[0];
    }
    for (wrong, reason) in [
        (orientation(Orientation::Tangent(None)), "straight lines change their direction"),
        (orientation(Orientation::Interpolated(rpy[..2].to_vec())), "one row per point"),
        (orientation(Orientation::Constant(Some([f64::NAN; 3]))), "finite"),
        (orientation(half(1)), "half a turn between rows 1 and 2"),
        (stands, "at once"),
        (CartesianPath { held: Held::Position, ..good.clone() }, "held = \"pose\""),
    ] {
        let error = wrong.solve(&robot).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    for (more, reason) in [
        ("rpy = [[0, 0]]", "roll, pitch, yaw"),
        ("rpy = [[0, 0, 0], [0, 0, 1]]", "interpolated"),
        ("orientation = \"sideways\"", "sideways"),
    ] {
        let text = format!(
            "kind = \"polyline\"\npoints = [[0, 0, 0], [1, 0, 0]]\nduration = 1\nheld = \"pose\"\n{more}\n"
        );
        let error = read_trajectory(&text, "a.toml", ReadFor::robot(&robot)).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn an_orientation_out_of_reach_is_reported_with_its_angle() {
    // Nearly stretched, with the tool turned back: the wrist would have to be further out.
    let (robot, chain) = ur5();
    let start = [0.3, -0.3, 0.3, -0.1, 0.2, 0.1];
    let at = chain.pose(&start);
    let [x, y, z] = at.translation.to_array();
    let back = Mat3::rotation(Vec3::from([0.0, 0.0, 1.0]), 2.5).compose(&at.rotation);
    let path = CartesianPath {
        held: Held::Pose,
        orientation: Orientation::Constant(Some(back.to_rpy())),
        start: Some(start.to_vec()),
        samples: 5,
        ..CartesianPath::new(Shape::line([x, y, z], [x, y, z + 0.01]), 1.0)
    };
    let error = path.solve(&robot).unwrap_err();
    assert!(error.to_string().contains(" rad ("), "{error}");
    assert!(matches!(error, MotionError::Unreachable { angle, .. } if angle > 1e-3), "{error}");
}
