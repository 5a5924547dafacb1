//! A robot from MJCF.

use super::bodies::{Bodies, LinkPart};
use super::meshes::Meshes;
use super::model::{Model, models};
use super::scope::{Scope, own};
use super::{actuators, equality};
use crate::robot::RobotBuilder;
use crate::robot::describe::assemble::{self, Places};
use crate::robot::describe::drives::choose_drives;
use crate::robot::describe::files::Files;
use crate::robot::describe::part::Part;
use crate::robot::describe::source::Notes;
use crate::robot::describe::xml::sources::Sources;
use crate::robot::describe::{Description, LARGEST_FILE, ReadOptions, TOO_LARGE};
use crate::spatial::{Inertia, Vec3, vec3};
use armlab_files::{FileError, Source};
use std::collections::HashSet;

/// Gravity of a model that states none.
const GRAVITY: Vec3<f64> = vec3(0.0, 0.0, -9.81);

/// Reads a robot from the text of an MJCF file without includes; `file` is what errors call
/// it.
pub fn read_mjcf(text: &str, file: &str, options: &ReadOptions) -> Result<Description, FileError> {
    read_with(text, file, options, &Files::default())
}

/// Reads a robot from MJCF, with other files where it names them.
pub(in super::super) fn read_with(
    text: &str,
    file: &str,
    options: &ReadOptions,
    files: &Files,
) -> Result<Description, FileError> {
    let checked = Source::new(file, text, LARGEST_FILE, TOO_LARGE)?;
    let mut sources = Sources::default();
    let main = sources.add(file, checked.text);
    let (models, complaints) = models(&mut sources, files, main)?;
    let sources = &sources;
    let mut notes = Notes::on(sources);
    for complaint in complaints {
        notes.add(0, format!("{complaint}; it is read all the same"));
    }
    let meshes = Meshes::of(sources, &models, files)?;
    let mut bodies = Bodies::new(sources, &models, options.base, meshes);
    bodies.world()?;
    let scopes = bodies.scopes();
    let driven = actuators::read(&mut bodies, &scopes)?;
    let driven: HashSet<String> =
        driven.into_iter().map(|part| bodies.links[part].joint.name.clone()).collect();
    let closures = equality::read(&mut bodies, &scopes)?;
    let drawn = closures.iter().any(|c| c.together);
    home(&mut bodies, &models, drawn)?;
    total_mass(&mut bodies, &models);
    ignored(&mut bodies, &models);

    let root = models.first().map_or(0, |m| m.root.at);
    let mut places = Places::new(root);
    let name = models.first().and_then(|m| m.root.attribute("model")).unwrap_or("robot");
    let name = if name.is_empty() { "robot" } else { name };
    let mut builder = RobotBuilder::new(name).gravity(gravity(sources, &models)?);
    let mut base = crate::robot::Link::massless("world");
    // A single fixed body in an empty world is the base.
    if let Some(body) = sole_base(&bodies) {
        let part = bodies.links.remove(0);
        base = part.link;
        for part in &mut bodies.links {
            if part.parent == "world" {
                part.parent.clone_from(&body);
            }
        }
    }
    builder = builder.base(base);
    let frames = frames(&mut bodies);
    for LinkPart { parent, mut joint, link, at } in std::mem::take(&mut bodies.links) {
        places.add(sources, Part::LinkOrFrame, &link.name, at)?;
        places.add(sources, Part::Joint, &joint.name, at)?;
        joint.actuated = true;
        builder = builder.joint(parent, joint, link);
    }
    for (name, on, at) in frames {
        places.add(sources, Part::LinkOrFrame, &name, at)?;
        builder = builder.frame(name, on.link, on.pose);
    }
    let loops = !closures.is_empty();
    for closure in closures {
        places.add(sources, Part::Loop, &closure.name, closure.at)?;
        let (first, second) = (closure.first, closure.second);
        builder = builder.loop_closure(closure.name, first, second, closure.directions);
    }
    if let Some(tool) = chosen_tool(&models) {
        builder = builder.tool(tool);
    }
    if loops {
        builder = choose_drives(builder, &driven);
    }
    for (at, message) in std::mem::take(&mut bodies.notes) {
        notes.add(at, message);
    }
    assemble::finish(builder, &places, sources, options, None, notes)
}

/// The tool that armlab wrote into the model.
fn chosen_tool(models: &[Model]) -> Option<String> {
    let mut texts = models.first()?.section("custom").filter(|e| e.tag == "text");
    let text = texts.find(|e| e.attribute("name") == Some("armlab_tool"))?;
    text.attribute("data").map(str::to_string)
}

fn gravity(sources: &Sources, models: &[Model]) -> Result<Vec3<f64>, FileError> {
    let mut gravity = GRAVITY;
    for option in models.first().into_iter().flat_map(|m| m.root.all("option")) {
        if let Some(stated) = own(option).vector(sources, "gravity")? {
            gravity = Vec3::from(stated);
        }
    }
    for option in models.first().into_iter().flat_map(|m| m.root.all("option")) {
        for flag in option.all("flag") {
            if flag.attribute("gravity") == Some("disable") {
                gravity = Vec3::zero();
            }
        }
    }
    Ok(gravity)
}

/// The name of the first link, if it is fixed to the world where the world's frame is and
/// everything else hangs on it.
fn sole_base(bodies: &Bodies) -> Option<String> {
    let first = bodies.links.first()?;
    let alone = bodies.links.iter().filter(|l| l.parent == "world").count() == 1;
    let there = first.joint.origin == crate::spatial::Transform::identity();
    let fixed = !first.joint.kind.moves();
    let more = bodies.links.len() > 1;
    let unused = bodies.sites.values().all(|s| s.link != "world");
    (alone && there && fixed && more && unused).then(|| first.link.name.clone())
}

/// Sites as frames, under names that no link has.
fn frames(bodies: &mut Bodies) -> Vec<(String, super::bodies::On, usize)> {
    let order = std::mem::take(&mut bodies.site_order);
    let mut seen = HashSet::new();
    let mut frames = Vec::new();
    for (name, at) in order {
        let Some(on) = bodies.sites.get(&name).cloned() else { continue };
        if !seen.insert(name.clone()) {
            continue;
        }
        let own = name.ends_with("_frame") && bodies.is_link(&name);
        let free = if own { name.clone() } else { bodies.unused_name(name.clone()) };
        if free != name {
            let message = format!("site `{name}` is called `{free}`: a body has its name");
            bodies.notes.push((at, message));
        }
        frames.push((free, on, at));
    }
    frames
}

/// Coordinates of the key frame `home`, where a model has one and its loops do not close where
/// it is drawn.
fn home(bodies: &mut Bodies, models: &[Model], drawn: bool) -> Result<(), FileError> {
    let keys = models.first().into_iter().flat_map(|m| m.section("keyframe"));
    let Some(key) = keys.filter(|k| k.attribute("name") == Some("home")).last() else {
        return Ok(());
    };
    let Some(q) = own(key).numbers(bodies.sources, "qpos")? else { return Ok(()) };
    if !drawn && q.len() == bodies.positions {
        for (part, address) in std::mem::take(&mut bodies.addresses) {
            bodies.links[part].joint.home = q[address];
        }
    }
    Ok(())
}

/// Scales all masses where the compiler says what they are together.
fn total_mass(bodies: &mut Bodies, models: &[Model]) {
    let wanted = models.first().map_or(-1.0, |m| m.compiler.total_mass);
    let total: f64 = bodies.links.iter().filter_map(|l| l.link.inertia).map(|i| i.mass).sum();
    if !(wanted > 0.0 && total > 0.0) {
        return;
    }
    for part in &mut bodies.links {
        let inertia = &mut part.link.inertia;
        *inertia = inertia.map(|i| Inertia::from_array(i.to_array().map(|x| x * wanted / total)));
    }
}

/// Notes on what changes efforts in MuJoCo and is not read.
fn ignored(bodies: &mut Bodies, models: &[Model]) {
    for model in models {
        for tendon in model.section("tendon") {
            let values = model.defaults.values(tendon, None);
            let acts = ["stiffness", "damping", "frictionloss", "armature"];
            if acts.iter().any(|a| values.get(a).is_some_and(|v| v.trim() != "0")) {
                let name = values.name("name").unwrap_or_default();
                let message = format!("spring, damper and inertia of tendon `{name}` are ignored");
                bodies.notes.push((tendon.at, message));
            }
        }
        for deformable in model.section("deformable").filter(|e| e.tag == "flex") {
            bodies.notes.push((deformable.at, "<flex> is ignored".into()));
        }
    }
}

impl Bodies<'_> {
    /// The scopes whose actuators and equalities count: that of the main model, and those of
    /// attached ones.
    fn scopes(&self) -> Vec<Scope> {
        self.attached
            .iter()
            .map(|(model, prefix)| Scope {
                model: *model,
                prefix: prefix.clone(),
                ..Scope::default()
            })
            .collect()
    }
}
