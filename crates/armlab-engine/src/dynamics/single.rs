//! One state at a time: the calls a controller, a filter or a person makes.

use super::articulated::articulated_bodies;
use super::inverse::{Coordinate, inverse, outward};
use super::mass_matrix::mass_matrix;
use super::regressor::{RegressorSink, regressor};
use super::workspace::{Single, Workspace};
use crate::linear::ldlt;
use crate::robot::{Robot, Tree};
use crate::spatial::{Force, InstructionSet, Kernel, Lanes, Vec3, dispatch, vec3};
use thiserror::Error;

/// Forward dynamics met a joint that moves no mass.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "the mass matrix is singular at joint `{joint}`: nothing it moves has inertia along it; give its links mass or the joint a rotor inertia"
)]
pub struct SingularMass {
    /// The joint.
    pub joint: String,
}

/// An acceleration, rad/s² or m/s², that no machine with mass has.
const ABSURD: f64 = 1e9;

/// Whether a pivot `d`, given as `1/d`, is zero to rounding beside the entry of
/// the diagonal it came from.
#[inline(always)]
fn singular(inverse_pivot: f64, diagonal: f64, n: usize) -> bool {
    // Rounding leaves a few ulps of the diagonal per eliminated row.
    let smallest = 8.0 * n as f64 * f64::EPSILON * diagonal;
    !(inverse_pivot > 0.0 && inverse_pivot * smallest < 1.0)
}

/// The dynamics of a robot, with the scratch memory the recursions need.
///
/// All calls take plain slices with one entry per coordinate and panic if a
/// slice has another length. After the first call of a kind, none allocates.
/// Inputs that are not finite give results that are not.
pub struct Dynamics<'r> {
    pub(super) robot: &'r Robot,
    pub(super) workspace: Workspace,
}

impl<'r> Dynamics<'r> {
    /// The dynamics of `robot`.
    pub fn new(robot: &'r Robot) -> Self {
        Self { robot, workspace: Workspace::default() }
    }
    /// The robot.
    pub fn robot(&self) -> &'r Robot {
        self.robot
    }

    /// Efforts `tau` of the motion `q`, `qd`, `qdd` (gravity and rotors included).
    pub fn inverse(&mut self, q: &[f64], qd: &[f64], qdd: &[f64], tau: &mut [f64]) {
        self.check(&[q.len(), qd.len(), qdd.len(), tau.len()]);
        dispatch(Inverse { of: self, q, qd, qdd, external: None, tau, reactions: None });
    }

    /// As [`inverse`](Self::inverse), with the wrench that the surroundings
    /// exert on every link, at the origin and in the axes of its frame.
    pub fn inverse_with_external(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        external: &[Force<f64>],
        tau: &mut [f64],
    ) {
        self.check(&[q.len(), qd.len(), qdd.len(), tau.len()]);
        self.check_links(external.len());
        let external = Some(external);
        dispatch(Inverse { of: self, q, qd, qdd, external, tau, reactions: None });
    }

    /// Wrench that every joint transmits to its link, at the origin and in the
    /// axes of the link's frame, beside the efforts.
    pub fn reactions(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        external: Option<&[Force<f64>]>,
        tau: &mut [f64],
        reactions: &mut [Force<f64>],
    ) {
        self.check(&[q.len(), qd.len(), qdd.len(), tau.len()]);
        self.check_links(reactions.len());
        if let Some(external) = external {
            self.check_links(external.len());
        }
        dispatch(Inverse { of: self, q, qd, qdd, external, tau, reactions: Some(reactions) });
    }

    /// Mass matrix at `q`, row after row.
    pub fn mass_matrix(&mut self, q: &[f64], mass: &mut [f64]) {
        self.check(&[q.len()]);
        assert_eq!(mass.len(), q.len() * q.len(), "a square matrix");
        dispatch(Mass { of: self, q, mass });
    }

    /// Accelerations `qdd` that the efforts `tau` cause, by articulated bodies.
    pub fn forward(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        qdd: &mut [f64],
    ) -> Result<(), SingularMass> {
        self.check(&[q.len(), qd.len(), tau.len(), qdd.len()]);
        dispatch(Forward { of: self, q, qd, tau, external: None, qdd });
        self.believable(q, qdd)
    }

    /// As [`forward`](Self::forward), with wrenches of the surroundings as in
    /// [`inverse_with_external`](Self::inverse_with_external).
    pub fn forward_with_external(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        external: &[Force<f64>],
        qdd: &mut [f64],
    ) -> Result<(), SingularMass> {
        self.check(&[q.len(), qd.len(), tau.len(), qdd.len()]);
        self.check_links(external.len());
        dispatch(Forward { of: self, q, qd, tau, external: Some(external), qdd });
        self.believable(q, qdd)
    }

    /// Accelerations through the mass matrix: `M q̈ = τ − h(q, q̇)`.
    pub fn forward_by_mass_matrix(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        qdd: &mut [f64],
    ) -> Result<(), SingularMass> {
        self.check(&[q.len(), qd.len(), tau.len(), qdd.len()]);
        match dispatch(ForwardByMassMatrix { of: self, q, qd, tau, qdd }) {
            Ok(()) => Ok(()),
            Err(dof) => Err(self.singular(dof)),
        }
    }

    /// Regressor of the efforts, row after row: `tau = regressor · parameters`
    /// with the parameters of [`Robot::parameter_names`].
    pub fn regressor(&mut self, q: &[f64], qd: &[f64], qdd: &[f64], regressor: &mut [f64]) {
        self.check(&[q.len(), qd.len(), qdd.len()]);
        let columns = self.robot.parameter_count();
        assert_eq!(
            regressor.len(),
            q.len() * columns,
            "one row per joint, one column per parameter"
        );
        regressor.fill(0.0);
        dispatch(Regress { of: self, q, qd, qdd, rows: Rows { columns, out: regressor } });
    }

    /// Efforts that hold the robot still at `q`.
    pub fn gravity(&mut self, q: &[f64], tau: &mut [f64]) {
        self.check(&[q.len(), tau.len()]);
        dispatch(Inverse { of: self, q, qd: &[], qdd: &[], external: None, tau, reactions: None });
    }

    /// Accelerations that are absurd, or not numbers, are checked against the
    /// mass matrix: rounding may hide from articulated bodies that a joint moves
    /// nothing.
    fn believable(&mut self, q: &[f64], qdd: &[f64]) -> Result<(), SingularMass> {
        if qdd.iter().all(|a| a.abs() < ABSURD) {
            return Ok(());
        }
        let n = q.len();
        let mut mass = vec![0.0; n * n];
        self.mass_matrix(q, &mut mass);
        let diagonal: Vec<f64> = (0..n).map(|i| mass[i * n + i]).collect();
        ldlt::factor(&mut mass, n);
        match (0..n).find(|&i| singular(mass[i * n + i], diagonal[i], n)) {
            Some(dof) => Err(self.singular(dof)),
            // The mass matrix is fine; what went in was not.
            None => Ok(()),
        }
    }
    fn singular(&self, dof: usize) -> SingularMass {
        let joint = self.robot.moving_joints().nth(dof).map(|j| j.name.clone());
        SingularMass { joint: joint.unwrap_or_default() }
    }
    pub(super) fn check(&self, lengths: &[usize]) {
        let n = self.robot.dofs();
        assert!(
            lengths.iter().all(|&l| l == n),
            "every slice needs {n} entries, one per moving joint"
        );
    }
    fn check_links(&self, length: usize) {
        assert_eq!(length, self.robot.links().len(), "one wrench per link");
    }
}

/// Entry `i` as a scalar; zero where the slice is empty.
#[inline(always)]
fn at<A: InstructionSet>(slice: &[f64], i: usize) -> Single<A> {
    Lanes::new([if slice.is_empty() { 0.0 } else { slice[i] }])
}

#[inline(always)]
fn read_state<A: InstructionSet>(
    state: &mut [Coordinate<Single<A>>],
    q: &[f64],
    qd: &[f64],
    qdd: &[f64],
) {
    for (i, x) in state.iter_mut().enumerate() {
        *x = Coordinate { q: at(q, i), qd: at(qd, i), qdd: at(qdd, i) };
    }
}

/// External wrenches, given in link frames, in body frames.
#[inline(always)]
fn in_body_frames<'m, A: InstructionSet>(
    tree: &Tree,
    given: Option<&[Force<f64>]>,
    room: &'m mut [Force<Single<A>>],
) -> Option<&'m [Force<Single<A>>]> {
    let given = given?;
    for (i, f) in given.iter().enumerate() {
        let body = &tree.bodies[i];
        room[i] = Force {
            moment: Vec3::constant(body.vector_from_link(f.moment)),
            force: Vec3::constant(body.vector_from_link(f.force)),
        };
    }
    Some(room)
}

struct Inverse<'a, 'r> {
    of: &'a mut Dynamics<'r>,
    q: &'a [f64],
    qd: &'a [f64],
    qdd: &'a [f64],
    external: Option<&'a [Force<f64>]>,
    tau: &'a mut [f64],
    reactions: Option<&'a mut [Force<f64>]>,
}

impl Kernel for Inverse<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (tree, parameters) = (self.of.robot.tree(), self.of.robot.parameters());
        let m = &mut A::of(&mut self.of.workspace).single;
        m.fit(tree);
        read_state(&mut m.state, self.q, self.qd, self.qdd);
        let external = in_body_frames(tree, self.external, &mut m.external);
        inverse(tree, parameters, &mut m.nodes, &m.state, external, &mut m.effort);
        for (tau, effort) in self.tau.iter_mut().zip(&m.effort) {
            *tau = effort.v[0];
        }
        if let Some(reactions) = self.reactions {
            for (i, out) in reactions.iter_mut().enumerate() {
                let (body, wrench) = (&tree.bodies[i], m.nodes[i].wrench);
                let plain =
                    |v: Vec3<Single<A>>| body.vector_to_link(vec3(v.x.v[0], v.y.v[0], v.z.v[0]));
                *out = Force { moment: plain(wrench.moment), force: plain(wrench.force) };
            }
        }
    }
}

struct Mass<'a, 'r> {
    of: &'a mut Dynamics<'r>,
    q: &'a [f64],
    mass: &'a mut [f64],
}

impl Kernel for Mass<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (tree, parameters) = (self.of.robot.tree(), self.of.robot.parameters());
        let m = &mut A::of(&mut self.of.workspace).single;
        m.fit(tree);
        for (i, q) in m.q.iter_mut().enumerate() {
            *q = at(self.q, i);
        }
        mass_matrix(tree, parameters, &m.q, &mut m.poses, &mut m.composites, &mut m.mass);
        for (out, entry) in self.mass.iter_mut().zip(&m.mass) {
            *out = entry.v[0];
        }
    }
}

struct Forward<'a, 'r> {
    of: &'a mut Dynamics<'r>,
    q: &'a [f64],
    qd: &'a [f64],
    tau: &'a [f64],
    external: Option<&'a [Force<f64>]>,
    qdd: &'a mut [f64],
}

impl Kernel for Forward<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (tree, parameters) = (self.of.robot.tree(), self.of.robot.parameters());
        let m = &mut A::of(&mut self.of.workspace).single;
        m.fit(tree);
        for i in 0..tree.dofs {
            m.q[i] = at(self.q, i);
            m.qd[i] = at(self.qd, i);
            m.effort[i] = at(self.tau, i);
        }
        let external = in_body_frames(tree, self.external, &mut m.external);
        articulated_bodies(
            tree,
            parameters,
            &mut m.articulated,
            &m.q,
            &m.qd,
            &m.effort,
            external,
            &mut m.qdd,
        );
        for (out, a) in self.qdd.iter_mut().zip(&m.qdd) {
            *out = a.v[0];
        }
    }
}

struct ForwardByMassMatrix<'a, 'r> {
    of: &'a mut Dynamics<'r>,
    q: &'a [f64],
    qd: &'a [f64],
    tau: &'a [f64],
    qdd: &'a mut [f64],
}

impl Kernel for ForwardByMassMatrix<'_, '_> {
    type Output = Result<(), usize>;
    #[inline(always)]
    fn run<A: InstructionSet>(self) -> Result<(), usize> {
        let (tree, parameters) = (self.of.robot.tree(), self.of.robot.parameters());
        let n = tree.dofs;
        let m = &mut A::of(&mut self.of.workspace).single;
        m.fit(tree);
        read_state(&mut m.state, self.q, self.qd, &[]);
        inverse(tree, parameters, &mut m.nodes, &m.state, None, &mut m.effort);
        for i in 0..n {
            m.q[i] = at(self.q, i);
            m.qdd[i] = at::<A>(self.tau, i) - m.effort[i];
        }
        mass_matrix(tree, parameters, &m.q, &mut m.poses, &mut m.composites, &mut m.mass);
        for i in 0..n {
            m.qd[i] = m.mass[i * n + i];
        }
        ldlt::factor(&mut m.mass, n);
        for i in 0..n {
            if singular(m.mass[i * n + i].v[0], m.qd[i].v[0], n) {
                return Err(i);
            }
        }
        ldlt::solve(&m.mass, n, &mut m.qdd);
        for (out, a) in self.qdd.iter_mut().zip(&m.qdd) {
            *out = a.v[0];
        }
        Ok(())
    }
}

/// A regressor stored row after row.
struct Rows<'a> {
    columns: usize,
    out: &'a mut [f64],
}

impl<A: InstructionSet> RegressorSink<Single<A>> for Rows<'_> {
    #[inline(always)]
    fn body_entries(&mut self, dof: usize, body: usize, entries: &[Single<A>; 10]) {
        let start = dof * self.columns + 10 * body;
        for (out, entry) in self.out[start..start + 10].iter_mut().zip(entries) {
            *out = entry.v[0];
        }
    }
    #[inline(always)]
    fn rotor_entry(&mut self, dof: usize, entry: Single<A>) {
        let rotors = self.columns - self.out.len() / self.columns;
        self.out[dof * self.columns + rotors + dof] = entry.v[0];
    }
}

struct Regress<'a, 'r> {
    of: &'a mut Dynamics<'r>,
    q: &'a [f64],
    qd: &'a [f64],
    qdd: &'a [f64],
    rows: Rows<'a>,
}

impl Kernel for Regress<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(mut self) {
        let tree = self.of.robot.tree();
        let m = &mut A::of(&mut self.of.workspace).single;
        m.fit(tree);
        read_state(&mut m.state, self.q, self.qd, self.qdd);
        outward(tree, &mut m.nodes, &m.state);
        regressor(tree, &m.nodes, &mut m.poses, &m.state, &mut self.rows);
    }
}
