//! Every printed quantity against the reference vectors.

use crate::support::vectors::{array, assert_close, cases, matrix, number};
use armlab_papers::batista2020::{Parameters, printed};

#[test]
fn printed_kinematics_match_the_vectors() {
    let p = Parameters::published();
    for case in cases("cylindrical.json") {
        let q = array(&case["q"]);
        let printed = &case["as_printed"];
        let jacobian: [[f64; 3]; 3] = matrix(&printed["J_eq13"]);
        assert_close(
            "J_eq13",
            printed::jacobian_eq13(&p, q).as_flattened(),
            jacobian.as_flattened(),
        );
        let theta1 = printed::ik_theta1_eq6(printed::position_eq5(&p, q));
        assert_close("ik_theta1_eq6", &[theta1], &[number(&printed["ik_theta1_eq6"])]);
    }
}

#[test]
fn printed_efforts_match_the_vectors() {
    let p = Parameters::published();
    for case in cases("cylindrical.json") {
        let (q, qd, qdd) = (array(&case["q"]), array(&case["qd"]), array(&case["qdd"]));
        let printed = &case["as_printed"];
        for (key, effort) in [
            ("tau_eq17_19", printed::effort_eq17_19(&p, q, qd, qdd)),
            ("tau_A21_A25_A29", printed::effort_a21_a25_a29(&p, q, qd, qdd)),
            ("tau_A30", printed::effort_a30(&p, q, qd, qdd)),
            ("tau_from_A17", printed::effort_from_a17(&p, q, qd, qdd)),
            ("c_A30", printed::bias_a30(&p, q, qd)),
            ("c_from_A17", printed::bias_from_a17(&p, q, qd)),
        ] {
            assert_close(key, &effort, &array::<3>(&printed[key]));
        }
        for (key, mass) in
            [("M_A30", printed::mass_a30(&p, q)), ("M_from_A17", printed::mass_from_a17(&p, q))]
        {
            let want: [[f64; 3]; 3] = matrix(&printed[key]);
            assert_close(key, mass.as_flattened(), want.as_flattened());
        }
    }
}
