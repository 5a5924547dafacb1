//! Changes of a robot, from a page.

use super::aside::Aside;
use super::blank::Blank;
use super::defaults::{asked_rod, far_end, filled};
use super::draft::{Closure, Draft, Place};
use super::finite::check;
use super::placing::{carry, place, settle_rows};
use super::structure::{kind, sound_name, usual_limits};
use crate::contract::{
    CouplingEntry, FramePatch, FrictionPatch, JointPatch, LinkPatch, LoopPatch, ModelPatch,
};
use crate::failure::{Answer, Failure};
use armlab::friction::{FrictionTerm, laws};
use armlab::robot::{
    BuildError, CouplingError, Direction, Joint, JointKind, Limits, MotorCoupling, Robot,
    nearest_name,
};
use armlab::spatial::{Inertia, Sym3, Transform, Vec3};

/// The changed robot, and what is kept beside it.
pub fn edit(robot: &Robot, aside: &Aside, patch: &ModelPatch) -> Answer<(Robot, Aside)> {
    let mut draft = Draft::of(robot, aside);
    if let Some(name) = &patch.robot_name {
        draft.name = sound_name("robot_name", name)?;
    }
    if let Some(gravity) = patch.gravity {
        check("gravity", &gravity)?;
        draft.gravity = Vec3::from(gravity);
    }
    if let Some(new) = &patch.add_joint {
        draft.add_joint(new)?;
    }
    if let Some(name) = &patch.remove_joint {
        draft.remove_joint(name)?;
    }
    if let Some(asked) = &patch.move_joint {
        draft.move_joint(asked)?;
    }
    for (name, link) in &patch.links {
        let index = draft.link(name).ok_or_else(|| {
            unknown("links", "link", name, draft.parts.iter().map(|p| p.link.name.as_str()))
        })?;
        let end = robot.link_index(name).map_or_else(Vec3::zero, |i| far_end(robot, i));
        edit_link(&mut draft, index, end, link)?;
    }
    for (name, joint) in &patch.joints {
        let index = draft.joint(name).ok_or_else(|| {
            unknown("joints", "joint", name, draft.parts.iter().map(|p| p.joint.name.as_str()))
        })?;
        restructure(&mut draft, index, joint)?;
        edit_joint(&mut draft.parts[index].joint, joint)?;
        if let Some(new) = &joint.rename {
            draft.rename_joint(index, new, &format!("joints.{name}.rename"))?;
        }
    }
    if let Some(tool) = &patch.tool {
        let name = draft.tool.name.clone();
        draft.tool = frame(&draft, "tool", &name, tool)?;
        // A named frame is the tool by its name only.
        if let Some(named) = draft.frames.iter_mut().find(|f| f.name == name) {
            *named = draft.tool.clone();
        }
    }
    if let Some(loops) = &patch.loops {
        draft.closures = closures(&draft, loops)?;
    }
    if let Some(couplings) = &patch.couplings {
        draft.couplings = couplings.iter().map(coupling).collect();
    }
    draft.sort();
    settle_rows(&mut draft);
    let wrong = |e: BuildError| Failure::wrong(&e, "undo the last change, or give another value");
    let mut built = draft.build().map_err(wrong)?;
    // Blank fields depend on where the links end.
    let before: Vec<_> = draft.parts.iter().map(|p| p.link.inertia).collect();
    for index in 0..draft.parts.len() {
        draft.parts[index].link.inertia = filled(&built, index, &draft.aside);
    }
    if draft.parts.iter().map(|p| p.link.inertia).ne(before) {
        built = draft.build().map_err(wrong)?;
    }
    Ok((built.with_couplings(draft.couplings).map_err(impossible_coupling)?, draft.aside))
}

fn coupling(asked: &CouplingEntry) -> MotorCoupling {
    let CouplingEntry { joints, opposed, inertia, viscous, coulomb, width } = asked.clone();
    MotorCoupling { joints, opposed, inertia, viscous, coulomb, width }
}

fn impossible_coupling(error: CouplingError) -> Failure {
    let hint = match &error {
        CouplingError::Unknown { .. } => "remove the coupling, or drive the joint",
        CouplingError::Same { .. } => "choose another joint",
        CouplingError::Value { .. } => "give other values",
        CouplingError::Inertia { .. } => {
            "give the joints a larger rotor inertia first, or less inertia here"
        }
    };
    Failure::field("couplings", error, hint)
}

/// What a joint is and where it stands.
fn restructure(draft: &mut Draft, index: usize, patch: &JointPatch) -> Answer<()> {
    let name = draft.parts[index].joint.name.clone();
    let field = |part: &str| format!("joints.{name}.{part}");
    if let Some(kind_name) = &patch.kind {
        let kind = kind(&field("kind"), kind_name)?;
        let link = draft.parts[index].link.name.clone();
        let before = draft.end_of(&link);
        let joint = &mut draft.parts[index].joint;
        if joint.kind.turns() != kind.turns() {
            // Numbers in rad make no sense in m.
            (joint.limits, joint.home) = (usual_limits(kind), 0.0);
            (joint.friction, joint.rotor_inertia) = (Default::default(), 0.0);
            joint.gear_ratio = 0.0;
        } else if kind == JointKind::Continuous {
            let usual = Limits::default();
            (joint.limits.lower, joint.limits.upper) = (usual.lower, usual.upper);
        }
        joint.kind = kind;
        let after = draft.end_of(&link);
        carry(draft, index, &before, &after);
    }
    if let Some(parent) = &patch.parent {
        if !draft.has_link(parent) {
            return Err(Failure::field(field("parent"), "there is no such link", "name a link"));
        }
        draft.parts[index].parent.clone_from(parent);
    }
    if let Some(axis) = patch.axis {
        check(&field("axis"), &axis)?;
        if draft.aside.rows.contains_key(&name) {
            let detail = "a joint by a DH row moves along or about z";
            return Err(Failure::field(field("axis"), detail, "place it by its frame"));
        }
        if Vec3::from(axis).norm() < 1e-12 {
            let hint = "give a direction, such as 0, 0, 1";
            return Err(Failure::field(field("axis"), "the axis has no direction", hint));
        }
        draft.parts[index].joint.axis = Vec3::from(axis);
    }
    if let Some(driven) = patch.driven {
        draft.parts[index].joint.actuated = driven;
    }
    if let Some(wanted) = &patch.place {
        place(draft, index, wanted, &field("place"))?;
    }
    Ok(())
}

/// A frame on a link of the robot.
fn frame(draft: &Draft, field: &str, name: &str, asked: &FramePatch) -> Answer<Place> {
    check(&format!("{field}.xyz"), &asked.xyz)?;
    check(&format!("{field}.rpy"), &asked.rpy)?;
    if !draft.has_link(&asked.link) {
        let field = format!("{field}.link");
        return Err(Failure::field(field, "there is no such link", "name a link, or the base"));
    }
    let pose = Transform::from_xyz_rpy(asked.xyz, asked.rpy);
    Ok(Place { name: name.into(), link: asked.link.clone(), pose })
}

fn closures(draft: &Draft, loops: &[LoopPatch]) -> Answer<Vec<Closure>> {
    let one = |(k, asked): (usize, &LoopPatch)| {
        let field = |part: &str| format!("loops[{k}].{part}");
        let direction = |name: &String| {
            Direction::ALL.into_iter().find(|d| d.name() == name).ok_or_else(|| {
                let hint = "take x, y, z, rx, ry or rz";
                Failure::field(field("directions"), "there is no such direction", hint)
            })
        };
        Ok(Closure {
            name: sound_name(&field("name"), &asked.name)?,
            first: frame(draft, &field("first"), &asked.first.link, &asked.first)?,
            second: frame(draft, &field("second"), &asked.second.link, &asked.second)?,
            directions: asked.directions.iter().map(direction).collect::<Answer<_>>()?,
        })
    };
    loops.iter().enumerate().map(one).collect()
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

fn edit_link(draft: &mut Draft, index: usize, end: Vec3<f64>, patch: &LinkPatch) -> Answer<()> {
    let name = draft.parts[index].link.name.clone();
    let field = |part: &str| format!("links.{name}.{part}");
    if let Some(new) = &patch.rename {
        draft.rename_link(index, new, &field("rename"))?;
    }
    let link = &mut draft.parts[index].link;
    let blank = draft.aside.blanks.entry(link.name.clone()).or_default();
    let stated = patch.mass.is_some() || patch.centre.is_some() || patch.inertia.is_some();
    // A link without inertials has all its fields blank as soon as one is filled in.
    if link.inertia.is_none() && stated {
        (blank.mass, blank.centre, blank.inertia) = (true, true, true);
    }
    let own = link.inertia.unwrap_or_default();
    if let Some(rod) = &patch.rod {
        let numbers = [rod.radius, rod.density.unwrap_or(1.0)];
        check(&field("rod"), &rod.from)?;
        check(&field("rod"), &rod.to.unwrap_or_default())?;
        check(&field("rod"), &numbers)?;
        if numbers.iter().any(|x| *x <= 0.0) {
            let hint = "give the radius in m and the density in kg/m³";
            return Err(Failure::field(field("rod"), "radius and density are above zero", hint));
        }
        link.inertia = Some(asked_rod(rod, end, own.mass));
        *blank = Blank::default();
    }
    if !stated {
        draft.aside.blanks.retain(|_, blank| !blank.none());
        return Ok(());
    }
    let own = link.inertia.unwrap_or_default();
    let kept = draft.aside.centres.remove(&link.name).map(Vec3::from);
    let (mut mass, mut centre) = (own.mass, own.center().or(kept).unwrap_or_default());
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
    // Without mass the description has no centre; it comes back with the mass.
    if mass == 0.0 && !blank.mass && !blank.centre {
        draft.aside.centres.insert(link.name.clone(), centre.to_array());
    }
    draft.aside.blanks.retain(|_, blank| !blank.none());
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
