
/* Gravity compensation: the weight at the measured pose less damping (N m s/rad or N s/m). */
@p@_status @p@_gravity_compensation(
    @pose_argument@const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real damping[@n@],
    @p@_real tau[@n@]);

/* Feed-forward: efforts of a reference with friction. */
@p@_status @p@_feed_forward(
    @pose_argument@const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real qdd[@n@],
    @p@_real tau[@n@]);

/* Computed torque: efforts that let the error of q and qd decay with a natural frequency
   (rad/s) and a damping ratio; friction is taken at the reference's speed. */
@p@_status @p@_computed_torque(
    @pose_argument@const @p@_real reference_q[@n@],
    const @p@_real reference_qd[@n@],
    const @p@_real reference_qdd[@n@],
    const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real frequency[@n@],
    const @p@_real damping[@n@],
    @p@_real tau[@n@]);

/* Efforts from outside, by the momentum observer. */
typedef struct {
    /* The efforts, N m or N. */
    @p@_real external[@n@];
    /* What it remembers. */
    @p@_real momentum[@n@];
    @p@_real free[@n@];
    int started;
} @p@_observer;

/* Forgets the past. */
void @p@_observer_reset(@p@_observer *observer);

/* Takes a sample: the efforts of the drives (mean since the last sample), the time since the
   last sample (s) and the rate of the filter (1/s). The first sample only starts it. */
@p@_status @p@_observer_update(
    @p@_observer *observer,
    @pose_argument@const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real tau[@n@],
    @p@_real dt,
    @p@_real rate);

/* Limits of the efforts from outside near standstill. */
typedef struct {
    @p@_real standstill[@n@];
    /* The limits at the last sample. */
    @p@_real limit[@n@];
} @p@_detector;

/* Forgets the past. */
void @p@_detector_reset(@p@_detector *detector);

/* Effort by which friction may be off where its sign is not known, N m or N. */
extern const @p@_real @p@_standstill_effort[@n@];

/* Whether something touches the robot: the joint whose effort is farthest beyond its limit,
   from 1, or 0. Limits away from standstill are given (`armlab observe` prints them); below
   the standstill speeds friction adds to them. */
int @p@_collision(
    @p@_detector *detector,
    const @p@_observer *observer,
    const @p@_real qd[@n@],
    const @p@_real limit[@n@],
    const @p@_real standstill_speed[@n@],
    @p@_real dt,
    @p@_real rate);
