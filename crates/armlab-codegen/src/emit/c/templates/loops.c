
#define TREE @tree@
#define ACTIVE @n@
#define PASSIVE @passive@

static const int active_joints[ACTIVE] = {@active_list@};
static const int passive_joints[PASSIVE] = {@passive_list@};

/* The equations of the loops at a pose. */
typedef struct {
    @p@_real gap[PASSIVE];
    @p@_real jacobian[PASSIVE][TREE];
    /* Passive columns, factored with row exchanges. */
    @p@_real factors[PASSIVE][PASSIVE];
    int order[PASSIVE];
    /* Sign of their determinant. */
    @p@_real orientation;
} loop_equations;

static @p@_real size_of(@p@_real x)
{
    return (x < R(0.0)) ? -x : x;
}

/* Poses the equations at a pose and factors them; 0 if they are singular. */
static int linearise(const @p@_real q[TREE], loop_equations *e)
{
    int regular = 1;
    int i;
    int j;
    int k;
    compute_equations(q, e->gap, e->jacobian);
    e->orientation = R(1.0);
    for (i = 0; i < PASSIVE; i++) {
        e->order[i] = i;
        for (k = 0; k < PASSIVE; k++) {
            e->factors[i][k] = e->jacobian[i][passive_joints[k]];
        }
    }
    for (k = 0; (k < PASSIVE) && (regular != 0); k++) {
        int pivot = k;
        @p@_real largest = size_of(e->factors[k][k]);
        for (i = k + 1; i < PASSIVE; i++) {
            if (size_of(e->factors[i][k]) > largest) {
                largest = size_of(e->factors[i][k]);
                pivot = i;
            }
        }
        if (largest > SINGULAR_PIVOT) {
            if (pivot != k) {
                const int moved = e->order[k];
                e->order[k] = e->order[pivot];
                e->order[pivot] = moved;
                e->orientation = -e->orientation;
                for (j = 0; j < PASSIVE; j++) {
                    const @p@_real x = e->factors[k][j];
                    e->factors[k][j] = e->factors[pivot][j];
                    e->factors[pivot][j] = x;
                }
            }
            if (e->factors[k][k] < R(0.0)) {
                e->orientation = -e->orientation;
            }
            for (i = k + 1; i < PASSIVE; i++) {
                const @p@_real factor = e->factors[i][k] / e->factors[k][k];
                e->factors[i][k] = factor;
                for (j = k + 1; j < PASSIVE; j++) {
                    e->factors[i][j] -= factor * e->factors[k][j];
                }
            }
        } else {
            regular = 0;
        }
    }
    return regular;
}

/* Solves for motions of the passive joints. */
static void solve(const loop_equations *e, const @p@_real right[PASSIVE], @p@_real x[PASSIVE])
{
    int i;
    int k;
    for (i = 0; i < PASSIVE; i++) {
        x[i] = right[e->order[i]];
        for (k = 0; k < i; k++) {
            x[i] -= e->factors[i][k] * x[k];
        }
    }
    for (i = PASSIVE - 1; i >= 0; i--) {
        for (k = i + 1; k < PASSIVE; k++) {
            x[i] -= e->factors[i][k] * x[k];
        }
        x[i] /= e->factors[i][i];
    }
}

/* Newton's method on the passive joints; leaves the equations at the closed pose. */
static @p@_status close_loops(@p@_real q[TREE], loop_equations *e)
{
    @p@_status status = @P@_NOT_CLOSED;
    int last = 0;
    int running = 1;
    int iteration;
    int k;
    for (iteration = 0; (iteration < MOST_ITERATIONS) && (running != 0); iteration++) {
        @p@_real residual = R(0.0);
        if (linearise(q, e) == 0) {
            status = @P@_SINGULAR;
            running = 0;
        } else {
            for (k = 0; k < PASSIVE; k++) {
                const @p@_real gap = size_of(e->gap[k]);
                /* So that what is no number counts as large. */
                residual = (gap <= residual) ? residual : gap;
            }
            if (last != 0) {
                status = (residual <= CLOSED) ? @P@_OK : @P@_NOT_CLOSED;
                running = 0;
            } else {
                @p@_real step[PASSIVE];
                @p@_real largest = R(0.0);
                @p@_real damp = R(1.0);
                last = (residual <= NEARLY_CLOSED) ? 1 : 0;
                solve(e, e->gap, step);
                for (k = 0; k < PASSIVE; k++) {
                    largest = (size_of(step[k]) > largest) ? size_of(step[k]) : largest;
                }
                if (largest > R(0.5)) {
                    damp = R(0.5) / largest;
                }
                for (k = 0; k < PASSIVE; k++) {
                    q[passive_joints[k]] -= damp * step[k];
                }
            }
        }
    }
    return status;
}

/* How the passive joints follow the actuated ones. */
static void follow(const loop_equations *e, @p@_real k[PASSIVE][ACTIVE])
{
    int i;
    int j;
    for (j = 0; j < ACTIVE; j++) {
        @p@_real right[PASSIVE];
        @p@_real x[PASSIVE];
        for (i = 0; i < PASSIVE; i++) {
            right[i] = -e->jacobian[i][active_joints[j]];
        }
        solve(e, right, x);
        for (i = 0; i < PASSIVE; i++) {
            k[i][j] = x[i];
        }
    }
}

/* One step of the way to a pose. */
static @p@_status approach(@p@_pose *pose, const @p@_real step[ACTIVE], loop_equations *e)
{
    @p@_status status;
    @p@_real predicted[PASSIVE];
    @p@_real way = R(0.0);
    @p@_real bend;
    int i;
    int j;
    for (i = 0; i < PASSIVE; i++) {
        @p@_real moved = R(0.0);
        for (j = 0; j < ACTIVE; j++) {
            moved += pose->follow[i][j] * step[j];
        }
        way = (size_of(moved) > way) ? size_of(moved) : way;
        predicted[i] = pose->q[passive_joints[i]] + moved;
        pose->q[passive_joints[i]] = predicted[i];
    }
    for (j = 0; j < ACTIVE; j++) {
        way = (size_of(step[j]) > way) ? size_of(step[j]) : way;
        pose->q[active_joints[j]] += step[j];
    }
    status = close_loops(pose->q, e);
    /* A branch goes on in the direction it has; where it does not, branches meet. */
    bend = (R(0.5) * way) + UNNOTICED;
    bend = (bend > R(0.5)) ? R(0.5) : bend;
    for (i = 0; i < PASSIVE; i++) {
        if (!(size_of(pose->q[passive_joints[i]] - predicted[i]) <= bend) && (status == @P@_OK)) {
            status = @P@_NOT_CLOSED;
        }
    }
    if ((status == @P@_OK) && (e->orientation != pose->orientation)) {
        status = @P@_NOT_CLOSED;
    }
    if (status == @P@_OK) {
        follow(e, pose->follow);
    }
    return status;
}

/* Brings a pose to positions of the actuated joints, in smaller steps where that fails. */
static @p@_status assemble(@p@_pose *pose, const @p@_real q[ACTIVE], loop_equations *e)
{
    @p@_status status = @P@_NOT_CLOSED;
    @p@_real way = R(0.0);
    int steps = 1;
    int i;
    int j;
    for (j = 0; j < ACTIVE; j++) {
        const @p@_real one = size_of(q[j] - pose->q[active_joints[j]]);
        way = (one > way) ? one : way;
    }
    while ((steps < MOST_STEPS) && (way > (R(0.1) * (@p@_real)steps))) {
        steps *= 4;
    }
    while ((steps <= MOST_STEPS) && (status != @P@_OK)) {
        @p@_pose moved = *pose;
        status = @P@_OK;
        for (i = 1; (i <= steps) && (status == @P@_OK); i++) {
            const @p@_real share = (@p@_real)i / (@p@_real)steps;
            @p@_real step[ACTIVE];
            for (j = 0; j < ACTIVE; j++) {
                const @p@_real from = pose->q[active_joints[j]];
                const @p@_real to = (i == steps) ? q[j] : (from + (share * (q[j] - from)));
                step[j] = to - moved.q[active_joints[j]];
            }
            status = approach(&moved, step, e);
        }
        if (status == @P@_OK) {
            *pose = moved;
        }
        steps *= 4;
    }
    return status;
}

@p@_status @p@_home(@p@_pose *pose)
{
    static const @p@_real home[TREE] = {@home@};
    loop_equations e;
    @p@_status status;
    int i;
    for (i = 0; i < TREE; i++) {
        pose->q[i] = home[i];
    }
    status = close_loops(pose->q, &e);
    if (status == @P@_OK) {
        pose->orientation = e.orientation;
        follow(&e, pose->follow);
    }
    return status;
}

/* Efforts of the tree as efforts of the actuated joints. */
static void reduce(const @p@_pose *pose, const @p@_real tree[TREE], @p@_real out[ACTIVE])
{
    int i;
    int j;
    for (j = 0; j < ACTIVE; j++) {
        out[j] = tree[active_joints[j]];
        for (i = 0; i < PASSIVE; i++) {
            out[j] += pose->follow[i][j] * tree[passive_joints[i]];
        }
    }
}

/* Velocities of the whole tree. */
static void spread(const @p@_pose *pose, const @p@_real active[ACTIVE], @p@_real tree[TREE])
{
    int i;
    int j;
    for (j = 0; j < ACTIVE; j++) {
        tree[active_joints[j]] = active[j];
    }
    for (i = 0; i < PASSIVE; i++) {
        @p@_real sum = R(0.0);
        for (j = 0; j < ACTIVE; j++) {
            sum += pose->follow[i][j] * active[j];
        }
        tree[passive_joints[i]] = sum;
    }
}

/* Accelerations of the whole tree. */
static void accelerate(const @p@_pose *pose, const loop_equations *e, const @p@_real tree_qd[TREE],
    const @p@_real qdd[ACTIVE], @p@_real tree_qdd[TREE])
{
    @p@_real bias[PASSIVE];
    @p@_real x[PASSIVE];
    int i;
    compute_bias(pose->q, tree_qd, bias);
    solve(e, bias, x);
    spread(pose, qdd, tree_qdd);
    for (i = 0; i < PASSIVE; i++) {
        tree_qdd[passive_joints[i]] -= x[i];
    }
}

/* Mass matrix of the actuated joints. */
static void reduce_mass(const @p@_pose *pose, @p@_real mass[ACTIVE][ACTIVE])
{
    @p@_real tree[TREE][TREE];
    int j;
    int r;
    int c;
    compute_mass_matrix(pose->q, tree);
    for (j = 0; j < ACTIVE; j++) {
        @p@_real unit[ACTIVE] = {R(0.0)};
        @p@_real column[TREE];
        @p@_real force[TREE];
        @p@_real reduced[ACTIVE];
        unit[j] = R(1.0);
        spread(pose, unit, column);
        for (r = 0; r < TREE; r++) {
            force[r] = R(0.0);
            for (c = 0; c < TREE; c++) {
                force[r] += tree[r][c] * column[c];
            }
        }
        reduce(pose, force, reduced);
        for (r = 0; r < ACTIVE; r++) {
            mass[r][j] = reduced[r];
        }
    }
}

static @p@_status reduced_inverse_dynamics(@p@_pose *pose, const @p@_real q[ACTIVE],
    const @p@_real qd[ACTIVE], const @p@_real qdd[ACTIVE], @p@_real tau[ACTIVE])
{
    loop_equations e;
    const @p@_status status = assemble(pose, q, &e);
    if (status == @P@_OK) {
        @p@_real tree_qd[TREE];
        @p@_real tree_qdd[TREE];
        @p@_real tree_tau[TREE];
        spread(pose, qd, tree_qd);
        accelerate(pose, &e, tree_qd, qdd, tree_qdd);
        compute_inverse_dynamics(pose->q, tree_qd, tree_qdd, tree_tau);
        reduce(pose, tree_tau, tau);
    }
    return status;
}

static @p@_status reduced_gravity(@p@_pose *pose, const @p@_real q[ACTIVE], @p@_real tau[ACTIVE])
{
    loop_equations e;
    const @p@_status status = assemble(pose, q, &e);
    if (status == @P@_OK) {
        @p@_real tree_tau[TREE];
        compute_gravity(pose->q, tree_tau);
        reduce(pose, tree_tau, tau);
    }
    return status;
}

static @p@_status reduced_mass_matrix(@p@_pose *pose, const @p@_real q[ACTIVE],
    @p@_real mass[ACTIVE][ACTIVE])
{
    loop_equations e;
    const @p@_status status = assemble(pose, q, &e);
    if (status == @P@_OK) {
        reduce_mass(pose, mass);
    }
    return status;
}

static @p@_status reduced_forward_dynamics(@p@_pose *pose, const @p@_real q[ACTIVE],
    const @p@_real qd[ACTIVE], const @p@_real tau[ACTIVE], @p@_real qdd[ACTIVE])
{
    static const @p@_real still[ACTIVE] = {R(0.0)};
    @p@_real mass[ACTIVE][ACTIVE];
    @p@_real x[ACTIVE];
    int i;
    int j;
    int k;
    @p@_status status = reduced_inverse_dynamics(pose, q, qd, still, x);
    if (status == @P@_OK) {
        reduce_mass(pose, mass);
        /* Elimination; the mass matrix is positive definite, so rows stay where they are. */
        for (i = 0; i < ACTIVE; i++) {
            x[i] = tau[i] - x[i];
        }
        for (k = 0; (k < ACTIVE) && (status == @P@_OK); k++) {
            if (mass[k][k] > R(0.0)) {
                for (i = k + 1; i < ACTIVE; i++) {
                    const @p@_real factor = mass[i][k] / mass[k][k];
                    for (j = k; j < ACTIVE; j++) {
                        mass[i][j] -= factor * mass[k][j];
                    }
                    x[i] -= factor * x[k];
                }
            } else {
                status = @P@_SINGULAR;
            }
        }
        for (i = ACTIVE - 1; (i >= 0) && (status == @P@_OK); i--) {
            for (j = i + 1; j < ACTIVE; j++) {
                x[i] -= mass[i][j] * x[j];
            }
            x[i] /= mass[i][i];
        }
        for (i = 0; (i < ACTIVE) && (status == @P@_OK); i++) {
            qdd[i] = x[i];
        }
    }
    return status;
}

static @p@_status reduced_momentum(@p@_pose *pose, const @p@_real q[ACTIVE],
    const @p@_real qd[ACTIVE], @p@_real p[ACTIVE], @p@_real rate[ACTIVE])
{
    loop_equations e;
    const @p@_status status = assemble(pose, q, &e);
    if (status == @P@_OK) {
        @p@_real tree_qd[TREE];
        @p@_real tree_p[TREE];
        @p@_real tree_rate[TREE];
        @p@_real own[PASSIVE];
        int i;
        int j;
        spread(pose, qd, tree_qd);
        compute_momentum(pose->q, tree_qd, tree_p, tree_rate);
        reduce(pose, tree_p, p);
        reduce(pose, tree_rate, rate);
        compute_bias(pose->q, tree_qd, own);
        /* The rate at which the passive joints' following changes, from biases alone. */
        for (j = 0; j < ACTIVE; j++) {
            @p@_real unit[ACTIVE] = {R(0.0)};
            @p@_real column[TREE];
            @p@_real sum[TREE];
            @p@_real both[PASSIVE];
            @p@_real alone[PASSIVE];
            @p@_real x[PASSIVE];
            unit[j] = R(1.0);
            spread(pose, unit, column);
            for (i = 0; i < TREE; i++) {
                sum[i] = tree_qd[i] + column[i];
            }
            compute_bias(pose->q, sum, both);
            compute_bias(pose->q, column, alone);
            for (i = 0; i < PASSIVE; i++) {
                both[i] = R(-0.5) * ((both[i] - own[i]) - alone[i]);
            }
            solve(&e, both, x);
            for (i = 0; i < PASSIVE; i++) {
                rate[j] += x[i] * tree_p[passive_joints[i]];
            }
        }
    }
    return status;
}
