
const TREE: usize = @tree@;
const PASSIVE: usize = @passive@;
const ACTIVE_JOINTS: [usize; JOINTS] = [@active_list@];
const PASSIVE_JOINTS: [usize; PASSIVE] = [@passive_list@];
/// Newton's method: most iterations, most steps of the way, and what counts as closed.
const MOST_ITERATIONS: usize = 50;
const MOST_STEPS: usize = 64;
const NEARLY_CLOSED: Real = @nearly@;
const CLOSED: Real = @closed@;
const UNNOTICED: Real = @unnoticed@;
const SINGULAR_PIVOT: Real = @pivot@;

/// The pose of the whole machine. Every function starts from the last pose and stays on its
/// branch; a pose whose function fails stays what it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Coordinates of all joints.
    pub q: [Real; TREE],
    follow: [[Real; JOINTS]; PASSIVE],
    orientation: Real,
}

/// The equations of the loops at a pose.
struct LoopEquations {
    gap: [Real; PASSIVE],
    jacobian: [[Real; TREE]; PASSIVE],
    /// Passive columns, factored with row exchanges.
    factors: [[Real; PASSIVE]; PASSIVE],
    order: [usize; PASSIVE],
    /// Sign of their determinant.
    orientation: Real,
}

impl LoopEquations {
    fn new() -> Self {
        Self {
            gap: [0.0; PASSIVE],
            jacobian: [[0.0; TREE]; PASSIVE],
            factors: [[0.0; PASSIVE]; PASSIVE],
            order: [0; PASSIVE],
            orientation: 1.0,
        }
    }

    /// Poses the equations at a pose and factors them.
    fn linearise(&mut self, q: &[Real; TREE]) -> Result<(), Error> {
        compute_equations(q, &mut self.gap, &mut self.jacobian);
        self.orientation = 1.0;
        for i in 0..PASSIVE {
            self.order[i] = i;
            for k in 0..PASSIVE {
                self.factors[i][k] = self.jacobian[i][PASSIVE_JOINTS[k]];
            }
        }
        for k in 0..PASSIVE {
            let mut pivot = k;
            for i in k + 1..PASSIVE {
                if size_of(self.factors[i][k]) > size_of(self.factors[pivot][k]) {
                    pivot = i;
                }
            }
            if !(size_of(self.factors[pivot][k]) > SINGULAR_PIVOT) {
                return Err(Error::Singular);
            }
            if pivot != k {
                self.order.swap(k, pivot);
                self.factors.swap(k, pivot);
                self.orientation = -self.orientation;
            }
            if self.factors[k][k] < 0.0 {
                self.orientation = -self.orientation;
            }
            for i in k + 1..PASSIVE {
                let factor = self.factors[i][k] / self.factors[k][k];
                self.factors[i][k] = factor;
                for j in k + 1..PASSIVE {
                    self.factors[i][j] -= factor * self.factors[k][j];
                }
            }
        }
        Ok(())
    }

    /// Solves for motions of the passive joints.
    fn solve(&self, right: &[Real; PASSIVE]) -> [Real; PASSIVE] {
        let mut x = [0.0; PASSIVE];
        for i in 0..PASSIVE {
            x[i] = right[self.order[i]];
            for k in 0..i {
                x[i] -= self.factors[i][k] * x[k];
            }
        }
        for i in (0..PASSIVE).rev() {
            for k in i + 1..PASSIVE {
                x[i] -= self.factors[i][k] * x[k];
            }
            x[i] /= self.factors[i][i];
        }
        x
    }

    /// Newton's method on the passive joints; leaves the equations at the closed pose.
    fn close(&mut self, q: &mut [Real; TREE]) -> Result<(), Error> {
        let mut last = false;
        for _ in 0..MOST_ITERATIONS {
            self.linearise(q)?;
            let mut residual: Real = 0.0;
            for gap in self.gap {
                // So that what is no number counts as large.
                residual = if size_of(gap) <= residual { residual } else { size_of(gap) };
            }
            if last {
                return if residual <= CLOSED { Ok(()) } else { Err(Error::NotClosed) };
            }
            last = residual <= NEARLY_CLOSED;
            let step = self.solve(&self.gap);
            let largest = step.iter().fold(0.0, |a: Real, x| if size_of(*x) > a { size_of(*x) } else { a });
            let damp = if largest > 0.5 { 0.5 / largest } else { 1.0 };
            for k in 0..PASSIVE {
                q[PASSIVE_JOINTS[k]] -= damp * step[k];
            }
        }
        Err(Error::NotClosed)
    }

    /// How the passive joints follow the actuated ones.
    fn follow(&self) -> [[Real; JOINTS]; PASSIVE] {
        let mut follow = [[0.0; JOINTS]; PASSIVE];
        for j in 0..JOINTS {
            let mut right = [0.0; PASSIVE];
            for i in 0..PASSIVE {
                right[i] = -self.jacobian[i][ACTIVE_JOINTS[j]];
            }
            let x = self.solve(&right);
            for i in 0..PASSIVE {
                follow[i][j] = x[i];
            }
        }
        follow
    }
}

impl Pose {
    /// The home pose.
    pub fn home() -> Result<Self, Error> {
        let mut e = LoopEquations::new();
        let mut q = [@home@];
        e.close(&mut q)?;
        Ok(Self { q, follow: e.follow(), orientation: e.orientation })
    }

    /// One step of the way to a pose.
    fn approach(&mut self, step: &[Real; JOINTS], e: &mut LoopEquations) -> Result<(), Error> {
        let mut predicted = [0.0; PASSIVE];
        let mut way: Real = 0.0;
        for i in 0..PASSIVE {
            let mut moved: Real = 0.0;
            for j in 0..JOINTS {
                moved += self.follow[i][j] * step[j];
            }
            way = if size_of(moved) > way { size_of(moved) } else { way };
            predicted[i] = self.q[PASSIVE_JOINTS[i]] + moved;
            self.q[PASSIVE_JOINTS[i]] = predicted[i];
        }
        for j in 0..JOINTS {
            way = if size_of(step[j]) > way { size_of(step[j]) } else { way };
            self.q[ACTIVE_JOINTS[j]] += step[j];
        }
        e.close(&mut self.q)?;
        // A branch goes on in the direction it has; where it does not, branches meet.
        let bend = 0.5 * way + UNNOTICED;
        let bend = if bend > 0.5 { 0.5 } else { bend };
        for i in 0..PASSIVE {
            if !(size_of(self.q[PASSIVE_JOINTS[i]] - predicted[i]) <= bend) {
                return Err(Error::NotClosed);
            }
        }
        if e.orientation != self.orientation {
            return Err(Error::NotClosed);
        }
        self.follow = e.follow();
        Ok(())
    }

    /// Brings the pose to positions of the actuated joints, in smaller steps where that fails.
    fn assemble(&mut self, q: &[Real; JOINTS]) -> Result<LoopEquations, Error> {
        let mut e = LoopEquations::new();
        let mut way: Real = 0.0;
        for j in 0..JOINTS {
            let one = size_of(q[j] - self.q[ACTIVE_JOINTS[j]]);
            way = if one > way { one } else { way };
        }
        let mut steps = 1;
        while steps < MOST_STEPS && way > 0.1 * steps as Real {
            steps *= 4;
        }
        let mut outcome = Err(Error::NotClosed);
        while steps <= MOST_STEPS {
            let mut moved = *self;
            outcome = moved.walk(self, q, steps, &mut e);
            if outcome.is_ok() {
                *self = moved;
                break;
            }
            steps *= 4;
        }
        outcome.map(|()| e)
    }
    fn walk(
        &mut self,
        start: &Pose,
        q: &[Real; JOINTS],
        steps: usize,
        e: &mut LoopEquations,
    ) -> Result<(), Error> {
        for i in 1..=steps {
            let share = i as Real / steps as Real;
            let mut step = [0.0; JOINTS];
            for j in 0..JOINTS {
                let from = start.q[ACTIVE_JOINTS[j]];
                let to = if i == steps { q[j] } else { from + share * (q[j] - from) };
                step[j] = to - self.q[ACTIVE_JOINTS[j]];
            }
            self.approach(&step, e)?;
        }
        Ok(())
    }

    /// Efforts of the tree as efforts of the actuated joints.
    fn reduce(&self, tree: &[Real; TREE], out: &mut [Real; JOINTS]) {
        for j in 0..JOINTS {
            out[j] = tree[ACTIVE_JOINTS[j]];
            for i in 0..PASSIVE {
                out[j] += self.follow[i][j] * tree[PASSIVE_JOINTS[i]];
            }
        }
    }

    /// Velocities of the whole tree.
    fn spread(&self, active: &[Real; JOINTS]) -> [Real; TREE] {
        let mut tree = [0.0; TREE];
        for j in 0..JOINTS {
            tree[ACTIVE_JOINTS[j]] = active[j];
        }
        for i in 0..PASSIVE {
            let mut sum = 0.0;
            for j in 0..JOINTS {
                sum += self.follow[i][j] * active[j];
            }
            tree[PASSIVE_JOINTS[i]] = sum;
        }
        tree
    }

    /// Accelerations of the whole tree.
    fn accelerate(
        &self,
        e: &LoopEquations,
        tree_qd: &[Real; TREE],
        qdd: &[Real; JOINTS],
    ) -> [Real; TREE] {
        let mut bias = [0.0; PASSIVE];
        compute_bias(&self.q, tree_qd, &mut bias);
        let x = e.solve(&bias);
        let mut tree_qdd = self.spread(qdd);
        for i in 0..PASSIVE {
            tree_qdd[PASSIVE_JOINTS[i]] -= x[i];
        }
        tree_qdd
    }

    /// Mass matrix of the actuated joints.
    fn mass(&self, mass: &mut [[Real; JOINTS]; JOINTS]) {
        let mut tree = [[0.0; TREE]; TREE];
        compute_mass_matrix(&self.q, &mut tree);
        for j in 0..JOINTS {
            let mut unit = [0.0; JOINTS];
            unit[j] = 1.0;
            let column = self.spread(&unit);
            let mut force = [0.0; TREE];
            for r in 0..TREE {
                for c in 0..TREE {
                    force[r] += tree[r][c] * column[c];
                }
            }
            let mut reduced = [0.0; JOINTS];
            self.reduce(&force, &mut reduced);
            for r in 0..JOINTS {
                mass[r][j] = reduced[r];
            }
        }
    }
}

fn reduced_inverse_dynamics(
    pose: &mut Pose,
    q: &[Real; JOINTS],
    qd: &[Real; JOINTS],
    qdd: &[Real; JOINTS],
    tau: &mut [Real; JOINTS],
) -> Result<(), Error> {
    let e = pose.assemble(q)?;
    let tree_qd = pose.spread(qd);
    let tree_qdd = pose.accelerate(&e, &tree_qd, qdd);
    let mut tree_tau = [0.0; TREE];
    compute_inverse_dynamics(&pose.q, &tree_qd, &tree_qdd, &mut tree_tau);
    pose.reduce(&tree_tau, tau);
    Ok(())
}

fn reduced_gravity(
    pose: &mut Pose,
    q: &[Real; JOINTS],
    tau: &mut [Real; JOINTS],
) -> Result<(), Error> {
    pose.assemble(q)?;
    let mut tree_tau = [0.0; TREE];
    compute_gravity(&pose.q, &mut tree_tau);
    pose.reduce(&tree_tau, tau);
    Ok(())
}

fn reduced_mass_matrix(
    pose: &mut Pose,
    q: &[Real; JOINTS],
    mass: &mut [[Real; JOINTS]; JOINTS],
) -> Result<(), Error> {
    pose.assemble(q)?;
    pose.mass(mass);
    Ok(())
}

fn reduced_forward_dynamics(
    pose: &mut Pose,
    q: &[Real; JOINTS],
    qd: &[Real; JOINTS],
    tau: &[Real; JOINTS],
    qdd: &mut [Real; JOINTS],
) -> Result<(), Error> {
    let mut x = [0.0; JOINTS];
    reduced_inverse_dynamics(pose, q, qd, &[0.0; JOINTS], &mut x)?;
    let mut mass = [[0.0; JOINTS]; JOINTS];
    pose.mass(&mut mass);
    for i in 0..JOINTS {
        x[i] = tau[i] - x[i];
    }
    // Elimination; the mass matrix is positive definite, so rows stay where they are.
    for k in 0..JOINTS {
        if !(mass[k][k] > 0.0) {
            return Err(Error::Singular);
        }
        for i in k + 1..JOINTS {
            let factor = mass[i][k] / mass[k][k];
            for j in k..JOINTS {
                mass[i][j] -= factor * mass[k][j];
            }
            x[i] -= factor * x[k];
        }
    }
    for i in (0..JOINTS).rev() {
        for j in i + 1..JOINTS {
            x[i] -= mass[i][j] * x[j];
        }
        x[i] /= mass[i][i];
    }
    *qdd = x;
    Ok(())
}

fn reduced_momentum(
    pose: &mut Pose,
    q: &[Real; JOINTS],
    qd: &[Real; JOINTS],
    p: &mut [Real; JOINTS],
    rate: &mut [Real; JOINTS],
) -> Result<(), Error> {
    let e = pose.assemble(q)?;
    let tree_qd = pose.spread(qd);
    let (mut tree_p, mut tree_rate) = ([0.0; TREE], [0.0; TREE]);
    compute_momentum(&pose.q, &tree_qd, &mut tree_p, &mut tree_rate);
    pose.reduce(&tree_p, p);
    pose.reduce(&tree_rate, rate);
    let mut own = [0.0; PASSIVE];
    compute_bias(&pose.q, &tree_qd, &mut own);
    // The rate at which the passive joints' following changes, from biases alone.
    for j in 0..JOINTS {
        let mut unit = [0.0; JOINTS];
        unit[j] = 1.0;
        let column = pose.spread(&unit);
        let mut sum = tree_qd;
        for i in 0..TREE {
            sum[i] += column[i];
        }
        let (mut both, mut alone) = ([0.0; PASSIVE], [0.0; PASSIVE]);
        compute_bias(&pose.q, &sum, &mut both);
        compute_bias(&pose.q, &column, &mut alone);
        for i in 0..PASSIVE {
            both[i] = -0.5 * ((both[i] - own[i]) - alone[i]);
        }
        let x = e.solve(&both);
        for i in 0..PASSIVE {
            rate[j] += x[i] * tree_p[PASSIVE_JOINTS[i]];
        }
    }
    Ok(())
}
