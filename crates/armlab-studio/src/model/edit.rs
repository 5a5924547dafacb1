//! Changes of a robot, from a page.

use super::defaults::{Blanks, filled};
use super::rebuild::{Rebuild, rebuild};
use crate::contract::{FrictionPatch, JointPatch, LinkPatch, ModelPatch};
use crate::failure::{Answer, Failure};
use armlab::friction::{FrictionTerm, laws};
use armlab::robot::{Joint, Limits, Link, Robot, nearest_name};
use armlab::spatial::{Inertia, Sym3, Vec3};

/// The changed robot, and its blank fields.
pub fn edit(robot: &Robot, blanks: &Blanks, patch: &ModelPatch) -> Answer<(Robot, Blanks)> {
    let mut blanks = blanks.clone();
    let mut changed = Rebuild::of(robot);
    if let Some(gravity) = patch.gravity {
        check("gravity", &gravity)?;
        changed.gravity = Vec3::from(gravity);
    }
    for (name, link) in &patch.links {
        let index = robot.link_index(name).ok_or_else(|| {
            unknown("links", "link", name, robot.links().iter().map(|l| l.name.as_str()))
        })?;
        edit_link(robot, index, &mut changed.links[index], link, &mut blanks)?;
    }
    for (name, joint) in &patch.joints {
        let index = robot.joints().iter().position(|j| &j.name == name).ok_or_else(|| {
            unknown("joints", "joint", name, robot.joints().iter().map(|j| j.name.as_str()))
        })?;
        edit_joint(&mut changed.joints[index], joint)?;
    }
    let robot = rebuild(robot, changed)
        .map_err(|e| Failure::wrong(&e, "undo the last change, or give another value"))?;
    Ok((robot, blanks))
}

fn unknown<'a>(
    field: &str,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Failure {
    let near = nearest_name(name, known).map(|n| format!("did you mean `{n}`?"));
    let hint = near.unwrap_or_else(|| format!("use the name of a {what} of the model"));
    let shown: String = name.chars().take(80).collect();
    Failure::field(format!("{field}.{shown}"), format_args!("there is no {what} `{shown}`"), hint)
}

fn check(field: &str, values: &[f64]) -> Answer<()> {
    if values.iter().all(|x| x.is_finite()) {
        Ok(())
    } else {
        Err(Failure::field(field, "not a finite number", "give a number"))
    }
}

fn edit_link(
    robot: &Robot,
    index: usize,
    link: &mut Link,
    patch: &LinkPatch,
    blanks: &mut Blanks,
) -> Answer<()> {
    let blank = blanks.entry(link.name.clone()).or_default();
    let field = |part: &str| format!("links.{}.{part}", link.name);
    // A link without inertials has all its fields blank as soon as one is filled in.
    if link.inertia.is_none() {
        (blank.mass, blank.centre, blank.inertia) = (true, true, true);
    }
    let own = link.inertia.unwrap_or_default();
    let (mut mass, mut centre) = (own.mass, own.center().unwrap_or_default());
    let mut tensor = own.tensor_at_center();
    if let Some(given) = patch.mass {
        blank.mass = given.is_none();
        mass = given.unwrap_or(mass);
        check(&field("mass"), &[mass])?;
        if mass < 0.0 {
            let hint = "give zero or more, or leave the field blank";
            return Err(Failure::field(field("mass"), "a mass cannot be negative", hint));
        }
    }
    if let Some(given) = patch.centre {
        blank.centre = given.is_none();
        centre = given.map_or(centre, Vec3::from);
        check(&field("centre"), &centre.to_array())?;
    }
    if let Some(given) = patch.inertia {
        blank.inertia = given.is_none();
        if let Some([xx, xy, yy, xz, yz, zz]) = given {
            tensor = Sym3 { xx, xy, yy, xz, yz, zz };
        }
        check(&field("inertia"), &tensor.to_array())?;
    }
    link.inertia = Some(Inertia::from_center(mass, centre, tensor));
    link.inertia = filled(robot, index, link, *blank);
    if blank.none() {
        blanks.remove(&link.name);
    }
    Ok(())
}

fn edit_joint(joint: &mut Joint, patch: &JointPatch) -> Answer<()> {
    let field = |part: &str| format!("joints.{}.{part}", joint.name);
    let mut limits = joint.limits;
    let usual = Limits::default();
    let parts = [
        ("lower", &patch.lower, &mut limits.lower, usual.lower),
        ("upper", &patch.upper, &mut limits.upper, usual.upper),
        ("velocity", &patch.velocity, &mut limits.velocity, usual.velocity),
        ("acceleration", &patch.acceleration, &mut limits.acceleration, usual.acceleration),
        ("effort", &patch.effort, &mut limits.effort, usual.effort),
    ];
    for (name, given, limit, none) in parts {
        let Some(given) = given else { continue };
        if let Some(value) = given {
            check(&field(name), &[*value])?;
            if !name.ends_with("er") && *value <= 0.0 {
                let hint = "give a magnitude above zero, or leave the field blank for no limit";
                return Err(Failure::field(field(name), "a limit must be positive", hint));
            }
        }
        *limit = given.unwrap_or(none);
    }
    if limits.lower >= limits.upper {
        let detail = format!("the limits {} and {} leave no room", limits.lower, limits.upper);
        let hint = "the lower limit must be below the upper one";
        return Err(Failure::field(field("lower"), detail, hint));
    }
    if let Some(home) = patch.home {
        check(&field("home"), &[home])?;
        joint.home = home;
    }
    if let Some(rotor) = patch.rotor_inertia {
        check(&field("rotor_inertia"), &[rotor])?;
        if rotor < 0.0 {
            let detail = "a rotor's inertia cannot be negative";
            return Err(Failure::field(field("rotor_inertia"), detail, "give zero or more"));
        }
        joint.rotor_inertia = rotor;
    }
    if let Some(terms) = &patch.friction {
        let of = |term: &FrictionPatch| -> Answer<FrictionTerm> {
            let values: Vec<(&str, f64)> =
                term.values.iter().map(|(n, v)| (n.as_str(), *v)).collect();
            FrictionTerm::new(&term.law, &values).map_err(|e| {
                let names: Vec<&str> = laws().iter().map(|l| l.name()).collect();
                let part = e.parameter().map(|p| format!(".{p}")).unwrap_or_default();
                let hint = format!("laws are {}", names.join(", "));
                Failure::field(field(&format!("friction{part}")), &e, hint)
            })
        };
        joint.friction.terms = terms.iter().map(of).collect::<Answer<_>>()?;
    }
    joint.limits = limits;
    Ok(())
}
