//! A robot from SDF.

use super::joints::{self, Hinge};
use super::scope::{Part as ScenePart, Scene, joined};
use super::{shapes, values};
use crate::robot::describe::assemble::{self, Places};
use crate::robot::describe::drives::choose_drives;
use crate::robot::describe::files::Files;
use crate::robot::describe::part::Part;
use crate::robot::describe::source::Notes;
use crate::robot::describe::xml::element::Element;
use crate::robot::describe::xml::sources::Sources;
use crate::robot::describe::{Base, Description, LARGEST_FILE, ReadOptions, TOO_LARGE};
use crate::robot::{Direction, Joint, JointKind, Link, RobotBuilder};
use crate::spatial::{Inertia, Sym3, Transform, Vec3, vec3};
use armlab_files::{FileError, Source, quoted};
use std::collections::{HashMap, HashSet};

/// Reads a robot from the text of an SDF file without includes; `file` is what errors call it.
pub fn read_sdf(text: &str, file: &str, options: &ReadOptions) -> Result<Description, FileError> {
    read_with(text, file, options, &Files::default())
}

/// Reads a robot from SDF, with other models where it includes them.
pub(in super::super) fn read_with(
    text: &str,
    file: &str,
    options: &ReadOptions,
    files: &Files,
) -> Result<Description, FileError> {
    let checked = Source::new(file, text, LARGEST_FILE, TOO_LARGE)?;
    let mut sources = Sources::default();
    let main = sources.add(file, checked.text);
    let (root, complaint) = Element::parse(&sources, main)?;
    let (model, gravity) = outermost(&sources, &root)?;
    let mut scene = Scene::new(version(&root));
    scene.add_model(&mut sources, files, &model, "", "", false, 0)?;
    let sources = &sources;
    let mut notes = Notes::on(sources);
    if let Some(complaint) = complaint {
        notes.add(0, format!("{complaint}; it is read all the same"));
    }
    let tree = Tree::of(sources, &mut scene, options.base)?;
    let name = model.attribute("name").filter(|n| !n.is_empty()).unwrap_or("robot");
    let mut builder = RobotBuilder::new(name);
    if let Some(gravity) = gravity {
        builder = builder.gravity(gravity);
    }
    let mut places = Places::new(model.at);
    builder = tree.build(sources, &mut scene, builder, &mut places)?;
    for (at, message) in std::mem::take(&mut scene.notes) {
        notes.add(at, message);
    }
    assemble::finish(builder, &places, sources, options, None, notes)
}

/// The model of a file, and gravity where a world states it. Models of a world are taken
/// together.
fn outermost(sources: &Sources, root: &Element) -> Result<(Element, Option<Vec3<f64>>), FileError> {
    if root.tag != "sdf" && root.tag != "gazebo" {
        let message = format!("the root element is <{}>, not <sdf>", root.tag);
        return Err(sources.error(root.at, message, "SDF is one <sdf> element"));
    }
    if let Some(model) = root.first("model") {
        return Ok((model.clone(), None));
    }
    let Some(world) = root.first("world") else {
        let message = "there is neither a <model> nor a <world>";
        return Err(sources.error(root.at, message, "a description has one of them"));
    };
    let gravity = match world.first("gravity") {
        Some(stated) => values::vector(sources, stated)?,
        None => vec3(0.0, 0.0, -9.8),
    };
    let mut together = world.clone();
    together.tag = "model".into();
    Ok((together, Some(gravity)))
}

fn version(root: &Element) -> (u32, u32) {
    let text = root.attribute("version").unwrap_or("1.6");
    let mut parts = text.split('.').map(|p| p.parse().unwrap_or(0));
    (parts.next().unwrap_or(1), parts.next().unwrap_or(6))
}

/// How a joint connects two links.
struct Edge {
    joint: usize,
    parent: Option<usize>,
    child: usize,
}

/// Links in a tree, with the joints that close loops beside it.
struct Tree {
    /// The edge that carries each link.
    carrier: Vec<Option<usize>>,
    edges: Vec<Edge>,
    /// Edges beyond the tree.
    loops: Vec<usize>,
    /// Links that hang on nothing.
    roots: Vec<usize>,
    /// Links in an order in which parents come first.
    order: Vec<usize>,
}

impl Tree {
    fn of(sources: &Sources, scene: &mut Scene, base: Base) -> Result<Self, FileError> {
        let index: HashMap<String, usize> =
            scene.links.iter().enumerate().map(|(i, l)| (l.name.clone(), i)).collect();
        if scene.links.is_empty() {
            return Err(sources.error(0, "the model has no links", "add <link> elements"));
        }
        let mut edges = Vec::new();
        for (joint, part) in scene.joints.iter().enumerate() {
            let end = |tag: &str| -> Result<Option<usize>, FileError> {
                let stated = values::text(&part.element, tag).unwrap_or_default();
                if stated == "world" || stated.is_empty() {
                    return Ok(None);
                }
                let link = scene.link_of(&joined(&part.scope, &stated));
                link.and_then(|l| index.get(&l).copied()).map(Some).ok_or_else(|| {
                    let message = format!("there is no link {}", quoted(&stated));
                    sources.error(part.element.at, message, "names are compared letter by letter")
                })
            };
            let (parent, child) = (end("parent")?, end("child")?);
            match (parent, child) {
                (parent, Some(child)) => edges.push(Edge { joint, parent, child }),
                // A joint to the world may be written either way.
                (Some(parent), None) => edges.push(Edge { joint, parent: None, child: parent }),
                (None, None) => {}
            }
        }
        let mut tree = Self {
            carrier: vec![None; scene.links.len()],
            loops: Vec::new(),
            roots: Vec::new(),
            order: Vec::new(),
            edges,
        };
        // A link hangs on the first joint that names it; further joints close loops.
        for (e, edge) in tree.edges.iter().enumerate() {
            match tree.carrier[edge.child] {
                None if edge.parent != Some(edge.child) => tree.carrier[edge.child] = Some(e),
                _ => tree.loops.push(e),
            }
        }
        tree.cut_rings();
        tree.roots = (0..scene.links.len()).filter(|&i| tree.carrier[i].is_none()).collect();
        tree.sort();
        tree.check_roots(sources, scene, base)?;
        Ok(tree)
    }

    /// Joints that hang on each other in a ring: one of them closes it.
    fn cut_rings(&mut self) {
        let n = self.carrier.len();
        for start in 0..n {
            let (mut at, mut steps) = (start, 0);
            while let Some(e) = self.carrier[at] {
                let Some(parent) = self.edges[e].parent else { break };
                steps += 1;
                if parent == start || steps > n {
                    self.carrier[start] = None;
                    self.loops.push(e);
                    break;
                }
                at = parent;
            }
        }
    }

    fn sort(&mut self) {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.carrier.len()];
        let mut on_world = Vec::new();
        // In the order of the joints, as other formats have it.
        for (e, edge) in self.edges.iter().enumerate() {
            if self.carrier[edge.child] == Some(e) {
                match edge.parent {
                    Some(parent) => children[parent].push(edge.child),
                    None => on_world.push(edge.child),
                }
            }
        }
        let mut stack: Vec<usize> = on_world.into_iter().chain(self.roots.clone()).rev().collect();
        while let Some(link) = stack.pop() {
            self.order.push(link);
            stack.extend(children[link].iter().rev());
        }
    }

    /// Links that hang on nothing: one is the base, several float.
    fn check_roots(
        &self,
        sources: &Sources,
        scene: &mut Scene,
        base: Base,
    ) -> Result<(), FileError> {
        let on_world = self.edges.iter().any(|e| e.parent.is_none());
        let loose: Vec<usize> =
            self.roots.iter().copied().filter(|&i| !scene.links[i].fixed).collect();
        let Some(&first) = loose.first() else { return Ok(()) };
        let part = &scene.links[first];
        if loose.len() > 1 || on_world {
            let names: Vec<&str> = loose.iter().map(|&i| scene.links[i].name.as_str()).collect();
            if base == Base::AsStated {
                let shown = names[..names.len().min(4)].join("`, `");
                let message = format!("links `{shown}` float: no joint fixes them to the world");
                let hint = "--base fixed welds them where they stand";
                return Err(sources.error(part.element.at, message, hint));
            }
            for &i in &loose {
                let part = &scene.links[i];
                let message = format!("link `{}` floats; it is welded where it stands", part.name);
                scene.notes.push((part.element.at, message));
            }
        } else {
            let message = format!(
                "no joint fixes the model to the world; its link `{}` is taken as the base",
                part.name
            );
            let at = part.element.at;
            scene.notes.push((at, message));
        }
        Ok(())
    }

    fn build(
        &self,
        sources: &Sources,
        scene: &mut Scene,
        mut builder: RobotBuilder,
        places: &mut Places,
    ) -> Result<RobotBuilder, FileError> {
        let sole = match self.roots[..] {
            [root] if self.edges.iter().all(|e| e.parent.is_some()) => Some(root),
            _ => None,
        };
        let n = scene.links.len();
        // Pose of every link's frame of armlab in the model.
        let mut frames = vec![Transform::identity(); n];
        let mut taken: HashSet<String> = scene.joints.iter().map(|j| j.name.clone()).collect();
        let mut link_names: HashSet<String> = scene.links.iter().map(|l| l.name.clone()).collect();
        let mut extra_frames = Vec::new();
        let mut hinges: HashMap<usize, Vec<Hinge>> = HashMap::new();
        let mut base = Link::massless("world");
        let mut parts: Vec<(String, Joint, Link, usize)> = Vec::new();
        if link_names.contains("world") {
            base.name = "__world__".into();
        }
        for &i in &self.order {
            let (name, at, fixed) = {
                let part = &scene.links[i];
                (part.name.clone(), part.element.at, part.fixed)
            };
            let own = scene.pose(sources, &name, at)?;
            let mut link = Link::massless(name.clone());
            link.inertia = inertia(sources, &scene.links[i], &mut scene.notes)?;
            link.geometry = shapes::read(sources, &scene.links[i].element, &mut scene.notes);
            link.extent =
                link.geometry.iter().filter_map(crate::robot::Geometry::extent).reduce(f64::max);
            if sole == Some(i) {
                frames[i] = own;
                base = link;
                continue;
            }
            let edge = self.carrier[i].map(|e| &self.edges[e]);
            let parent = edge.and_then(|e| e.parent);
            let (parent_name, parent_frame) = match parent {
                Some(p) => (scene.links[p].name.clone(), frames[p]),
                None => (base.name.clone(), Transform::identity()),
            };
            let parent_name =
                if parent == sole && sole.is_some() { base.name.clone() } else { parent_name };
            let Some(edge) = edge.filter(|_| !fixed) else {
                let joint_name = edge.map_or_else(
                    || unused(&mut taken, format!("{name}_fixed")),
                    |e| scene.joints[e.joint].name.clone(),
                );
                let origin = parent_frame.inverse().compose(&own);
                let joint = Joint::new(joint_name, JointKind::Fixed, origin, vec3(0.0, 0.0, 1.0));
                frames[i] = own;
                parts.push((parent_name, joint, link, at));
                continue;
            };
            let chain = joints::read(sources, scene, edge.joint)?;
            let place = scene.pose(sources, &scene.joints[edge.joint].name.clone(), at)?;
            let moves = chain.iter().any(|h| h.joint.kind.moves());
            let frame = if moves { place } else { own };
            frames[i] = frame;
            let offset = frame.inverse().compose(&own);
            let count = chain.len();
            let mut hanging = parent_name;
            for (k, mut hinge) in chain.into_iter().enumerate() {
                hinge.joint.origin = if k == 0 {
                    parent_frame.inverse().compose(&frame)
                } else {
                    Transform::identity()
                };
                let last = k + 1 == count;
                let mut carried = if last {
                    link.clone()
                } else {
                    Link::massless(unused(&mut link_names, format!("{name}_{}", hinge.joint.name)))
                };
                if last {
                    carried.inertia = link.inertia.map(|inertia| inertia.to_parent(&offset));
                    carried.geometry.iter_mut().for_each(|g| g.origin = offset.compose(&g.origin));
                }
                let next = carried.name.clone();
                parts.push((hanging, hinge.joint.clone(), carried, hinge.at));
                hanging = next;
                hinges.entry(edge.joint).or_default().push(hinge);
            }
            if offset.max_difference(&Transform::identity()) > 0.0 {
                let frame = unused(&mut link_names, format!("{name}_frame"));
                extra_frames.push((frame, name.clone(), offset, at));
            }
        }
        let mut driven = HashSet::new();
        builder = builder.base(base.clone());
        for (parent, joint, link, at) in parts {
            places.add(sources, Part::LinkOrFrame, &link.name, at)?;
            places.add(sources, Part::Joint, &joint.name, at)?;
            if joint.limits.effort > 0.0 {
                driven.insert(joint.name.clone());
            }
            builder = builder.joint(parent, joint, link);
        }
        let link_frame = |i: usize| frames[i];
        for (name, at) in std::mem::take(&mut scene.frames) {
            let pose = scene.pose(sources, &name, at)?;
            let index =
                scene.link_of(&name).and_then(|l| scene.links.iter().position(|x| x.name == l));
            let (on, pose) = match index {
                Some(i) if sole == Some(i) => {
                    (base.name.clone(), link_frame(i).inverse().compose(&pose))
                }
                Some(i) => (scene.links[i].name.clone(), link_frame(i).inverse().compose(&pose)),
                None => (base.name.clone(), pose),
            };
            extra_frames.push((unused(&mut link_names, name), on, pose, at));
        }
        for (name, on, pose, at) in extra_frames {
            places.add(sources, Part::LinkOrFrame, &name, at)?;
            builder = builder.frame(name, on, pose);
        }
        for &e in &self.loops {
            let edge = &self.edges[e];
            let part_name = scene.joints[edge.joint].name.clone();
            let at = scene.joints[edge.joint].element.at;
            let Some((turn, directions)) = joints::closure(sources, scene, edge.joint)? else {
                continue;
            };
            let place = scene.pose(sources, &part_name, at)?;
            let place = Transform { rotation: place.rotation.compose(&turn), ..place };
            let end = |link: Option<usize>| match link {
                Some(i) => {
                    let own = if sole == Some(i) {
                        base.name.clone()
                    } else {
                        scene.links[i].name.clone()
                    };
                    (own, frames[i].inverse().compose(&place))
                }
                None => (base.name.clone(), place),
            };
            let (first, second) = (end(edge.parent), end(Some(edge.child)));
            places.add(sources, Part::Loop, &part_name, at)?;
            let directions: Vec<Direction> = directions;
            builder = builder.loop_closure(part_name, first, second, directions);
        }
        if self.loops.is_empty() { Ok(builder) } else { Ok(choose_drives(builder, &driven)) }
    }
}

/// Inertia of a link about its frame. SDF's rule for what is not stated: one kilogram, and one
/// kg m² about every axis.
fn inertia(
    sources: &Sources,
    part: &ScenePart,
    notes: &mut Vec<(usize, String)>,
) -> Result<Option<Inertia<f64>>, FileError> {
    let Some(stated) = part.element.first("inertial") else {
        let message = format!("link `{}` states no <inertial>; SDF makes it 1 kg", part.name);
        notes.push((part.element.at, message));
        let one = Sym3 { xx: 1.0, yy: 1.0, zz: 1.0, ..Sym3::zero() };
        return Ok(Some(Inertia::from_center(1.0, Vec3::zero(), one)));
    };
    if stated.attribute("auto") == Some("true") {
        let message =
            format!("inertia of link `{}` from its shapes (auto) is not computed", part.name);
        notes.push((stated.at, message));
    }
    let pose =
        stated.first("pose").map_or(Ok(Transform::identity()), |p| values::pose(sources, p))?;
    let mass = values::number(sources, stated, "mass")?.unwrap_or(1.0);
    let entry = |tag: &str, usual: f64| -> Result<f64, FileError> {
        match stated.first("inertia") {
            Some(inertia) => Ok(values::number(sources, inertia, tag)?.unwrap_or(usual)),
            None => Ok(usual),
        }
    };
    let tensor = Sym3 {
        xx: entry("ixx", 1.0)?,
        xy: entry("ixy", 0.0)?,
        yy: entry("iyy", 1.0)?,
        xz: entry("ixz", 0.0)?,
        yz: entry("iyz", 0.0)?,
        zz: entry("izz", 1.0)?,
    };
    Ok(Some(Inertia::from_center(mass, pose.translation, pose.rotation.congruence(&tensor))))
}

fn unused(taken: &mut HashSet<String>, name: String) -> String {
    let mut free = name.clone();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = format!("{name}_{number}");
        number += 1;
    }
    free
}
