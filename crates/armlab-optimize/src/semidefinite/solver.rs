//! The iteration; see the folder's first lines for the equations.
//!
//! With `r_d = ∇f − A*(Z)` and `r_p = F(x) − S`, a step solves
//!
//! `(∇²f + M) Δx = −r_d + A*(T)`, `M_kl = tr(F_k Z F_l S⁻¹)`,
//! `T = (σμ + w) S⁻¹ − Z − sym((Z r_p + ΔZ' ΔS') S⁻¹)`,
//! `ΔS = A(Δx) + r_p`, `ΔZ = (σμ + w) S⁻¹ − Z − sym((Z ΔS + ΔZ' ΔS') S⁻¹)`,
//!
//! where primes mark the predictor's step (zero in the predictor itself).

use super::problem::{Block, BlockReport, Semidefinite, SemidefiniteSolution};
use super::settings::SemidefiniteSettings;
use super::small::{cholesky, inverse, smallest_eigenvalue, symmetric_product, trace_product};
use super::state::{State, add_curvature};
use armlab_dense::{Cholesky, Matrix, dot};

/// Smallest product of slack and multiplier, relative to the mean, that a step may leave.
const OFF_CENTRE: f64 = 1e-3;
/// Least part of the mean product that a step without second order aims at.
const CENTRING: f64 = 0.1;
/// Shortenings of a step at most.
const SHORTENINGS: usize = 12;

/// Where the iteration stands, relative.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    pub iterations: usize,
    pub gap: f64,
    pub absolute_gap: f64,
    pub stationarity: f64,
    pub violation: f64,
    /// What the gradient of the Lagrangian that is left could still gain, relative
    /// to the objective: half the squared Newton decrement.
    pub gain: f64,
    /// The objective's size, to which gaps are relative.
    pub reference: f64,
}

impl Standing {
    /// The largest of gap, stationarity and violation; not a number if one is not.
    pub fn worst(&self) -> f64 {
        self.largest(self.stationarity)
    }
    /// The same where stationarity counts by what it could still gain: in badly scaled
    /// problems rounding keeps the gradient from vanishing at a solution.
    pub fn suboptimality(&self) -> f64 {
        self.largest(self.stationarity.min(self.gain))
    }
    fn largest(&self, stationarity: f64) -> f64 {
        // NaN must not be lost in a maximum.
        let sum = self.gap + self.stationarity + self.violation;
        if sum.is_finite() { self.gap.max(stationarity).max(self.violation) } else { f64::NAN }
    }
}

pub(super) struct Solver<'a> {
    problem: &'a Semidefinite,
    linear: Vec<f64>,
    /// Size of the objective that matters.
    least: f64,
    /// Second derivatives of the objective without divergences.
    hessian: Matrix,
    /// Diagonal of it, square roots; ones where nothing is known.
    scales: Vec<f64>,
    pub x: Vec<f64>,
    states: Vec<State>,
    gradient: Vec<f64>,
    residual: Vec<f64>,
    r_d: Vec<f64>,
    adjoint: Vec<f64>,
    dx: Vec<f64>,
    rhs: Vec<f64>,
    system: Matrix,
    factor: Cholesky,
    size: f64,
    /// The best point so far.
    best: Point,
}

/// Unknowns, and slacks and multipliers of all blocks one after the other.
#[derive(Default)]
struct Point {
    x: Vec<f64>,
    slacks: Vec<f64>,
    multipliers: Vec<f64>,
}

impl<'a> Solver<'a> {
    pub fn new(problem: &'a Semidefinite, hessian: Matrix, linear: Vec<f64>, scale: f64) -> Self {
        let n = problem.unknowns();
        let scales = (0..n)
            .map(|k| if hessian.at(k, k) > 0.0 { hessian.at(k, k).sqrt() } else { 1.0 })
            .collect();
        let energy = 0.5 * problem.rhs.iter().map(|b| b * b).sum::<f64>();
        Self {
            problem,
            linear,
            least: if scale > 0.0 { scale } else { 1e-6 * energy },
            scales,
            x: vec![0.0; n],
            states: problem.blocks.iter().map(State::new).collect(),
            gradient: vec![0.0; n],
            residual: vec![0.0; problem.rhs.len()],
            r_d: vec![0.0; n],
            adjoint: vec![0.0; n],
            dx: vec![0.0; n],
            rhs: vec![0.0; n],
            system: hessian.clone(),
            hessian,
            factor: Cholesky::default(),
            size: problem.blocks.iter().map(|b| b.size as f64).sum(),
            best: Point::default(),
        }
    }

    /// Quadratic part and linear term at `x`; leaves the gradient.
    fn evaluate(&mut self) -> f64 {
        let p = self.problem;
        p.rows.times_vector_into(&self.x, &mut self.residual);
        let mut value = 0.0;
        for (r, b) in self.residual.iter_mut().zip(&p.rhs) {
            *r -= b;
            value += 0.5 * *r * *r;
        }
        for (k, g) in self.gradient.iter_mut().enumerate() {
            *g = dot(p.rows.column(k), &self.residual) + self.linear[k];
            value += self.linear[k] * self.x[k];
        }
        for (k, mean, deviation) in &p.priors {
            let u = (self.x[*k] - mean) / deviation;
            self.gradient[*k] += u / deviation;
            value += 0.5 * u * u;
        }
        value
    }

    /// The first point: the guess or the unconstrained minimum, slacks pushed
    /// into the inside, multipliers in balance with them.
    pub fn begin(&mut self, start: Option<&[f64]>) {
        match start {
            Some(start) => self.x.copy_from_slice(start),
            None => {
                self.evaluate();
                for k in 0..self.x.len() {
                    self.dx[k] = -self.gradient[k];
                }
                self.system.as_mut_slice().copy_from_slice(self.hessian.as_slice());
                // Directions that no row sees stay where they are.
                if self.factorise(1e-10) {
                    self.factor.solve(&mut self.dx);
                    self.x.copy_from_slice(&self.dx);
                }
            }
        }
        let value = self.evaluate().abs();
        let mu = value.max(1e4 * self.least).max(1e-8) / self.size.max(1.0);
        for (block, state) in self.problem.blocks.iter().zip(&mut self.states) {
            let d = block.size;
            block.value(&self.x, &mut state.s);
            // Sizes of the diagonal entries, so that the push suits mixed units.
            let mut sizes: Vec<f64> = (0..d).map(|i| block.constant[i * d + i].abs()).collect();
            for (k, entries) in &block.terms {
                for (i, _, factor) in entries.iter().filter(|(i, j, _)| i == j) {
                    sizes[*i] += (factor * self.x[*k]).abs();
                }
            }
            let largest = sizes.iter().fold(0.0_f64, |m, x| m.max(*x));
            let largest = if largest > 0.0 { largest } else { 1.0 };
            state.scale = largest;
            sizes.iter_mut().for_each(|s| *s = s.max(0.1 * largest));
            for i in 0..d {
                for j in 0..d {
                    state.scratch[i * d + j] = state.s[i * d + j] / (sizes[i] * sizes[j]).sqrt();
                }
            }
            let least = smallest_eigenvalue(&mut state.scratch, d);
            let (floor, target) = if start.is_some() { (1e-3, 1e-2) } else { (0.1, 0.1) };
            if !(least >= floor) {
                for i in 0..d {
                    state.s[i * d + i] += (target - least) * sizes[i];
                }
            }
            cholesky(&state.s, d, &mut state.s_factor);
            inverse(&state.s_factor, d, &mut state.s_inverse);
            for (z, w) in state.z.iter_mut().zip(&state.s_inverse) {
                *z = (mu + state.weight) * w;
            }
        }
    }

    pub fn run(&mut self, settings: &SemidefiniteSettings) -> Standing {
        let mut best = Standing::default();
        let mut least = f64::INFINITY;
        let mut without_gain = 0;
        for iteration in 0..=settings.iterations {
            let mut standing = self.measure();
            standing.iterations = iteration;
            let stepping = self.prepare();
            standing.gain = if stepping { self.gain(standing.reference) } else { f64::INFINITY };
            let worst = standing.worst();
            // In absolute terms: the objective falls, too.
            let merit = worst * standing.reference;
            without_gain = if merit < 0.9 * least { 0 } else { without_gain + 1 };
            if merit < least || iteration == 0 {
                (best, least) = (standing, least.min(merit));
                self.keep();
            }
            // Solved; or rounding has been reached, or the problem has no solution.
            let ended = !(worst > settings.tolerance) || iteration == settings.iterations;
            if ended || without_gain > 15 || !stepping || !self.step() {
                break;
            }
        }
        self.restore();
        best
    }

    /// Half the squared Newton decrement of what is left of the gradient, relative.
    fn gain(&mut self, reference: f64) -> f64 {
        self.rhs.copy_from_slice(&self.r_d);
        self.factor.solve(&mut self.rhs);
        0.5 * dot(&self.rhs, &self.r_d).abs() / reference
    }

    /// Remembers the present point.
    fn keep(&mut self) {
        let Point { x, slacks, multipliers } = &mut self.best;
        x.clear();
        slacks.clear();
        multipliers.clear();
        x.extend_from_slice(&self.x);
        for state in &self.states {
            slacks.extend_from_slice(&state.s);
            multipliers.extend_from_slice(&state.z);
        }
    }

    /// Back to the point that was remembered.
    fn restore(&mut self) {
        if self.best.x.len() != self.x.len() {
            return;
        }
        self.x.copy_from_slice(&self.best.x);
        let mut from = 0;
        for state in &mut self.states {
            let to = from + state.s.len();
            state.s.copy_from_slice(&self.best.slacks[from..to]);
            state.z.copy_from_slice(&self.best.multipliers[from..to]);
            from = to;
        }
    }

    /// Residuals and gap at the present point.
    fn measure(&mut self) -> Standing {
        let value = self.evaluate();
        self.adjoint.fill(0.0);
        let (mut gap, mut violation, mut log_dets) = (0.0, 0.0_f64, 0.0);
        for (block, state) in self.problem.blocks.iter().zip(&mut self.states) {
            block.add_adjoint(&state.z, 1.0, &mut self.adjoint);
            block.value(&self.x, &mut state.r_p);
            for (r, s) in state.r_p.iter_mut().zip(&state.s) {
                *r -= s;
                violation = violation.max(r.abs() / state.scale);
            }
            let product = trace_product(&state.s, &state.z);
            if state.weight > 0.0 {
                // How far the product is from w 1, as a gap of the dual problem.
                let (d, w) = (block.size, state.weight);
                let mut log_det = 0.0;
                if cholesky(&state.s, d, &mut state.s_factor)
                    && cholesky(&state.z, d, &mut state.z_factor)
                {
                    for i in 0..d {
                        log_dets -= 2.0 * w * state.s_factor[i * d + i].ln();
                        log_det += 2.0
                            * (state.s_factor[i * d + i] * state.z_factor[i * d + i] / w.sqrt())
                                .ln();
                    }
                }
                gap += (product - w * d as f64 - w * log_det).abs();
            } else {
                gap += product;
            }
        }
        let (mut residual, mut size) = (0.0_f64, f64::MIN_POSITIVE);
        for k in 0..self.x.len() {
            self.r_d[k] = self.gradient[k] - self.adjoint[k];
            residual = residual.max(self.r_d[k].abs() / self.scales[k]);
            let curvature = self.x[k].abs() * self.scales[k];
            size = size.max(curvature).max(self.adjoint[k].abs() / self.scales[k]);
        }
        let reference = (value + log_dets).abs().max(self.least).max(f64::MIN_POSITIVE);
        Standing {
            iterations: 0,
            gap: gap / reference,
            absolute_gap: gap,
            stationarity: residual / size,
            violation,
            gain: f64::INFINITY,
            reference,
        }
    }

    /// `self.factor` of `self.system`, its diagonal enlarged by a relative `shift`.
    fn factorise(&mut self, mut shift: f64) -> bool {
        for _attempt in 0..6 {
            for k in 0..self.x.len() {
                let entry = self.system.at(k, k);
                let entry = if entry > 0.0 { entry * (1.0 + shift) } else { 1.0 };
                self.system.set(k, k, entry);
            }
            if self.factor.refactor(&self.system).is_ok() {
                return true;
            }
            shift = (shift * 1e3).max(1e-14);
        }
        false
    }

    /// The Newton system of the present point, factorised; false if there is none.
    fn prepare(&mut self) -> bool {
        self.system.as_mut_slice().copy_from_slice(self.hessian.as_slice());
        for (block, state) in self.problem.blocks.iter().zip(&mut self.states) {
            let d = block.size;
            if !cholesky(&state.s, d, &mut state.s_factor)
                || !cholesky(&state.z, d, &mut state.z_factor)
            {
                return false;
            }
            inverse(&state.s_factor, d, &mut state.s_inverse);
            add_curvature(block, &state.z, &state.s_inverse, &mut self.system);
            state.correction.fill(0.0);
        }
        self.factorise(1e-15)
    }

    /// One predictor and corrector after [`Self::prepare`]; false if no progress is
    /// possible.
    fn step(&mut self) -> bool {
        let mu = self.complementarity(0.0);
        if !self.direction(0.0) {
            return false;
        }
        let affine = self.longest_step().min(1.0);
        let sigma = if mu > 0.0 {
            (self.complementarity(affine) / mu).clamp(0.0, 1.0).powi(3)
        } else {
            0.0
        };
        for (block, state) in self.problem.blocks.iter().zip(&mut self.states) {
            let State { dz, ds, s_inverse, correction, .. } = state;
            symmetric_product(dz, ds, s_inverse, block.size, correction);
        }
        if !self.direction(sigma * mu) {
            return false;
        }
        let mut longest = self.longest_step();
        if longest < 0.5 * affine {
            // Far from the centre the second order misleads.
            self.states.iter_mut().for_each(|s| s.correction.fill(0.0));
            if !self.direction(sigma.max(CENTRING) * mu) {
                return false;
            }
            longest = self.longest_step();
        }
        let mut length = (longest * if affine > 0.9 { 0.995 } else { 0.95 }).min(1.0);
        for _ in 0..SHORTENINGS {
            if self.is_centred(length) {
                break;
            }
            length *= 0.7;
        }
        if !(length > 1e-10) {
            return false;
        }
        for (x, d) in self.x.iter_mut().zip(&self.dx) {
            *x += length * d;
        }
        for state in &mut self.states {
            for i in 0..state.s.len() {
                state.s[i] += length * state.ds[i];
                state.z[i] += length * state.dz[i];
            }
        }
        true
    }

    /// Mean product of slack and multiplier beyond the blocks' weights, after a step
    /// of this length along the present direction.
    fn complementarity(&self, length: f64) -> f64 {
        let mut sum = 0.0;
        for (block, state) in self.problem.blocks.iter().zip(&self.states) {
            for i in 0..state.s.len() {
                let (s, z) = (state.s[i], state.z[i]);
                sum += if length == 0.0 {
                    s * z
                } else {
                    (s + length * state.ds[i]) * (z + length * state.dz[i])
                };
            }
            sum -= state.weight * block.size as f64;
        }
        sum.max(0.0) / self.size.max(1.0)
    }

    /// Whether no product of slack and multiplier falls far behind the mean after a
    /// step of this length: such a block would stop the next steps.
    fn is_centred(&mut self, length: f64) -> bool {
        let mean = self.complementarity(length);
        let mut blocks = self.problem.blocks.iter().zip(&mut self.states);
        blocks.all(|(block, state)| {
            let least = state.least_product(block.size, length);
            least >= OFF_CENTRE * (mean + state.weight)
        })
    }

    fn longest_step(&mut self) -> f64 {
        let mut longest = f64::INFINITY;
        for (block, state) in self.problem.blocks.iter().zip(&mut self.states) {
            longest = longest.min(state.longest_step(block.size));
        }
        longest
    }

    /// The step towards `S Z = (target + w) 1`, with the corrections in place.
    fn direction(&mut self, target: f64) -> bool {
        for (r, d) in self.rhs.iter_mut().zip(&self.r_d) {
            *r = -d;
        }
        for (block, state) in self.problem.blocks.iter().zip(&mut self.states) {
            let (d, aim) = (block.size, target + state.weight);
            symmetric_product(&state.z, &state.r_p, &state.s_inverse, d, &mut state.scratch);
            for i in 0..d * d {
                state.scratch[i] =
                    aim * state.s_inverse[i] - state.z[i] - state.scratch[i] - state.correction[i];
            }
            block.add_adjoint(&state.scratch, 1.0, &mut self.rhs);
        }
        self.dx.copy_from_slice(&self.rhs);
        self.factor.solve(&mut self.dx);
        // One correction for rounding.
        let again = self.system.symmetric_times_vector(&self.dx);
        for (r, a) in self.rhs.iter_mut().zip(&again) {
            *r -= a;
        }
        self.factor.solve(&mut self.rhs);
        for (x, r) in self.dx.iter_mut().zip(&self.rhs) {
            *x += r;
        }
        for (block, state) in self.problem.blocks.iter().zip(&mut self.states) {
            let (d, aim) = (block.size, target + state.weight);
            state.ds.copy_from_slice(&state.r_p);
            block.add_linear(&self.dx, &mut state.ds);
            symmetric_product(&state.z, &state.ds, &state.s_inverse, d, &mut state.more);
            for i in 0..d * d {
                state.dz[i] =
                    aim * state.s_inverse[i] - state.z[i] - state.more[i] - state.correction[i];
            }
        }
        self.dx.iter().all(|x| x.is_finite())
    }

    pub fn report(mut self, end: Standing, constant: f64) -> SemidefiniteSolution {
        let mut objective = self.evaluate() + constant;
        let mut blocks = Vec::with_capacity(self.states.len());
        let reference = 1e6 * self.least;
        for (block, state) in self.problem.blocks.iter().zip(&mut self.states) {
            let d = block.size;
            block.value(&self.x, &mut state.scratch);
            if state.weight > 0.0 && cholesky(&state.scratch, d, &mut state.s_factor) {
                for i in 0..d {
                    objective -= 2.0 * state.weight * state.s_factor[i * d + i].ln();
                }
            }
            let smallest = smallest_eigenvalue(&mut state.scratch, d);
            let multiplier: f64 = (0..d).map(|i| state.z[i * d + i]).sum();
            let push = multiplier * state.scale / reference.max(f64::MIN_POSITIVE);
            blocks.push(BlockReport {
                name: block.name.clone(),
                smallest_eigenvalue: smallest,
                multiplier,
                active: state.weight == 0.0 && push > smallest / state.scale,
            });
        }
        SemidefiniteSolution {
            x: self.x,
            objective,
            gap: end.absolute_gap + end.gain.min(end.stationarity) * end.reference,
            stationarity: end.stationarity,
            violation: end.violation,
            iterations: end.iterations,
            blocks,
        }
    }

    /// Traces of the multipliers.
    pub fn multipliers(&self) -> Vec<f64> {
        let trace = |(b, s): (&Block, &State)| (0..b.size).map(|i| s.z[i * b.size + i]).sum();
        self.problem.blocks.iter().zip(&self.states).map(trace).collect()
    }
}
