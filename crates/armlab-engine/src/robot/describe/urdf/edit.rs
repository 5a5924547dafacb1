//! A user's URDF with other inertials and friction: only `<inertial>` and `<dynamics>`
//! are replaced, everything else stays byte for byte.
//!
//! Links on fixed joints are merged when a robot is read. Of such a group, the link
//! that states an inertia gets what is new; where several do, the others keep theirs if
//! what remains is a possible body, and lose them otherwise.

use super::page::{Edits, Page};
use super::write::{inertial_lines, is_exact};
use super::{edit_dynamics, read_urdf};
use crate::robot::describe::number::shortest;
use crate::robot::describe::xml::parse::with_document;
use crate::robot::describe::{FixedJoints, ReadOptions};
use crate::robot::{JointKind, Robot};
use crate::spatial::{Inertia, Transform};
use armlab_files::Source;
use roxmltree::{Document, Node};
use std::ops::Range;

/// Numbers that differ by less than this part are the same.
const SAME: f64 = 1e-13;

/// A URDF text and what other programs do not read in it.
#[derive(Clone, Debug, PartialEq)]
pub struct EditedUrdf {
    /// The text.
    pub text: String,
    /// What plain URDF cannot state, for people.
    pub notes: Vec<String>,
}

/// The URDF `original` with the inertials and the friction of `robot`, which was read
/// from it; `None` if it was not.
pub fn edit_urdf(original: &str, robot: &Robot) -> Option<EditedUrdf> {
    let keep = ReadOptions::new(FixedJoints::Keep);
    let read = read_urdf(original, "URDF", &keep).ok()?.robot;
    let known = |name: &str| read.links().iter().any(|l| l.name == name);
    if !robot.links().iter().all(|l| known(&l.name)) {
        return None;
    }
    let source = Source { file: "URDF", text: original };
    with_document(&source, |document, _| Ok(edited(original, document, &read, robot))).ok()?
}

fn edited(original: &str, document: &Document, read: &Robot, robot: &Robot) -> Option<EditedUrdf> {
    let mut edits = Edits::default();
    let mut notes = Vec::new();
    let page = Page { text: original, root: document.root_element() };
    for group in groups(read, robot) {
        edit_group(&page, read, robot, &group, &mut edits);
    }
    for joint in robot.moving_joints() {
        let old = read.joints().iter().find(|j| j.name == joint.name)?;
        let node = page.named("joint", &joint.name)?;
        notes.extend(edit_dynamics::edit(&page, node, old, joint, &mut edits));
    }
    let text = edits.apply(original)?;
    Some(EditedUrdf { text, notes: merged_notes(notes) })
}

/// Notes about single joints as one note a kind.
fn merged_notes(notes: Vec<(String, String)>) -> Vec<String> {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for (what, joint) in notes {
        match kinds.iter_mut().find(|k| k.0 == what) {
            Some(kind) => kind.1.push(joint),
            None => kinds.push((what, vec![joint])),
        }
    }
    let words = |(what, joints): (String, Vec<String>)| {
        format!(
            "URDF cannot state {what} ({}): other programs need the TOML file for it",
            joints.join(", ")
        )
    };
    kinds.into_iter().map(words).collect()
}

/// A link of the robot and the links of the file that are merged into it, with their
/// poses in its frame.
struct Group {
    /// Index among the robot's links.
    link: usize,
    /// Indices among the file's links.
    members: Vec<(usize, Transform<f64>)>,
}

fn groups(read: &Robot, robot: &Robot) -> Vec<Group> {
    let mut host: Vec<Option<(usize, Transform<f64>)>> = Vec::new();
    for (link, joint) in read.links().iter().zip(read.joints()) {
        let own = robot.link_index(&link.name).map(|i| (i, Transform::identity()));
        let carried = || {
            let parent = joint.parent.and_then(|p| host.get(p).copied().flatten());
            let fixed = parent.filter(|_| joint.kind == JointKind::Fixed);
            fixed.map(|(i, pose)| (i, pose.compose(&joint.origin)))
        };
        host.push(own.or_else(carried));
    }
    let mut all: Vec<Group> =
        (0..robot.links().len()).map(|link| Group { link, members: Vec::new() }).collect();
    for (index, place) in host.into_iter().enumerate() {
        if let Some((link, pose)) = place
            && let Some(group) = all.get_mut(link)
        {
            group.members.push((index, pose));
        }
    }
    all
}

type Ten = [f64; 10];

fn sum(a: Ten, b: Ten, sign: f64) -> Ten {
    std::array::from_fn(|i| a[i] + sign * b[i])
}

/// Whether two sets of ten numbers are the same but for rounding.
fn same(a: Ten, b: Ten) -> bool {
    let near = |range: Range<usize>| {
        let size = range.clone().map(|i| a[i].abs().max(b[i].abs())).fold(0.0, f64::max);
        range.into_iter().all(|i| (a[i] - b[i]).abs() <= SAME * size)
    };
    near(0..1) && near(1..4) && near(4..10)
}

fn edit_group(page: &Page, read: &Robot, robot: &Robot, group: &Group, edits: &mut Edits) {
    let inertia = |i: usize| read.links().get(i).and_then(|l| l.inertia);
    let carriers: Vec<(usize, Transform<f64>, Ten)> = group
        .members
        .iter()
        .filter_map(|(i, pose)| Some((*i, *pose, inertia(*i)?.to_parent(pose).to_array())))
        .collect();
    let old = carriers.iter().fold([0.0; 10], |total, c| sum(total, c.2, 1.0));
    let new = robot.links().get(group.link).and_then(|l| l.inertia);
    let new = new.unwrap_or_default().to_array();
    if same(old, new) {
        return;
    }
    let first = carriers.first().map(|c| (c.0, c.1));
    let Some((carrier, pose)) = first.or(group.members.first().copied()) else { return };
    let others = carriers.iter().skip(1).fold([0.0; 10], |total, c| sum(total, c.2, 1.0));
    let rest = sum(new, others, -1.0);
    let keeps = carriers.len() < 2 || possible(&rest);
    let own = Inertia::from_array(if keeps { rest } else { new }).to_parent(&pose.inverse());
    if let Some(node) = read.links().get(carrier).and_then(|l| page.named("link", &l.name)) {
        write_inertial(page, node, &own, edits);
    }
    for (other, ..) in carriers.iter().skip(1).filter(|_| !keeps) {
        if let Some(node) = read.links().get(*other).and_then(|l| page.named("link", &l.name)) {
            remove_inertial(page, node, edits);
        }
    }
}

/// Whether a body can have these ten parameters: positive mass and a positive definite
/// pseudo-inertia, by Cholesky's factorisation.
fn possible(ten: &Ten) -> bool {
    let j = Inertia::from_array(*ten).to_pseudo();
    let mut l = [[0.0_f64; 4]; 4];
    for i in 0..4 {
        for k in 0..=i {
            let dot: f64 = (0..k).map(|m| l[i][m] * l[k][m]).sum();
            let rest = j[i][k] - dot;
            if i == k {
                if !(rest > 1e-9 * j[i][i].abs()) {
                    return false;
                }
                l[i][i] = rest.sqrt();
            } else {
                l[i][k] = rest / l[k][k];
            }
        }
    }
    true
}

/// Replaces the `<inertial>` of a link, or adds one.
fn write_inertial(page: &Page, link: Node, inertia: &Inertia<f64>, edits: &mut Edits) {
    let lines = inertial_lines(inertia);
    let exact = link
        .children()
        .filter(|c| c.has_tag_name("armlab"))
        .find_map(|c| c.attribute_node("inertia"));
    let ten = inertia.to_array().map(shortest).join(" ");
    if let Some(attribute) = &exact {
        edits.replace(attribute.range_value(), ten.clone());
    }
    let newline = page.newline();
    let block = |indent: &str, inner: &str| {
        let body: Vec<String> = lines.iter().map(|l| format!("{newline}{inner}{l}")).collect();
        format!("<inertial>{}{newline}{indent}</inertial>", body.concat())
    };
    let beside =
        (exact.is_none() && !is_exact(inertia)).then(|| format!("<armlab inertia=\"{ten}\"/>"));
    match link.children().find(|c| c.has_tag_name("inertial")) {
        Some(node) => {
            let own = page.text.get(node.range()).unwrap_or_default();
            let mut text = if own.contains('\n') {
                block(page.indent(node), &page.child_indent(node))
            } else {
                format!("<inertial>{}</inertial>", lines.concat())
            };
            text.extend(beside);
            edits.replace(node.range(), text);
        }
        None => {
            let indent = page.child_indent(link);
            let mut text = block(&indent, &format!("{indent}  "));
            text.extend(beside);
            page.insert_child(link, &text, true, edits);
        }
    }
}

/// Removes the `<inertial>` of a link and its line.
fn remove_inertial(page: &Page, link: Node, edits: &mut Edits) {
    let Some(node) = link.children().find(|c| c.has_tag_name("inertial")) else { return };
    let range = node.range();
    let before = page.text.get(..range.start).unwrap_or_default();
    let kept = before.trim_end_matches([' ', '\t']);
    let kept = kept.strip_suffix('\n').map_or(kept, |k| k.strip_suffix('\r').unwrap_or(k));
    edits.replace(kept.len()..range.end, String::new());
}
