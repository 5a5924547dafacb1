//! Where in a model an element stands: frames, copies and attached models around it.

use super::compiler::Compiler;
use super::model::Model;
use super::place;
use super::values::Values;
use crate::robot::describe::xml::element::Element;
use crate::robot::describe::xml::sources::Sources;
use crate::spatial::{Transform, Vec3};
use armlab_files::{FileError, quoted};

/// Most copies of one `<replicate>`.
const MOST_COPIES: usize = 10_000;

/// What surrounds an element.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Number of its model.
    pub model: usize,
    /// Before and behind its name.
    pub prefix: String,
    pub suffix: String,
    /// Pose of the frames around it, in the body that it belongs to.
    pub frame: Transform<f64>,
    /// Class of its defaults.
    pub class: Option<String>,
}

impl Scope {
    /// The full name of an element here; none without a name.
    pub fn name(&self, name: Option<&str>) -> Option<String> {
        let name = name.filter(|n| !n.is_empty())?;
        Some(format!("{}{name}{}", self.prefix, self.suffix))
    }
}

/// An element and what surrounds it.
pub(super) type Placed<'m> = (&'m Element, Scope);

/// What a body contains, frames and copies resolved.
#[derive(Default)]
pub(super) struct Content<'m> {
    pub inertial: Option<Placed<'m>>,
    pub joints: Vec<Placed<'m>>,
    pub geoms: Vec<Placed<'m>>,
    pub sites: Vec<Placed<'m>>,
    pub bodies: Vec<Placed<'m>>,
    /// Elements that armlab has nothing for.
    pub others: Vec<&'m Element>,
    /// Number of elements so far.
    count: usize,
}

/// Most elements of one body.
const MOST: usize = 100_000;

impl<'m> Content<'m> {
    /// Adds what stands directly in an element of the tree.
    pub fn add(
        &mut self,
        sources: &Sources,
        models: &'m [Model],
        element: &'m Element,
        scope: &Scope,
        depth: usize,
    ) -> Result<(), FileError> {
        for child in element.elements() {
            self.count += 1;
            if self.count > MOST || depth > 64 {
                let message = "copies and frames make too many elements of one body";
                return Err(sources.error(child.at, message, "split the model"));
            }
            let here = || (child, scope.clone());
            match child.tag.as_str() {
                "inertial" => self.inertial = Some(here()),
                "joint" | "freejoint" => self.joints.push(here()),
                "geom" => self.geoms.push(here()),
                "site" => self.sites.push(here()),
                "body" => self.bodies.push(here()),
                "frame" => {
                    let inner = framed(sources, models, child, scope)?;
                    self.add(sources, models, child, &inner, depth + 1)?;
                }
                "replicate" => self.copies(sources, models, child, scope, depth)?,
                "attach" => self.attached(sources, models, child, scope, depth)?,
                "camera" | "light" => {}
                _ => self.others.push(child),
            }
        }
        Ok(())
    }

    fn copies(
        &mut self,
        sources: &Sources,
        models: &'m [Model],
        element: &'m Element,
        scope: &Scope,
        depth: usize,
    ) -> Result<(), FileError> {
        let values = own(element);
        let count = values.number(sources, "count")?.unwrap_or(0.0);
        if !(0.0..=MOST_COPIES as f64).contains(&count) {
            let message = format!("<replicate> makes {count} copies");
            return Err(sources.error(element.at, message, format!("at most {MOST_COPIES}")));
        }
        let count = count as usize;
        let compiler = compiler(models, scope);
        let euler = values.vector(sources, "euler")?.unwrap_or([0.0; 3]);
        let translation = values.vector(sources, "offset")?.map_or(Vec3::zero(), Vec3::from);
        let step = Transform { rotation: place::euler(compiler, euler), translation };
        let separator = values.get("sep").unwrap_or_default();
        let digits = count.saturating_sub(1).to_string().len();
        let mut inner = scope.clone();
        for i in 0..count {
            inner.suffix = format!("{separator}{i:0digits$}{}", scope.suffix);
            self.add(sources, models, element, &inner, depth + 1)?;
            inner.frame = inner.frame.compose(&step);
        }
        Ok(())
    }

    fn attached(
        &mut self,
        sources: &Sources,
        models: &'m [Model],
        element: &'m Element,
        scope: &Scope,
        depth: usize,
    ) -> Result<(), FileError> {
        let name = element.attribute("model").unwrap_or_default();
        let model = models.get(scope.model).and_then(|m| m.attachable.get(name).copied());
        let Some((number, model)) = model.and_then(|i| Some((i, models.get(i)?))) else {
            let message = format!("there is no model {} to attach", quoted(name));
            return Err(sources.error(element.at, message, "name it in <asset><model …/></asset>"));
        };
        let prefix = element.attribute("prefix").unwrap_or_default();
        let inner = Scope {
            model: number,
            prefix: format!("{}{prefix}", scope.prefix),
            suffix: scope.suffix.clone(),
            frame: scope.frame,
            class: None,
        };
        let wanted = element.attribute("body").or(element.attribute("frame"));
        let Some(wanted) = wanted.filter(|w| *w != "world") else {
            for world in model.root.all("worldbody") {
                self.add(sources, models, world, &inner, depth + 1)?;
            }
            return Ok(());
        };
        let found = model.root.all("worldbody").find_map(|world| find(world, wanted));
        let Some(found) = found else {
            let message = format!("model {} has no body {}", quoted(name), quoted(wanted));
            return Err(sources.error(element.at, message, "names are compared letter by letter"));
        };
        if found.tag == "frame" {
            let framed = framed(sources, models, found, &inner)?;
            return self.add(sources, models, found, &framed, depth + 1);
        }
        self.bodies.push((found, inner));
        Ok(())
    }
}

/// The scope within a `<frame>`.
fn framed(
    sources: &Sources,
    models: &[Model],
    element: &Element,
    scope: &Scope,
) -> Result<Scope, FileError> {
    let pose = place::pose(sources, compiler(models, scope), &own(element))?;
    let class = element.attribute("childclass").map(str::to_string).or(scope.class.clone());
    Ok(Scope { frame: scope.frame.compose(&pose), class, ..scope.clone() })
}

fn compiler<'m>(models: &'m [Model], scope: &Scope) -> &'m Compiler {
    // There is a model of every number that a scope has.
    &models[scope.model].compiler
}

/// The attributes of an element that has no defaults.
pub(super) fn own(element: &Element) -> Values {
    Values { tag: element.tag.clone(), at: element.at, list: element.attributes.clone() }
}

/// The body or frame of a name, anywhere below an element.
fn find<'m>(element: &'m Element, name: &str) -> Option<&'m Element> {
    let mut stack = vec![element];
    while let Some(at) = stack.pop() {
        if matches!(at.tag.as_str(), "body" | "frame") && at.attribute("name") == Some(name) {
            return Some(at);
        }
        stack.extend(at.elements());
    }
    None
}
