//! `<equality>`: points and frames that are held together are closures, a coordinate that is a
//! linear function of another belongs to a joint that follows.

use super::bodies::{Bodies, On};
use super::scope::Scope;
use super::values::Values;
use crate::robot::describe::source::at_most;
use crate::robot::{Direction, JointKind, Mimic};
use crate::spatial::{Mat3, Transform, Vec3};
use armlab_files::FileError;
use std::collections::HashSet;

/// Two frames that are held together.
pub(super) struct Closure {
    pub name: String,
    pub first: (String, Transform<f64>),
    pub second: (String, Transform<f64>),
    pub directions: Vec<Direction>,
    /// Whether its frames are together in the drawing by construction.
    pub together: bool,
    pub at: usize,
}

/// Most closures of one model.
const MOST: usize = 1000;

/// Reads all equalities; followers are noted in their joints.
pub(super) fn read(bodies: &mut Bodies, scopes: &[Scope]) -> Result<Vec<Closure>, FileError> {
    let mut closures = Vec::new();
    let mut names = HashSet::new();
    for scope in scopes {
        let model = &bodies.models[scope.model];
        for element in model.section("equality") {
            let values = model.defaults.values(element, None);
            if values.flag("active") == Some(false) {
                continue;
            }
            at_most(bodies.sources, MOST, element.at, "equalities", closures.len())?;
            let usual = format!("{}{}", element.tag, closures.len() + 1);
            let name = scope.name(values.name("name")).unwrap_or(usual);
            let ends = match element.tag.as_str() {
                "joint" => {
                    follow(bodies, scope, &values)?;
                    continue;
                }
                "connect" | "weld" => ends(bodies, scope, &values)?,
                tag => {
                    let message = format!("equality <{tag}> `{name}` is ignored");
                    bodies.notes.push((element.at, message));
                    continue;
                }
            };
            let Some((first, second)) = ends else {
                continue;
            };
            if first.mocap || second.mocap {
                let message = format!("equality `{name}` with a mocap body is ignored");
                bodies.notes.push((element.at, message));
                continue;
            }
            if rigid(bodies, &first.link) == rigid(bodies, &second.link) {
                let message = format!("equality `{name}` holds what is one body already");
                bodies.notes.push((element.at, message));
                continue;
            }
            let directions: &[Direction] =
                if element.tag == "weld" { &Direction::ALL } else { &Direction::POINT };
            closures.push(Closure {
                name: super::bodies::unused(&mut names, name),
                first: (first.link, first.pose),
                second: (second.link, second.pose),
                directions: directions.to_vec(),
                together: !values.has("site1"),
                at: element.at,
            });
        }
    }
    Ok(closures)
}

/// The link that a link is fixed to, through fixed joints.
fn rigid(bodies: &Bodies, link: &str) -> String {
    let mut at = link.to_string();
    while let Some(part) = bodies.links.iter().find(|l| l.link.name == at) {
        if part.joint.kind != JointKind::Fixed {
            break;
        }
        at.clone_from(&part.parent);
    }
    at
}

/// The two frames of a `connect` or `weld`; none where one is not there.
fn ends(
    bodies: &mut Bodies,
    scope: &Scope,
    values: &Values,
) -> Result<Option<(On, On)>, FileError> {
    let sources = bodies.sources;
    if let (Some(a), Some(b)) = (values.name("site1"), values.name("site2")) {
        let site = |name: &str| scope.name(Some(name)).and_then(|n| bodies.sites.get(&n).cloned());
        return Ok(site(a).zip(site(b)));
    }
    let body = |name: Option<&str>| match name {
        None | Some("world") => bodies.bodies.get("world").cloned(),
        name => scope.name(name).and_then(|n| bodies.bodies.get(&n).cloned()),
    };
    let Some((first, second)) = body(values.name("body1")).zip(body(values.name("body2"))) else {
        return Ok(None);
    };
    // Where the model is drawn, both frames are at the same place.
    let start = poses_at_start(bodies);
    let placed = |on: &On| start(&on.link).compose(&on.pose);
    let (a, b) = (placed(&first), placed(&second));
    let anchor = values.vector(sources, "anchor")?.map_or(Vec3::zero(), Vec3::from);
    if values.tag == "connect" {
        let point = Transform { translation: anchor, ..Transform::identity() };
        let second_pose = b.inverse().compose(&a.compose(&point));
        let first = On { pose: first.pose.compose(&point), ..first };
        let second = On { pose: second.pose.compose(&second_pose), ..second };
        return Ok(Some((first, second)));
    }
    // Pose of the second body in the first; all zeros stand for that of the drawing.
    let stated = values.vector::<7>(sources, "relpose")?;
    let relative = match stated {
        Some([x, y, z, q @ ..]) if q != [0.0; 4] => {
            Transform { rotation: Mat3::from_quaternion(q), translation: [x, y, z].into() }
        }
        _ => a.inverse().compose(&b),
    };
    let first = On { pose: first.pose.compose(&relative), ..first };
    Ok(Some((first, second)))
}

/// Poses of links at the coordinates at which the model is drawn.
fn poses_at_start<'b>(bodies: &'b Bodies) -> impl Fn(&str) -> Transform<f64> + use<'b> {
    let mut poses = std::collections::HashMap::new();
    for part in &bodies.links {
        let parent: Transform<f64> = poses.get(part.parent.as_str()).copied().unwrap_or_default();
        let joint = &part.joint;
        let moved = match joint.kind {
            JointKind::Fixed => Transform::identity(),
            JointKind::Prismatic => {
                Transform { translation: joint.axis.scale(joint.home), ..Transform::identity() }
            }
            _ => Transform::rotation(joint.axis, joint.home),
        };
        let pose = parent.compose(&joint.origin).compose(&moved);
        poses.insert(part.link.name.as_str(), pose);
    }
    move |link| poses.get(link).copied().unwrap_or_default()
}

/// `joint1 − ref1 = a₀ + a₁ (joint2 − ref2) + …`
fn follow(bodies: &mut Bodies, scope: &Scope, values: &Values) -> Result<(), FileError> {
    let joint = |name: &str| {
        let full = scope.name(values.name(name))?;
        bodies.joints.get(&full).copied()
    };
    let Some(follower) = joint("joint1") else { return Ok(()) };
    let leader = joint("joint2");
    let mut factors = [0.0, 1.0, 0.0, 0.0, 0.0];
    if let Some(stated) = values.numbers(bodies.sources, "polycoef")? {
        factors.iter_mut().zip(stated).for_each(|(f, s)| *f = s);
    }
    let [constant, factor, rest @ ..] = factors;
    let name = bodies.links[follower].joint.name.clone();
    if rest.iter().any(|f| *f != 0.0) {
        let message = format!("joint `{name}` follows by a polynomial, which is ignored");
        bodies.notes.push((values.at, message));
        return Ok(());
    }
    let own = bodies.links[follower].joint.home;
    match leader {
        Some(leader) if leader == follower => {}
        Some(leader) => {
            let (leader, start) =
                (bodies.links[leader].joint.name.clone(), bodies.links[leader].joint.home);
            let offset = own + constant - factor * start;
            let joint = &mut bodies.links[follower].joint;
            if joint.mimic.is_some() || follows(bodies, &leader, &name) {
                let message = format!("a second equality for joint `{name}` is ignored");
                bodies.notes.push((values.at, message));
                return Ok(());
            }
            let joint = &mut bodies.links[follower].joint;
            joint.mimic = Some(Mimic { joint: leader, multiplier: factor, offset });
        }
        None => {
            // Held where it is.
            let joint = &mut bodies.links[follower].joint;
            let at = own + constant;
            let moved = match joint.kind {
                JointKind::Prismatic => {
                    Transform { translation: joint.axis.scale(at), ..Transform::identity() }
                }
                _ => Transform::rotation(joint.axis, at),
            };
            joint.origin = joint.origin.compose(&moved);
            joint.kind = JointKind::Fixed;
        }
    }
    Ok(())
}

/// Whether a joint follows another, through others.
fn follows(bodies: &Bodies, joint: &str, leader: &str) -> bool {
    let mut at = joint.to_string();
    for _ in 0..100 {
        if at == leader {
            return true;
        }
        let part = bodies.links.iter().find(|l| l.joint.name == at);
        match part.and_then(|p| p.joint.mimic.as_ref()) {
            Some(mimic) => at.clone_from(&mimic.joint),
            None => return false,
        }
    }
    true
}
