//! A motion evaluated on a grid: states, regressor, information and limits, and
//! the slopes of all of them by the motion's coefficients.
//!
//! With `Ỹ` the rows weighted by time and noise, `A = ỸᵀỸ` and `S = ∂J/∂A`, the
//! derivative by the rows is `G = 2 Ỹ S`; its product with the rows' derivatives
//! is taken sample by sample ([`Contraction`]) and goes back through the joints
//! and the basis to the coefficients.

use super::constraint::{State, Tools};
use super::contraction::Contraction;
use super::coordinates::{Follower, Sensitivity, StateSlopes, States};
use super::error::ExciteError;
use super::grid::Grid;
use super::setup::Setup;
use super::unknowns::Rows;
use armlab_dense::Matrix;

/// Evaluates motions on a grid; keeps its memory between them.
pub struct Evaluation<'r> {
    follower: Follower<'r>,
    /// What limits are evaluated with.
    pub tools: Tools<'r>,
    contraction: Contraction,
    z: [Vec<Vec<f64>>; 3],
    /// The states of the last motion.
    pub states: States,
    sensitivity: Sensitivity,
    /// The states over which information is summed, and their rows, weighted.
    thinned: States,
    rows: Rows,
    information: Matrix,
    sensitive: bool,
    point: Point,
}

/// One sample, gathered from columns.
#[derive(Default)]
struct Point {
    z: Vec<f64>,
    q: [Vec<f64>; 3],
}

impl Point {
    fn gather(&mut self, z: &[Vec<Vec<f64>>; 3], states: &States, sample: usize) {
        let take = |to: &mut Vec<f64>, from: &[Vec<f64>]| {
            to.clear();
            to.extend(from.iter().map(|column| column[sample]));
        };
        take(&mut self.z, &z[0]);
        for (to, from) in self.q.iter_mut().zip(&states.q) {
            take(to, from);
        }
    }
}

impl<'r> Evaluation<'r> {
    /// For a design; with `smooth`, friction's jump is rounded off.
    pub fn new(setup: &Setup<'r>, smooth: bool) -> Result<Self, ExciteError> {
        Ok(Self {
            follower: Follower::new(setup.robot, &setup.coordinates)?,
            tools: Tools::new(setup.robot),
            contraction: Contraction::default(),
            z: Default::default(),
            states: States::default(),
            sensitivity: Sensitivity::default(),
            thinned: States::default(),
            rows: Rows::new(smooth),
            information: Matrix::zeros(0, 0),
            sensitive: false,
            point: Point::default(),
        })
    }

    /// Follows a motion. False if the loops do not close somewhere.
    pub fn follow(&mut self, grid: &Grid, coefficients: &[f64]) -> bool {
        grid.sample(coefficients, &mut self.z);
        self.sensitive = false;
        self.follower.follow(&self.z, &mut self.states).is_ok()
    }

    /// Information of the last motion that was followed.
    pub fn information(&mut self, setup: &Setup, grid: &Grid) -> &Matrix {
        let samples = grid.weights.len();
        let size = setup.robot.dofs() * setup.driven.len();
        self.states.thin(grid.stride, size, &mut self.thinned);
        self.rows.fill(setup.robot, &setup.unknowns, &mut self.tools.dynamics, &self.thinned);
        let roots: Vec<f64> = grid.weights.iter().map(|w| w.sqrt()).collect();
        for k in 0..setup.unknowns.len() {
            let joints = self.rows.matrix.column_mut(k).chunks_exact_mut(samples);
            for (rows, weight) in joints.zip(&setup.row_weights) {
                rows.iter_mut().zip(&roots).for_each(|(row, root)| *row *= weight * root);
            }
        }
        self.information = self.rows.matrix.gram();
        &self.information
    }

    /// What [`information`](Self::information) found last.
    pub fn last_information(&self) -> &Matrix {
        &self.information
    }

    /// Adds slopes by the coefficients of a number whose derivative by the
    /// information of the last motion is `slope`.
    pub fn add_information_slopes(
        &mut self,
        setup: &Setup,
        grid: &Grid,
        slope: &Matrix,
        out: &mut [f64],
    ) -> bool {
        if !self.differentiate(setup) {
            return false;
        }
        let samples = grid.weights.len();
        let (driven, all) = (setup.driven.len(), setup.unknowns.len());
        let n = setup.robot.dofs();
        let by_rows = self.rows.matrix.product(slope);
        let mut weights = vec![0.0; driven * all];
        let mut full = vec![0.0; n * setup.robot.parameter_count()];
        let mut by_state = vec![0.0; 3 * n];
        let mut slopes = StateSlopes::zeros(self.follower.dofs(), n, driven);
        for t in 0..samples {
            let s = t * grid.stride;
            for j in 0..driven {
                let factor = 2.0 * setup.row_weights[j] * grid.weights[t].sqrt();
                for k in 0..all {
                    weights[j * all + k] = factor * by_rows.at(j * samples + t, k);
                }
            }
            self.point.gather(&self.z, &self.states, s);
            let velocity_map = velocity_map(&self.states, s, n * driven);
            setup.unknowns.spread_weights(&weights, velocity_map, &mut full);
            let [q, qd, qdd] = &self.point.q;
            self.contraction.slopes(setup.robot, [q, qd, qdd], &full, &mut by_state);
            slopes.clear();
            for (to, from) in slopes.q.iter_mut().zip(by_state.chunks_exact(n)) {
                to.copy_from_slice(from);
            }
            if velocity_map.is_some() {
                let out = &mut slopes.velocity_map;
                setup.unknowns.reach_slopes(&self.rows, &weights, t, samples, out);
            }
            setup.unknowns.friction_slopes(&weights, [q, qd], &mut slopes.q);
            self.pull_back(setup, grid, s, &slopes, out);
        }
        true
    }

    /// Writes the limits' inequalities, sample after sample.
    pub fn limits(&mut self, setup: &Setup, out: &mut [f64]) {
        self.each_sample(setup, out, false);
    }
    /// Writes the limited quantities, sample after sample.
    pub fn measures(&mut self, setup: &Setup, out: &mut [f64]) {
        self.each_sample(setup, out, true);
    }
    fn each_sample(&mut self, setup: &Setup, out: &mut [f64], measure: bool) {
        let width = setup.limits_per_sample();
        let size = setup.robot.dofs() * setup.driven.len();
        if width == 0 {
            return;
        }
        for (s, out) in out.chunks_exact_mut(width).enumerate() {
            self.point.gather(&self.z, &self.states, s);
            let state = state(&self.point, &self.states, s, size, &setup.driven);
            let mut at = 0;
            for constraint in &setup.constraints {
                let out = &mut out[at..at + constraint.labels().len()];
                if measure {
                    constraint.measure(&mut self.tools, &state, out)
                } else {
                    constraint.values(&mut self.tools, &state, out)
                }
                at += out.len();
            }
        }
    }

    /// Adds slopes by the coefficients of the weighted inequalities.
    pub fn add_limit_slopes(
        &mut self,
        setup: &Setup,
        grid: &Grid,
        weights: &[f64],
        out: &mut [f64],
    ) -> bool {
        let width = setup.limits_per_sample();
        if weights.iter().all(|w| *w == 0.0) {
            return true;
        }
        if !self.differentiate(setup) {
            return false;
        }
        let (n, driven) = (setup.robot.dofs(), setup.driven.len());
        let mut slopes = StateSlopes::zeros(self.follower.dofs(), n, driven);
        for (s, weights) in weights.chunks_exact(width).enumerate() {
            if weights.iter().all(|w| *w == 0.0) {
                continue;
            }
            slopes.clear();
            self.point.gather(&self.z, &self.states, s);
            let state = state(&self.point, &self.states, s, n * driven, &setup.driven);
            let mut at = 0;
            for constraint in &setup.constraints {
                let weights = &weights[at..at + constraint.labels().len()];
                constraint.add_slopes(&mut self.tools, &state, weights, &mut slopes);
                at += weights.len();
            }
            self.pull_back(setup, grid, s, &slopes, out);
        }
        true
    }

    fn differentiate(&mut self, setup: &Setup) -> bool {
        if !self.sensitive {
            let scale: Vec<f64> = setup.ranges.iter().map(|(_, half)| *half).collect();
            let found = self.follower.differentiate(&self.z, &scale, &mut self.sensitivity);
            self.sensitive = found.is_ok();
        }
        self.sensitive
    }

    fn pull_back(
        &self,
        setup: &Setup,
        grid: &Grid,
        sample: usize,
        slopes: &StateSlopes,
        out: &mut [f64],
    ) {
        let mut by = vec![0.0; 3 * self.follower.dofs()];
        let (z, rest) = by.split_at_mut(self.follower.dofs());
        let (zd, zdd) = rest.split_at_mut(z.len());
        self.follower.pull_back(&self.sensitivity, sample, slopes, [&mut *z, &mut *zd, &mut *zdd]);
        let rows = out.chunks_exact_mut(setup.basis.len());
        for (k, row) in rows.enumerate() {
            grid.add_slopes(sample, [z[k], zd[k], zdd[k]], row);
        }
    }
}

fn velocity_map(states: &States, sample: usize, size: usize) -> Option<&[f64]> {
    states.velocity_map.get(sample * size..(sample + 1) * size)
}

fn state<'a>(
    point: &'a Point,
    states: &'a States,
    sample: usize,
    size: usize,
    driven: &'a [usize],
) -> State<'a> {
    let [q, qd, qdd] = &point.q;
    State { z: &point.z, q: [q, qd, qdd], velocity_map: velocity_map(states, sample, size), driven }
}
