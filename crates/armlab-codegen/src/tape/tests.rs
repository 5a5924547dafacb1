use super::*;
use crate::model::CompactTree;
use crate::trace::tree::{by_mass_matrix, efforts, masses};
use armlab_engine::dynamics::Dynamics;
use armlab_engine::robot::library;
use armlab_engine::spatial::{Dual, Lanes};

const ROBOTS: [&str; 5] = ["scara", "cylindrical-offset", "planar6", "ur5", "panda"];

fn state(k: usize) -> f64 {
    1.3 * (0.7 + 1.9 * k as f64).sin()
}

fn run<S: Scalar>(tape: &Tape, inputs: &[S]) -> Vec<S> {
    let mut memory = tape.memory::<S>();
    memory[tape.inputs()].copy_from_slice(inputs);
    // The second time slots hold what the first left in them.
    tape.run(&mut memory);
    tape.run(&mut memory);
    tape.outputs().iter().map(|&slot| memory[slot as usize]).collect()
}

#[test]
fn a_tape_gives_the_efforts_and_accelerations_of_the_recursions() {
    for name in ROBOTS {
        let robot = library::load(name).unwrap().unwrap().robot;
        let (compact, n) = (CompactTree::new(&robot), robot.dofs());
        let inverse =
            Tape::record(3 * n, |x| efforts(&compact, &x[..n], &x[n..2 * n], &x[2 * n..]));
        let forward = Tape::record(3 * n, |x| {
            let bias = efforts(&compact, &x[..n], &x[n..2 * n], &[]);
            by_mass_matrix(masses(&compact, &x[..n]), &bias, &x[2 * n..]).qdd
        });
        let (inverse, forward) = (inverse.unwrap(), forward.unwrap());
        let mut x: Vec<f64> = (0..3 * n).map(state).collect();
        let mut expected = vec![0.0; n];
        let (q, rest) = x.split_at(n);
        let (qd, qdd) = rest.split_at(n);
        Dynamics::new(&robot).inverse(q, qd, qdd, &mut expected);
        let found = run(&inverse, &x);
        let scale = expected.iter().fold(1.0_f64, |a, b| a.max(b.abs()));
        for (a, b) in found.iter().zip(&expected) {
            assert!((a - b).abs() < 1e-12 * scale, "{name}: {a} {b}");
        }
        let accelerations = qdd.to_vec();
        x[2 * n..].copy_from_slice(&expected);
        for (a, b) in run(&forward, &x).iter().zip(&accelerations) {
            assert!((a - b).abs() < 1e-9, "{name}: {a} {b}");
        }
    }
}

#[test]
fn lanes_and_slopes_are_those_of_single_numbers() {
    let robot = library::load("panda").unwrap().unwrap().robot;
    let (compact, n) = (CompactTree::new(&robot), robot.dofs());
    let tape = Tape::record(3 * n, |x| efforts(&compact, &x[..n], &x[n..2 * n], &x[2 * n..]));
    let tape = tape.unwrap();
    let at = |lane: usize| (0..3 * n).map(|k| state(k + lane)).collect::<Vec<f64>>();
    let lanes: Vec<Lanes<4>> =
        (0..3 * n).map(|k| Lanes::new([0, 1, 2, 3].map(|lane| at(lane)[k]))).collect();
    let together = run(&tape, &lanes);
    for lane in 0..4 {
        for (all, one) in together.iter().zip(run(&tape, &at(lane))) {
            assert!((all.v[lane] - one).abs() < 1e-11, "lane {lane}: {all:?} {one}");
        }
    }
    let slopes: Vec<Dual<8>> =
        at(0).iter().enumerate().map(|(k, x)| Dual::variable(*x, k)).collect();
    let sloped = run(&tape, &slopes);
    for k in 0..8 {
        let beside = |step: f64| {
            let mut x = at(0);
            x[k] += step;
            run(&tape, &x)
        };
        let (ahead, behind) = (beside(1e-5), beside(-1e-5));
        for j in 0..n {
            let difference = (ahead[j] - behind[j]) / 2e-5;
            let slope = sloped[j].eps[k];
            assert!((slope - difference).abs() < 1e-6, "{j} by {k}: {slope} {difference}");
        }
    }
}

#[test]
fn negative_constant_and_repeated_outputs_come_out() {
    let tape = Tape::record(2, |x| {
        let (sine, cosine) = x[0].sin_cos();
        let root = (x[0] * x[0] + x[1] * x[1]).sqrt();
        let mixed = x[1] - sine * cosine;
        vec![-sine, x[1], -x[1], Expr::constant(2.5), mixed, mixed, -(x[1] / root), root]
    });
    let (a, b) = (0.3_f64, -1.7_f64);
    let (sine, cosine) = a.sin_cos();
    let root = a.hypot(b);
    let mixed = b - sine * cosine;
    let expected = [-sine, b, -b, 2.5, mixed, mixed, -b / root, root];
    for (found, expected) in run(&tape.unwrap(), &[a, b]).iter().zip(expected) {
        assert!((found - expected).abs() < 1e-15, "{found} {expected}");
    }
    assert!(Tape::record(1, |x| vec![x[0].tanh()]).is_none());
}

#[test]
fn squares_of_sine_and_cosine_unite_whatever_they_are_multiplied_by() {
    let tape = Tape::record(3, |x| {
        let (s, c) = x[0].sin_cos();
        let turned = c * (c * x[1]) + (x[2] - x[1]);
        vec![turned + s * (x[1] * s), Expr::constant(3.0) * (s * s) + c * c * Expr::constant(3.0)]
    });
    let tape = tape.unwrap();
    assert_eq!(run::<Lanes<1>>(&tape, &[0.3, 0.7, 1.1].map(Lanes::constant))[0].v[0], 1.1);
    assert_eq!(run::<Lanes<1>>(&tape, &[0.3, 0.7, 1.1].map(Lanes::constant))[1].v[0], 3.0);
    assert!(tape.is_empty());
    // Other angles, other factors and other coefficients are left alone.
    let tape = Tape::record(3, |x| {
        let ((s, c), (t, d)) = (x[0].sin_cos(), x[2].sin_cos());
        vec![
            s * s * x[1] + d * d * x[1],
            s * s * x[1] + c * c * x[2],
            s * s * x[1] + Expr::constant(2.0) * (c * c * x[1]),
            t * c * x[1] + s * d * x[1],
        ]
    });
    let found = run::<Lanes<1>>(&tape.unwrap(), &[0.3, 0.7, 1.1].map(Lanes::constant));
    let ((s, c), (t, d)) = (0.3_f64.sin_cos(), 1.1_f64.sin_cos());
    let expected = [
        0.7 * (s * s + d * d),
        0.7 * s * s + 1.1 * c * c,
        0.7 * (s * s + 2.0 * c * c),
        0.7 * (t * c + s * d),
    ];
    for (a, b) in found.iter().zip(expected) {
        assert!((a.v[0] - b).abs() < 1e-15, "{} {b}", a.v[0]);
    }
}
