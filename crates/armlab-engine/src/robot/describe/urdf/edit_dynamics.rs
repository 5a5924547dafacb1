//! `<dynamics>` of a joint with other friction and rotor inertia.
//!
//! `damping` and `friction` are what every program reads. armlab adds the attributes
//! `rotor_inertia` and `friction_offset`, and elements `<friction>` for further laws,
//! within `<dynamics>`; there they count more than what `<armlab>` of the joint says.

use super::friction;
use super::page::{Edits, Page};
use super::parts::DYNAMICS_ATTRIBUTES;
use crate::friction::{FrictionTerm, LinearPart};
use crate::robot::Joint;
use crate::robot::describe::number::shortest;
use crate::robot::describe::xml::text::escaped;
use roxmltree::Node;

/// Replaces or adds `<dynamics>` where `new` differs from `old`; returns what URDF has no
/// words for, each with the joint's name.
pub(super) fn edit(
    page: &Page,
    node: Node,
    old: &Joint,
    new: &Joint,
    edits: &mut Edits,
) -> Vec<(String, String)> {
    if old.friction == new.friction && old.rotor_inertia == new.rotor_inertia {
        return Vec::new();
    }
    let existing = node.children().find(|c| c.has_tag_name("dynamics"));
    // An <armlab> element that says otherwise must be overruled.
    let explicit = node.children().any(|c| c.has_tag_name("armlab"));
    let mut text = String::from("<dynamics");
    let kept = existing.into_iter().flat_map(|d| d.attributes().collect::<Vec<_>>());
    for attribute in
        kept.filter(|a| a.namespace().is_some() || !DYNAMICS_ATTRIBUTES.contains(&a.name()))
    {
        text.push(' ');
        text.push_str(page.text.get(attribute.range()).unwrap_or_default());
    }
    let LinearPart { viscous, coulomb, offset, .. } = new.friction.linear_part();
    let mut add = |name: &str, value: f64, always: bool| {
        if always || value != 0.0 {
            text.push_str(&format!(" {name}=\"{}\"", escaped(&shortest(value))));
        }
    };
    let plain = friction::is_plain(&new.friction);
    add("damping", viscous, true);
    add("friction", coulomb, true);
    add("rotor_inertia", new.rotor_inertia, explicit);
    add("friction_offset", if plain { offset } else { 0.0 }, explicit && plain);
    if plain && !friction_laws(node) {
        text.push_str("/>");
    } else {
        text.push_str(&format!(">{}</dynamics>", laws(new)));
    }
    match existing {
        Some(dynamics) => edits.replace(dynamics.range(), text),
        None => page.insert_child(node, &text, false, edits),
    }
    unsaid(new, plain, offset)
}

/// The laws of a joint's friction as elements; one at least, so that they overrule others.
fn laws(joint: &Joint) -> String {
    let mut text = String::new();
    friction::write(&mut text, &joint.friction);
    if text.is_empty() {
        return "<friction law=\"viscous\" viscous=\"0\"/>".into();
    }
    text.lines().map(str::trim).collect()
}

/// Whether `<armlab>` of a joint states laws of friction.
fn friction_laws(joint: Node) -> bool {
    let mut extensions = joint.children().filter(|c| c.has_tag_name("armlab"));
    extensions.any(|e| e.children().any(|c| c.has_tag_name("friction")))
}

fn unsaid(joint: &Joint, plain: bool, offset: f64) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut add = |what: String| all.push((what, joint.name.clone()));
    if joint.rotor_inertia != 0.0 {
        add("rotor inertia".into());
    }
    if offset != 0.0 {
        add("friction offset".into());
    }
    if !plain {
        let more = |t: &&FrictionTerm| !t.law().linear_part(t.values()).is_all;
        for term in joint.friction.terms.iter().filter(more) {
            add(format!("friction law `{}`", term.law().name()));
        }
    }
    all
}
