//! Where joints stand: by a frame, a DH row, or both ends of the link.

use super::draft::Draft;
use super::finite::check;
use crate::contract::Placement;
use crate::failure::{Answer, Failure};
use armlab::spatial::{Transform, Vec3, vec3};

/// Frames of all links in the base frame at the home coordinates, loops left open.
pub fn home_frames(draft: &Draft) -> Vec<Transform<f64>> {
    let mut frames: Vec<Transform<f64>> = Vec::with_capacity(draft.parts.len());
    for part in &draft.parts {
        let parent = draft.link(&part.parent).and_then(|i| frames.get(i).copied());
        let origin = parent.unwrap_or_else(Transform::identity).compose(&part.joint.origin);
        frames.push(origin.compose(&part.joint.motion(part.joint.home)));
    }
    frames
}

/// Puts a joint where it is wanted.
pub fn place(draft: &mut Draft, index: usize, wanted: &Placement, field: &str) -> Answer<()> {
    let name = draft.parts[index].joint.name.clone();
    match wanted {
        Placement::Frame { xyz, rpy } => {
            check(field, xyz)?;
            check(field, rpy)?;
            // What hangs on the link keeps its place in it.
            if draft.row_place(index).is_some_and(|p| p.rest != Transform::identity()) {
                for child in draft.children(&draft.parts[index].link.name) {
                    let child = draft.parts[child].joint.name.clone();
                    draft.aside.rows.remove(&child);
                }
            }
            draft.aside.rows.remove(&name);
            draft.parts[index].joint.origin = Transform::from_xyz_rpy(*xyz, *rpy);
        }
        Placement::Dh { row } => {
            check(field, &[row.a, row.alpha, row.d, row.theta])?;
            let Some(new) = row.row() else {
                let hint = "take standard or modified";
                return Err(Failure::field(field, "there is no such convention", hint));
            };
            let link = draft.parts[index].link.name.clone();
            let before = draft.end_of(&link);
            // The first row of the last link: the tool is where the row ends.
            let first = !draft.aside.rows.contains_key(&name);
            if first && draft.tool.link == link && draft.children(&link).is_empty() {
                draft.tool.pose = before;
            }
            draft.parts[index].joint.axis = vec3(0.0, 0.0, 1.0);
            draft.aside.rows.insert(name, row.clone());
            let kind = draft.parts[index].joint.kind;
            carry(draft, index, &before, &new.place(kind).rest);
        }
        Placement::Endpoints { from, to } => {
            check(field, from)?;
            check(field, to)?;
            endpoints(draft, index, Vec3::from(*from), Vec3::from(*to));
        }
    }
    Ok(())
}

/// Moves what hangs on a link with the frame of its row. Joints by DH rows follow anyway.
pub fn carry(draft: &mut Draft, index: usize, from: &Transform<f64>, to: &Transform<f64>) {
    let link = draft.parts[index].link.name.clone();
    let step = to.compose(&from.inverse());
    let rows = &draft.aside.rows;
    for part in draft.parts.iter_mut().filter(|p| p.parent == link) {
        if !rows.contains_key(&part.joint.name) {
            part.joint.origin = step.compose(&part.joint.origin);
        }
    }
    let ends = draft.closures.iter_mut().flat_map(|c| [&mut c.first, &mut c.second]);
    for place in draft.frames.iter_mut().chain([&mut draft.tool]).chain(ends) {
        if place.link == link {
            place.pose = step.compose(&place.pose);
        }
    }
}

fn endpoints(draft: &mut Draft, index: usize, from: Vec3<f64>, to: Vec3<f64>) {
    let frames = home_frames(draft);
    let parent = draft.link(&draft.parts[index].parent).map(|i| frames[i]);
    let parent = parent.unwrap_or_else(Transform::identity);
    let joint = &mut draft.parts[index].joint;
    joint.origin.translation = parent.inverse().apply(from);
    draft.aside.rows.remove(&joint.name);
    let link = parent.compose(&joint.origin).compose(&joint.motion(joint.home));
    let end = link.inverse().apply(to);
    let name = draft.parts[index].link.name.clone();
    let children = draft.children(&name);
    for &child in &children {
        draft.parts[child].joint.origin.translation = end;
        let child = draft.parts[child].joint.name.clone();
        draft.aside.rows.remove(&child);
    }
    if children.is_empty() && draft.tool.link == name {
        draft.tool.pose.translation = end;
    }
}

/// Puts every joint that stands by a DH row where its row and the rows before it say.
pub fn settle_rows(draft: &mut Draft) {
    for index in 0..draft.parts.len() {
        if let Some(place) = draft.row_place(index) {
            let before = draft.end_of(&draft.parts[index].parent);
            draft.parts[index].joint.origin = before.compose(&place.origin);
        }
    }
}
