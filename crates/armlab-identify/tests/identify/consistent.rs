//! Physical consistency as existence, and the consistent robot nearest the description.

use crate::logs::built_in;
use crate::motions::{noisy, recording, rich, with_efforts};
use armlab_engine::robot::Robot;
use armlab_identify::consistent::{Uncertain, distance, nearest};
use armlab_identify::estimators::{Data, method};
use armlab_identify::{Estimate, FrictionModel, Model, Reduced, consistency};

/// A model with its rows and an estimate of them; efforts are those of the description
/// and of friction of two units.
fn estimated<'r>(
    robot: &'r Robot,
    friction: &str,
    how: &str,
    noise: f64,
) -> (Model<'r>, Reduced, Estimate) {
    let friction: FrictionModel = friction.parse().unwrap();
    let model = Model::new(robot, friction, &[]).unwrap();
    let joints = model.joints();
    let mut truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    truth.extend(model.friction().iter().map(|c| if c.not_negative { 2.0 } else { 0.1 }));
    let clean = with_efforts(&model, recording(&rich(joints, 1.0), 40.0, 0.01), &truth);
    let recordings = [noisy(&clean, &vec![noise; joints], 0.0, 1)];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let estimate = method(how).unwrap().estimate(&data).unwrap();
    (model, reduced, estimate)
}

fn uncertain<'a>(values: &'a [f64], of: &'a Estimate, reduced: &'a Reduced) -> Uncertain<'a> {
    Uncertain {
        values,
        covariance: &of.covariance,
        rank: of.rank,
        freedom: of.freedom,
        reduced,
        judged: reduced,
    }
}

#[test]
fn an_exact_estimate_is_consistent() {
    for name in ["ur5", "panda", "scara"] {
        let robot = built_in(name);
        let (_, _, estimate) = estimated(&robot, "coulomb-viscous", "ls", 0.0);
        let [squared, limit] = estimate.physical.distance.unwrap();
        assert!(estimate.physical.consistent, "{name}: {squared} of {limit}");
        assert!(squared < 1e-2, "{name}: {squared}");
    }
}

#[test]
fn noise_that_makes_one_set_of_links_inconsistent_leaves_others() {
    // The set with everything but the first unknown of each base parameter as described
    // is not consistent, and a consistent one is well within the covariance.
    let robot = built_in("ur5");
    let (_, _, estimate) = estimated(&robot, "coulomb-viscous", "wls", 3.0);
    assert!(!consistency(&robot, &estimate.link_values).consistent);
    let [squared, limit] = estimate.physical.distance.unwrap();
    assert!(estimate.physical.consistent && squared < limit, "{squared} of {limit}");
}

#[test]
fn the_distance_of_negative_friction_is_its_value_in_deviations() {
    // Of all points with fc ≥ 0 the nearest has (fc/deviation)² whatever correlates with it.
    let robot = built_in("scara");
    let (model, reduced, estimate) = estimated(&robot, "coulomb-viscous", "wls", 0.5);
    let at = model.names().iter().position(|n| n.ends_with(".fc")).unwrap();
    let mut values = estimate.values();
    let sd = estimate.covariance.at(at, at).sqrt();
    for deviations in [3.0, 30.0] {
        values[at] = -deviations * sd;
        let found = distance(&model, uncertain(&values, &estimate, &reduced)).unwrap();
        let expected = deviations * deviations;
        assert!((found.squared / expected - 1.0).abs() < 1e-3, "{} {expected}", found.squared);
        assert_eq!(found.is_consistent(), expected < found.limit);
        assert!(found.active.iter().any(|n| n.contains(".fc")), "{:?}", found.active);
    }
}

#[test]
fn the_nearest_set_is_the_description_where_the_data_agree_with_it() {
    let robot = built_in("panda");
    let (model, reduced, estimate) = estimated(&robot, "coulomb-viscous", "wls", 1.0);
    let values = estimate.values();
    let set = nearest(&model, uncertain(&values, &estimate, &reduced), &[], false).unwrap();
    assert!(set.distance.is_consistent());
    let described = robot.parameter_values();
    for (l, link) in robot.links().iter().enumerate() {
        let (old, new) = (described[10 * l], set.link_values[10 * l]);
        assert!((new / old - 1.0).abs() < 0.3, "{}: {new} kg, described {old}", link.name);
    }
    let robot = robot.with_parameter_values(&set.link_values).unwrap();
    assert!(consistency(&robot, &set.link_values).consistent);
    // No farther than the data allow.
    let allowed = set.distance.squared + 0.5 * set.distance.limit;
    assert!(set.own_distance <= allowed + 1e-6, "{} {allowed}", set.own_distance);
}

#[test]
fn friction_of_the_nearest_set_dissipates_up_to_the_largest_speed() {
    let robot = built_in("scara");
    let (model, reduced, estimate) = estimated(&robot, "cubic", "wls", 0.5);
    let columns = |symbol: &str| -> Vec<usize> {
        let all = model.names().into_iter().enumerate();
        all.filter(|(_, n)| n.ends_with(symbol)).map(|(k, _)| k).collect()
    };
    // Bent so far that it drives the joints above their middle speeds.
    let (largest, mut values) = (vec![4.0; model.joints()], estimate.values());
    columns(".fv3").into_iter().for_each(|k| values[k] = -1.0);
    let set = nearest(&model, uncertain(&values, &estimate, &reduced), &largest, false).unwrap();
    for j in 0..model.joints() {
        let [fc, fv, cubic] = [".fc", ".fv", ".fv3"].map(|s| set.unknowns[columns(s)[j]]);
        for k in 1..=100 {
            let v = 0.04 * f64::from(k);
            let effort = fc + fv * v + cubic * v * v * v;
            assert!(effort > -1e-6, "joint {j} at {v}: {effort}");
        }
    }
    let free = nearest(&model, uncertain(&values, &estimate, &reduced), &[], false).unwrap();
    assert!(free.own_distance < set.own_distance);
}

#[test]
fn a_robot_without_inertials_gets_bodies_of_its_size() {
    let described = built_in("ur5");
    let (_, _, estimate) = estimated(&described, "coulomb-viscous", "wls", 1.0);
    let bare = described.with_parameter_values(&vec![0.0; described.parameter_count()]).unwrap();
    let model = Model::new(&bare, "coulomb-viscous".parse().unwrap(), &[]).unwrap();
    let full = Model::new(&described, "coulomb-viscous".parse().unwrap(), &[]).unwrap();
    assert_eq!(model.names(), full.names());
    let truth: Vec<f64> = estimate.values();
    let motion = recording(&rich(model.joints(), 1.0), 40.0, 0.01);
    let recordings = [with_efforts(&full, motion, &truth)];
    let reduced = model.reduce(&recordings).unwrap();
    let set = nearest(&model, uncertain(&truth, &estimate, &reduced), &[], false).unwrap();
    let mass = |values: &[f64]| -> f64 { (0..bare.links().len()).map(|l| values[10 * l]).sum() };
    let (own, found) = (mass(&described.parameter_values()), mass(&set.link_values));
    assert!((0.5..2.0).contains(&(found / own)), "{found} kg, in truth {own}");
}
