//! Numbers of operations.

use crate::built_in;
use armlab_codegen::{Generated, Settings};

/// Operations of inverse dynamics with base parameters for a general arm of `n` turning joints
/// by the recursive method of Khalil & Kleinfinger (1987), as given in Khalil & Dombre (2002).
fn published_general(n: usize) -> (usize, usize) {
    (92 * n - 127, 81 * n - 117)
}

#[test]
fn inverse_dynamics_takes_fewer_operations_than_the_general_customised_recursion() {
    for name in ["ur5", "panda"] {
        let robot = built_in(name);
        let generated = Generated::new(&robot, Settings::default(), Vec::new()).expect("generated");
        let o = generated.program.function("inverse_dynamics").expect("recorded").operations();
        let (multiplications, additions) = published_general(robot.dofs());
        assert!(o.multiplications < multiplications && o.additions < additions, "{name}: {o:?}");
        assert_eq!(o.divisions, 0);
    }
}
