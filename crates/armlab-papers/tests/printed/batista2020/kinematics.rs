//! Eq 6 mirrors the tool, Eq 13 invents singularities.

use crate::support::linear::{determinant, multiply};
use crate::support::{assert_near, halton};
use armlab_papers::batista2020::{Parameters, printed};
use std::f64::consts::{FRAC_PI_4, PI};

fn poses() -> impl Iterator<Item = [f64; 3]> {
    (1..=200).map(|i| [PI * (2.0 * halton(i, 2) - 1.0), 0.79 * halton(i, 3), 0.9 * halton(i, 5)])
}

#[test]
fn printed_inverse_kinematics_mirrors_the_tool() {
    let p = Parameters::published();
    for q in poses() {
        let [x, y, z] = printed::position_eq5(&p, q);
        let back = printed::position_eq5(&p, printed::ik_eq6_8(&p, [x, y, z]));
        assert_near("x", back[0], -x, 1e-14);
        assert_near("y", back[1], y, 1e-14);
        assert_near("z", back[2], z, 1e-14);
    }
}

#[test]
fn printed_jacobian_has_false_singularities_at_odd_multiples_of_45_degrees() {
    let p = Parameters::published();
    for q in poses() {
        let det = determinant(&printed::jacobian_eq13(&p, q));
        let radius = q[2] + p.tool_offset;
        assert_near("det", det, radius * (2.0 * q[0]).cos(), 1e-14);
    }
    for quarter in [-3.0, -1.0, 1.0, 3.0] {
        let q = [quarter * FRAC_PI_4, 0.3, 0.4];
        let det = determinant(&printed::jacobian_eq13(&p, q));
        assert_near("det at a false singularity", det, 0.0, 1e-15);
    }
}

#[test]
fn printed_jacobian_mirrors_the_motion_of_the_arm() {
    // Extending the arm at θ₁ = 90° moves the tool to −x; Eq 13 says +x (A6).
    let p = Parameters::published();
    let q = [PI / 2.0, 0.3, 0.4];
    let (h, extend) = (1e-6, [0.0, 0.0, 1.0]);
    let moved = printed::position_eq5(&p, [q[0], q[1], q[2] + h]);
    let still = printed::position_eq5(&p, q);
    assert_near("true x rate", (moved[0] - still[0]) / h, -1.0, 1e-9);
    let printed_rate = multiply(&printed::jacobian_eq13(&p, q), extend);
    assert_near("printed x rate", printed_rate[0], 1.0, 1e-15);
}

#[test]
fn the_offset_of_table_2_would_move_the_tool_sideways() {
    // Standard Denavit–Hartenberg rows of Table 2 with a₂ = 0.11: [0.11 c − r s, 0.11 s + r c]; Eq 5 has 0.
    let p = Parameters::published();
    for q in poses() {
        let ((s, c), radius) = (q[0].sin_cos(), q[2] + p.tool_offset);
        let with = [0.11 * c - radius * s, 0.11 * s + radius * c];
        let [x, y, _] = printed::position_eq5(&p, q);
        let off = (with[0] - x).hypot(with[1] - y);
        assert_near("sideways", off, 0.11, 1e-15);
        assert_near("across the arm", (with[0] - x) * c + (with[1] - y) * s, 0.11, 1e-15);
    }
}

#[test]
fn the_printed_origin_of_equation_11_is_a_velocity_already() {
    let p = Parameters::published();
    let about_z = |v: [f64; 3]| [-v[1], v[0], 0.0];
    for q in poses() {
        let ((s, c), radius) = (q[0].sin_cos(), q[2] + p.tool_offset);
        let column = printed::jacobian_eq13(&p, q).map(|row| row[0]);
        let printed = [-c * radius, -s * radius, 0.0];
        let right = about_z(printed::position_eq5(&p, q));
        for i in 0..3 {
            assert_near("o₃ as printed is z₀ × o₃", printed[i], column[i], 1e-15);
            assert_near("z₀ × o₃ of Eq 5 is column 1", right[i], column[i], 1e-15);
        }
        let again = about_z(printed);
        assert_near("crossed again", again[0], s * radius, 1e-15);
        assert_near("crossed again", again[1], -c * radius, 1e-15);
    }
}

#[test]
fn d3_cannot_be_the_radius_and_the_joint() {
    // Eq 12 says that d₃ is l₃ + 0.35, Eq 13 has d₃ + 0.35. The tool's distance from the column is the latter.
    let p = Parameters::published();
    for q in poses() {
        let [x, y, _] = printed::position_eq5(&p, q);
        assert_near("radius", x.hypot(y), q[2] + p.tool_offset, 1e-15);
        let column = printed::jacobian_eq13(&p, q).map(|row| row[0]);
        assert_near("speed per turn", column[0].hypot(column[1]) - q[2], p.tool_offset, 1e-15);
    }
}
