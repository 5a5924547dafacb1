//! Observers on exactly integrated motions, where what acts from outside is known.

use armlab_control::{
    Allowance, CollisionDetector, ControlError, MomentumObserver, PayloadObserver, Sample,
    Thresholds, computed_torque, feed_forward, gravity_compensation,
};
use armlab_engine::dynamics::{Mechanism, Plant};
use armlab_engine::robot::{Robot, library};
use armlab_engine::spatial::Inertia;

const STEP: f64 = 1e-3;

fn built_in(name: &str) -> Robot {
    library::load(name).expect("a built-in robot").expect("a good one").robot
}

/// Integrates a robot under efforts that are held over each step (RK4 in tenths of it), and
/// hands every sample to `watch`: positions, speeds, and the efforts since the sample before.
fn integrate(
    robot: &Robot,
    samples: usize,
    effort: impl Fn(f64, &[f64], &[f64]) -> Vec<f64>,
    external: impl Fn(f64) -> Vec<f64>,
    mut watch: impl FnMut(f64, &[f64], &[f64], &[f64]),
) {
    let mut m = Mechanism::new(robot).expect("a mechanism");
    let n = m.dofs();
    let (mut q, mut qd) = (m.home(), vec![0.0; n]);
    let mut tau = vec![0.0; n];
    for k in 0..samples {
        let t = k as f64 * STEP;
        watch(t, &q, &qd, &tau);
        tau = effort(t, &q, &qd);
        let h = STEP / 10.0;
        for i in 0..10 {
            let at = t + i as f64 * h;
            let mut rate = |t: f64, q: &[f64], qd: &[f64]| {
                let all: Vec<f64> = tau.iter().zip(external(t)).map(|(a, b)| a + b).collect();
                let mut qdd = vec![0.0; n];
                m.forward(q, qd, &all, &mut qdd).expect("accelerations");
                qdd
            };
            let along = |x: &[f64], d: &[f64], h: f64| -> Vec<f64> {
                x.iter().zip(d).map(|(x, d)| x + h * d).collect()
            };
            let a1 = rate(at, &q, &qd);
            let v2 = along(&qd, &a1, 0.5 * h);
            let a2 = rate(at + 0.5 * h, &along(&q, &qd, 0.5 * h), &v2);
            let v3 = along(&qd, &a2, 0.5 * h);
            let a3 = rate(at + 0.5 * h, &along(&q, &v2, 0.5 * h), &v3);
            let v4 = along(&qd, &a3, h);
            let a4 = rate(at + h, &along(&q, &v3, h), &v4);
            for j in 0..n {
                q[j] += h / 6.0 * (qd[j] + 2.0 * v2[j] + 2.0 * v3[j] + v4[j]);
                qd[j] += h / 6.0 * (a1[j] + 2.0 * a2[j] + 2.0 * a3[j] + a4[j]);
            }
        }
    }
}

/// A swinging reference about home and the efforts that track it.
fn tracking(robot: &Robot, size: f64) -> impl Fn(f64, &[f64], &[f64]) -> Vec<f64> + '_ {
    let home = Mechanism::new(robot).expect("a mechanism").home();
    move |t, q, qd| {
        let mut m = Mechanism::new(robot).expect("a mechanism");
        let n = home.len();
        let wave = |j: usize| 1.5 + 0.7 * j as f64;
        let at = |j: usize| home[j] + size * (1.0 - (wave(j) * t).cos());
        let speed = |j: usize| size * wave(j) * (wave(j) * t).sin();
        let a: Vec<f64> = (0..n)
            .map(|j| {
                let pull = size * wave(j).powi(2) * (wave(j) * t).cos();
                pull + 40.0 * (speed(j) - qd[j]) + 400.0 * (at(j) - q[j])
            })
            .collect();
        let mut tau = vec![0.0; n];
        m.inverse(q, qd, &a, &mut tau).expect("efforts");
        tau
    }
}

#[test]
fn the_observer_finds_efforts_from_outside_during_motion_and_none_without() {
    for (name, size) in [("ur5", 0.4), ("parallel3prr", 0.05), ("scara", 0.3)] {
        let bare = built_in(name);
        let none: Vec<_> =
            bare.moving_joints().map(|j| (j.name.clone(), Default::default())).collect();
        let robot = bare.with_friction(&none).expect("its own joints");
        let n = robot.driven_joints().count();
        let push: Vec<f64> = (0..n).map(|j| 3.0 - 1.3 * j as f64).collect();
        let mut observer = MomentumObserver::new(&robot, 50.0).expect("an observer");
        let (mut before, mut after) = (0.0_f64, 0.0_f64);
        let external = |t: f64| if t > 0.5 { push.clone() } else { vec![0.0; n] };
        integrate(&robot, 1000, tracking(&robot, size), external, |t, q, qd, tau| {
            let r = observer.update(&Sample { q, qd, tau, dt: STEP }).expect("updated");
            let off = |wanted: &dyn Fn(usize) -> f64| {
                (0..n).map(|j| (r[j] - wanted(j)).abs()).fold(0.0, f64::max)
            };
            if t <= 0.5 {
                before = before.max(off(&|_| 0.0));
            } else if t > 0.7 {
                after = after.max(off(&|j| push[j]));
            }
        });
        // What is left is the trapezoidal rule's.
        assert!(before < 2e-3 && after < 2e-2, "{name}: {before:.1e} {after:.1e}");
    }
}

#[test]
fn a_step_shows_by_63_percent_after_the_time_constant() {
    let robot = built_in("scara");
    let mut observer = MomentumObserver::new(&robot, 20.0).expect("an observer");
    let external = |t: f64| vec![if t > 0.1 { 2.0 } else { 0.0 }, 0.0, 0.0];
    let mut seen = 0.0;
    integrate(&robot, 152, tracking(&robot, 0.1), external, |t, q, qd, tau| {
        seen = observer.update(&Sample { q, qd, tau, dt: STEP }).expect("updated")[0];
        let _ = t;
    });
    assert!((seen / 2.0 - (1.0 - (-1.0_f64).exp())).abs() < 0.02, "{seen}");
}

#[test]
fn a_load_in_the_hand_is_weighed_while_the_robot_moves() {
    let robot = built_in("ur5");
    // A ball of 3 kg, 5 cm off the tool's origin.
    let (link, pose) = (robot.tool().link.expect("a link"), robot.tool().pose);
    let center = [0.02, -0.03, 0.05];
    let point = pose.apply(center.into());
    let ball = Inertia::from_center(3.0, point, Default::default()).to_array();
    let mut values = robot.parameter_values();
    (0..10).for_each(|k| values[10 * link + k] += ball[k]);
    let loaded = robot.with_parameter_values(&values).expect("as many values");
    let mut observer = MomentumObserver::new(&robot, 50.0).expect("an observer");
    let mut payload =
        PayloadObserver::new(&robot, robot.tool(), 50.0, &[1.0; 6], f64::INFINITY).expect("good");
    let still = |_: f64| vec![0.0; 6];
    integrate(&loaded, 2000, tracking(&loaded, 0.4), still, |_, q, qd, tau| {
        let r = observer.update(&Sample { q, qd, tau, dt: STEP }).expect("updated").to_vec();
        payload.update(q, qd, &r, STEP).expect("updated");
    });
    let load = payload.load().expect("a load");
    assert!((load.mass - 3.0).abs() < 0.02, "{load:?}");
    let found = load.center.expect("a centre");
    for (f, c) in found.iter().zip(center) {
        assert!((f - c).abs() < 5e-3, "{load:?}");
    }
}

#[test]
fn efforts_ahead_of_the_motion_are_the_models() {
    let robot = built_in("five-bar");
    let mut plant = Plant::new(&robot).expect("a plant");
    let home = plant.mechanism().home();
    let n = home.len();
    let (qd, qdd) = (vec![0.3; n], vec![-0.5; n]);
    let (mut rigid, mut friction) = (vec![0.0; n], vec![0.0; n]);
    plant.inverse(&home, &qd, &qdd, &mut rigid, &mut friction).expect("efforts");
    let mut tau = vec![0.0; n];
    feed_forward(&mut plant, &home, &qd, &qdd, &mut tau).expect("efforts");
    let sum: Vec<f64> = rigid.iter().zip(&friction).map(|(a, b)| a + b).collect();
    assert_eq!(tau, sum);
    // On the reference, computed torque is the feed-forward.
    let (w, d) = (vec![15.0; n], vec![1.0; n]);
    let mut own = vec![0.0; n];
    computed_torque(&mut plant, [&home, &qd, &qdd], [&home, &qd], &w, &d, &mut own).expect("good");
    own.iter().zip(&tau).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
    let mut weight = vec![0.0; n];
    plant.mechanism().gravity(&home, &mut weight).expect("a weight");
    gravity_compensation(&mut plant, &home, &vec![0.0; n], &d, &mut own).expect("efforts");
    own.iter().zip(&weight).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
}

#[test]
fn limits_follow_noise_model_and_standstill() {
    let thresholds = Thresholds::new(vec![0.1, 0.2], 1000.0, 600.0).expect("thresholds");
    let z = thresholds.deviations;
    let allowances =
        vec![Allowance { speed: 0.01, effort: 4.0 }, Allowance { speed: 0.0, effort: 0.0 }];
    let mut detector = CollisionDetector::new(thresholds, allowances, 50.0).expect("a detector");
    assert_eq!(detector.update(&[0.0, 0.0], &[1.0, 1.0], &[0.3, 0.0], STEP), None);
    let wanted = [z * 0.1_f64.hypot(0.3), z * 0.2];
    detector.limits().iter().zip(wanted).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
    assert_eq!(detector.update(&[0.0, -z * 0.21], &[1.0, 1.0], &[], STEP), Some(1));
    // At rest the limit grows to what friction may hold.
    for _ in 0..200 {
        assert_eq!(detector.update(&[0.0, 0.0], &[0.0, 0.0], &[], STEP), None);
    }
    assert!((detector.limits()[0] - z * 0.1 - 4.0).abs() < 1e-3);
    assert_eq!(detector.update(&[3.9, 0.0], &[0.0, 0.0], &[], STEP), None);
    assert_eq!(detector.update(&[f64::NAN, 0.0], &[0.0, 0.0], &[], STEP), Some(0));
}

#[test]
fn bad_numbers_and_lengths_are_errors() {
    let robot = built_in("ur5");
    assert!(matches!(MomentumObserver::new(&robot, 0.0), Err(ControlError::Value { .. })));
    let mut observer = MomentumObserver::new(&robot, 50.0).expect("an observer");
    let good = [0.1; 6];
    let bad = [f64::NAN; 6];
    let sample = |q, tau, dt| Sample { q, qd: &good, tau, dt };
    assert!(observer.update(&sample(&bad, &good, STEP)).is_err());
    assert!(observer.update(&sample(&good[..5], &good, STEP)).is_err());
    assert!(observer.update(&sample(&good, &good, f64::NAN)).is_ok(), "the first needs no time");
    assert!(observer.update(&sample(&good, &good, 0.0)).is_err());
    assert!(observer.update(&sample(&good, &bad, STEP)).is_err());
    assert!(observer.external().iter().all(|x| x.is_finite()));
    let looped = built_in("delta");
    let refused = PayloadObserver::new(&looped, looped.tool(), 50.0, &[1.0; 3], 1.0);
    assert!(matches!(refused.err(), Some(ControlError::Looped)));
}
