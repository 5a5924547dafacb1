
void @p@_payload_reset(@p@_payload *payload)
{
    int a;
    int b;
    for (a = 0; a < 4; a++) {
        for (b = 0; b < @n@; b++) {
            payload->column[a][b] = R(0.0);
            payload->momentum[a][b] = R(0.0);
            payload->free[a][b] = R(0.0);
        }
        for (b = 0; b < 4; b++) {
            payload->information[a][b] = R(0.0);
        }
        payload->right[a] = R(0.0);
    }
    payload->started = 0;
}

@p@_status @p@_payload_update(
    @p@_payload *payload,
    const @p@_observer *observer,
    const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real noise[@n@],
    @p@_real dt,
    @p@_real rate,
    @p@_real fade)
{
    @p@_status status = @P@_NOT_FINITE;
    const int timely = ((payload->started == 0) ||
        ((dt > R(0.0)) && (dt <= LARGEST) && (rate > R(0.0)) && (rate <= LARGEST))) ? 1 : 0;
    if ((timely != 0) && (all_within(q, @n@, LARGEST_POSITION) != 0) &&
        (all_within(qd, @n@, LARGEST) != 0) && (fade >= R(0.0)) && (fade <= LARGEST)) {
        @p@_real p[4][@n@];
        @p@_real free[4][@n@];
        const @p@_real keep = (payload->started != 0) ? EXP(-(rate * dt)) : R(1.0);
        const @p@_real left = (payload->started != 0) ? EXP(-(fade * dt)) : R(1.0);
        int a;
        int b;
        int j;
        compute_load_momentum(q, qd, p, free);
        for (a = 0; a < 4; a++) {
            for (j = 0; j < @n@; j++) {
                if (payload->started != 0) {
                    const @p@_real mean = R(0.5) * (free[a][j] + payload->free[a][j]);
                    const @p@_real now = ((p[a][j] - payload->momentum[a][j]) / dt) - mean;
                    payload->column[a][j] =
                        (keep * payload->column[a][j]) + ((R(1.0) - keep) * now);
                }
                payload->momentum[a][j] = p[a][j];
                payload->free[a][j] = free[a][j];
            }
        }
        if (payload->started != 0) {
            for (a = 0; a < 4; a++) {
                payload->right[a] *= left;
                for (b = 0; b < 4; b++) {
                    payload->information[a][b] *= left;
                }
                for (j = 0; j < @n@; j++) {
                    const @p@_real s = (noise[j] > R(0.0)) ? noise[j] : R(1.0);
                    const @p@_real y = (payload->column[a][j] * dt) / (s * s);
                    payload->right[a] -= y * observer->external[j];
                    for (b = 0; b < 4; b++) {
                        payload->information[a][b] += y * payload->column[b][j];
                    }
                }
            }
        }
        payload->started = 1;
        status = @P@_OK;
    }
    return status;
}

@p@_status @p@_payload_load(const @p@_payload *payload, @p@_real *mass, @p@_real moment[3])
{
    @p@_status status = @P@_OK;
    @p@_real a[4][4];
    @p@_real x[4];
    @p@_real trace = R(0.0);
    int i;
    int j;
    int k;
    for (i = 0; i < 4; i++) {
        trace += payload->information[i][i];
        x[i] = payload->right[i];
        for (j = 0; j < 4; j++) {
            a[i][j] = payload->information[i][j];
        }
    }
    for (k = 0; (k < 4) && (status == @P@_OK); k++) {
        /* Directions that no motion shows yet stay zero. */
        a[k][k] += trace * R(@regularisation@);
        if (a[k][k] > R(0.0)) {
            for (i = k + 1; i < 4; i++) {
                const @p@_real factor = a[i][k] / a[k][k];
                for (j = k; j < 4; j++) {
                    a[i][j] -= factor * a[k][j];
                }
                x[i] -= factor * x[k];
            }
        } else {
            status = @P@_SINGULAR;
        }
    }
    if (status == @P@_OK) {
        for (i = 3; i >= 0; i--) {
            for (j = i + 1; j < 4; j++) {
                x[i] -= a[i][j] * x[j];
            }
            x[i] /= a[i][i];
        }
        if (all_within(x, 4, LARGEST) != 0) {
            *mass = x[0];
            moment[0] = x[1];
            moment[1] = x[2];
            moment[2] = x[3];
        } else {
            status = @P@_NOT_FINITE;
        }
    }
    return status;
}
