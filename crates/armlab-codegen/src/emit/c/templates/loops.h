
/*
 * The pose of the whole machine. Every function starts from the last pose and stays on its
 * branch; begin with @p@_home. A pose whose function fails stays what it was.
 */
typedef struct {
    @p@_real q[@tree@];
    @p@_real follow[@passive@][@n@];
    @p@_real orientation;
} @p@_pose;

/* Brings a pose home. */
@p@_status @p@_home(@p@_pose *pose);
