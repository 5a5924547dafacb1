//! Eq 5–8, 13, 17–19 and A17–A30, term by term.
//!
//! The page holds four dynamic models that contradict each other:
//!
//! | effort | source | what it breaks |
//! |---|---|---|
//! | [`effort_eq17_19`] | main text, used for the paper's figures | no d₃″ in τ₁; inertia negative |
//! | [`effort_a21_a25_a29`] | appendix, one joint at a time | symmetry, definiteness, energy |
//! | [`effort_a30`] | appendix, matrix form | symmetry, definiteness, energy |
//! | [`effort_from_a17`] | correct mechanics of the printed Lagrangian | inertia depends on θ₁ |
//!
//! A bare A-number in a comment is the erratum of the term beside it, listed in
//! [the paper's module](super). d₃ is the joint variable wherever it is printed (A7).
//!
//! Forward dynamics is not offered: in most poses the first three mass matrices are indefinite, and
//! an arm that follows them accelerates against the force that pushes it.

use super::Parameters;

/// A 3 × 3 matrix, row by row.
pub type Matrix3 = [[f64; 3]; 3];

/// Position of the tool, Eq 5.
pub fn position_eq5(p: &Parameters, q: [f64; 3]) -> [f64; 3] {
    let (s, c) = q[0].sin_cos();
    let radius = q[2] + p.tool_offset;
    [-s * radius, c * radius, p.base_height + q[1]]
}

/// θ₁ of a tool position, Eq 6, with the argument order of C and Rust: atan2(Px, Py).
///
/// A3: the sign of Px is missing, so the result is −θ₁ and the tool lands at the mirrored x.
pub fn ik_theta1_eq6(position: [f64; 3]) -> f64 {
    position[0].atan2(position[1])
}

/// Joint coordinates of a tool position, Eq 6–8; d₂ and d₃ are right, θ₁ is [`ik_theta1_eq6`].
pub fn ik_eq6_8(p: &Parameters, position: [f64; 3]) -> [f64; 3] {
    [
        ik_theta1_eq6(position),
        position[2] - p.base_height,
        position[0].hypot(position[1]) - p.tool_offset,
    ]
}

/// Jacobian of the tool's velocity, Eq 13.
///
/// Its determinant is (d₃ + 0.35) cos 2θ₁; the arm's is d₃ + 0.35, without a singularity.
pub fn jacobian_eq13(p: &Parameters, q: [f64; 3]) -> Matrix3 {
    let (s, c) = q[0].sin_cos();
    let radius = q[2] + p.tool_offset;
    [
        [-c * radius, 0.0, s], // A6: −s
        [-s * radius, 0.0, c],
        [0.0, 1.0, 0.0],
    ]
}

/// Joint efforts of the main text, Eq 17–19.
pub fn effort_eq17_19(p: &Parameters, q: [f64; 3], qd: [f64; 3], qdd: [f64; 3]) -> [f64; 3] {
    let [m1, m2, _] = p.mass;
    let (s, c) = q[0].sin_cos();
    let (d3, w, v3) = (q[2], qd[0], qd[2]);
    [
        -((4.0 * m1 * s - 4.0 * m2 * c) * d3 + p.inertia3) * qdd[0] // A17
            + (m1 + m2) * s * c * d3 * v3 * v3 // A18: d₃″ instead of d₃′²
            + (m1 * s - m2 * c) * d3 * w * w // A14
            - (m1 * c + m2 * s) * v3 * v3 // A14
            - (m1 + m2) * s * c * d3 * w * v3, // A13, A14
        effort2_a25(p, qdd),
        effort3_a29(p, q, qd, qdd),
    ]
}

/// Joint efforts of the appendix, Eq A21, A25 and A29.
///
/// They differ from [`effort_eq17_19`] in one term, from [`effort_a30`] in three signs (A19).
pub fn effort_a21_a25_a29(p: &Parameters, q: [f64; 3], qd: [f64; 3], qdd: [f64; 3]) -> [f64; 3] {
    let [m1, m2, _] = p.mass;
    let (s, c) = q[0].sin_cos();
    let (d3, w, v3) = (q[2], qd[0], qd[2]);
    [
        -((4.0 * m1 * s - 4.0 * m2 * c) * d3 + p.inertia3) * qdd[0] // A17, A19
            + (m1 + m2) * s * c * d3 * qdd[2] // A20: sign
            + (m1 * s - m2 * c) * d3 * w * w // A14
            - (m1 * c + m2 * s) * v3 * v3 // A14, A19
            - (m1 + m2) * s * c * d3 * w * v3, // A13, A14
        effort2_a25(p, qdd),
        effort3_a29(p, q, qd, qdd),
    ]
}

/// τ₂, Eq 18 and A25.
fn effort2_a25(p: &Parameters, qdd: [f64; 3]) -> f64 {
    let [_, m2, m3] = p.mass;
    m3 * qdd[1] + p.gravity * (m2 + m3) // A11: inertia m₂ + m₃
}

/// τ₃, Eq 19 and A29.
fn effort3_a29(p: &Parameters, q: [f64; 3], qd: [f64; 3], qdd: [f64; 3]) -> f64 {
    let [m1, m2, _] = p.mass;
    let (s, c) = q[0].sin_cos();
    let (d3, w, v3) = (q[2], qd[0], qd[2]);
    m1 * s * c * qdd[0] // A20
        - 2.0 * (m1 * s + m2 * c) * qdd[2] // A19, A21
        + 2.0 * d3 * (m1 * s - m2 * c) * w * w // A16
        - (m1 + m2) * s * c * w * v3 // A16
}

/// The weight the second joint carries, the last column of Eq A30 and the same in every variant.
pub fn weight(p: &Parameters) -> [f64; 3] {
    let [_, m2, m3] = p.mass;
    [0.0, p.gravity * (m2 + m3), 0.0]
}

/// Mass matrix of the matrix form, Eq A30.
pub fn mass_a30(p: &Parameters, q: [f64; 3]) -> Matrix3 {
    let [m1, m2, m3] = p.mass;
    let (s, c) = q[0].sin_cos();
    let d3 = q[2];
    let m11 = (4.0 * m1 * s - 4.0 * m2 * c) * d3 + p.inertia3; // A17; A19: opposite in Eq A21
    let m13 = (m1 + m2) * s * c * d3; // A20: sign
    let m31 = m1 * s * c; // A20: not M₁₃
    let m33 = 2.0 * (m1 * s + m2 * c); // A21; A19: opposite in Eq A29
    [
        [m11, 0.0, m13],
        [0.0, m3, 0.0], // A11: m₂ + m₃
        [m31, 0.0, m33],
    ]
}

/// Velocity terms of the matrix form, the second and third products of Eq A30; no weight.
pub fn bias_a30(p: &Parameters, q: [f64; 3], qd: [f64; 3]) -> [f64; 3] {
    let [m1, m2, _] = p.mass;
    let (s, c) = q[0].sin_cos();
    let (d3, w, v3) = (q[2], qd[0], qd[2]);
    [
        (m1 * s - m2 * c) * d3 * w * w // A14
            + (-m1 * c + m2 * s) * v3 * v3 // A14; A19: −m₂ s in Eq A21
            - (m1 + m2) * s * c * d3 * w * v3, // A13, A14
        0.0,
        2.0 * d3 * (m1 * s - m2 * c) * w * w // A16
            - (m1 + m2) * s * c * w * v3, // A16
    ]
}

/// Joint efforts of the matrix form, Eq A30.
pub fn effort_a30(p: &Parameters, q: [f64; 3], qd: [f64; 3], qdd: [f64; 3]) -> [f64; 3] {
    effort(mass_a30(p, q), bias_a30(p, q, qd), weight(p), qdd)
}

/// Mass matrix of the printed Lagrangian, Eq A17: the Hessian of its kinetic energy.
///
/// Symmetric and positive definite, but not this arm's: it changes with θ₁ (A8).
pub fn mass_from_a17(p: &Parameters, q: [f64; 3]) -> Matrix3 {
    let [m1, m2, m3] = p.mass;
    let (s, c) = q[0].sin_cos();
    let d3 = q[2];
    let m11 = (m1 * c * c + m2 * s * s) * d3 * d3 + p.inertia3; // A8: m₃ r² about the axis
    let m13 = -(m1 + m2) * s * c * d3; // A8, A9: 0
    let m33 = m1 * s * s + m2 * c * c; // A8: m₃
    [
        [m11, 0.0, m13],
        [0.0, m3, 0.0], // A11: m₂ + m₃
        [m13, 0.0, m33],
    ]
}

/// Velocity terms of the printed Lagrangian: Eq A14 applied to Eq A17, without
/// the slips A13–A16; no weight.
pub fn bias_from_a17(p: &Parameters, q: [f64; 3], qd: [f64; 3]) -> [f64; 3] {
    let [m1, m2, _] = p.mass;
    let (s, c) = q[0].sin_cos();
    let (d3, w, v3) = (q[2], qd[0], qd[2]);
    let across = m1 * c * c + m2 * s * s;
    [
        2.0 * across * d3 * w * v3 + (m2 - m1) * s * c * d3 * d3 * w * w
            - 2.0 * m1 * s * c * v3 * v3,
        0.0,
        2.0 * (m1 - m2) * s * c * w * v3 - ((m1 + m2) * (c * c - s * s) + across) * d3 * w * w,
    ]
}

/// Joint efforts of the printed Lagrangian, Eq A17.
pub fn effort_from_a17(p: &Parameters, q: [f64; 3], qd: [f64; 3], qdd: [f64; 3]) -> [f64; 3] {
    effort(mass_from_a17(p, q), bias_from_a17(p, q, qd), weight(p), qdd)
}

/// M q″ + c + G, Eq A15.
fn effort(mass: Matrix3, bias: [f64; 3], weight: [f64; 3], qdd: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| {
        let inertial: f64 = mass[i].iter().zip(qdd).map(|(m, a)| m * a).sum();
        inertial + bias[i] + weight[i]
    })
}
