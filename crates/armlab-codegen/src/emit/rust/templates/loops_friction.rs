
fn reduced_friction(
    pose: &mut Pose,
    q: &[Real; JOINTS],
    qd: &[Real; JOINTS],
    _qdd: &[Real; JOINTS],
    friction: &mut [Real; JOINTS],
) -> Result<(), Error> {
    pose.assemble(q)?;
    let tree_qd = pose.spread(qd);
    let mut tree_friction = [0.0; TREE];
    compute_joint_friction(&pose.q, &tree_qd, &mut tree_friction);
    pose.reduce(&tree_friction, friction);
    Ok(())
}
