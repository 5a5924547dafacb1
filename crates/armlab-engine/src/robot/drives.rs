//! Which joints drive a machine with loops, where its description does not say.
//!
//! With `B` the Jacobian of the closures, passive joints are chosen as independent columns of
//! it, joints without a drive first; what remains drives the machine.

use super::{Freedom, LoopClosure, Robot};
use crate::linear::span::rank;
use crate::spatial::{Transform, Vec3};

impl Robot {
    /// For every moving joint whether it should drive, given which have drives. As many joints
    /// drive as the closures leave free at the home pose.
    pub(in crate::robot) fn chosen_drives(&self, has_drive: &[bool]) -> Vec<bool> {
        let n = self.dofs();
        let columns = self.closure_columns();
        let follows: Vec<bool> = self.moving_joints().map(|j| j.mimic.is_some()).collect();
        let has_drive = |i: usize| has_drive.get(i).copied().unwrap_or(false);
        // Deeper joints are passive rather than those near the base.
        let mut order: Vec<usize> = (0..n).rev().collect();
        order.sort_by_key(|&i| (!follows[i], has_drive(i)));
        let found = rank(order.iter().map(|&i| columns[i].clone()));
        let mut drives = vec![true; n];
        for k in found.independent {
            drives[order[k]] = false;
        }
        drives
    }

    /// Columns of the Jacobian of all closures and followers at the home pose.
    fn closure_columns(&self) -> Vec<Vec<f64>> {
        let (tree, home) = (self.tree(), self.home());
        let mut poses: Vec<Transform<f64>> = Vec::with_capacity(tree.bodies.len());
        for body in &tree.bodies {
            let q = home.get(body.dof).copied().unwrap_or(0.0);
            let own = body.pose(q);
            poses.push(body.parent.map_or(own, |p| poses[p].compose(&own)));
        }
        let mut columns = vec![Vec::new(); tree.dofs];
        for closure in self.loops() {
            let first_row = columns.first().map_or(0, Vec::len);
            let rows = first_row + closure.directions.len();
            columns.iter_mut().for_each(|c| c.resize(rows, 0.0));
            self.add_closure(closure, &poses, first_row, &mut columns);
        }
        let names: Vec<&str> = self.moving_joints().map(|j| j.name.as_str()).collect();
        for (i, joint) in self.moving_joints().enumerate() {
            let Some(mimic) = &joint.mimic else { continue };
            columns.iter_mut().for_each(|c| c.push(0.0));
            let row = columns[i].len() - 1;
            columns[i][row] = 1.0;
            if let Some(leader) = names.iter().position(|n| *n == mimic.joint) {
                columns[leader][row] = -mimic.multiplier;
            }
        }
        columns
    }

    fn add_closure(
        &self,
        closure: &LoopClosure,
        poses: &[Transform<f64>],
        first_row: usize,
        columns: &mut [Vec<f64>],
    ) {
        let tree = self.tree();
        // Frames stand in link frames, which may be turned against those of the bodies.
        let place = |end: &super::Frame| match end.link {
            None => end.pose,
            Some(i) => {
                let back = tree.bodies[i].to_link.map(|t| t.transposed());
                let turn = Transform {
                    rotation: back.unwrap_or(crate::spatial::Mat3::identity()),
                    translation: Vec3::zero(),
                };
                poses[i].compose(&turn).compose(&end.pose)
            }
        };
        let (axes, point) = (place(&closure.first).rotation, place(&closure.second).translation);
        let mut add = |from: Option<usize>, sign: f64| {
            let mut at = from;
            while let Some(i) = at {
                let body = &tree.bodies[i];
                at = body.parent;
                let z = poses[i].rotation.c[2].scale(sign);
                let (angular, linear) = match body.freedom {
                    Freedom::Turn => (z, z.cross(point - poses[i].translation)),
                    Freedom::Slide => (Vec3::zero(), z),
                    Freedom::None => continue,
                };
                for (k, direction) in closure.directions.iter().enumerate() {
                    let e = axes.c[direction.axis()];
                    let along = if direction.turns() { angular } else { linear };
                    columns[body.dof][first_row + k] += e.dot(along);
                }
            }
        };
        add(closure.first.link, -1.0);
        add(closure.second.link, 1.0);
    }
}
