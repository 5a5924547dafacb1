//! Robots drawn from an estimate.

use crate::logs::{built_in, clean_3prr};
use crate::motions::{noisy, recording, rich, with_efforts};
use armlab_identify::estimators::{Data, method};
use armlab_identify::uncertainty::{SampledModels, SamplingError, sampled_models};
use armlab_identify::{Estimate, FrictionModel, Model, ParameterEstimate, consistency};

/// Estimates with known noise, and what is drawn from them.
fn drawn(
    robot: &str,
    how: &str,
    noise: f64,
    count: usize,
    seed: u64,
) -> (Estimate, Result<SampledModels, SamplingError>, Vec<bool>) {
    let robot = built_in(robot);
    let shape = FrictionModel::standard();
    let model = Model::new(&robot, shape, &[]).unwrap();
    let joints = model.joints();
    let mut truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    truth.extend(model.friction().iter().map(|c| if c.not_negative { 2.0 } else { 0.1 }));
    let motion = match robot.loops().is_empty() {
        true => recording(&rich(joints, 1.0), 40.0, 0.01),
        false => clean_3prr(),
    };
    let clean = with_efforts(&model, motion, &truth);
    let recordings = [noisy(&clean, &vec![noise; joints], 0.0, 1)];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let estimate = method(how).unwrap().estimate(&data).unwrap();
    let found = sampled_models(&model, &estimate, count, seed);
    // The robots have the unknowns they were drawn with, and can exist.
    let mut good = Vec::new();
    for (robot, unknowns) in found.iter().flat_map(|f| f.robots.iter().zip(&f.unknowns)) {
        let values = robot.parameter_values();
        assert!(consistency(robot, &values).consistent);
        let base = model.base();
        let own = base.unknown_values(model.robot(), &values);
        for (k, b) in base.parameters.iter().enumerate() {
            let value: f64 = b.combination.iter().map(|&(i, f)| f * own[i]).sum();
            let size: f64 = b.combination.iter().map(|&(i, f)| (f * own[i]).abs()).sum();
            assert!((value - unknowns[k]).abs() < 1e-9 * size.max(1e-3), "{}", b.name);
        }
        let friction = model.friction().iter().zip(&unknowns[base.len()..]);
        good.push(friction.into_iter().all(|(c, x)| !c.not_negative || *x >= 0.0));
    }
    (estimate, found, good)
}

#[test]
fn drawn_robots_scatter_as_the_covariance_says() {
    let count = 4000;
    let (estimate, found, good) = drawn("scara", "wls", 0.5, count, 7);
    let found = found.unwrap();
    assert!(good.iter().all(|g| *g) && good.len() == count);
    assert_eq!((found.rejected, found.projected), (0, 0), "{:?}", found.sentences);
    let n = estimate.unknowns.len();
    let mean = |k: usize| found.unknowns.iter().map(|x| x[k]).sum::<f64>() / count as f64;
    for i in 0..n {
        let sd = estimate.covariance.at(i, i).sqrt();
        // Five standard errors.
        assert!((mean(i) - estimate.unknowns[i].value).abs() < 5.0 * sd / (count as f64).sqrt());
        for j in 0..n {
            let sum: f64 = found.unknowns.iter().map(|x| (x[i] - mean(i)) * (x[j] - mean(j))).sum();
            let scale = sd * estimate.covariance.at(j, j).sqrt();
            let off = (sum / count as f64 - estimate.covariance.at(i, j)) / scale;
            assert!(off.abs() < 0.11, "{i} {j}: {off}");
        }
    }
}

#[test]
fn draws_with_negative_friction_are_thrown_away_and_drawn_again() {
    let (estimate, found, good) = drawn("scara", "physical", 25.0, 300, 7);
    let found = found.unwrap();
    println!("{:?}", found.sentences);
    assert!(good.iter().all(|g| *g));
    // Some deviation is so large that zero is within reach, and still no draw had
    // to be replaced.
    let near = |u: &ParameterEstimate| u.deviation.is_some_and(|d| u.value.abs() < 3.0 * d);
    assert!(estimate.unknowns.iter().any(near));
    assert!(found.rejected > 0 && found.projected == 0, "{} {}", found.rejected, found.projected);
}

#[test]
fn unknowns_that_several_links_share_stay_shared() {
    let (_, found, _) = drawn("parallel3prr-vertical", "physical", 3.0, 20, 7);
    let found = found.unwrap();
    println!("{:?}", found.sentences);
    for robot in &found.robots {
        let (names, values) = (robot.parameter_names(), robot.parameter_values());
        let mass = |k: usize| {
            let name = format!("slider{k}.m");
            values[names.iter().position(|n| *n == name).unwrap()]
        };
        assert!((mass(1) - mass(2)).abs() < 1e-12 && (mass(1) - mass(3)).abs() < 1e-12);
    }
    assert_ne!(found.unknowns[0], found.unknowns[1]);
}

#[test]
fn robots_at_the_edge_of_existence_are_drawn_again_and_counted() {
    let (estimate, found, good) = drawn("ur5", "physical", 1.0, 30, 7);
    let found = found.unwrap();
    println!("{:?}", found.sentences);
    assert_eq!(found.robots.len(), 30);
    assert!(good.iter().all(|g| *g));
    assert!(found.rejected > 0);
    assert_eq!(found.projected > 0, found.sentences.iter().any(|s| s.contains("nearest")));
    // They differ from each other about as much as the covariance allows.
    let n = estimate.unknowns.len();
    let mut shares: Vec<f64> = (0..n)
        .map(|k| {
            let mean = found.unknowns.iter().map(|x| x[k]).sum::<f64>() / 30.0;
            let square = found.unknowns.iter().map(|x| (x[k] - mean).powi(2)).sum::<f64>() / 30.0;
            square.sqrt() / estimate.covariance.at(k, k).sqrt()
        })
        .collect();
    shares.sort_by(f64::total_cmp);
    println!("spread over deviation: {:.2} {:.2} {:.2}", shares[0], shares[n / 2], shares[n - 1]);
    assert!(shares[n / 2] > 0.3, "{shares:?}");
}

#[test]
fn the_same_seed_gives_the_same_robots_for_any_number_of_threads_and_robots() {
    let with = |threads: usize, count: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| drawn("scara", "wls", 0.5, count, seed).1.unwrap().unknowns)
    };
    let few = with(1, 5, 3);
    assert_eq!(few[..], with(3, 9, 3)[..5]);
    assert_ne!(few, with(1, 5, 4));
}

#[test]
fn link_values_that_are_no_robot_are_refused() {
    // A consistent robot is within the uncertainty, but these link values are not it.
    let (estimate, found, _) = drawn("ur5", "wls", 3.0, 5, 1);
    assert!(estimate.physical.consistent, "{:?}", estimate.physical);
    let error = found.unwrap_err();
    assert!(matches!(error, SamplingError::Inconsistent { .. }), "{error}");
}
