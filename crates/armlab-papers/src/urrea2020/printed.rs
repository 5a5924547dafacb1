//! Appendix A (Eq A1–A42) in metres, term by term.
//!
//! The mass matrix is positive definite in metres, but the velocity terms do not belong to it: an
//! arm that followed them would gain and lose energy with no force acting. So only the inverse
//! dynamics is offered, no forward dynamics. All dᵢ in metres, as the parameters are.

use super::Parameters;

/// A 6 × 6 matrix, row by row.
pub type Matrix6 = [[f64; 6]; 6];

/// The shorthand of Appendix A at one pose.
struct Pose {
    /// Distance of link 2's centre of mass from joint 1.
    lambda1: f64,
    /// Distance of link 4's centre of mass from joint 3.
    lambda2: f64,
    /// Length of the first stage.
    l1: f64,
    /// Length of the second stage.
    l2: f64,
    /// B7: called a length, but L₁ + d₃ + lc₆ is the distance of link 6's centre of mass.
    l3: f64,
    s2: f64,
    c2: f64,
    s3: f64,
    c3: f64,
    s23: f64,
    c23: f64,
}

impl Pose {
    fn new(p: &Parameters, q: [f64; 6]) -> Self {
        let lengths = p.lengths();
        let [_, d1, theta2, d2, theta3, d3] = q;
        let (s2, c2) = theta2.sin_cos();
        let (s3, c3) = theta3.sin_cos();
        let (s23, c23) = (theta2 + theta3).sin_cos();
        Self {
            lambda1: lengths.sliding_com[0] + d1,
            lambda2: lengths.sliding_com[1] + d2,
            l1: lengths.stage + d1,
            l2: lengths.stage + d2,
            l3: lengths.sliding_com[2] + d3,
            s2,
            c2,
            s3,
            c3,
            s23,
            c23,
        }
    }
}

/// Mass matrix, Eq A1–A36. The printed lower triangle repeats the upper one.
///
/// B2: the inertias of links 2, 4 and 6 are missing wherever I₁, I₂ or I₃ stands.
pub fn mass(p: &Parameters, q: [f64; 6]) -> Matrix6 {
    let [m1, m2, m3, m4, m5, m6] = p.mass();
    let [i1, i2, i3] = p.inertia();
    let [lc1, lc3, lc5] = p.lengths().turning_com;
    let Pose { lambda1, lambda2, l1, l2, l3, s2, c2, s3, c3, s23, c23 } = Pose::new(p, q);

    let m11 = i1
        + i2
        + i3
        + m1 * lc1 * lc1
        + m2 * lambda1 * lambda1
        + m3 * (l1 * l1 + lc3 * lc3 + 2.0 * lc3 * l1 * c2)
        + m4 * (l1 * l1 + lambda2 * lambda2 + 2.0 * l1 * lambda2 * c2)
        + m5 * (l1 * l1 + l2 * l2 + lc5 * lc5
            + c2 // B1: 2 l₁ l₂ cos θ₂
            + 2.0 * l2 * lc5 * c3
            + 2.0 * l1 * lc5 * c23)
        + m6 * (l1 * l1
            + l2 * l2
            + l3 * l3
            + 2.0 * l1 * l2 * c2
            + 2.0 * l2 * l3 * c3
            + 2.0 * l1 * l3 * c23);
    let m12 =
        -m3 * lc3 * s2 - m4 * lambda2 * s2 - m5 * (l2 * s2 + lc5 * s23) - m6 * (l2 * s2 + l3 * s23);
    let m13 = i2
        + i3
        + m3 * (lc3 * lc3 + lc3 * l1 * c2)
        + m4 * (lambda2 * lambda2 + l1 * lambda2 * c2)
        + m5 * (l2 * l2 + lc5 * lc5 + l1 * l2 * c2 + 2.0 * l2 * lc5 * c3 + l1 * lc5 * c23)
        + m6 * (l2 * l2 + l3 * l3 + l1 * l2 * c2 + 2.0 * l2 * l3 * c3 + l1 * l3 * c23);
    let m14 = m4 * l1 * s2 + m5 * (l1 * s2 - lc5 * s3) + m6 * (l1 * s2 - l3 * s3);
    let m15 = i3
        + m5 * (lc5 * lc5 + l2 * lc5 * c3 + l1 * lc5 * c23)
        + m6 * (l3 * l3 + l2 * l3 * c3 + l1 * l3 * c23);
    let m16 = m6 * (l2 * s3 + l1 * s23);
    let m22 = m2 + m3 + m4 + m5 + m6;
    let m23 = m12;
    let m24 = (m4 + m5 + m6) * c2;
    let m25 = -m5 * lc5 * s23 - m6 * l3 * s23;
    let m26 = m6 * c23;
    let m33 = i2
        + i3
        + m3 * lc3 * lc3
        + m4 * lambda2 * lambda2
        + m5 * (l2 * l2 + lc5 * lc5 + 2.0 * l2 * lc5 * c3)
        + m6 * (l2 * l2 + l3 * l3 + 2.0 * l2 * l3 * c3);
    let m34 = -m5 * lc5 * s3 - m6 * l3 * s3;
    let m35 = i3 + m5 * (lc5 * lc5 + l2 * lc5 * c3) + m6 * (l3 * l3 + l2 * l3 * c3);
    let m36 = m6 * l2 * s3;
    let m44 = m4 + m5 + m6;
    let m45 = m34;
    let m46 = m6 * c3;
    let m55 = i3 + m5 * lc5 * lc5 + m6 * l3 * l3;
    let m56 = 0.0;
    let m66 = m6;
    [
        [m11, m12, m13, m14, m15, m16],
        [m12, m22, m23, m24, m25, m26],
        [m13, m23, m33, m34, m35, m36],
        [m14, m24, m34, m44, m45, m46],
        [m15, m25, m35, m45, m55, m56],
        [m16, m26, m36, m46, m56, m66],
    ]
}

/// Centrifugal and Coriolis efforts C₁₁ to C₆₁, Eq A37–A42.
pub fn bias(p: &Parameters, q: [f64; 6], qd: [f64; 6]) -> [f64; 6] {
    let [_, m2, m3, m4, m5, m6] = p.mass();
    let [_, lc3, lc5] = p.lengths().turning_com;
    let Pose { lambda1, lambda2, l1, l2, l3, s2, c2, s3, c3, s23, c23 } = Pose::new(p, q);
    let [w1, v1, turn2, v2, turn3, v3] = qd;
    let w12 = w1 + turn2;
    let w123 = w1 + turn2 + turn3;
    // Brackets the appendix repeats.
    let forearm1 = m3 * lc3 + m4 * lambda2 + m5 * l2 + m6 * l2;
    let forearm2 = m5 * lc5 + m6 * l3;
    let m456 = m4 + m5 + m6;

    let c11 = 2.0 * v1 * w1 * (m2 * lambda1 + (m3 + m456) * l1 + forearm1 * c2 + forearm2 * c23)
        + 2.0 * v2 * w12 * (m4 * lambda2 + (m5 + m6) * l2 + m456 * l1 * c2 + forearm2 * c3)
        + 2.0 * v3 * w123 * (m6 * l3 + m6 * l2 * c3 + m6 * l1 * c23)
        - turn2 * (2.0 * w1 + turn2) * (forearm1 * l1 * s2 + forearm2 * l1 * s23)
        - turn3 * (2.0 * w12 + turn3) * (forearm2 * l2 * s3 + forearm2 * l1 * s23);
    let c21 = -w1 * w1 * (m2 * lambda1 + (m3 + m456) * l1)
        - w12 * w12 * forearm1 * c2
        - w123 * w123 * forearm2 * c23
        - 2.0 * v2 * w12 * m456 * s2
        - 2.0 * v3 * w123 * m6 * s23;
    let c31 = 2.0 * v1 * w1
        * ((m3 * lc3 + m4 * lambda2 + m5 * l2) * c2 // B3: m₆ l₂ is missing
            + forearm2 * c23)
        + 2.0 * v2 * w12
            * (m3 * lambda2 // B4: m₄ λ₂
                + (m5 + m6) * l2 + forearm2 * c3)
        + 2.0 * v3 * w123 * (m6 * l3 + m6 * l2 * c3)
        + w1 * w1
            * (forearm1 * l1 * s2
                + forearm2 * s23) // B5: times l₁
        - turn3 * (2.0 * w12 + turn3) * forearm2 * l2 * s3;
    let c41 = -w1 * w1 * m456 * l1 * c2
        - w12 * w12 * (m4 * lambda2 + m5 * l2 + m6 * l2)
        - w123 * w123 * forearm2 * c3
        + 2.0 * v1 * w1 * m456 * s2
        - 2.0 * v3 * w123 * m6 * s3;
    let c51 = 2.0 * v1 * w1 * forearm2 * c23
        + 2.0 * v2 * w12 * forearm2 * c3
        + 2.0 * v3 * (w1 + turn3) * m6 * l3 // B6: θ₂′ is missing
        + w1 * w1 * forearm2 * l1 * s23
        + w12 * w12 * forearm2 * l2 * s3;
    let c61 = -w1 * w1 * m6 * l1 * c23 - w12 * w12 * m6 * l2 * c3 - w123 * w123 * m6 * l3
        + 2.0 * v1 * w1 * m6 * s23
        + 2.0 * v2 * w12 * m6 * s3;
    [c11, c21, c31, c41, c51, c61]
}

/// Joint efforts, Eq 5 with G = 0 and no friction: M q″ + c.
pub fn effort(p: &Parameters, q: [f64; 6], qd: [f64; 6], qdd: [f64; 6]) -> [f64; 6] {
    let (mass, bias) = (mass(p, q), bias(p, q, qd));
    std::array::from_fn(|i| {
        let inertial: f64 = mass[i].iter().zip(qdd).map(|(m, a)| m * a).sum();
        inertial + bias[i]
    })
}

/// Position of the tool, Eq 3–4, for stages of length `stage` when retracted.
pub fn position(stage: f64, [t1, d1, t2, d2, t3, d3]: [f64; 6]) -> [f64; 2] {
    let angles = [t1, t1 + t2, t1 + t2 + t3];
    let lengths = [d1, d2, d3].map(|d| stage + d);
    let sum = |of: fn(f64) -> f64| angles.iter().zip(lengths).map(|(a, l)| l * of(*a)).sum();
    [sum(f64::cos), sum(f64::sin)]
}
