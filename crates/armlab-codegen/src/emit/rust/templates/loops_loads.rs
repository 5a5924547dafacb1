
const MOST_ROUNDS: usize = 200;
const SETTLED: Real = @settled@;

impl LoopEquations {
    /// Solves for forces of the loops.
    fn solve_transposed(&self, right: &[Real; PASSIVE]) -> [Real; PASSIVE] {
        let mut y = *right;
        for i in 0..PASSIVE {
            for k in 0..i {
                y[i] -= self.factors[k][i] * y[k];
            }
            y[i] /= self.factors[i][i];
        }
        for i in (0..PASSIVE).rev() {
            for k in i + 1..PASSIVE {
                y[i] -= self.factors[k][i] * y[k];
            }
        }
        let mut x = [0.0; PASSIVE];
        for i in 0..PASSIVE {
            x[self.order[i]] = y[i];
        }
        x
    }
}

/// Friction under load; that of passive joints changes the loads, so that it takes rounds.
fn reduced_friction(
    pose: &mut Pose,
    q: &[Real; JOINTS],
    qd: &[Real; JOINTS],
    qdd: &[Real; JOINTS],
    friction: &mut [Real; JOINTS],
) -> Result<(), Error> {
    let e = pose.assemble(q)?;
    let tree_qd = pose.spread(qd);
    let tree_qdd = pose.accelerate(&e, &tree_qd, qdd);
    let (mut tree_tau, mut tree_friction) = ([0.0; TREE], [0.0; TREE]);
    compute_inverse_dynamics(&pose.q, &tree_qd, &tree_qdd, &mut tree_tau);
    for _ in 0..MOST_ROUNDS {
        let mut right = [0.0; PASSIVE];
        for i in 0..PASSIVE {
            right[i] = tree_tau[PASSIVE_JOINTS[i]] + tree_friction[PASSIVE_JOINTS[i]];
        }
        let lambda = e.solve_transposed(&right);
        let mut loads = [0.0; @loads@];
        let mut next = [0.0; TREE];
        compute_loads(&pose.q, &tree_qd, &tree_qdd, &lambda, &mut loads);
        compute_joint_friction(&pose.q, &tree_qd, &loads, &mut next);
        let mut change: Real = 0.0;
        for k in PASSIVE_JOINTS {
            let moved = size_of(next[k] - tree_friction[k]) / (1.0 + size_of(next[k]));
            change = if moved > change { moved } else { change };
        }
        tree_friction = next;
        if change <= SETTLED {
            pose.reduce(&tree_friction, friction);
            return Ok(());
        }
    }
    Err(Error::Singular)
}
