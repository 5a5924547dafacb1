//! The inverse kinematics of a cylindrical arm identified along a helix: numbers
//! of an independent reconstruction of Batista et al. 2020.

use armlab::motion::cartesian::{Shape, TimeLaw};
use armlab::motion::{CartesianPath, MotionError};
use armlab::robot::{Robot, library};
use armlab_papers::batista2020::published::{DIAGONALS, TABLE_3, TABLE_4};
use armlab_papers::kinematic::helix::{Configuration, baseline, fitted};
use armlab_papers::kinematic::{
    Axis, Identified, JointNoise, KinematicError, KinematicLog, Recursion, Scoring, Structure,
    efforts, least_squares, recursive, scores, without_limits,
};
use armlab_papers::reproduce::values;

fn built_in(name: &str) -> Robot {
    library::load(name).unwrap().unwrap().robot
}

pub fn log(configuration: &Configuration) -> KinematicLog {
    let robot = without_limits(&built_in("cylindrical")).unwrap();
    KinematicLog::along(&robot, &configuration.path).unwrap()
}

/// R² of the joints to the three digits that the reconstruction prints.
#[track_caller]
fn assert_r2(what: &str, found: &Identified, want: [f64; 3]) {
    for (j, (got, want)) in found.r2.iter().zip(want).enumerate() {
        assert!((got - want).abs() <= 5.5e-4, "{what}, joint {}: {got:.5} {want}", j + 1);
    }
}

fn recursion(covariance: &[f64], scoring: Scoring) -> Recursion {
    Recursion { covariance: covariance.to_vec(), scoring, ..Recursion::default() }
}

#[test]
fn joints_along_the_helix_are_those_of_the_closed_form() {
    let log = log(&baseline());
    assert_eq!((log.samples(), log.joints()), (300, 3));
    assert!((log.step() - 30.0 / 299.0).abs() < 1e-15);
    for (k, [x, y, z]) in log.points.iter().enumerate() {
        let want = [(-x).atan2(*y), z - 0.245, x.hypot(*y) - 0.35];
        for (j, want) in want.iter().enumerate() {
            assert!((log.exact[j][k] - want).abs() < 1e-11, "sample {k}, joint {j}");
        }
    }
    assert_eq!(log.exact, log.measured);
}

#[test]
fn limits_hold_unless_they_are_left_out() {
    let robot = built_in("cylindrical");
    let refused = KinematicLog::along(&robot, &fitted().path).unwrap_err();
    assert!(matches!(refused, KinematicError::Path(MotionError::Unreachable { .. })));
    let longest = log(&fitted()).exact[2].iter().fold(0.0_f64, |m, x| m.max(*x));
    assert!(longest > 1.4, "the fitted helix needs an arm of {longest} m");
}

#[test]
fn candidate_structures_have_the_reconstruction_s_scores() {
    use Scoring::{AfterLearning, BeforeLearning};
    let log = log(&baseline());
    let inputs = [Axis::X, Axis::Z, Axis::Y];
    // Structure, scoring, R² of least squares and of recursions from 4.999 I, the
    // printed diagonal and 1e6 I.
    let table: [(Structure, Scoring, [[f64; 3]; 4]); 7] = [
        (
            Structure::affine(3),
            BeforeLearning,
            [
                [0.982, 1.0, 0.996],
                [0.942, 0.976, 0.930],
                [0.958, 0.995, 0.960],
                [0.975, 1.0, 0.964],
            ],
        ),
        (
            Structure::affine(3),
            AfterLearning,
            [
                [0.982, 1.0, 0.996],
                [0.955, 0.979, 0.966],
                [0.970, 0.996, 0.992],
                [0.984, 1.0, 0.996],
            ],
        ),
        (
            Structure::affine_with_output(3),
            BeforeLearning,
            [
                [0.994, 1.0, 0.978],
                [0.976, 0.983, 0.933],
                [0.985, 0.997, 0.945],
                [0.987, 0.999, 0.947],
            ],
        ),
        (
            Structure::autoregressive(&inputs),
            BeforeLearning,
            [
                [0.991, 1.0, 0.969],
                [0.975, 0.989, 0.917],
                [0.980, 0.997, 0.927],
                [0.985, 0.999, 0.937],
            ],
        ),
        (
            Structure::fir(&inputs, 4),
            BeforeLearning,
            [
                [0.982, 0.856, 0.807],
                [0.963, 0.850, 0.772],
                [0.971, 0.853, 0.774],
                [0.976, 0.854, 0.775],
            ],
        ),
        (
            Structure::planar_lagged(3),
            BeforeLearning,
            [
                [0.982, 0.077, 0.996],
                [0.958, -0.319, 0.779],
                [0.969, -0.279, 0.800],
                [0.975, 0.063, 0.965],
            ],
        ),
        (
            Structure::planar_radius(3),
            BeforeLearning,
            [
                [0.982, 0.067, 0.996],
                [0.941, 0.047, 0.956],
                [0.958, 0.052, 0.963],
                [0.975, 0.053, 0.965],
            ],
        ),
    ];
    for (structure, scoring, [ls, scalar, printed, large]) in table {
        let name = &structure.name;
        assert_r2(name, &least_squares(&log, &structure, scoring).unwrap(), ls);
        for (covariance, want) in
            [(&[4.999][..], scalar), (&values(&DIAGONALS[0]), printed), (&[1e6], large)]
        {
            let found = recursive(&log, &structure, &recursion(covariance, scoring)).unwrap();
            assert_r2(&format!("{name}, {covariance:?}"), &found, want);
        }
    }
}

#[test]
fn a_free_run_of_the_autoregressive_model_drifts_or_diverges() {
    let log = log(&baseline());
    let structure = Structure::autoregressive(&[Axis::X, Axis::Z, Axis::Y]);
    let of = |covariance: &[f64]| {
        recursive(&log, &structure, &recursion(covariance, Scoring::FreeRun)).unwrap()
    };
    assert_r2("4.999", &of(&[4.999]), [0.861, 0.922, 0.263]);
    assert_r2("printed", &of(&values(&DIAGONALS[0])), [0.815, 0.988, 0.030]);
    let found = least_squares(&log, &structure, Scoring::FreeRun).unwrap();
    assert!(found.r2[0] < -1e20 && found.r2[2] < -1e100, "{:?}", found.r2);
    assert!((found.r2[1] - 0.990).abs() < 1e-3, "{}", found.r2[1]);
}

#[test]
fn the_fitted_helix_has_the_orderings_of_table_3() {
    let configuration = fitted();
    let log = log(&configuration);
    let of = |covariance: &[f64]| {
        let recursion =
            Recursion { covariance: covariance.to_vec(), ..configuration.recursion.clone() };
        recursive(&log, &configuration.structure, &recursion).unwrap()
    };
    let ls = least_squares(&log, &configuration.structure, Scoring::AtTheEnd).unwrap();
    let (scalar, swarm) = (of(&[4.999]), of(&values(&DIAGONALS[0])));
    assert_r2("least squares", &ls, [0.8479, 0.7883, 0.7211]);
    assert_r2("4.999", &scalar, [0.7881, 0.7593, 0.7993]);
    assert_r2("printed", &swarm, [0.8473, 0.8054, 0.8406]);
    // Table 3's own orderings, which this shares.
    for [ls, scalar, swarm] in
        [TABLE_3.map(|r| values(&r)), [&ls, &scalar, &swarm].map(|f| [f.r2[0], f.r2[1], f.r2[2]])]
    {
        assert!(ls[0] > scalar[0], "least squares win joint 1");
        assert!(scalar[2] > ls[2], "recursive ones joint 3");
        assert!((0..3).all(|j| swarm[j] > scalar[j]), "the swarm's covariance wins all");
    }
    let table = TABLE_3.map(|r| values(&r));
    let table = table.as_flattened();
    let ours = [&ls, &scalar, &swarm].map(|f| [f.r2[0], f.r2[1], f.r2[2]]);
    let square: f64 = table.iter().zip(ours.as_flattened()).map(|(a, b)| (a - b).powi(2)).sum();
    let rms = (square / 9.0).sqrt();
    assert!((rms - 0.028).abs() < 5e-4, "{rms}");
}

#[test]
fn noise_of_ten_decibels_keeps_the_orderings_of_table_4() {
    let configuration = fitted();
    let clean = log(&configuration);
    let of = |log: &KinematicLog, covariance: &[f64]| {
        let recursion =
            Recursion { covariance: covariance.to_vec(), ..configuration.recursion.clone() };
        recursive(log, &configuration.structure, &recursion).unwrap().r2
    };
    let seeds = 200;
    let mut means = [[0.0; 3]; 3];
    for seed in 0..seeds {
        let log = JointNoise::snr(10.0).add(&clean, seed);
        let ls = least_squares(&log, &configuration.structure, Scoring::AtTheEnd).unwrap().r2;
        let all = [ls, of(&log, &[8.999]), of(&log, &values(&DIAGONALS[1]))];
        for (mean, r2) in means.iter_mut().zip(all) {
            mean.iter_mut().zip(r2).for_each(|(m, r)| *m += r / seeds as f64);
        }
    }
    // One draw of the reconstruction: .712 .697 .672; .675 .712 .783; .737 .735 .800.
    let drawn = [[0.712, 0.697, 0.672], [0.675, 0.712, 0.783], [0.737, 0.735, 0.800]];
    for (mean, drawn) in means.as_flattened().iter().zip(drawn.as_flattened()) {
        assert!((mean - drawn).abs() < 0.1, "{mean} {drawn}");
    }
    for [ls, scalar, swarm] in [TABLE_4.map(|r| values(&r)), means] {
        assert!(ls[0] > scalar[0] && scalar[2] > ls[2]);
        assert!((0..3).all(|j| swarm[j] > scalar[j]));
    }
}

#[test]
fn better_features_explain_more_on_the_same_and_on_another_helix() {
    let training = log(&baseline());
    let shape = Shape::Helix {
        centre: [0.15, 0.8, 0.3],
        axis: [0.0, 0.0, 1.0],
        radius: 0.15,
        turns: 2.0,
        rise: 0.6,
        phase: 0.0,
    };
    let other =
        CartesianPath { law: TimeLaw::Even, samples: 300, ..CartesianPath::new(shape, 30.0) };
    let held_out = KinematicLog::along(&built_in("cylindrical"), &other).unwrap();
    // Height and phase of the other helix are not stated, which moves its scores.
    let table = [
        (Structure::affine(3), [0.982, 1.0, 0.996], [0.932, 1.0, 0.959], 5e-3),
        (Structure::quadratic(3), [0.9994, 1.0, 0.9999], [0.996, 1.0, 0.991], 5e-3),
        (Structure::cubic(3), [1.0, 1.0, 1.0], [0.972, 1.0, 0.991], 2e-2),
        (Structure::polar(3), [1.0, 1.0, 1.0], [0.9997, 1.0, 1.0], 1e-3),
        (Structure::cylindrical(3), [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], 1e-12),
    ];
    let mut worst = Vec::new();
    for (structure, train, held, tolerance) in table {
        let found = least_squares(&training, &structure, Scoring::AtTheEnd).unwrap();
        assert_r2(&structure.name, &found, train);
        let predicted = found.predict(&held_out, &structure, Scoring::AtTheEnd).unwrap();
        let r2 = scores(&held_out.exact, &predicted, 0);
        for (got, want) in r2.iter().zip(held) {
            assert!((got - want).abs() <= tolerance, "{}: {got} {want}", structure.name);
        }
        worst.push(r2[0]);
    }
    let [_, quadratic, cubic, polar, _] = worst[..] else { panic!("five structures") };
    assert!(cubic < quadratic, "more features fit better and predict worse");
    assert!(polar > quadratic);
}

#[test]
fn recursions_lose_their_first_predictions_and_nothing_else() {
    let log = log(&baseline());
    let structure = Structure::cylindrical(3);
    let found = recursive(&log, &structure, &recursion(&[1e3], Scoring::BeforeLearning)).unwrap();
    // 0.994 with the angle counted from y; from x the zeros it begins with are
    // further away.
    assert_r2("from the first sample", &found, [0.9933, 0.9995, 0.969]);
    let settled = scores(&log.measured, &found.predicted, 30);
    assert!(settled.iter().all(|r2| *r2 > 0.9998), "{settled:?}");
    for (forgetting, want) in [(1.0, 0.975), (0.98, 0.979), (0.9, 0.992)] {
        let recursion = Recursion { forgetting, ..recursion(&[1e3], Scoring::BeforeLearning) };
        let found = recursive(&log, &Structure::affine(3), &recursion).unwrap();
        assert!((found.r2[0] - want).abs() < 5.1e-4, "{forgetting}: {}", found.r2[0]);
    }
}

/// Mean R² of least squares over seeds, against what was measured and what is.
fn under(noise: JointNoise, structure: &Structure) -> ([f64; 3], [f64; 3]) {
    let clean = log(&baseline());
    let (mut measured, mut exact) = ([0.0; 3], [0.0; 3]);
    let seeds = 100;
    for seed in 0..seeds {
        let log = noise.add(&clean, seed);
        let found = least_squares(&log, structure, Scoring::AtTheEnd).unwrap();
        let against = scores(&log.exact, &found.predicted, 0);
        for j in 0..3 {
            measured[j] += found.r2[j] / seeds as f64;
            exact[j] += against[j] / seeds as f64;
        }
    }
    (measured, exact)
}

#[test]
fn scores_against_noise_have_a_ceiling_and_cannot_rank_models() {
    let near = |got: [f64; 3], want: [f64; 3], tolerance: f64| {
        got.iter().zip(want).for_each(|(g, w)| assert!((g - w).abs() < tolerance, "{g} {w}"));
    };
    // Wanted are single draws of the reconstruction, got are means of a hundred.
    let sigma = JointNoise::sigma(0.05);
    let (measured, exact) = under(sigma, &Structure::affine(3));
    near(measured, [0.927, 0.926, 0.880], 0.01);
    near(exact, [0.982, 1.0, 0.989], 0.01);
    let (measured, exact) = under(sigma, &Structure::polar(3));
    near(measured, [0.939, 0.927, 0.882], 0.01);
    near(exact, [0.999, 0.999, 0.993], 0.01);
    // 10 dB: one part of noise in eleven, whatever the model.
    let (measured, _) = under(JointNoise::snr(10.0), &Structure::polar(3));
    near(measured, [10.0 / 11.0; 3], 0.005);
    let contaminated = JointNoise::sigma(0.05).with_outliers(0.1, 5.0);
    let (measured, exact) = under(contaminated, &Structure::polar(3));
    near(measured, [0.877, 0.795, 0.656], 0.08);
    near(exact, [0.998, 0.997, 0.984], 0.01);
}

#[test]
fn noise_is_the_same_for_the_same_seed_and_of_the_size_asked_for() {
    let clean = log(&baseline());
    let noise = JointNoise::sigma(0.05);
    assert_eq!(noise.add(&clean, 3), noise.add(&clean, 3));
    assert_ne!(noise.add(&clean, 3).measured, noise.add(&clean, 4).measured);
    let mut square = 0.0;
    for seed in 0..50 {
        let noisy = noise.add(&clean, seed);
        for (m, e) in noisy.measured.iter().flatten().zip(clean.exact.iter().flatten()) {
            square += (m - e).powi(2) / (50.0 * 900.0);
        }
    }
    assert!((square.sqrt() / 0.05 - 1.0).abs() < 0.01, "{}", square.sqrt());
}

#[test]
fn efforts_along_the_helix_are_those_of_the_arm() {
    let log = log(&baseline());
    let robot = built_in("cylindrical");
    let filter = "none".parse().unwrap();
    let columns = efforts(&robot, &log.exact, log.step(), &filter).unwrap();
    let rms = |c: &[f64]| (c.iter().map(|x| x * x).sum::<f64>() / c.len() as f64).sqrt();
    for (column, want) in columns.iter().zip([0.33, 356.64, 1.39]) {
        let got = rms(&column[1..299]);
        assert!((got - want).abs() < 0.005, "{got} {want}");
    }
    // An exact model needs the same, an affine one does not.
    let of = |structure: &Structure| {
        let found = least_squares(&log, structure, Scoring::AtTheEnd).unwrap();
        efforts(&robot, &found.predicted, log.step(), &filter).unwrap()
    };
    let difference =
        |a: &[f64], b: &[f64]| rms(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<f64>>());
    let (exact, affine) = (of(&Structure::cylindrical(3)), of(&Structure::affine(3)));
    assert!(difference(&exact[0], &columns[0]) < 1e-6);
    assert!(difference(&affine[0], &columns[0]) > 0.02);
}

#[test]
fn a_structure_of_another_robot_is_refused() {
    let log = log(&baseline());
    let refused = least_squares(&log, &Structure::affine(2), Scoring::AtTheEnd).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the structure `x, y, z, 1` has models of 2 joints, the robot 3"
    );
    let negative = recursion(&[-1.0], Scoring::BeforeLearning);
    let refused = recursive(&log, &Structure::affine(3), &negative).unwrap_err();
    assert!(refused.to_string().contains("positive definite"), "{refused}");
}

#[test]
fn all_kinds_of_noise_add_up_and_a_ratio_counts_outliers() {
    let clean = log(&baseline());
    let size = |noise: JointNoise, j: usize| {
        // Many draws, since outliers are few.
        let square = |seed: u64| {
            let noisy = noise.add(&clean, seed);
            let pairs = noisy.measured[j].iter().zip(&clean.exact[j]);
            pairs.map(|(m, e)| (m - e).powi(2)).sum::<f64>() / clean.samples() as f64
        };
        ((0..100).map(square).sum::<f64>() / 100.0).sqrt()
    };
    for j in 0..3 {
        let gaussian = size(JointNoise::snr(10.0), j);
        let ratio = size(JointNoise::snr(10.0).with_outliers(0.1, 5.0), j) / gaussian;
        assert!((ratio - 1.0).abs() < 0.03, "as many decibels with outliers: {ratio}");
        let sigma = size(JointNoise::sigma(0.05), j);
        let outliers = size(JointNoise::sigma(0.05).with_outliers(0.1, 5.0), j);
        let more = (0.9 + 0.1 * 25.0_f64).sqrt();
        assert!((outliers / sigma / more - 1.0).abs() < 0.03, "σ is that of ordinary samples");
        let both = JointNoise { sigma: 0.05, ..JointNoise::snr(10.0) };
        assert!((size(both, j) / gaussian.hypot(sigma) - 1.0).abs() < 0.03, "variances add");
    }
    // Outliers are there, and not in the Gaussian noise.
    let largest = |noise: JointNoise| {
        let noisy = noise.add(&clean, 0);
        let pairs = noisy.measured[0].iter().zip(&clean.exact[0]);
        pairs.map(|(m, e)| (m - e).abs()).fold(0.0, f64::max)
    };
    let tail =
        largest(JointNoise::snr(10.0).with_outliers(0.1, 5.0)) / largest(JointNoise::snr(10.0));
    assert!(tail > 1.5, "{tail}");
}
