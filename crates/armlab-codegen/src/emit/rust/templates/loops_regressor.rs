
fn reduced_regressor(
    pose: &mut Pose,
    q: &[Real; JOINTS],
    qd: &[Real; JOINTS],
    qdd: &[Real; JOINTS],
    regressor: &mut [[Real; @columns@]; JOINTS],
) -> Result<(), Error> {
    let e = pose.assemble(q)?;
    let tree_qd = pose.spread(qd);
    let tree_qdd = pose.accelerate(&e, &tree_qd, qdd);
    let mut tree = [[0.0; @columns@]; TREE];
    compute_regressor(&pose.q, &tree_qd, &tree_qdd, &mut tree);
    for j in 0..JOINTS {
        for k in 0..@columns@ {
            regressor[j][k] = tree[ACTIVE_JOINTS[j]][k];
            for i in 0..PASSIVE {
                regressor[j][k] += pose.follow[i][j] * tree[PASSIVE_JOINTS[i]][k];
            }
        }
    }
    Ok(())
}
