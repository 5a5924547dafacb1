//! Two joints whose motors turn together.

use armlab_engine::friction::Sliding;
use armlab_engine::robot::{MotorCoupling, Robot};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Two joints of which the second motor sees the sum of both speeds, as in wrists
/// where a motor sits behind another joint. Its inertia and friction then show in
/// both joints:
///
/// ```text
/// first:  Iam·q̈₂ + fvm·q̇₂ + fcm·sign(q̇₁ + q̇₂)      second: Iam·q̈₁ + fvm·q̇₁ + fcm·sign(q̇₁ + q̇₂)
/// ```
///
/// Where it sees the difference `q̇₁ − q̇₂`, this stands in the sign, the second joint has
/// `−fcm`, and `Iam` and `fvm` are negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coupling {
    /// One joint, by its number among the driven ones.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Whether the motor sees the difference of the speeds and not their sum.
    pub opposed: bool,
}

impl Coupling {
    /// Two joints of which one motor sees the sum of the speeds.
    pub fn new(first: usize, second: usize) -> Self {
        Self { first, second, opposed: false }
    }
    /// The coupling of a description, by its joints.
    pub fn described(robot: &Robot, coupling: &MotorCoupling) -> Option<Self> {
        let index = |name: &String| robot.driven_joints().position(|j| j.name == *name);
        let [first, second] = &coupling.joints;
        Some(Self { first: index(first)?, second: index(second)?, opposed: coupling.opposed })
    }
    /// Whether two couplings are of the same motors.
    fn is_same(self, other: Self) -> bool {
        let pair = |c: Self| [c.first.min(c.second), c.first.max(c.second)];
        pair(self) == pair(other) && self.opposed == other.opposed
    }
    /// Symbols, units and columns; Coulomb friction is rounded off over `width`.
    pub(crate) fn columns(
        self,
        width: f64,
    ) -> impl Iterator<Item = (&'static str, &'static str, CoupledColumn)> {
        let column = move |part| CoupledColumn { coupling: self, part };
        [
            ("Iam", "kg m²", column(Part::Inertia)),
            ("fvm", "N m s/rad", column(Part::Viscous)),
            ("fcm", "N m", column(Part::Coulomb { width })),
        ]
        .into_iter()
    }
}

/// A column of a coupling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CoupledColumn {
    coupling: Coupling,
    part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Inertia,
    Viscous,
    Coulomb { width: f64 },
}

impl CoupledColumn {
    /// Its value in a description.
    pub(crate) fn described(&self, robot: &Robot) -> f64 {
        let same = |c: &&MotorCoupling| {
            Coupling::described(robot, c).is_some_and(|c| c.is_same(self.coupling))
        };
        robot.couplings().iter().find(same).map_or(0.0, |c| match self.part {
            Part::Inertia => c.inertia,
            Part::Viscous => c.viscous,
            Part::Coulomb { .. } => c.coulomb,
        })
    }
    /// Puts an estimate into the description of its coupling. Coulomb friction that would
    /// drive becomes none.
    pub(crate) fn describe(&self, names: &[&str], value: f64, into: &mut Vec<MotorCoupling>) {
        let joints = self.joints().map(|j| names[j].to_string());
        let opposed = self.coupling.opposed;
        let k = into.iter().position(|c| c.joints == joints && c.opposed == opposed);
        let k = k.unwrap_or_else(|| {
            let [inertia, viscous, coulomb] = [0.0; 3];
            let width = MotorCoupling::WIDTH;
            into.push(MotorCoupling { joints, opposed, inertia, viscous, coulomb, width });
            into.len() - 1
        });
        match self.part {
            Part::Inertia => into[k].inertia = value,
            Part::Viscous => into[k].viscous = value,
            Part::Coulomb { width } => {
                into[k].coulomb = value.max(0.0);
                into[k].width = if width > 0.0 { width } else { MotorCoupling::WIDTH };
            }
        }
    }
    pub(crate) fn joints(&self) -> [usize; 2] {
        [self.coupling.first, self.coupling.second]
    }
    pub(crate) fn acts_on(&self, joint: usize) -> bool {
        self.joints().contains(&joint)
    }
    pub(crate) fn is_inertia(&self) -> bool {
        self.part == Part::Inertia
    }
    /// One, or minus one for the second joint of an opposed pair.
    fn sign_of(&self, joint: usize) -> f64 {
        if self.coupling.opposed && joint == self.coupling.second { -1.0 } else { 1.0 }
    }
    fn other(&self, joint: usize) -> usize {
        let [first, second] = self.joints();
        if first == joint { second } else { first }
    }

    /// Entries in the rows of one of its joints, for some samples of all joints' speeds and
    /// accelerations.
    pub(crate) fn fill(
        &self,
        joint: usize,
        speeds: &[&[f64]],
        accelerations: &[&[f64]],
        samples: Range<usize>,
        out: &mut [f64],
    ) {
        let other = self.other(joint);
        let copy = |out: &mut [f64], of: &[f64]| out.iter_mut().zip(of).for_each(|(o, x)| *o = *x);
        match self.part {
            Part::Inertia => copy(out, &accelerations[other][samples]),
            Part::Viscous => copy(out, &speeds[other][samples]),
            Part::Coulomb { width } => {
                let [first, second] = self.joints();
                let signs = [first, second].map(|j| self.sign_of(j));
                let both = speeds[first][samples.clone()].iter().zip(&speeds[second][samples]);
                for (out, (a, b)) in out.iter_mut().zip(both) {
                    *out = self.sign_of(joint) * sign([signs[0] * a, signs[1] * b], width).0;
                }
            }
        }
    }

    /// The entry in the row of one of its joints.
    pub(crate) fn entry(
        &self,
        joint: usize,
        speed: impl Fn(usize) -> f64,
        acceleration: impl Fn(usize) -> f64,
    ) -> f64 {
        match self.part {
            Part::Inertia => acceleration(self.other(joint)),
            Part::Viscous => speed(self.other(joint)),
            Part::Coulomb { width } => {
                let speeds = self.joints().map(|j| self.sign_of(j) * speed(j));
                self.sign_of(joint) * sign(speeds, width).0
            }
        }
    }

    /// The slope of the entry in the row of one of its joints over the speed of one.
    pub(crate) fn slope(&self, row: usize, by: usize, speed: impl Fn(usize) -> f64) -> f64 {
        match self.part {
            Part::Inertia => 0.0,
            Part::Viscous => f64::from(u8::from(row != by)),
            Part::Coulomb { width } => {
                let speeds = self.joints().map(|j| self.sign_of(j) * speed(j));
                self.sign_of(row) * self.sign_of(by) * sign(speeds, width).1
            }
        }
    }
}

/// The sign of the motor's speed, as the Coulomb law has it, and its slope.
fn sign(speeds: [f64; 2], width: f64) -> (f64, f64) {
    let speed = speeds[0] + speeds[1];
    if width == 0.0 {
        return (Sliding::at(speed).side, 0.0);
    }
    let sign = (speed / width).tanh();
    (sign, (1.0 - sign * sign) / width)
}
