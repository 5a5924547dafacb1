//! Friction laws in `<armlab>` of a joint, for what `<dynamics>` has no words:
//!
//! ```xml
//! <armlab><friction law="stribeck" static="2" coulomb="1" stribeck_speed="0.1"/></armlab>
//! ```

use super::read::{Reader, vec3_of};
use crate::friction::{Friction, FrictionTerm, law};
use crate::robot::describe::number::shortest;
use crate::robot::describe::xml::text::{escaped, line, vector};
use armlab_files::FileError;
use armlab_files::quoted;
use roxmltree::Node;

impl Reader<'_> {
    /// Adds the laws in `<armlab>`; they replace what `<dynamics>` says.
    pub fn friction_laws(
        &mut self,
        extension: Node,
        friction: &mut Friction,
    ) -> Result<(), FileError> {
        let is_law = |node: &Node| node.has_tag_name("friction");
        let mut stated = Friction::default();
        for node in extension.children().filter(Node::is_element).filter(is_law) {
            let name = self.required(node, "law")?;
            // Version 0.1 called the law of a bearing's load so.
            let former = name == "load" && ["mu_s", "mu_c"].iter().any(|a| node.has_attribute(*a));
            let name = if former { "bearing" } else { name };
            let Some(law) = law(name) else {
                let message = format!("there is no friction law {}", quoted(name));
                return Err(self.source.error(
                    self.value_at(node, "law"),
                    message,
                    "see `law` in docs/robot-format.md",
                ));
            };
            let known: Vec<&str> = ["law", "normal"]
                .into_iter()
                .chain(law.parameters().iter().map(|p| p.name))
                .collect();
            self.expect_attributes(node, &known);
            let mut values = Vec::new();
            for parameter in law.parameters() {
                if let Some(value) = self.number(node, parameter.name)? {
                    values.push((parameter.name, value));
                }
            }
            let term = FrictionTerm::new(name, &values).map_err(|error| {
                let at = error.parameter().map_or(node.range().start, |p| self.value_at(node, p));
                self.source.error(at, error.to_string(), "change it in the <friction> element")
            })?;
            stated.terms.push(term);
            if node.has_attribute("normal") {
                stated.bearing.normal = Some(vec3_of(self.vector(node, "normal", [0.0; 3])?));
            }
            for carried in node.children().filter(|n| n.has_tag_name("carries")) {
                self.expect_attributes(carried, &["link", "share"]);
                let share = self.required_number(carried, "share")?;
                stated.bearing.carries.push((self.name_in(carried, "link")?, share));
            }
        }
        if !stated.is_none() {
            *friction = stated;
        }
        Ok(())
    }
}

/// True when `<dynamics>` and an offset say it all.
pub fn is_plain(friction: &Friction) -> bool {
    let plain = friction.as_linear();
    plain.is_some_and(|[v, c, o]| Friction::linear(v, c, o) == *friction)
}

/// Writes the laws as children of `<armlab>`.
pub fn write(out: &mut String, friction: &Friction) {
    let mut bearing_written = false;
    for term in &friction.terms {
        let law = term.law();
        let mut element = format!("<friction law=\"{}\"", law.name());
        for (p, value) in law.parameters().iter().zip(term.values()) {
            if p.default != Some(*value) {
                element.push_str(&format!(" {}=\"{}\"", p.name, shortest(*value)));
            }
        }
        if !law.needs_load() || bearing_written {
            line(out, 3, format!("{element}/>"));
            continue;
        }
        bearing_written = true;
        if let Some(normal) = friction.bearing.normal {
            element.push_str(&format!(" normal=\"{}\"", vector(normal)));
        }
        line(out, 3, format!("{element}>"));
        for (link, share) in &friction.bearing.carries {
            let (link, share) = (escaped(link), shortest(*share));
            line(out, 4, format!("<carries link=\"{link}\" share=\"{share}\"/>"));
        }
        line(out, 3, "</friction>");
    }
}
