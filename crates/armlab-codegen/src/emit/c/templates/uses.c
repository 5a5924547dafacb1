
const @p@_real @p@_standstill_effort[@n@] = {@standstill@};

@p@_status @p@_gravity_compensation(
    @pose_argument@const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real damping[@n@],
    @p@_real tau[@n@])
{
    @p@_status status = @P@_NOT_FINITE;
    if ((all_within(qd, @n@, LARGEST) != 0) && (all_within(damping, @n@, LARGEST) != 0)) {
        status = @p@_gravity(@pose@q, tau);
    }
    if (status == @P@_OK) {
        int j;
        for (j = 0; j < @n@; j++) {
            tau[j] -= damping[j] * qd[j];
        }
    }
    return status;
}

@p@_status @p@_feed_forward(
    @pose_argument@const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real qdd[@n@],
    @p@_real tau[@n@])
{
    @p@_real lost[@n@];
    @p@_status status = @p@_friction(@pose@q, qd, qdd, lost);
    if (status == @P@_OK) {
        status = @p@_inverse_dynamics(@pose@q, qd, qdd, tau);
    }
    if (status == @P@_OK) {
        int j;
        for (j = 0; j < @n@; j++) {
            tau[j] += lost[j];
        }
    }
    return status;
}

@p@_status @p@_computed_torque(
    @pose_argument@const @p@_real reference_q[@n@],
    const @p@_real reference_qd[@n@],
    const @p@_real reference_qdd[@n@],
    const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real frequency[@n@],
    const @p@_real damping[@n@],
    @p@_real tau[@n@])
{
    @p@_real lost[@n@];
    @p@_real qdd[@n@];
    int j;
    @p@_status status =
        @p@_friction(@pose@reference_q, reference_qd, reference_qdd, lost);
    for (j = 0; j < @n@; j++) {
        const @p@_real w = frequency[j];
        qdd[j] = reference_qdd[j] +
            ((R(2.0) * damping[j] * w) * (reference_qd[j] - qd[j])) +
            ((w * w) * (reference_q[j] - q[j]));
    }
    if (status == @P@_OK) {
        status = @p@_inverse_dynamics(@pose@q, qd, qdd, tau);
    }
    if (status == @P@_OK) {
        for (j = 0; j < @n@; j++) {
            tau[j] += lost[j];
        }
    }
    return status;
}

void @p@_observer_reset(@p@_observer *observer)
{
    int j;
    for (j = 0; j < @n@; j++) {
        observer->external[j] = R(0.0);
        observer->momentum[j] = R(0.0);
        observer->free[j] = R(0.0);
    }
    observer->started = 0;
}

@p@_status @p@_observer_update(
    @p@_observer *observer,
    @pose_argument@const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real tau[@n@],
    @p@_real dt,
    @p@_real rate)
{
    static const @p@_real still[@n@] = {R(0.0)};
    @p@_real p[@n@];
    @p@_real free[@n@];
    @p@_real lost[@n@];
    const int timely = ((observer->started == 0) ||
        ((dt > R(0.0)) && (dt <= LARGEST) && (rate > R(0.0)) && (rate <= LARGEST))) ? 1 : 0;
    @p@_status status = @P@_NOT_FINITE;
    if ((timely != 0) && (all_within(tau, @n@, LARGEST) != 0)) {
        status = @p@_momentum(@pose@q, qd, p, free);
    }
    if (status == @P@_OK) {
        status = @p@_friction(@pose@q, qd, still, lost);
    }
    if (status == @P@_OK) {
        const @p@_real keep = (observer->started != 0) ? EXP(-(rate * dt)) : R(1.0);
        int j;
        for (j = 0; j < @n@; j++) {
            free[j] -= lost[j];
            if (observer->started != 0) {
                const @p@_real mean = R(0.5) * (free[j] + observer->free[j]);
                const @p@_real left = ((p[j] - observer->momentum[j]) / dt) - tau[j] - mean;
                observer->external[j] =
                    (keep * observer->external[j]) + ((R(1.0) - keep) * left);
            }
            observer->momentum[j] = p[j];
            observer->free[j] = free[j];
        }
        observer->started = 1;
    }
    return status;
}

void @p@_detector_reset(@p@_detector *detector)
{
    int j;
    for (j = 0; j < @n@; j++) {
        detector->standstill[j] = R(0.0);
        detector->limit[j] = R(0.0);
    }
}

int @p@_collision(
    @p@_detector *detector,
    const @p@_observer *observer,
    const @p@_real qd[@n@],
    const @p@_real limit[@n@],
    const @p@_real standstill_speed[@n@],
    @p@_real dt,
    @p@_real rate)
{
    const @p@_real keep = (dt > R(0.0)) ? EXP(-(rate * dt)) : R(1.0);
    @p@_real worst = R(1.0);
    int joint = 0;
    int j;
    for (j = 0; j < @n@; j++) {
        const @p@_real r = observer->external[j];
        const @p@_real size = (r < R(0.0)) ? -r : r;
        const int still =
            ((qd[j] <= standstill_speed[j]) && (qd[j] >= -standstill_speed[j])) ? 1 : 0;
        const @p@_real now = (still != 0) ? @p@_standstill_effort[j] : R(0.0);
        @p@_real excess;
        detector->standstill[j] =
            (keep * detector->standstill[j]) + ((R(1.0) - keep) * now);
        detector->limit[j] = limit[j] + detector->standstill[j];
        excess = (detector->limit[j] > R(0.0)) ? (size / detector->limit[j]) : R(2.0);
        /* Written so that what is no number is a collision. */
        if (!(excess <= worst)) {
            worst = excess;
            joint = j + 1;
        }
    }
    return joint;
}
