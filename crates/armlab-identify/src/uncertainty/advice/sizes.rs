//! What deviations are held against, and the noise that makes them.

use crate::data::Data;
use crate::estimate::{Estimate, ParameterEstimate, Status};
use crate::friction_columns::FrictionColumn;
use armlab_engine::robot::{Joint, Robot};

/// One over each joint's noise.
pub fn weights(data: &Data, estimate: &Estimate) -> Vec<f64> {
    let reduced = data.reduced;
    let efforts = reduced.effort_squares(0..reduced.segments());
    (0..reduced.joints())
        .map(|j| {
            let typical = (efforts[j] / reduced.rows(j).max(1) as f64).sqrt();
            // A joint that is fitted exactly would outweigh all others.
            let noise = estimate.noise[j].max(1e-6 * typical);
            if noise > 0.0 { 1.0 / noise } else { 1.0 }
        })
        .collect()
}

/// Sizes that deviations are held against: the largest of the estimate, of the
/// terms that an unknown combines, and of what a body like the link has of such
/// moments, or of friction that would be noticed; so that a product of inertia or
/// an offset that happens to vanish has one.
pub fn sizes(data: &Data, estimate: &Estimate) -> Vec<f64> {
    let base = data.model.base();
    let (prior, typical) = (base.prior(), typical(data.model.robot()));
    let known = |u: &ParameterEstimate| match u.status {
        Status::NotExcited => 0.0,
        _ => u.value.abs(),
    };
    let terms = |k: usize| {
        let Some(parameter) = base.parameters.get(k) else { return 0.0 };
        let own = parameter.combination.iter().map(|&(i, f)| (f * prior[i]).powi(2));
        let lead = parameter.combination.first().and_then(|&(i, f)| {
            base.moves()[i].first().map(|&(p, by)| (f * typical[p] / by).abs())
        });
        own.sum::<f64>().sqrt().max(lead.unwrap_or(0.0))
    };
    let friction = |k: usize| {
        let column = k.checked_sub(base.len()).and_then(|k| data.model.friction().get(k));
        column.map_or(0.0, |column| noticeable(data, column))
    };
    let size = |(k, u)| known(u).max(terms(k)).max(friction(k));
    estimate.unknowns.iter().enumerate().map(size).collect()
}

/// Part of a joint's usual effort that friction must make to matter.
const NOTICEABLE: f64 = 0.05;

/// A coefficient of friction that makes a noticeable part of a joint's usual effort
/// at speeds up to 1 rad/s or 0.25 m/s, and at 8 rad/s² or 3 m/s².
fn noticeable(data: &Data, column: &FrictionColumn) -> f64 {
    let reduced = data.reduced;
    let efforts = reduced.effort_squares(0..reduced.segments());
    let driven: Vec<&Joint> = data.model.robot().driven_joints().collect();
    let Some(j) = (0..reduced.joints()).find(|&j| column.acts_on(j)) else { return 0.0 };
    let usual = (efforts[j] / reduced.rows(j).max(1) as f64).sqrt();
    let (speed, acceleration): (f64, f64) = match driven.get(j).is_some_and(|j| !j.kind.turns()) {
        true => (0.25, 3.0),
        false => (1.0, 8.0),
    };
    let n = reduced.joints();
    let (home, accelerations) = (vec![0.0; n], vec![acceleration; n]);
    let at = |part: f64| column.entry(j, &home, &vec![part * speed; n], &accelerations, &[]).abs();
    let largest = [0.01, 0.1, 1.0].map(at).into_iter().fold(0.0, f64::max);
    NOTICEABLE * usual / if largest > 0.0 { largest } else { 1.0 }
}

/// Mass, and moments at the radius of gyration, of each link as described; for a
/// rotor the moment of its link.
fn typical(robot: &Robot) -> Vec<f64> {
    let values = robot.parameter_values();
    let mut all = Vec::with_capacity(values.len());
    let mut rotors = Vec::new();
    for (link, joint) in values.chunks_exact(10).zip(robot.joints()) {
        let mass = link[0].abs();
        let second = 0.5 * (link[4] + link[6] + link[9]).abs();
        let first = (mass * second).sqrt();
        all.push(mass);
        all.extend([first; 3]);
        all.extend([second; 6]);
        if joint.kind.moves() {
            rotors.push(if joint.kind.turns() { second } else { mass });
        }
    }
    all.extend(rotors);
    all
}
