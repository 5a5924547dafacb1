//! Merging links that hang on fixed joints into what they are fixed to.

use super::parameters::Parameters;
use super::tree::Tree;
use super::{Capsule, Frame, JointKind, Link, Robot};
use crate::spatial::{Inertia, Transform};

impl Robot {
    /// The same robot without fixed joints: each link on one is merged into its
    /// parent, and its frame stays as a named frame. `None` when nothing would
    /// be left to move.
    ///
    /// Declared parameters are dropped, since links they use are merged away.
    pub fn without_fixed_joints(&self) -> Option<Robot> {
        if self.joints.iter().all(|j| j.kind.moves()) {
            return Some(self.clone());
        }
        // Where each old link went: the new link that carries it, and its pose there.
        let mut host: Vec<(Option<usize>, Transform<f64>)> = Vec::with_capacity(self.links.len());
        let (mut base, mut links, mut joints) = (self.base.clone(), Vec::new(), Vec::new());
        let mut frames = Vec::new();
        for (link, joint) in self.links.iter().zip(&self.joints) {
            let (carrier, pose) = match joint.parent {
                Some(p) => host[p],
                None => (None, Transform::identity()),
            };
            let origin = pose.compose(&joint.origin);
            if joint.kind == JointKind::Fixed {
                let into = match carrier {
                    Some(i) => &mut links[i],
                    None => &mut base,
                };
                absorb(into, link, &origin);
                frames.push(Frame { name: link.name.clone(), link: carrier, pose: origin });
                host.push((carrier, origin));
            } else {
                let mut joint = joint.clone();
                joint.parent = carrier;
                joint.origin = origin;
                joints.push(joint);
                links.push(link.clone());
                host.push((Some(links.len() - 1), Transform::identity()));
            }
        }
        if joints.is_empty() {
            return None;
        }
        for joint in &mut joints {
            self.carry_on(&mut joint.friction.bearing.carries, &host, &links);
        }
        let moved = |frame: &Frame| match frame.link {
            None => frame.clone(),
            Some(i) => Frame {
                name: frame.name.clone(),
                link: host[i].0,
                pose: host[i].1.compose(&frame.pose),
            },
        };
        let tool = moved(&self.tool);
        let mut loops = self.loops.clone();
        for closure in &mut loops {
            for end in [&mut closure.first, &mut closure.second] {
                *end = moved(end);
                end.name = end.link.map_or(&base, |i| &links[i]).name.clone();
            }
        }
        frames.extend(self.frames.iter().map(moved));
        let tree = Tree::compile(&joints, self.gravity);
        let parameters = Parameters::of(&links, &joints, &tree);
        let merged = Robot {
            name: self.name.clone(),
            gravity: self.gravity,
            base,
            links,
            joints,
            frames,
            tool,
            loops,
            couplings: Vec::new(),
            base_parameters: Vec::new(),
            model_parameters: Vec::new(),
            tree,
            parameters,
            source: self.source.clone(),
        };
        let couplings = merged.remaining_couplings(&self.couplings);
        Some(Robot { couplings, ..merged })
    }
}

impl Robot {
    /// Shares of the links that were merged, as shares of what they became: the
    /// weight carried stays the same.
    fn carry_on(
        &self,
        carries: &mut Vec<(String, f64)>,
        host: &[(Option<usize>, Transform<f64>)],
        merged: &[Link],
    ) {
        let mass = |link: &Link| link.inertia.map_or(0.0, |i| i.mass);
        let mut weights = vec![0.0; merged.len()];
        for (name, share) in carries.iter() {
            if let Some(old) = self.links.iter().position(|l| l.name == *name)
                && let Some(new) = host[old].0
            {
                weights[new] += share * mass(&self.links[old]);
            }
        }
        let kept = merged.iter().zip(weights).filter(|(link, w)| *w != 0.0 && mass(link) != 0.0);
        *carries = kept.map(|(link, weight)| (link.name.clone(), weight / mass(link))).collect();
    }
}

fn absorb(into: &mut Link, link: &Link, origin: &Transform<f64>) {
    if let Some(inertia) = link.inertia {
        let moved = inertia.to_parent(origin).to_array();
        let mut sum = into.inertia.unwrap_or_default().to_array();
        sum.iter_mut().zip(moved).for_each(|(s, m)| *s += m);
        into.inertia = Some(Inertia::from_array(sum));
    }
    if let Some(extent) = link.extent {
        let reach = extent + origin.translation.norm();
        into.extent = Some(into.extent.map_or(reach, |e| e.max(reach)));
    }
    into.capsules.extend(link.capsules.iter().map(|c| Capsule {
        from: origin.apply(c.from),
        to: origin.apply(c.to),
        radius: c.radius,
    }));
    into.geometry.extend(link.geometry.iter().map(|g| g.on_parent(origin)));
}
