//! What is known beforehand holds, and tells where the data do not.

use crate::logs::built_in;
use armlab::validation::predict_described;
use armlab_engine::robot::Robot;
use armlab_identify::estimators::{Data, EstimationError, method};
use armlab_identify::{
    Estimate, FrictionModel, Geometry, Knowledge, LinkBound, Model, Prior, Recording,
};
use armlab_random::Random;

/// A robot whose links are heavier than described, link by link.
fn heavier(robot: &Robot) -> Robot {
    let mut values = robot.parameter_values();
    let links = robot.links().len();
    for (link, ten) in values[..10 * links].chunks_exact_mut(10).enumerate() {
        ten.iter_mut().for_each(|v| *v *= 1.1 + 0.05 * link as f64);
    }
    robot.with_parameter_values(&values).unwrap()
}

fn recording(robot: &Robot) -> Recording {
    let joints = robot.driven_joints().count();
    let time: Vec<f64> = (0..800).map(|k| 0.01 * f64::from(k)).collect();
    let wave = |j: usize, of: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
        let w = 1.0 + 0.37 * j as f64;
        time.iter().map(|t| of(w, w * t + j as f64)).collect()
    };
    let all = |of: &dyn Fn(f64, f64) -> f64| (0..joints).map(|j| wave(j, of)).collect::<Vec<_>>();
    let mut recording = Recording {
        name: "simulated".into(),
        step: 0.01,
        start: 0.0,
        q: all(&|_, a| a.sin()),
        qd: all(&|w, a| w * a.cos()),
        qdd: all(&|w, a| -w * w * a.sin()),
        effort: vec![Vec::new(); joints],
        time,
        temperature: Vec::new(),
        cutoff: None,
        notes: Vec::new(),
    };
    recording.effort = predict_described(robot, &recording).unwrap();
    // Not exact, so that a prior has something to be weighed against.
    let mut noise = Random::new(4);
    for e in recording.effort.iter_mut().flatten() {
        *e += 0.01 * noise.normal();
    }
    recording
}

fn estimate(robot: &Robot, knowledge: Knowledge) -> Result<Estimate, EstimationError> {
    let model = Model::new(robot, FrictionModel::none(), &[]).unwrap();
    let recordings = [recording(&heavier(robot))];
    let reduced = model.reduce(&recordings).unwrap();
    let mut data = Data::new(&model, &recordings, &reduced).unwrap();
    data.knowledge = knowledge;
    method("physical").unwrap().estimate(&data)
}

fn with_prior(geometry: Geometry, weight: f64) -> Knowledge {
    Knowledge { prior: Some(Prior { geometry, weight }), bounds: Vec::new() }
}

/// Largest difference of a mass from the description, relative to it.
fn mass_change(robot: &Robot, estimate: &Estimate) -> f64 {
    let described = robot.parameter_values();
    let change = |l: usize| (estimate.link_values[10 * l] / described[10 * l] - 1.0).abs();
    (0..robot.links().len()).map(change).fold(0.0, f64::max)
}

#[test]
fn every_prior_keeps_masses_near_the_description_where_the_data_are_silent() {
    let robot = built_in("ur5");
    let free = estimate(&robot, Knowledge::default()).unwrap();
    for geometry in [Geometry::Euclidean, Geometry::Pullback, Geometry::LogDet] {
        // The divergence weighs on all of a body and needs no such weights; far beyond
        // those of the data its programme does not converge.
        let (light, heavy, left) = match geometry {
            Geometry::LogDet => (1.0, 1e3, 0.5),
            _ => (0.01, 1e13, 1e-3),
        };
        let weak = estimate(&robot, with_prior(geometry, light)).unwrap();
        let strong = estimate(&robot, with_prior(geometry, heavy)).unwrap();
        let changes = [&free, &weak, &strong].map(|e| mass_change(&robot, e));
        println!("{}: {changes:?}", geometry.name());
        // Truly links are heavier by 10 to 35 %.
        assert!(changes[1] < 0.5 && changes[1] > 0.02, "{geometry:?} {changes:?}");
        assert!(changes[2] < left, "{geometry:?} {changes:?}");
        assert!(weak.physical.consistent && strong.physical.consistent);
        // What the data do tell is hardly touched by a weak one.
        for (a, b) in weak.unknowns.iter().zip(&free.unknowns) {
            let far = 3.0 * b.deviation.unwrap_or(f64::INFINITY) + 0.02 * (b.value.abs() + 1.0);
            assert!((a.value - b.value).abs() < far, "{} {} {}", a.name, a.value, b.value);
        }
    }
}

#[test]
fn bounds_hold_and_are_named_where_they_hold_back() {
    let robot = built_in("ur5");
    let (lower, upper) = ([-0.01, -0.02, -0.03], [0.01, 0.02, 0.3]);
    let middle = [0.0, 0.0, 0.05];
    let knowledge = Knowledge {
        prior: None,
        bounds: vec![
            LinkBound::Mass { link: 2, least: 3.0, most: 3.5 },
            LinkBound::CentreInBox { link: 3, lower, upper },
            LinkBound::CentreInEllipsoid { link: 4, middle, radii: [0.02; 3] },
        ],
    };
    let found = estimate(&robot, knowledge).unwrap();
    let values = &found.link_values;
    let rounding = 1e-6;
    assert!(values[20] > 3.0 - rounding && values[20] < 3.5 + rounding, "{}", values[20]);
    for k in 0..3 {
        let centre = values[31 + k] / values[30];
        assert!(centre > lower[k] - rounding && centre < upper[k] + rounding, "{k} {centre}");
    }
    let away: f64 = (0..3).map(|k| (values[41 + k] / values[40] - middle[k]).powi(2)).sum();
    assert!(away.sqrt() < 0.02 + rounding, "{away}");
    assert!(found.physical.consistent);
}

#[test]
fn bounds_that_contradict_each_other_are_named() {
    let robot = built_in("ur5");
    let name = robot.links()[2].name.clone();
    let bounds = |bounds| Knowledge { prior: None, bounds };
    let empty = bounds(vec![LinkBound::Mass { link: 2, least: 3.0, most: 2.0 }]);
    let text = estimate(&robot, empty).unwrap_err().to_string();
    assert!(text.contains(&name) && text.contains("contradict"), "{text}");
    let apart = bounds(vec![
        LinkBound::Mass { link: 2, least: 3.0, most: f64::INFINITY },
        LinkBound::Mass { link: 2, least: f64::NEG_INFINITY, most: 2.0 },
    ]);
    let text = estimate(&robot, apart).unwrap_err().to_string();
    assert!(text.contains("mass") && text.contains(&name), "{text}");
}
