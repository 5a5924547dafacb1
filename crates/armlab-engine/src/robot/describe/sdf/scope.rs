//! Models within models, and the frames in them: poses are given relative to other frames, and
//! are brought to the outermost model here.

use super::values;
use crate::robot::describe::MOST_PARTS;
use crate::robot::describe::files::Files;
use crate::robot::describe::source::at_most;
use crate::robot::describe::xml::element::Element;
use crate::robot::describe::xml::sources::Sources;
use crate::spatial::Transform;
use armlab_files::{FileError, quoted};
use std::collections::HashMap;

/// How deep models may include each other.
const DEEPEST: usize = 16;

/// What a frame belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Model,
    Link,
    Joint,
    Frame,
}

/// A frame of the pose graph.
struct Node {
    kind: Kind,
    /// Full name of the frame that the pose is relative to.
    relative_to: String,
    pose: Transform<f64>,
    /// Full name of what it is fixed to, where it is a frame.
    attached_to: Option<String>,
    at: usize,
}

/// A link or joint with its full name and the scope that its references are in.
pub(super) struct Part {
    pub name: String,
    pub scope: String,
    pub element: Element,
    /// Whether a model around it is static.
    pub fixed: bool,
}

/// Everything in the models of a file.
#[derive(Default)]
pub(super) struct Scene {
    pub links: Vec<Part>,
    pub joints: Vec<Part>,
    /// Names of frames in the order of the file.
    pub frames: Vec<(String, usize)>,
    nodes: HashMap<String, Node>,
    resolved: HashMap<String, Transform<f64>>,
    pub notes: Vec<(usize, String)>,
    /// SDF's version; before 1.5 axes stand in the model's frame.
    pub version: (u32, u32),
}

/// Name within a scope.
pub(super) fn joined(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_string() } else { format!("{scope}::{name}") }
}

impl Scene {
    /// Nothing yet, of a file of this version.
    pub fn new(version: (u32, u32)) -> Self {
        Self { version, ..Self::default() }
    }

    /// Adds a model. `scope` is what its names begin with; the outermost model's begin with
    /// nothing.
    #[expect(clippy::too_many_arguments, reason = "what surrounds a model")]
    pub fn add_model(
        &mut self,
        sources: &mut Sources,
        files: &Files,
        model: &Element,
        scope: &str,
        around: &str,
        fixed: bool,
        depth: usize,
    ) -> Result<(), FileError> {
        if depth > DEEPEST {
            let message = "models are nested too deep";
            return Err(sources.error(model.at, message, "does a model include itself?"));
        }
        let fixed = fixed || values::text(model, "static").as_deref() == Some("true");
        let own = joined(scope, "__model__");
        let pose = model.first("pose");
        let relative = pose.and_then(|p| p.attribute("relative_to")).unwrap_or_default();
        let parent = if relative.is_empty() {
            joined(around, "__model__")
        } else {
            joined(around, relative)
        };
        let stated = pose.map_or(Ok(Transform::identity()), |p| values::pose(sources, p))?;
        let placement = model.attribute("placement_frame").filter(|f| !f.is_empty());
        let root = depth == 0;
        // The outermost model is where armlab's base is.
        let (parent, stated) =
            if root { (String::new(), Transform::identity()) } else { (parent, stated) };
        self.node(own.clone(), Kind::Model, parent.clone(), stated, None, model.at);
        for child in model.elements() {
            at_most(sources, MOST_PARTS, child.at, "parts", self.nodes.len())?;
            let name = child.attribute("name").unwrap_or_default();
            match child.tag.as_str() {
                "link" | "joint" | "frame" => {
                    self.add_part(sources, child, name, scope, fixed)?;
                }
                "model" => {
                    let inner = joined(scope, name);
                    self.add_model(sources, files, child, &inner, scope, fixed, depth + 1)?;
                }
                "include" => self.include(sources, files, child, scope, fixed, depth)?,
                _ => {}
            }
        }
        if let Some(frame) = placement.filter(|_| !root) {
            // The stated pose is that of a frame of the model, not of the model.
            let target = joined(scope, frame);
            let to = self.pose(sources, &target, model.at)?;
            let from = self.pose(sources, &own, model.at)?;
            let stated = stated.compose(&from.inverse().compose(&to).inverse());
            self.resolved.clear();
            self.node(own, Kind::Model, parent, stated, None, model.at);
        }
        Ok(())
    }

    fn add_part(
        &mut self,
        sources: &Sources,
        element: &Element,
        name: &str,
        scope: &str,
        fixed: bool,
    ) -> Result<(), FileError> {
        if name.is_empty() {
            let message = format!("a <{}> has no name", element.tag);
            return Err(sources.error(element.at, message, "give it a name of its own"));
        }
        let full = joined(scope, name);
        if self.nodes.contains_key(&full) {
            let message = format!("`{full}` is declared twice");
            return Err(sources.error(element.at, message, "names of a model are its own"));
        }
        let pose = element.first("pose");
        let stated = pose.map_or(Ok(Transform::identity()), |p| values::pose(sources, p))?;
        let relative = pose
            .and_then(|p| p.attribute("relative_to").or(p.attribute("frame")))
            .unwrap_or_default();
        let part =
            || Part { name: full.clone(), scope: scope.into(), element: element.clone(), fixed };
        let mut attached_to = None;
        let (kind, usual) = match element.tag.as_str() {
            "link" => {
                self.links.push(part());
                (Kind::Link, "__model__".to_string())
            }
            "joint" => {
                self.joints.push(part());
                (Kind::Joint, values::text(element, "child").unwrap_or_default())
            }
            _ => {
                let to = element.attribute("attached_to").filter(|a| !a.is_empty());
                let to = to.unwrap_or("__model__").to_string();
                attached_to = Some(joined(scope, &to));
                self.frames.push((full.clone(), element.at));
                (Kind::Frame, to)
            }
        };
        let relative = if relative.is_empty() { usual } else { relative.to_string() };
        let relative = if relative == "world" { String::new() } else { joined(scope, &relative) };
        self.node(full, kind, relative, stated, attached_to, element.at);
        Ok(())
    }

    fn node(
        &mut self,
        name: String,
        kind: Kind,
        relative_to: String,
        pose: Transform<f64>,
        attached_to: Option<String>,
        at: usize,
    ) {
        self.nodes.insert(name, Node { kind, relative_to, pose, attached_to, at });
    }

    fn include(
        &mut self,
        sources: &mut Sources,
        files: &Files,
        element: &Element,
        scope: &str,
        fixed: bool,
        depth: usize,
    ) -> Result<(), FileError> {
        let uri = values::text(element, "uri").unwrap_or_default();
        let missing =
            |sources: &Sources, why: String, hint: String| sources.error(element.at, why, hint);
        if files.folder.is_none() {
            let message = format!("{} is another file, and only a text was given", quoted(&uri));
            return Err(missing(sources, message, "give the description by its path".into()));
        }
        let path = files.resolve(&uri).map_err(|m| missing(sources, m.message, m.hint))?;
        let Some(path) = super::include::model_file(&path) else {
            let message = format!("there is no model {}", path.display());
            let hint = "say where models are with --package NAME=DIR".to_string();
            return Err(missing(sources, message, hint));
        };
        let text = crate::robot::describe::files::read_description(&path)?;
        let file = sources.add(path.display().to_string(), text);
        let (root, _) = Element::parse(sources, file)?;
        let Some(mut model) = root.first("model").cloned() else {
            let message = format!("{} has no <model>", path.display());
            return Err(missing(sources, message, "include SDF models".into()));
        };
        // What the include states counts more than what the model does.
        let name = values::text(element, "name");
        let name = name.or(model.attribute("name").map(str::to_string)).unwrap_or_default();
        for tag in ["pose", "static"] {
            if let Some(own) = element.first(tag) {
                use crate::robot::describe::xml::element::Child;
                model.children.retain(|c| !matches!(c, Child::Element(e) if e.tag == tag));
                model.children.push(Child::Element(own.clone()));
            }
        }
        if let Some(frame) = values::text(element, "placement_frame") {
            model.attributes.retain(|(n, _)| n != "placement_frame");
            model.attributes.push(("placement_frame".into(), frame));
        }
        let merged = element.attribute("merge") == Some("true");
        let inner = if merged { scope.to_string() } else { joined(scope, &name) };
        let inner = if merged { joined(&inner, &name) } else { inner };
        self.add_model(sources, files, &model, &inner, scope, fixed, depth + 1)
    }

    /// The pose of a frame in the outermost model.
    pub fn pose(
        &mut self,
        sources: &Sources,
        name: &str,
        at: usize,
    ) -> Result<Transform<f64>, FileError> {
        let mut chain = Vec::new();
        let mut next = self.find(name);
        let mut total = Transform::identity();
        while !next.is_empty() {
            if let Some(known) = self.resolved.get(&next) {
                total = *known;
                break;
            }
            let Some(node) = self.nodes.get(&next) else {
                let message = format!("there is no frame {}", quoted(&next));
                return Err(sources.error(
                    at,
                    message,
                    "frames are links, joints, frames and models",
                ));
            };
            chain.push(next.clone());
            if chain.len() > self.nodes.len() {
                let message = format!("the pose of `{name}` is relative to itself");
                return Err(sources.error(
                    node.at,
                    message,
                    "one frame of the ring must stand in the model",
                ));
            }
            next = self.find(&node.relative_to);
        }
        for frame in chain.into_iter().rev() {
            if let Some(node) = self.nodes.get(&frame) {
                total = total.compose(&node.pose);
                self.resolved.insert(frame, total);
            }
        }
        Ok(total)
    }

    /// The full name of a frame; a model's name stands for its frame.
    fn find(&self, name: &str) -> String {
        if name.is_empty() || self.nodes.contains_key(name) {
            return name.to_string();
        }
        let model = joined(name, "__model__");
        if self.nodes.contains_key(&model) {
            return model;
        }
        // `__model__` of a scope, or a name that only the outermost model has.
        name.to_string()
    }

    /// The link that a frame is fixed to: itself, what it is attached to, the child of a joint,
    /// the first link of a model.
    pub fn link_of(&self, name: &str) -> Option<String> {
        let mut at = self.find(name);
        for _ in 0..=self.nodes.len() {
            let node = self.nodes.get(&at)?;
            at = match node.kind {
                Kind::Link => return Some(at),
                Kind::Frame => self.find(node.attached_to.as_ref()?),
                Kind::Joint => {
                    let joint = self.joints.iter().find(|j| j.name == at)?;
                    let child = values::text(&joint.element, "child")?;
                    self.find(&joined(&joint.scope, &child))
                }
                Kind::Model => {
                    let scope = at.strip_suffix("__model__")?;
                    let first = self.links.iter().find(|l| l.name.starts_with(scope))?;
                    return Some(first.name.clone());
                }
            };
        }
        None
    }
}
