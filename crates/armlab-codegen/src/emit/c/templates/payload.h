
/* The load at the tool, from the observer's efforts: mass and first moments. */
typedef struct {
    @p@_real column[4][@n@];
    @p@_real momentum[4][@n@];
    @p@_real free[4][@n@];
    @p@_real information[4][4];
    @p@_real right[4];
    int started;
} @p@_payload;

/* Forgets the past. */
void @p@_payload_reset(@p@_payload *payload);

/* Takes a sample and the observer's efforts there, with the standard deviation of their noise
   (N m or N). The past fades at a rate (1/s; 0 for never). */
@p@_status @p@_payload_update(
    @p@_payload *payload,
    const @p@_observer *observer,
    const @p@_real q[@n@],
    const @p@_real qd[@n@],
    const @p@_real noise[@n@],
    @p@_real dt,
    @p@_real rate,
    @p@_real fade);

/* The load so far: mass (kg) and first moments (kg m) in the tool's frame. */
@p@_status @p@_payload_load(
    const @p@_payload *payload,
    @p@_real *mass,
    @p@_real moment[3]);
