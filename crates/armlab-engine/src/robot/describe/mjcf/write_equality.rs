//! Closures and followers as equalities of MJCF.
//!
//! MuJoCo holds points (`connect`), frames (`weld`) and coordinates (`joint`) together. Sites
//! mark the two frames, so that nothing depends on the pose at which MuJoCo compiles the
//! model. A hinge is held at two points of its axis.

use super::write_place::placed;
use crate::robot::describe::number::shortest;
use crate::robot::describe::written::Written;
use crate::robot::describe::xml::text::{escaped, line};
use crate::robot::{Direction, LoopClosure, Robot};
use crate::spatial::Transform;

/// Distance between the points of a hinge, m.
const APART: f64 = 0.1;

/// How a closure is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Point,
    Hinge,
    Weld,
}

/// The kind that holds a closure's directions, and whether it holds nothing else.
fn kind(closure: &LoopClosure) -> (Kind, bool) {
    let holds = |d: &Direction| closure.directions.contains(d);
    let same = |all: &[Direction]| all.iter().all(holds) && closure.directions.len() == all.len();
    let turns = closure.directions.iter().filter(|d| d.turns()).count();
    match turns {
        0 => (Kind::Point, same(&Direction::POINT)),
        2 if !holds(&Direction::TurnZ) => (Kind::Hinge, same(&Direction::PIN)),
        _ => (Kind::Weld, same(&Direction::ALL)),
    }
}

/// Sites of the closures that hold a link.
pub(super) fn sites(out: &mut String, robot: &Robot, link: Option<usize>, depth: usize) {
    for closure in robot.loops() {
        for (end, number) in [(&closure.first, 1), (&closure.second, 2)] {
            if end.link != link {
                continue;
            }
            let name = escaped(&closure.name);
            let text = format!("<site name=\"{name}_{number}\"{}/>", placed(&end.pose));
            line(out, depth, text);
            if kind(closure).0 == Kind::Hinge {
                let along = end.pose.compose(&Transform::translation(0.0, 0.0, APART));
                let text = format!("<site name=\"{name}_axis_{number}\"{}/>", placed(&along));
                line(out, depth, text);
            }
        }
    }
}

pub(super) fn equalities(out: &mut String, robot: &Robot, written: &mut Written) {
    let followers: Vec<_> =
        robot.moving_joints().filter_map(|j| Some((j, j.mimic.as_ref()?))).collect();
    if robot.loops().is_empty() && followers.is_empty() {
        return;
    }
    line(out, 1, "<equality>");
    let mut more = Vec::new();
    for closure in robot.loops() {
        let name = escaped(&closure.name);
        let (kind, exact) = kind(closure);
        if !exact {
            more.push(closure.name.as_str());
        }
        let tag = if kind == Kind::Weld { "weld" } else { "connect" };
        let mut hold = |name: &str| {
            let sites = format!("site1=\"{name}_1\" site2=\"{name}_2\"");
            line(out, 2, format!("<{tag} name=\"{name}\" {sites}/>"));
        };
        hold(&name);
        if kind == Kind::Hinge {
            hold(&format!("{name}_axis"));
        }
    }
    for (joint, mimic) in followers {
        let (joint, leader) = (escaped(&joint.name), escaped(&mimic.joint));
        let (offset, factor) = (shortest(mimic.offset), shortest(mimic.multiplier));
        let joints = format!("joint1=\"{joint}\" joint2=\"{leader}\"");
        line(out, 2, format!("<joint {joints} polycoef=\"{offset} {factor} 0 0 0\"/>"));
    }
    line(out, 1, "</equality>");
    written.lose_at("closures that MuJoCo can only hold in further directions too", &more);
}
