
static @p@_status reduced_regressor(@p@_pose *pose, const @p@_real q[ACTIVE],
    const @p@_real qd[ACTIVE], const @p@_real qdd[ACTIVE], @p@_real regressor[ACTIVE][@columns@])
{
    loop_equations e;
    const @p@_status status = assemble(pose, q, &e);
    if (status == @P@_OK) {
        @p@_real tree_qd[TREE];
        @p@_real tree_qdd[TREE];
        @p@_real tree[TREE][@columns@];
        int i;
        int j;
        int k;
        spread(pose, qd, tree_qd);
        accelerate(pose, &e, tree_qd, qdd, tree_qdd);
        compute_regressor(pose->q, tree_qd, tree_qdd, tree);
        for (j = 0; j < ACTIVE; j++) {
            for (k = 0; k < @columns@; k++) {
                regressor[j][k] = tree[active_joints[j]][k];
                for (i = 0; i < PASSIVE; i++) {
                    regressor[j][k] += pose->follow[i][j] * tree[passive_joints[i]][k];
                }
            }
        }
    }
    return status;
}
