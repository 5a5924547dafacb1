//! Bodies as links: a body with one joint is a link, one with several is a chain of links of
//! which only the last has mass, one with none is fixed.
//!
//! MuJoCo turns a body about an anchor within it. A link's frame stands at its joint, so it is
//! the body's frame moved to the anchor of its last joint.

use super::compiler::InertiaFrom;
use super::geoms::{self, Geom};
use super::inertial;
use super::joints::{self, Hinge, Motion};
use super::meshes::Meshes;
use super::model::Model;
use super::place;
use super::scope::{Content, Placed, Scope};
use super::values::Values;
use crate::robot::describe::solids::unit_body;
use crate::robot::describe::source::at_most;
use crate::robot::describe::xml::sources::Sources;
use crate::robot::describe::{Base, MOST_PARTS};
use crate::robot::{Geometry, Joint, JointKind, Link};
use crate::spatial::{Inertia, Transform, vec3};
use armlab_files::FileError;
use std::collections::{HashMap, HashSet};

/// How deep bodies may be nested.
const DEEPEST: usize = 400;

/// A link, the joint that carries it, and the link that it hangs on.
pub(super) struct LinkPart {
    pub parent: String,
    pub joint: Joint,
    pub link: Link,
    pub at: usize,
}

/// Where a named thing is.
#[derive(Clone, Debug)]
pub(super) struct On {
    pub link: String,
    pub pose: Transform<f64>,
    /// Whether it stands on a body that a user moves (`mocap`).
    pub mocap: bool,
}

/// Geoms of a body.
#[derive(Default)]
struct Geoms {
    shapes: Vec<Geometry>,
    /// The ten parameters of all whose mass counts.
    total: Option<[f64; 10]>,
    /// What is not known of the mass.
    unknown: Vec<(usize, String)>,
}

/// Everything that was found.
pub(super) struct Bodies<'m> {
    pub sources: &'m Sources,
    pub models: &'m [Model],
    pub base: Base,
    pub meshes: Meshes,
    pub links: Vec<LinkPart>,
    /// Bodies and sites by their full names.
    pub bodies: HashMap<String, On>,
    pub sites: HashMap<String, On>,
    /// Sites in the order of the file.
    pub site_order: Vec<(String, usize)>,
    /// Part of every joint by its full name.
    pub joints: HashMap<String, usize>,
    /// Number of every joint's first position among MuJoCo's; armlab's joints only.
    pub addresses: Vec<(usize, usize)>,
    /// Number of MuJoCo's positions.
    pub positions: usize,
    pub notes: Vec<(usize, String)>,
    /// Models and the prefix of their names: the main one, then those attached.
    pub attached: Vec<(usize, String)>,
    link_names: HashSet<String>,
    joint_names: HashSet<String>,
    /// Bodies and joints so far, for those without names.
    counts: (usize, usize),
}

impl<'m> Bodies<'m> {
    pub fn new(sources: &'m Sources, models: &'m [Model], base: Base, meshes: Meshes) -> Self {
        Self {
            sources,
            models,
            base,
            meshes,
            links: Vec::new(),
            bodies: HashMap::new(),
            sites: HashMap::new(),
            site_order: Vec::new(),
            joints: HashMap::new(),
            addresses: Vec::new(),
            positions: 0,
            notes: Vec::new(),
            attached: vec![(0, String::new())],
            link_names: HashSet::from(["world".to_string()]),
            joint_names: HashSet::new(),
            counts: (0, 0),
        }
    }

    /// The whole tree of the first model.
    pub fn world(&mut self) -> Result<(), FileError> {
        let models = self.models;
        let world = On { link: "world".into(), pose: Transform::identity(), mocap: false };
        self.bodies.insert("world".into(), world.clone());
        let mut content = Content::default();
        for section in models.first().into_iter().flat_map(|m| m.root.all("worldbody")) {
            let class = section.attribute("childclass").map(str::to_string);
            let scope = Scope { class, ..Scope::default() };
            content.add(self.sources, models, section, &scope, 0)?;
        }
        self.sites(&content.sites, &world)?;
        self.unknown(&content);
        for (element, scope) in &content.bodies {
            self.body(&(*element, scope.clone()), &world, 0)?;
        }
        Ok(())
    }

    fn unknown(&mut self, content: &Content) {
        for element in &content.others {
            let message = format!("<{}> is ignored", element.tag);
            self.notes.push((element.at, message));
        }
    }

    /// The attributes of an element with those of its class.
    fn values(&self, (element, scope): &Placed) -> Result<Values, FileError> {
        let defaults = &self.models[scope.model].defaults;
        if let Some(class) = element.attribute("class").filter(|c| !defaults.has(c)) {
            let message = format!("there is no default class `{class}`");
            let hint = "classes are named in <default class=\"…\">";
            return Err(self.sources.error(element.at, message, hint));
        }
        Ok(defaults.values(element, scope.class.as_deref()))
    }

    fn pose(&self, placed: &Placed) -> Result<Transform<f64>, FileError> {
        let values = self.values(placed)?;
        let compiler = &self.models[placed.1.model].compiler;
        Ok(placed.1.frame.compose(&place::pose(self.sources, compiler, &values)?))
    }

    fn body(&mut self, placed: &Placed<'m>, parent: &On, depth: usize) -> Result<(), FileError> {
        let (element, scope) = placed;
        at_most(self.sources, MOST_PARTS, element.at, "bodies", self.links.len())?;
        if depth > DEEPEST {
            let message = format!("bodies are nested more than {DEEPEST} deep");
            return Err(self.sources.error(element.at, message, "split the model"));
        }
        let from = (scope.model, scope.prefix.clone());
        if !self.attached.contains(&from) {
            self.attached.push(from);
        }
        self.counts.0 += 1;
        let full = scope.name(element.attribute("name"));
        let usual = format!("body{}", self.counts.0);
        let name = unused(&mut self.link_names, full.clone().unwrap_or(usual));
        let class = element.attribute("childclass").map(str::to_string).or(scope.class.clone());
        let inner = Scope { frame: Transform::identity(), class, ..scope.clone() };
        let mut content = Content::default();
        content.add(self.sources, self.models, element, &inner, 0)?;
        self.unknown(&content);
        if element.attribute("gravcomp").is_some_and(|g| g.trim() != "0") {
            let message = format!("gravity compensation of body `{name}` is ignored");
            self.notes.push((element.at, message));
        }

        let pose = parent.pose.compose(&self.pose(placed)?);
        let mocap = element.attribute("mocap") == Some("true");
        let chain = self.chain(&content, &name, element.at)?;
        let (last, offset) = self.hang(chain, &parent.link, pose, &name, element.at);
        let on = On { link: last, pose: offset, mocap: mocap || parent.mocap };
        self.fill(&content, &name, &offset)?;
        self.bodies.insert(full.unwrap_or_else(|| name.clone()), on.clone());
        if offset.translation != vec3(0.0, 0.0, 0.0) {
            let frame = unused(&mut self.link_names, format!("{name}_frame"));
            self.site_order.push((frame.clone(), element.at));
            self.sites.insert(frame, on.clone());
        }
        self.sites(&content.sites, &on)?;
        for body in &content.bodies {
            self.body(body, &on, depth + 1)?;
        }
        Ok(())
    }

    /// The joints of a body that armlab has coordinates for.
    fn chain(
        &mut self,
        content: &Content<'m>,
        body: &str,
        at: usize,
    ) -> Result<Vec<Hinge>, FileError> {
        let mut chain = Vec::new();
        for placed in &content.joints {
            let values = self.values(placed)?;
            let full = placed.1.name(values.name("name"));
            self.counts.1 += 1;
            let usual = if content.joints.len() == 1 {
                format!("{body}_joint")
            } else {
                format!("{body}_joint{}", self.counts.1)
            };
            let name = unused(&mut self.joint_names, full.clone().unwrap_or(usual));
            let compiler = &self.models[placed.1.model].compiler;
            match joints::read(self.sources, compiler, &values, &placed.1.frame, &name)? {
                Motion::Hinge(mut hinge) => {
                    self.notes.append(&mut hinge.notes);
                    hinge.address = self.positions;
                    hinge.key = full.unwrap_or_else(|| name.clone());
                    self.positions += 1;
                    chain.push(*hinge);
                }
                Motion::Other(kind) => {
                    self.positions += if kind == "free" { 7 } else { 4 };
                    let what = if kind == "free" { "floats" } else { "turns in a ball joint" };
                    if self.base == Base::AsStated {
                        let message = format!(
                            "body `{body}` {what} (joint `{name}`), which armlab has no coordinates for"
                        );
                        let hint = "--base fixed welds it where it stands";
                        return Err(self.sources.error(placed.0.at, message, hint));
                    }
                    let message = format!("body `{body}` {what}; it is welded where it stands");
                    self.notes.push((at, message));
                }
            }
        }
        Ok(chain)
    }

    /// Hangs the links of a body on `parent` at `pose`; the last of them, and the body's frame
    /// in it.
    fn hang(
        &mut self,
        chain: Vec<Hinge>,
        parent: &str,
        pose: Transform<f64>,
        body: &str,
        at: usize,
    ) -> (String, Transform<f64>) {
        let (mut parent, mut pose) = (parent.to_string(), pose);
        if chain.is_empty() {
            let name = unused(&mut self.joint_names, format!("{body}_fixed"));
            let joint = Joint::new(name, JointKind::Fixed, pose, vec3(0.0, 0.0, 1.0));
            self.links.push(LinkPart { parent, joint, link: Link::massless(body), at });
            return (body.to_string(), Transform::identity());
        }
        let count = chain.len();
        for (i, hinge) in chain.into_iter().enumerate() {
            let Hinge { mut joint, anchor, reference, address, key, at, .. } = hinge;
            joint.origin = pose.compose(&anchor).compose(&reference.inverse());
            let link = if i + 1 == count {
                body.to_string()
            } else {
                unused(&mut self.link_names, format!("{body}_{}", joint.name))
            };
            self.joints.insert(key, self.links.len());
            self.addresses.push((self.links.len(), address));
            let link_name = link.clone();
            self.links.push(LinkPart { parent, joint, link: Link::massless(link), at });
            (parent, pose) = (link_name, anchor.inverse());
        }
        (parent, pose)
    }

    /// Inertia and shapes of a body in the frame in which the body's frame stands at `offset`.
    fn fill(
        &mut self,
        content: &Content<'m>,
        body: &str,
        offset: &Transform<f64>,
    ) -> Result<(), FileError> {
        let model = content.inertial.as_ref().or(content.geoms.first()).map(|p| p.1.model);
        let Some(model) = model else { return Ok(()) };
        let compiler = &self.models[model].compiler;
        let stated = match &content.inertial {
            Some(placed) if compiler.inertia_from != InertiaFrom::Geoms => {
                let values = self.values(placed)?;
                let frame = &placed.1.frame;
                Some(inertial::read(self.sources, compiler, &values)?.to_parent(frame))
            }
            _ => None,
        };
        let mut geoms = self.geoms(content, body)?;
        let found = match stated {
            Some(stated) => Some(stated),
            None if compiler.inertia_from == InertiaFrom::Inertial => None,
            None => {
                self.notes.append(&mut geoms.unknown);
                geoms.total.map(Inertia::from_array)
            }
        };
        let found = found.map(|i| inertial::adjusted(i, compiler).to_parent(offset));
        if let Some(LinkPart { link, .. }) = self.links.last_mut() {
            link.inertia = found;
            link.geometry = geoms.shapes;
            link.geometry.iter_mut().for_each(|g| g.origin = offset.compose(&g.origin));
            link.extent = link.geometry.iter().filter_map(Geometry::extent).reduce(f64::max);
        }
        Ok(())
    }

    /// Shapes of a body, and the mass of those that count.
    fn geoms(&mut self, content: &Content<'m>, body: &str) -> Result<Geoms, FileError> {
        let mut found = Geoms::default();
        for placed in &content.geoms {
            let values = self.values(placed)?;
            let model = &self.models[placed.1.model];
            let geom = geoms::read(self.sources, &model.compiler, &values)?;
            let Some(Geom { mut shape, pose, mesh }) = geom else { continue };
            let pose = placed.1.frame.compose(&pose);
            let mut unit = Ok(None);
            if let Some(mesh) = &mesh {
                let asset = self.meshes.find(placed.1.model, mesh);
                if let Some(asset) = asset {
                    shape = asset.shape.clone();
                }
                unit =
                    asset.map_or(Err(format!("there is no mesh `{mesh}`")), |a| a.unit().map(Some));
            } else if let Some(simple) =
                unit_body(&shape, values.flag("shellinertia") == Some(true))
            {
                unit = Ok(Some(simple));
            }
            let purpose = geoms::purpose(self.sources, &values)?;
            found.shapes.push(Geometry { purpose, origin: pose, shape });
            let group = values.number(self.sources, "group")?.unwrap_or(0.0);
            let [first, last] = model.compiler.groups;
            if group < first || group > last {
                continue;
            }
            match unit {
                Ok(Some(unit)) => {
                    let part = geoms::inertia(self.sources, &values, &unit, &pose)?;
                    if let Some(part) = part {
                        let sum = found.total.get_or_insert([0.0; 10]);
                        sum.iter_mut().zip(part.to_array()).for_each(|(s, p)| *s += p);
                    }
                }
                Ok(None) => {}
                Err(why) => {
                    let mass = values.number(self.sources, "mass")?;
                    let density = values.number(self.sources, "density")?;
                    if mass != Some(0.0) && (mass.is_some() || density != Some(0.0)) {
                        let message = format!("mass of body `{body}` is not known: {why}");
                        found.unknown.push((placed.0.at, message));
                    }
                }
            }
        }
        Ok(found)
    }

    fn sites(&mut self, sites: &[Placed<'m>], on: &On) -> Result<(), FileError> {
        for placed in sites {
            let Some(name) = placed.1.name(placed.0.attribute("name")) else { continue };
            at_most(self.sources, MOST_PARTS, placed.0.at, "sites", self.site_order.len())?;
            let pose = on.pose.compose(&self.pose(placed)?);
            self.sites.insert(name.clone(), On { pose, ..on.clone() });
            self.site_order.push((name, placed.0.at));
        }
        Ok(())
    }

    /// Whether a link has this name.
    pub fn is_link(&self, name: &str) -> bool {
        self.link_names.contains(name)
    }
    /// A name that neither a link nor a frame has.
    pub fn unused_name(&mut self, name: String) -> String {
        unused(&mut self.link_names, name)
    }
}

/// The name, or one like it that is still free.
pub(super) fn unused(taken: &mut HashSet<String>, name: String) -> String {
    let mut free = name.clone();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = format!("{name}_{number}");
        // A name that many have must not cost a search each time.
        number = if number < 100 { number + 1 } else { number + taken.len() };
    }
    free
}
