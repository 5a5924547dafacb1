//! The arm as mechanics has it, for comparison: no lateral offset, so M is diagonal.

use crate::support::linear::Matrix;
use crate::support::vectors::{array, assert_close, cases, matrix};
use armlab_papers::batista2020::Parameters;

/// Inertia of column and carriage about the axis: m₁ 0.05²/2 + m₂ 0.11² (assumed, not printed).
fn column_inertia(p: &Parameters) -> f64 {
    0.5 * p.mass[0] * 0.05 * 0.05 + p.mass[1] * 0.11 * 0.11
}

/// Distance of the arm's centre of mass from the axis: a uniform 0.9 m rod that ends at the tool.
fn radius(p: &Parameters, q: [f64; 3]) -> f64 {
    q[2] + p.tool_offset - 0.45
}

pub fn mass(p: &Parameters, q: [f64; 3]) -> Matrix<3> {
    let [_, m2, m3] = p.mass;
    let r = radius(p, q);
    [[column_inertia(p) + p.inertia3 + m3 * r * r, 0.0, 0.0], [0.0, m2 + m3, 0.0], [0.0, 0.0, m3]]
}

pub fn bias(p: &Parameters, q: [f64; 3], qd: [f64; 3]) -> [f64; 3] {
    let (m3, r) = (p.mass[2], radius(p, q));
    [2.0 * m3 * r * qd[0] * qd[2], 0.0, -m3 * r * qd[0] * qd[0]]
}

pub fn effort(p: &Parameters, q: [f64; 3], qd: [f64; 3], qdd: [f64; 3]) -> [f64; 3] {
    let (mass, bias) = (mass(p, q), bias(p, q, qd));
    let weight = [0.0, mass[1][1] * p.gravity, 0.0];
    std::array::from_fn(|i| mass[i][i] * qdd[i] + bias[i] + weight[i])
}

#[test]
fn physical_model_of_the_tests_matches_the_vectors() {
    let p = Parameters::published();
    for case in cases("cylindrical.json") {
        if case["lateral_offset_e"] != 0.0 {
            continue;
        }
        let (q, qd, qdd) = (array(&case["q"]), array(&case["qd"]), array(&case["qdd"]));
        let want = &case["physical"];
        let want_mass: Matrix<3> = matrix(&want["M"]);
        assert_close("M", mass(&p, q).as_flattened(), want_mass.as_flattened());
        assert_close("c", &bias(&p, q, qd), &array::<3>(&want["c"]));
        assert_close("tau", &effort(&p, q, qd, qdd), &array::<3>(&want["tau"]));
    }
}
