
/* Solves for forces of the loops. */
static void solve_transposed(const loop_equations *e, const @p@_real right[PASSIVE],
    @p@_real x[PASSIVE])
{
    @p@_real y[PASSIVE];
    int i;
    int k;
    for (i = 0; i < PASSIVE; i++) {
        y[i] = right[i];
        for (k = 0; k < i; k++) {
            y[i] -= e->factors[k][i] * y[k];
        }
        y[i] /= e->factors[i][i];
    }
    for (i = PASSIVE - 1; i >= 0; i--) {
        for (k = i + 1; k < PASSIVE; k++) {
            y[i] -= e->factors[k][i] * y[k];
        }
    }
    for (i = 0; i < PASSIVE; i++) {
        x[e->order[i]] = y[i];
    }
}

/* Friction under load; that of passive joints changes the loads, so that it takes rounds. */
static @p@_status reduced_friction(@p@_pose *pose, const @p@_real q[ACTIVE],
    const @p@_real qd[ACTIVE], const @p@_real qdd[ACTIVE], @p@_real friction[ACTIVE])
{
    loop_equations e;
    @p@_status status = assemble(pose, q, &e);
    if (status == @P@_OK) {
        @p@_real tree_qd[TREE];
        @p@_real tree_qdd[TREE];
        @p@_real tree_tau[TREE];
        @p@_real tree_friction[TREE] = {R(0.0)};
        @p@_real change = R(1.0);
        int round;
        int i;
        spread(pose, qd, tree_qd);
        accelerate(pose, &e, tree_qd, qdd, tree_qdd);
        compute_inverse_dynamics(pose->q, tree_qd, tree_qdd, tree_tau);
        for (round = 0; (round < MOST_ROUNDS) && (change > SETTLED); round++) {
            @p@_real right[PASSIVE];
            @p@_real lambda[PASSIVE];
            @p@_real loads[@loads@];
            @p@_real next[TREE];
            for (i = 0; i < PASSIVE; i++) {
                right[i] = tree_tau[passive_joints[i]] + tree_friction[passive_joints[i]];
            }
            solve_transposed(&e, right, lambda);
            compute_loads(pose->q, tree_qd, tree_qdd, lambda, loads);
            compute_joint_friction(pose->q, tree_qd, loads, next);
            change = R(0.0);
            for (i = 0; i < PASSIVE; i++) {
                const int k = passive_joints[i];
                const @p@_real off = size_of(next[k] - tree_friction[k]);
                const @p@_real moved = off / (R(1.0) + size_of(next[k]));
                change = (moved > change) ? moved : change;
            }
            for (i = 0; i < TREE; i++) {
                tree_friction[i] = next[i];
            }
        }
        if (change > SETTLED) {
            status = @P@_SINGULAR;
        } else {
            reduce(pose, tree_friction, friction);
        }
    }
    return status;
}
