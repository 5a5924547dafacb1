//! Logs that excite little, of an arm whose description has no bodies: typical bodies as a weak
//! prior bring `physical` nearer the truth than least squares, and its intervals still cover.

use armlab::Simulation;
use armlab::identification::Identification;
use armlab::log::Log;
use armlab::motion::{AnyTrajectory, FourierForm, fourier};
use armlab::prelude::FrictionModel;
use armlab::robot::Robot;
use armlab::robot::describe::{ReadOptions, read_toml};
use armlab::simulate::controller::ComputedTorque;
use armlab_random::Random;

const JOINTS: [(&str, &str, f64); 4] = [
    ("[0, 0, 1]", "[0, 0, 0.3]", 7.0),
    ("[0, 1, 0]", "[0, 0.1, 0.2]", 5.0),
    ("[0, 1, 0]", "[0.5, 0, 0]", 3.0),
    ("[1, 0, 0]", "[0.3, 0, 0]", 1.0),
];

/// An arm of four links, with bodies or without.
fn arm(with_bodies: bool) -> Robot {
    let mut text = "name = \"arm\"\ngravity = [0, 0, -9.81]\n".to_string();
    for (k, (axis, origin, mass)) in JOINTS.iter().enumerate() {
        let parent = if k == 0 { String::new() } else { format!("parent = \"link{k}\"\n") };
        let n = k + 1;
        text += &format!(
            "[[joint]]\nname = \"joint{n}\"\nkind = \"revolute\"\naxis = {axis}\n{parent}\
             origin = {{ xyz = {origin} }}\n\
             limits = {{ lower = -3, upper = 3, velocity = 8, effort = 500 }}\n\
             friction = {{ viscous = 2, coulomb = 1 }}\n[joint.link]\nname = \"link{n}\"\n"
        );
        if with_bodies {
            let (across, along) = (0.01 * mass, 0.004 * mass);
            text += &format!(
                "mass = {mass}\ncenter = [0.15, 0.02, 0.03]\n\
                 inertia = {{ xx = {along}, yy = {across}, zz = {across} }}\n"
            );
        }
    }
    read_toml(&text, "arm.toml", &ReadOptions::default()).unwrap_or_else(|e| panic!("{e}")).robot
}

/// A short log of a small motion.
fn log(robot: &Robot, seed: u64) -> Log {
    let mut random = Random::new(seed);
    let mut row = |_| -> Vec<f64> { (1..=3).map(|_| 0.06 * random.normal()).collect() };
    let (a, b) = ((0..4).map(&mut row).collect::<Vec<_>>(), (0..4).map(row).collect::<Vec<_>>());
    let home = [0.0, 0.3, 0.6, 0.2];
    let motion: AnyTrajectory =
        fourier(FourierForm::Series, 0.25, 8.0, &home, &a, &b).unwrap().into();
    let run = Simulation::new(robot)
        .trajectory(motion)
        .controller(ComputedTorque::default())
        .rate(200.0)
        .noise("q=1e-5,tau=0.3".parse().unwrap())
        .seed(seed)
        .run()
        .unwrap();
    assert!(run.is_complete(), "{:?}", run.end());
    run.into_log()
}

#[test]
fn typical_bodies_bring_physical_nearer_the_truth() {
    let (truth, described) = (arm(true), arm(false));
    let base = armlab::base::base_parameters(&truth).unwrap();
    let values: Vec<f64> = base.parameters.iter().map(|p| p.value).collect();
    let friction: FrictionModel = "coulomb-viscous".parse().unwrap();
    // Of each method: squared errors over deviations, intervals, and how many hold the truth.
    let (mut squares, mut counts, mut held) = ([0.0; 2], [0_u32; 2], [0_u32; 2]);
    for seed in 0..12 {
        let found = Identification::new(&described)
            .log(log(&truth, seed))
            .unwrap()
            .friction(friction.clone())
            .methods("wls,physical".parse().unwrap())
            .bootstrap(0)
            .run()
            .unwrap_or_else(|e| panic!("{e}"));
        for (k, method) in ["wls", "physical"].into_iter().enumerate() {
            let unknowns = &found.method(method).unwrap().result().estimate.unknowns;
            for (unknown, truth) in unknowns.iter().zip(&values) {
                let (Some(deviation), Some([lower, upper])) = (unknown.deviation, unknown.interval)
                else {
                    continue;
                };
                squares[k] += ((unknown.value - truth) / deviation).powi(2);
                held[k] += u32::from((lower..=upper).contains(truth));
                counts[k] += 1;
            }
        }
    }
    println!("squared errors {squares:?}, {held:?} of {counts:?} intervals hold the truth");
    assert_eq!(counts[0], counts[1]);
    assert!(squares[1] < 0.8 * squares[0], "{squares:?}");
    assert!(f64::from(held[1]) > 0.92 * f64::from(counts[1]), "{held:?} of {counts:?}");
}
