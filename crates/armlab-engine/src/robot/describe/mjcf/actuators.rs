//! `<actuator>`: which joints are driven, with what effort, and the inertia of drives.

use super::bodies::Bodies;
use super::scope::Scope;
use super::values::Values;
use crate::robot::describe::xml::sources::Sources;
use armlab_files::FileError;
use std::collections::{HashMap, HashSet};

/// Joints that some actuator moves.
pub(super) fn read(bodies: &mut Bodies, scopes: &[Scope]) -> Result<HashSet<usize>, FileError> {
    let mut driven = HashSet::new();
    let mut efforts: HashMap<usize, f64> = HashMap::new();
    let sources = bodies.sources;
    for scope in scopes {
        let model = &bodies.models[scope.model];
        let tendons = fixed_tendons(bodies, scope);
        for element in model.section("actuator") {
            let values = model.defaults.values(element, None);
            let target = values.name("joint").or(values.name("jointinparent"));
            if let Some(tendon) = values.name("tendon").and_then(|t| tendons.get(t)) {
                driven.extend(tendon.iter().copied());
            }
            let Some(target) = target else { continue };
            let Some(name) = scope.name(Some(target)) else { continue };
            let Some(&part) = bodies.joints.get(&name) else { continue };
            driven.insert(part);
            let gear = values.number(sources, "gear")?.unwrap_or(1.0).abs();
            let joint = &mut bodies.links[part].joint;
            if let Some(armature) = values.number(sources, "armature")? {
                joint.rotor_inertia += gear * gear * armature;
                // Beside the rotor's own inertia it is a ratio; else it may be any factor.
                joint.gear_ratio = if gear == 1.0 { 0.0 } else { gear };
            }
            if let Some(effort) = effort(sources, &values, model.compiler.autolimits)? {
                *efforts.entry(part).or_insert(0.0) += gear * effort;
            }
        }
    }
    for (part, effort) in efforts {
        let limit = &mut bodies.links[part].joint.limits.effort;
        *limit = limit.min(effort);
    }
    Ok(driven)
}

/// The largest force of an actuator before its gear; none without a limit.
fn effort(sources: &Sources, values: &Values, autolimits: bool) -> Result<Option<f64>, FileError> {
    let bound = |range: &str, flag: &str| -> Result<Option<f64>, FileError> {
        let limits = values.limits(sources, range)?.unwrap_or_default();
        let on = values.flag(flag).unwrap_or(autolimits && !limits.is_empty());
        let largest = limits.iter().fold(0.0_f64, |l, x| l.max(x.abs()));
        Ok(Some(largest).filter(|l| on && *l > 0.0 && l.is_finite()))
    };
    let force = bound("forcerange", "forcelimited")?;
    // What is commanded is a force only for a motor.
    let command = match values.tag.as_str() {
        "motor" => bound("ctrlrange", "ctrllimited")?,
        _ => None,
    };
    Ok(match (force, command) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    })
}

/// Joints of every tendon that is a sum of coordinates.
fn fixed_tendons(bodies: &Bodies, scope: &Scope) -> HashMap<String, Vec<usize>> {
    let tendons = bodies.models[scope.model].section("tendon").filter(|t| t.tag == "fixed");
    let joints = |tendon: &crate::robot::describe::xml::element::Element| {
        let names = tendon.all("joint").filter_map(|j| scope.name(j.attribute("joint")));
        names.filter_map(|n| bodies.joints.get(&n).copied()).collect()
    };
    tendons.filter_map(|t| Some((t.attribute("name")?.to_string(), joints(t)))).collect()
}
