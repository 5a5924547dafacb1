//! The paper's equations as printed, as far as they can be evaluated.
//!
//! Numbers K1 to K14 are those of the [errata](super::errata). Equations 52 to 54 and 57, the
//! linear form, are right; most forms before them are not.

use super::published::table_1::{CENTRE, INERTIA, LENGTH, MASS};

/// The paper's gravity, m/s².
pub const GRAVITY: f64 = 9.81;

/// Position, speed and acceleration of θ₁, θ₂, d₃.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Position.
    pub q: [f64; 3],
    /// Speed.
    pub qd: [f64; 3],
    /// Acceleration.
    pub qdd: [f64; 3],
}

/// Mean weight of the middle point, its covariance weight, and that of every other point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// γ, eq 6.
    pub gamma: f64,
    /// W₀⁽ᵐ⁾, eq 4.
    pub mean_middle: f64,
    /// W₀⁽ᶜ⁾, eq 5.
    pub covariance_middle: f64,
    /// Wᵢ, eq 6.
    pub other: f64,
}

/// Weights of the unscented transform for `states` states, eq 4 to 6.
pub fn weights(states: usize, alpha: f64, beta: f64, kappa: f64) -> Weights {
    let l = states as f64;
    let gamma = alpha * alpha * (l + kappa) - l;
    Weights {
        gamma,
        mean_middle: gamma / (l + gamma),
        covariance_middle: gamma / (l + gamma) + (1.0 - alpha * alpha + beta),
        other: gamma / (2.0 * (l + gamma)), // K1: 1/(2(L + γ))
    }
}

/// Covariance that sigma points stand for if they are the *rows* of a lower root, as the text
/// after eq 6 has it; `root` row by row.
pub fn covariance_of_rows(root: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    // K2: columns of a lower root, C Cᵀ = P.
    std::array::from_fn(|i| {
        std::array::from_fn(|j| root[0][i] * root[0][j] + root[1][i] * root[1][j])
    })
}

/// Jacobian of link 2's centre of mass, eq 30.
pub fn jacobian_2(q: [f64; 3]) -> [[f64; 3]; 3] {
    let ([l1, _], [_, lc2]) = (LENGTH, CENTRE);
    let ((s1, c1), (s12, c12)) = (q[0].sin_cos(), (q[0] + q[1]).sin_cos());
    [
        [-l1 * s1 - lc2 * s12, -lc2 * s12, 0.0],
        [l1 * c1 + lc2 * c12, -lc2 * c12, 0.0], // K5: + l_c2 cos
        [0.0, 0.0, 0.0],
    ]
}

/// Jacobian of link 3's centre of mass, eq 31.
pub fn jacobian_3(q: [f64; 3]) -> [[f64; 3]; 3] {
    let ([l1, l2], [_, lc2]) = (LENGTH, CENTRE);
    let ((s1, c1), (s12, c12)) = (q[0].sin_cos(), (q[0] + q[1]).sin_cos());
    [
        [-l1 * s1 - l2 * s12, -lc2 * s12, 0.0], // K6: −l₂ sin
        [l1 * c1 + l2 * c12, -lc2 * c12, 0.0],  // K6: + l₂ cos
        [0.0, 0.0, -1.0],
    ]
}

/// The Lagrangian, eq 35, with l₀ = 0, which moves nothing.
pub fn lagrangian(q: [f64; 3], qd: [f64; 3]) -> f64 {
    let m22 = MASS[1] * CENTRE[1].powi(2) + MASS[2] * LENGTH[1].powi(2) + INERTIA[2]; // K7: + I₂
    let (m11, m12) = (m11(q[1]), m12(q[1]));
    0.5 * m11 * qd[0] * qd[0]
        + m12 * qd[0] * qd[1]
        + 0.5 * m22 * qd[1] * qd[1]
        + 0.5 * MASS[2] * qd[2] * qd[2]
        + GRAVITY * MASS[2] * q[2]
}

/// M₁₁, eq 39.
pub fn m11(theta2: f64) -> f64 {
    let ([m1, m2, m3], [i1, i2, i3]) = (MASS, INERTIA);
    let ([l1, l2], [lc1, lc2], c) = (LENGTH, CENTRE, theta2.cos());
    m1 * lc1 * lc1
        + m2 * (l1 * l1 + lc2 * lc2 + 2.0 * l1 * lc2 * c)
        + m3 * (l1 * l1 + l2 * l2 + 2.0 * l1 * l2 * c)
        + i1
        + i2
        + i3
}

/// M₁₂, eq 40.
pub fn m12(theta2: f64) -> f64 {
    let ([_, m2, m3], [_, i2, i3]) = (MASS, INERTIA);
    let ([l1, l2], [_, lc2], c) = (LENGTH, CENTRE, theta2.cos());
    m2 * lc2 * (lc2 + l1 * c) + m3 * (l1 * l2 * c + l2 * l2) + i2 + i3
}

/// M₂₂, eq 42.
pub fn m22() -> f64 {
    MASS[1] * CENTRE[1].powi(2) + MASS[2] * LENGTH[1].powi(2) + INERTIA[1] + INERTIA[2]
}

/// IZZ1, IZZ2, m_r and m3 by eq 48 with the inertia of link 3 as given: 0.08 is printed.
pub fn base_parameters(inertia_3: f64) -> [f64; 4] {
    let ([m1, m2, m3], [i1, i2, _]) = (MASS, INERTIA);
    let ([l1, l2], [lc1, lc2]) = (LENGTH, CENTRE);
    let izz2 = m2 * lc2 * lc2 + i2 + m3 * l2 * l2 + inertia_3;
    let izz1 = m1 * lc1 * lc1 + i1 + m2 * l1 * l1 + m3 * l1 * l1 + izz2;
    [izz1, izz2, m2 * l1 * lc2 + m3 * l1 * l2, m3]
}

/// Efforts by eq 36 to 38, from Table 1.
pub fn effort(x: &State) -> [f64; 3] {
    let [theta1, theta2, slide] = x.qdd;
    let m_r = MASS[1] * LENGTH[0] * CENTRE[1] + MASS[2] * LENGTH[0] * LENGTH[1];
    let h = m_r * x.q[1].sin();
    let h_dot = m_r * x.q[1].cos() * x.qd[1];
    let (m11, m12) = (m11(x.q[1]), m12(x.q[1]));
    [
        // K8: h, not its rate.
        m11 * theta1 + m12 * theta2 - 2.0 * h_dot * x.qd[0] * x.qd[1] - h_dot * x.qd[1] * x.qd[1],
        m11 * theta1 + m22() * theta2 + h * x.qd[0] * x.qd[0], // K9: M₁₂ θ₁″
        MASS[2] * slide + MASS[2] * GRAVITY,                   // K10: − G
    ]
}

/// τ₁ by eq 45, in base parameters.
pub fn effort_45(p: [f64; 4], x: &State) -> f64 {
    let [izz1, izz2, m_r, _] = p;
    let (s, c) = x.q[1].sin_cos();
    (izz1 + 2.0 * m_r * c) * x.qdd[0] + (izz2 + m_r * c) * x.qdd[1]
        - 2.0 * m_r * s * x.qd[0] * x.qd[1]
        - m_r * s * x.qd[0] * x.qd[1] // K11: this line is one too many
        - m_r * s * x.qd[1] * x.qd[1]
}

/// F₃ by eq 47.
pub fn effort_47(p: [f64; 4], x: &State) -> f64 {
    p[3] * x.qd[2] - p[3] * GRAVITY // K12: d₃″
}

/// τ₁, τ₂ and F₃ by eq 49 to 51.
pub fn effort_49(p: [f64; 4], x: &State) -> [f64; 3] {
    let [izz1, izz2, m_r, m3] = p;
    let (s, c) = x.q[1].sin_cos();
    [
        // K13: brackets around IZZ2 + m_r cos θ₂ are missing in both.
        (izz1 + 2.0 * m_r * c) * x.qdd[0] + izz2 + m_r * c * x.qdd[1]
            - 2.0 * m_r * s * x.qd[0] * x.qd[1]
            - m_r * s * x.qd[1] * x.qd[1],
        izz2 + m_r * c * x.qdd[0] + izz2 * x.qdd[1] + m_r * s * x.qd[0] * x.qd[0],
        m3 * x.q[2] - m3 * GRAVITY, // K12: d₃″
    ]
}

/// Efforts by eq 52 to 54, which are right.
pub fn effort_52(p: [f64; 4], x: &State) -> [f64; 3] {
    let rows = regressor(x);
    std::array::from_fn(|i| rows[i].iter().zip(p).map(|(r, p)| r * p).sum())
}

/// The regressor, eq 57, which is right.
pub fn regressor(x: &State) -> [[f64; 4]; 3] {
    let [a1, a2, a3] = x.qdd;
    let ([w1, w2, _], (s, c)) = (x.qd, x.q[1].sin_cos());
    [
        [a1, a2, (2.0 * a1 + a2) * c - (w2 * w2 + 2.0 * w1 * w2) * s, 0.0],
        [0.0, a1 + a2, a1 * c + w1 * w1 * s, 0.0],
        [0.0, 0.0, 0.0, a3 - GRAVITY],
    ]
}
