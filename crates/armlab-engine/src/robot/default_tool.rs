//! The tool of a robot whose description names none: a frame that people call so, or the end
//! of the longest chain of joints.

use super::joint::Joint;
use super::link::{Frame, Link};
use crate::spatial::Transform;

/// Names of tools, the most telling first; also with something before an underscore.
const NAMES: [&[&str]; 3] = [
    &["tool0", "tcp", "tool", "tool_link", "tool_center_point", "tcp_link", "grasp_site"],
    &[
        "ee",
        "ee_link",
        "ee_site",
        "eef",
        "eef_link",
        "end_effector",
        "end_effector_link",
        "endeffector",
    ],
    &["flange", "flange_link", "attachment_site", "mounting_plate"],
];

/// The tool: among frames and links behind a moving joint the one with the most telling name,
/// on the longest chain; else the last moving link of the longest chain, or the link before
/// its fingers, and what is fixed to it.
pub(super) fn default_tool(joints: &[Joint], links: &[Link], frames: &[Frame]) -> Frame {
    // Moving joints between the base and every link; none behind a joint that follows another.
    let mut depth: Vec<Option<usize>> = Vec::with_capacity(joints.len());
    for joint in joints {
        let before = joint.parent.map_or(Some(0), |p| depth[p]);
        let own = before.filter(|_| joint.mimic.is_none());
        depth.push(own.map(|d| d + usize::from(joint.kind.moves())));
    }
    let of_link = |i: usize| Frame {
        name: links[i].name.clone(),
        link: Some(i),
        pose: Transform::identity(),
    };
    let reached = |frame: &Frame| frame.link.and_then(|i| depth[i]).unwrap_or(0);
    let candidates = frames.iter().cloned().chain((0..links.len()).map(of_link));
    let mut named: Vec<(usize, usize, Frame)> = candidates
        .filter_map(|f| Some((rank(&f.name)?, reached(&f), f)))
        .filter(|(_, depth, _)| *depth > 0)
        .collect();
    let deepest = depth.iter().flatten().copied().max().unwrap_or(0);
    // A camera on a neck may be called tool as well; the arm is longer.
    named.retain(|(_, depth, _)| 2 * depth >= deepest);
    named.sort_by_key(|(rank, depth, _)| (*rank, std::cmp::Reverse(*depth)));
    if let Some((_, _, frame)) = named.into_iter().next() {
        return frame;
    }
    let last = depth
        .iter()
        .enumerate()
        .filter(|(i, d)| joints[*i].kind.moves() && **d == Some(deepest))
        .map(|(i, _)| i)
        .next();
    match last {
        Some(link) => of_link(end_of(joints, before_fingers(joints, &depth, link))),
        // Nothing moves.
        None => of_link(links.len().saturating_sub(1)),
    }
}

/// The last link at which the chain to `link` branches into moving links, if that is beyond
/// the middle of the chain: what follows are fingers.
fn before_fingers(joints: &[Joint], depth: &[Option<usize>], link: usize) -> usize {
    let mut moving_children = vec![0_usize; joints.len()];
    // Every moving joint counts for the moving link that carries it, through fixed ones.
    let carrier = |mut at: Option<usize>| {
        while let Some(i) = at {
            if joints[i].kind.moves() {
                return Some(i);
            }
            at = joints[i].parent;
        }
        None
    };
    for joint in joints.iter().filter(|j| j.kind.moves()) {
        if let Some(parent) = carrier(joint.parent) {
            moving_children[parent] += 1;
        }
    }
    let total = depth[link].unwrap_or(0);
    let mut at = carrier(joints[link].parent);
    while let Some(i) = at {
        if moving_children[i] > 1 {
            let here = depth[i].unwrap_or(0);
            return if 2 * here > total { i } else { link };
        }
        at = carrier(joints[i].parent);
    }
    link
}

/// The end of the links that are fixed to a link one after the other; where several are fixed
/// to one, that one.
fn end_of(joints: &[Joint], link: usize) -> usize {
    let mut fixed: Vec<Vec<usize>> = vec![Vec::new(); joints.len()];
    for (i, joint) in joints.iter().enumerate().filter(|(_, j)| !j.kind.moves()) {
        if let Some(parent) = joint.parent {
            fixed[parent].push(i);
        }
    }
    let mut at = link;
    while let [next] = fixed[at][..] {
        at = next;
    }
    at
}

/// How telling a name is, from 0; none for other names.
fn rank(name: &str) -> Option<usize> {
    let name = name.to_ascii_lowercase();
    let is = |known: &&str| {
        name == **known
            || name.strip_suffix(*known).is_some_and(|rest| rest.ends_with(['_', '-', '/', ':']))
    };
    NAMES.iter().position(|group| group.iter().any(is))
}
