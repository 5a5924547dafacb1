//! `<default>`: attributes by class, each class with those of the class around it.

use super::values::Values;
use crate::robot::describe::xml::element::Element;
use std::collections::HashMap;

/// Tags whose defaults are one and the same: every actuator is a general one.
const ACTUATORS: [&str; 14] = [
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "orientation",
    "pid",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
    "dcmotor",
    "plugin",
    "actuator",
];

/// Attributes of one class by tag.
type Class = HashMap<String, Vec<(String, String)>>;

/// All classes.
#[derive(Clone, Debug, Default)]
pub(super) struct Defaults {
    classes: HashMap<String, Class>,
}

impl Defaults {
    /// Takes over a `<default>` at the top of a model.
    pub fn read(&mut self, section: &Element) {
        let name = section.attribute("class").unwrap_or("main");
        let known = self.classes.get(name).or_else(|| self.classes.get("main"));
        let class = known.cloned().unwrap_or_default();
        self.class(section, name.to_string(), class);
        // Whatever the outermost class is called, it is everybody's.
        if !self.classes.contains_key("main") {
            let outermost = self.classes.get(name).cloned().unwrap_or_default();
            self.classes.insert("main".into(), outermost);
        }
    }

    fn class(&mut self, section: &Element, name: String, mut class: Class) {
        for element in section.elements().filter(|e| e.tag != "default") {
            let known = class.entry(group(&element.tag).to_string()).or_default();
            for (name, value) in &element.attributes {
                known.retain(|(n, _)| n != name && !excludes(name, n));
                known.push((name.clone(), value.clone()));
            }
        }
        for inner in section.all("default") {
            if let Some(name) = inner.attribute("class") {
                self.class(inner, name.to_string(), class.clone());
            }
        }
        self.classes.insert(name, class);
    }

    /// Whether there is a class of this name.
    pub fn has(&self, class: &str) -> bool {
        class == "main" || self.classes.contains_key(class)
    }

    /// The attributes of an element with those of its class: its own, that of the body around
    /// it, or the outermost.
    pub fn values(&self, element: &Element, around: Option<&str>) -> Values {
        let class = element.attribute("class").or(around).unwrap_or("main");
        let mut list = element.attributes.clone();
        let defaults = self.classes.get(class).and_then(|c| c.get(group(&element.tag)));
        for (name, value) in defaults.into_iter().flatten() {
            // A shorter list keeps the rest of the class's.
            if let Some((_, own)) = list.iter_mut().find(|(n, _)| n == name)
                && matches!(name.as_str(), "size" | "gear" | "polycoef")
            {
                let rest = value.split_whitespace().skip(own.split_whitespace().count());
                *own = own.split_whitespace().chain(rest).collect::<Vec<_>>().join(" ");
            }
            let known = element.attributes.iter().any(|(n, _)| n == name || excludes(n, name));
            if !known {
                list.push((name.clone(), value.clone()));
            }
        }
        Values { tag: element.tag.clone(), at: element.at, list }
    }
}

/// Whether an attribute that is stated makes a default of another name void: there are
/// several ways to state an orientation.
fn excludes(stated: &str, default: &str) -> bool {
    const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "xyaxes", "zaxis", "euler"];
    ORIENTATIONS.contains(&stated) && ORIENTATIONS.contains(&default)
}

fn group(tag: &str) -> &str {
    if ACTUATORS.contains(&tag) { "actuator" } else { tag }
}
