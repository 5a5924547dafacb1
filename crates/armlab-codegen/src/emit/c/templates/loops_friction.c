
static @p@_status reduced_friction(@p@_pose *pose, const @p@_real q[ACTIVE],
    const @p@_real qd[ACTIVE], const @p@_real qdd[ACTIVE], @p@_real friction[ACTIVE])
{
    loop_equations e;
    const @p@_status status = assemble(pose, q, &e);
    (void)qdd;
    if (status == @P@_OK) {
        @p@_real tree_qd[TREE];
        @p@_real tree_friction[TREE];
        spread(pose, qd, tree_qd);
        compute_joint_friction(pose->q, tree_qd, tree_friction);
        reduce(pose, tree_friction, friction);
    }
    return status;
}
