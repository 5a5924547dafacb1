//! A robot with loops, ready to be moved by its actuated joints.

use super::constraint::{BodyMotion, Constraints, Held, body_motions};
use super::error::LoopError;

use crate::kinematics::body_poses;
use crate::linear::gram_schmidt;
use crate::linear::span::{Rank, rank};
use crate::robot::Robot;
use crate::spatial::{Scalar, Transform};

/// Residual at which one more Newton step reaches rounding.
const NEARLY_CLOSED: f64 = 1e-8;
/// Residual beyond which the loops are not closed.
const CLOSED: f64 = 1e-9;
const MOST_ITERATIONS: usize = 50;
/// Parts into which the way to a pose is cut at most.
const MOST_STEPS: usize = 64;
/// Longest way of an actuated joint in one of them, rad or m.
const LONGEST_WAY: f64 = 0.1;
/// A bend of the way this small, rad or m, is no change of branch.
const UNNOTICED: f64 = 1e-6;
/// Largest change of a passive coordinate in one Newton step, rad or m.
const LARGEST_STEP: f64 = 0.5;
/// Singular values below this part of the largest one mean a singular pose.
pub(super) const SINGULAR: f64 = 1e-7;

/// A machine with loops: which joints drive it, and the independent equations
/// its passive joints follow.
#[derive(Clone, Debug)]
pub struct Machine<'r> {
    robot: &'r Robot,
    constraints: Constraints,
    active: Vec<usize>,
    passive: Vec<usize>,
    home: Vec<f64>,
    /// `Q` of the passive columns at home.
    home_factor: Vec<f64>,
    /// `K` at home.
    home_follow: Vec<f64>,
    places: Vec<Place>,
    redundant: Vec<String>,
}

/// Where a coordinate of the tree stands among the actuated or the passive ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Among the actuated ones.
    Active(usize),
    /// Among the passive ones.
    Passive(usize),
}

/// Scratch memory for one scalar; hot calls reuse it.
#[derive(Clone, Debug)]
pub struct LoopMemory<S: Scalar> {
    /// Coordinates of the whole tree.
    pub q: Vec<S>,
    /// Speeds of the whole tree.
    pub qd: Vec<S>,
    /// Accelerations of the whole tree.
    pub qdd: Vec<S>,
    pub(crate) poses: Vec<Transform<S>>,
    pub(crate) motions: Vec<BodyMotion<S>>,
    /// `B`, all columns.
    pub(crate) jacobian: Vec<S>,
    /// `Q` and `R` of the passive columns.
    pub(crate) factor_q: Vec<S>,
    pub(crate) factor_r: Vec<S>,
    /// `K`, passive rows by active columns.
    pub(crate) follow: Vec<S>,
    pub(crate) right: Vec<S>,
    pub(crate) solution: Vec<S>,
    /// Residuals of the last iteration, the largest of the lanes each.
    gaps: Vec<f64>,
    /// `Q` at the last assembled pose; a column that turns over on the way to
    /// the next one passed a singular pose.
    pub(crate) reference: Vec<S>,
    before: Vec<S>,
    start: Start<S>,
}

/// The pose from which an assembly starts.
#[derive(Clone, Debug, Default)]
struct Start<S> {
    q: Vec<S>,
    factor_q: Vec<S>,
    follow: Vec<S>,
}

/// The first column of `Q` that points the other way than it did. Its length
/// `r_jj` is positive by construction, so it passed zero in between: the
/// determinant of the passive Jacobian changed its sign.
pub(super) fn turned(before: &[f64], now: &[f64], columns: usize) -> Option<usize> {
    let rows = now.len() / columns.max(1);
    (0..columns).find(|&j| {
        let dot = |i: usize| before[i * columns + j] * now[i * columns + j];
        !((0..rows).map(dot).sum::<f64>() > 0.0)
    })
}

impl<'r> Machine<'r> {
    /// Checks the loops of `robot` at its home pose: that they close, which
    /// equations repeat others, and that the actuated joints determine the rest.
    pub fn new(robot: &'r Robot) -> Result<Self, LoopError> {
        if robot.is_tree() {
            return Err(LoopError::NoLoops { robot: robot.name().into() });
        }
        let joints: Vec<_> = robot.moving_joints().collect();
        let (active, passive): (Vec<_>, Vec<_>) =
            (0..joints.len()).partition(|&i| robot.is_driven(joints[i]));
        let all = Constraints::new(robot);
        let (home, assembled) = match assemble_home(robot, &all, true) {
            Ok(home) => (home, Ok(())),
            // With every joint free to give, to tell whether it is the drives'
            // number or the lengths that do not fit.
            Err(error) => (assemble_home(robot, &all, false)?, Err(error)),
        };
        let b = jacobian_at(robot, &all, &home);
        let n = robot.dofs();
        // Equations that follow from the others: dependent rows of B.
        let row = |i: usize| -> Vec<f64> { b[i * n..(i + 1) * n].to_vec() };
        let Rank { independent, dependent } = rank((0..all.rows()).map(row));
        let labels = all.labels();
        let redundant = dependent.iter().map(|&i| labels[i].name(robot)).collect();
        let constraints = all.without(&dependent);
        let home_factor = vec![0.0; constraints.rows() * passive.len()];
        let home_follow = vec![0.0; passive.len() * active.len()];
        let mut places = vec![Place::Active(0); n];
        active.iter().enumerate().for_each(|(k, &i)| places[i] = Place::Active(k));
        passive.iter().enumerate().for_each(|(k, &i)| places[i] = Place::Passive(k));
        let mut machine = Self {
            robot,
            constraints,
            active,
            passive,
            home,
            home_factor,
            home_follow,
            places,
            redundant,
        };
        machine.check_actuation(independent.len())?;
        assembled?;
        let mut memory = machine.memory::<f64>();
        machine.close(&mut memory)?;
        machine.check_regular(&memory)?;
        machine.follow(&mut memory);
        machine.home = memory.q;
        machine.home_follow = memory.follow;
        machine.home_factor = memory.factor_q;
        Ok(machine)
    }

    /// The robot.
    pub fn robot(&self) -> &'r Robot {
        self.robot
    }
    /// The independent equations.
    pub fn constraints(&self) -> &Constraints {
        &self.constraints
    }
    /// Coordinates of the actuated joints, as indices into the tree's.
    pub fn active(&self) -> &[usize] {
        &self.active
    }
    /// Coordinates of the passive joints, as indices into the tree's.
    pub fn passive(&self) -> &[usize] {
        &self.passive
    }
    /// The assembled home pose.
    pub fn home(&self) -> &[f64] {
        &self.home
    }
    /// Equations that repeat others, as `closure.direction`: the machine moves
    /// the same without them, and the forces along them are not determined.
    pub fn redundant(&self) -> &[String] {
        &self.redundant
    }
    /// Memory with everything at the home pose computed.
    pub fn assembled_home(&self) -> LoopMemory<f64> {
        let mut memory = self.memory();
        self.linearise(&mut memory);
        memory
    }
    /// Where a coordinate of the tree stands.
    #[inline(always)]
    pub fn place(&self, dof: usize) -> Place {
        self.places[dof]
    }
    /// Puts the home pose into `memory`, and with it its branch.
    pub fn go_home(&self, memory: &mut LoopMemory<f64>) {
        memory.q.copy_from_slice(&self.home);
        memory.reference.copy_from_slice(&self.home_factor);
        memory.follow.copy_from_slice(&self.home_follow);
    }
    /// Actuated entries of a vector over the tree's coordinates.
    pub fn active_part(&self, full: &[f64]) -> Vec<f64> {
        self.active.iter().map(|&i| full[i]).collect()
    }

    /// Scratch memory, with the home pose in it.
    pub fn memory<S: Scalar>(&self) -> LoopMemory<S> {
        let (n, bodies) = (self.robot.dofs(), self.robot.links().len());
        let (rows, passive) = (self.constraints.rows(), self.passive.len());
        LoopMemory {
            q: self.home.iter().map(|&q| S::constant(q)).collect(),
            qd: vec![S::zero(); n],
            qdd: vec![S::zero(); n],
            poses: vec![Transform::identity(); bodies],
            motions: vec![BodyMotion::default(); bodies],
            jacobian: vec![S::zero(); rows * n],
            factor_q: vec![S::zero(); rows * passive],
            factor_r: vec![S::zero(); passive * passive],
            follow: self.home_follow.iter().map(|&x| S::constant(x)).collect(),
            right: vec![S::zero(); rows.max(passive)],
            solution: vec![S::zero(); rows.max(passive)],
            gaps: vec![0.0; rows],
            reference: self.home_factor.iter().map(|&x| S::constant(x)).collect(),
            before: vec![S::zero(); n],
            start: Start {
                q: vec![S::zero(); n],
                factor_q: vec![S::zero(); rows * passive],
                follow: vec![S::zero(); passive * self.active.len()],
            },
        }
    }

    /// Closes the loops at the actuated coordinates `active`, starting from the
    /// pose in `memory.q`, and leaves poses, `B`, its factors and `K` there.
    ///
    /// Straight to the target first; if that fails, strays or passes a singular
    /// pose, in ever smaller steps, so that the branch of the start is kept. On
    /// an error the pose is the one before.
    pub fn assemble(&self, memory: &mut LoopMemory<f64>, active: &[f64]) -> Result<(), LoopError> {
        if self.constraints.are_explicit() {
            self.active.iter().zip(active).for_each(|(&i, &q)| memory.q[i] = q);
            self.close(memory)?;
            self.settle(memory);
            return Ok(());
        }
        let mut start = std::mem::take(&mut memory.start);
        start.q.copy_from_slice(&memory.q);
        start.factor_q.copy_from_slice(&memory.reference);
        start.follow.copy_from_slice(&memory.follow);
        // A long way straight could jump over poses that cannot be assembled.
        let way = self
            .active
            .iter()
            .zip(active)
            .fold(0.0_f64, |w, (&i, a)| w.max((a - start.q[i]).abs()));
        let mut steps = 1;
        while steps < MOST_STEPS && way > LONGEST_WAY * steps as f64 {
            steps *= 4;
        }
        let outcome = loop {
            match self.approach(memory, &start.q, active, steps) {
                Err(_) if steps < MOST_STEPS => {
                    steps *= 4;
                    memory.q.copy_from_slice(&start.q);
                    memory.reference.copy_from_slice(&start.factor_q);
                    memory.follow.copy_from_slice(&start.follow);
                }
                outcome => break outcome.and_then(|()| self.check_regular(memory)),
            }
        };
        if outcome.is_err() {
            memory.q.copy_from_slice(&start.q);
            memory.reference.copy_from_slice(&start.factor_q);
            memory.follow.copy_from_slice(&start.follow);
        }
        memory.start = start;
        outcome
    }

    /// From the start to the target along a straight line of the actuated
    /// coordinates, in `steps` steps.
    fn approach(
        &self,
        memory: &mut LoopMemory<f64>,
        start: &[f64],
        target: &[f64],
        steps: usize,
    ) -> Result<(), LoopError> {
        let n = self.active.len();
        for step in 1..=steps {
            let share = step as f64 / steps as f64;
            // Newton starts where the last pose's motion would lead.
            let mut way = 0.0_f64;
            for (k, &i) in self.active.iter().enumerate() {
                let next = start[i] + share * (target[k] - start[i]);
                let moved = next - memory.q[i];
                for (row, &p) in self.passive.iter().enumerate() {
                    let follows = memory.follow[row * n + k] * moved;
                    memory.q[p] += follows;
                    way = way.max(follows.abs());
                }
                memory.q[i] = next;
                way = way.max(moved.abs());
            }
            memory.before.copy_from_slice(&memory.q);
            self.close(memory)?;
            let strayed = |i: usize| (memory.q[i] - memory.before[i]).abs();
            // A branch goes on in the direction it has: in short steps the way
            // bends little. Where it does not, branches meet.
            let bend = (0.5 * way + UNNOTICED).min(LARGEST_STEP);
            let crossing = match self.passive.iter().position(|&i| !(strayed(i) <= bend)) {
                None => turned(&memory.reference, &memory.factor_q, self.passive.len()),
                bent => bent,
            };
            if let Some(k) = crossing {
                return Err(LoopError::Crossing { joint: self.joint_name(self.passive[k]) });
            }
            self.settle(memory);
        }
        Ok(())
    }

    /// Makes the pose that [`close`](Self::close) left the one whose branch is
    /// kept from now on.
    pub(crate) fn settle(&self, memory: &mut LoopMemory<f64>) {
        memory.reference.copy_from_slice(&memory.factor_q);
        self.follow(memory);
    }

    /// Largest residual of the equations at the pose in `memory`.
    pub fn gap(&self, memory: &mut LoopMemory<f64>) -> f64 {
        body_poses(self.robot.tree(), &memory.q, &mut memory.poses);
        self.constraints.residuals(&memory.q, &memory.poses, &mut memory.right);
        let gaps = memory.right[..self.constraints.rows()].iter();
        gaps.fold(0.0, |largest, g| if g.abs() <= largest { largest } else { g.abs() })
    }

    /// Name of the joint of a coordinate.
    pub(super) fn joint_name(&self, dof: usize) -> String {
        self.robot.moving_joints().nth(dof).map(|j| j.name.clone()).unwrap_or_default()
    }

    /// Newton's method on the passive coordinates in `memory.q`.
    #[inline(always)]
    pub fn close<S: Scalar>(&self, memory: &mut LoopMemory<S>) -> Result<(), LoopError> {
        let rows = self.constraints.rows();
        if self.constraints.are_explicit() {
            self.constraints.lead(&mut memory.q);
            self.linearise(memory);
            return Ok(());
        }
        let mut last_step = false;
        for _ in 0..MOST_ITERATIONS {
            self.linearise(memory);
            self.constraints.residuals(&memory.q, &memory.poses, &mut memory.right);
            let mut residual = 0.0_f64;
            for (gap, g) in memory.gaps.iter_mut().zip(&memory.right[..rows]) {
                *gap = g.magnitude();
                // Written so that NaN wins; `max` would drop it.
                residual = if *gap <= residual { residual } else { *gap };
            }
            if last_step {
                return if residual <= CLOSED {
                    Ok(())
                } else {
                    Err(self.not_closed(&memory.gaps))
                };
            }
            last_step = residual <= NEARLY_CLOSED;
            let m = &mut *memory;
            gram_schmidt::solve(
                &m.factor_q,
                &m.factor_r,
                rows,
                self.passive.len(),
                &mut m.right,
                &mut m.solution,
            );
            let mut largest = 0.0_f64;
            for x in &m.solution[..self.passive.len()] {
                largest = largest.max(x.magnitude());
            }
            let damp = if largest > LARGEST_STEP { LARGEST_STEP / largest } else { 1.0 };
            for (k, &i) in self.passive.iter().enumerate() {
                m.q[i] = m.solution[k].times_add(-damp, m.q[i]);
            }
        }
        Err(self.not_closed(&memory.gaps))
    }

    /// Poses, `B` and the factors of its passive columns at `memory.q`.
    #[inline(always)]
    pub(super) fn linearise<S: Scalar>(&self, m: &mut LoopMemory<S>) {
        let tree = self.robot.tree();
        let (n, rows, passive) = (tree.dofs, self.constraints.rows(), self.passive.len());
        body_poses(tree, &m.q, &mut m.poses);
        self.constraints.jacobian(tree, &m.poses, &mut m.jacobian);
        for row in 0..rows {
            for (k, &i) in self.passive.iter().enumerate() {
                m.factor_q[row * passive + k] = m.jacobian[row * n + i];
            }
        }
        gram_schmidt::factor(&mut m.factor_q, rows, passive, &mut m.factor_r);
    }

    /// `K` at the pose that [`close`](Self::close) left.
    #[inline(always)]
    pub fn follow<S: Scalar>(&self, m: &mut LoopMemory<S>) {
        let n = self.robot.dofs();
        let (rows, passive, active) =
            (self.constraints.rows(), self.passive.len(), self.active.len());
        for (j, &column) in self.active.iter().enumerate() {
            for row in 0..rows {
                m.right[row] = -m.jacobian[row * n + column];
            }
            gram_schmidt::solve(
                &m.factor_q,
                &m.factor_r,
                rows,
                passive,
                &mut m.right,
                &mut m.solution,
            );
            for k in 0..passive {
                m.follow[k * active + j] = m.solution[k];
            }
        }
    }

    /// Speeds and accelerations of the whole tree, into `m.qd` and `m.qdd`, from
    /// those of the actuated joints, which stand there already.
    #[inline(always)]
    pub fn motion<S: Scalar>(&self, m: &mut LoopMemory<S>) {
        let tree = self.robot.tree();
        let (rows, passive, active) =
            (self.constraints.rows(), self.passive.len(), self.active.len());
        self.follow(m);
        for (k, &i) in self.passive.iter().enumerate() {
            let mut sum = S::zero();
            for (j, &a) in self.active.iter().enumerate() {
                sum = m.follow[k * active + j].times_add(m.qd[a], sum);
            }
            m.qd[i] = sum;
        }
        body_motions(tree, &m.poses, &m.qd, &mut m.motions);
        self.constraints.bias(&m.poses, &m.motions, &mut m.right);
        gram_schmidt::solve(&m.factor_q, &m.factor_r, rows, passive, &mut m.right, &mut m.solution);
        for (k, &i) in self.passive.iter().enumerate() {
            let mut sum = -m.solution[k];
            for (j, &a) in self.active.iter().enumerate() {
                sum = m.follow[k * active + j].times_add(m.qdd[a], sum);
            }
            m.qdd[i] = sum;
        }
    }

    fn check_actuation(&self, equations: usize) -> Result<(), LoopError> {
        let (n, actuated) = (self.robot.dofs(), self.active.len());
        let freedoms = n - equations;
        let joint = |dof: usize| self.joint_name(dof);
        let b = jacobian_at(self.robot, &self.constraints, &self.home);
        let rows = self.constraints.rows();
        let column = |i: usize| -> Vec<f64> { (0..rows).map(|r| b[r * n + i]).collect() };
        let held = rank(self.passive.iter().map(|&i| column(i)));
        if actuated < freedoms {
            let free = held.dependent.first().map_or(0, |&k| self.passive[k]);
            return Err(LoopError::UnderActuated { freedoms, actuated, candidate: joint(free) });
        }
        if actuated > freedoms {
            // An actuated joint whose column the passive ones cannot answer alone.
            let order = self.passive.iter().chain(&self.active).copied().collect::<Vec<_>>();
            let fixed = rank(order.iter().map(|&i| column(i)));
            let independent: Vec<usize> = (self.passive.len()..order.len())
                .filter(|k| !fixed.dependent.contains(k))
                .map(|k| order[k])
                .collect();
            let candidate = joint(independent.first().copied().unwrap_or(self.active[0]));
            return Err(LoopError::OverActuated { freedoms, actuated, candidate });
        }
        if let Some(&k) = held.dependent.first() {
            return Err(LoopError::Singular { ratio: 0.0, joint: joint(self.passive[k]) });
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn not_closed(&self, gaps: &[f64]) -> LoopError {
        largest_gap(self.robot, &self.constraints, gaps, false)
    }
}

fn jacobian_at(robot: &Robot, constraints: &Constraints, q: &[f64]) -> Vec<f64> {
    let tree = robot.tree();
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    body_poses(tree, q, &mut poses);
    let mut b = vec![0.0; constraints.rows() * tree.dofs];
    constraints.jacobian(tree, &poses, &mut b);
    b
}

fn largest_gap(robot: &Robot, constraints: &Constraints, gaps: &[f64], at_home: bool) -> LoopError {
    let labels = constraints.labels();
    let (row, gap) = gaps
        .iter()
        .map(|g| if g.is_nan() { f64::INFINITY } else { g.abs() })
        .enumerate()
        .fold((0, 0.0), |best, (i, g)| if g > best.1 { (i, g) } else { best });
    let (closure, direction, turns) = match labels[row] {
        Held::Closure(i, direction) => {
            (robot.loops()[i].name.clone(), direction.name(), direction.turns())
        }
        held @ Held::Follower(dof) => {
            let turns = robot.moving_joints().nth(dof).is_some_and(|j| j.kind.turns());
            (held.name(robot), "its coordinate", turns)
        }
    };
    let unit = if turns { "rad" } else { "m" };
    LoopError::NotAssembled { closure, direction, gap, unit, at_home }
}

/// Closes the loops near the home coordinates, with actuated joints held there
/// or not. Levenberg–Marquardt, since the equations may be redundant here.
fn assemble_home(
    robot: &Robot,
    constraints: &Constraints,
    hold_actuated: bool,
) -> Result<Vec<f64>, LoopError> {
    let tree = robot.tree();
    let (n, rows) = (tree.dofs, constraints.rows());
    let held: Vec<bool> =
        robot.moving_joints().map(|j| robot.is_driven(j) && hold_actuated).collect();
    let mut q = robot.home();
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    let (mut g, mut b) = (vec![0.0; rows], vec![0.0; rows * n]);
    let mut damping = 1e-6;
    let mut cost = f64::INFINITY;
    let mut best = q.clone();
    for _ in 0..200 {
        body_poses(tree, &q, &mut poses);
        constraints.residuals(&q, &poses, &mut g);
        let now: f64 = g.iter().map(|g| g * g).sum();
        if now < cost {
            best.copy_from_slice(&q);
            cost = now;
            damping = f64::max(damping * 0.1, 1e-15);
        } else {
            damping *= 10.0;
        }
        if cost.sqrt() < 1e-14 || damping > 1e6 {
            break;
        }
        body_poses(tree, &best, &mut poses);
        constraints.residuals(&best, &poses, &mut g);
        constraints.jacobian(tree, &poses, &mut b);
        // (BᵀB + damping) dq = −Bᵀg
        let mut normal = vec![0.0; n * n];
        let mut step = vec![0.0; n];
        for i in (0..n).filter(|&i| !held[i]) {
            for r in 0..rows {
                step[i] -= b[r * n + i] * g[r];
                for j in (0..n).filter(|&j| !held[j]) {
                    normal[i * n + j] += b[r * n + i] * b[r * n + j];
                }
            }
        }
        for i in 0..n {
            normal[i * n + i] += if held[i] { 1.0 } else { damping };
        }
        crate::linear::ldlt::factor(&mut normal, n);
        crate::linear::ldlt::solve(&normal, n, &mut step);
        let largest = step.iter().fold(0.0_f64, |a, s| a.max(s.abs()));
        let damp = if largest > LARGEST_STEP { LARGEST_STEP / largest } else { 1.0 };
        for i in 0..n {
            q[i] = best[i] + damp * step[i];
        }
    }
    body_poses(tree, &best, &mut poses);
    constraints.residuals(&best, &poses, &mut g);
    if g.iter().all(|g| g.abs() <= CLOSED) {
        Ok(best)
    } else {
        Err(largest_gap(robot, constraints, &g, true))
    }
}
