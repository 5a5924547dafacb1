//! The printed dynamics against the reference vectors.

use crate::support::vectors::{array, assert_close, cases, matrix};
use armlab_papers::urrea2020::{Parameters, printed};

#[test]
fn printed_dynamics_match_the_vectors() {
    let p = Parameters::published();
    for case in cases("planar6.json") {
        let (q, qd, qdd) = (array(&case["q"]), array(&case["qd"]), array(&case["qdd"]));
        let want = &case["as_printed"];
        let want_mass: [[f64; 6]; 6] = matrix(&want["M"]);
        assert_close("M", printed::mass(&p, q).as_flattened(), want_mass.as_flattened());
        assert_close("c", &printed::bias(&p, q, qd), &array::<6>(&want["c"]));
        let effort = printed::effort(&p, q, qd, qdd);
        assert_close("tau", &effort, &array::<6>(&want["tau"]));
    }
}
