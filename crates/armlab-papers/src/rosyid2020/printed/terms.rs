//! M, N, B and Ḃq̇ of Eq 14 and 15, from the energies (Eq 2–8) and the constraints (Eq 13).
//!
//! In the convention `M q̈ + N + f = Q + Bᵀλ`, `B q̈ = −Ḃ q̇`, with g in the plane of motion:
//!
//! ```text
//! T = Σ ½ (m_s + m_Li)(ẋ_i² + ẏ_i²) + h_i α̇_i (−ẋ_i sin α_i + ẏ_i cos α_i) + ½ I_i α̇_i²
//!     + ½ m_p (ẋ² + ẏ²) + θ̇ (−ẋ h_y + ẏ h_x) + ½ I_p θ̇²         h = R(θ) (h_p, h_py)
//! V = g (Σ (m_s + m_Li) y_i + h_i sin α_i  +  m_p y + h_y)
//! Γ = y_i;  x + p_i cos θ − x_i − l_i cos α_i;  y + p_i sin θ − y_i − l_i sin α_i
//! ```

use super::{Errata, Erratum};
use crate::rosyid2020::{Factored, Machine, Motion};
use thiserror::Error;

/// The passive Jacobian B_p has no inverse.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error(
    "B_p is singular at the pose x = {}, y = {}, theta = {}: legs 1 and 3 in line, or leg 2 in \
     line with the platform; choose a pose beside it", pose[0], pose[1], pose[2]
)]
pub struct SingularPose {
    /// x, y, θ of the platform.
    pub pose: [f64; 3],
}

/// The terms of the equations of motion at one state, in the coordinates of Eq 10.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// M.
    pub mass: [[f64; 12]; 12],
    /// N: centrifugal and gravity forces.
    pub bias: [f64; 12],
    /// B = ∂Γ/∂q.
    pub jacobian: [[f64; 12]; 9],
    /// Ḃ q̇.
    pub jacobian_rate: [f64; 9],
    /// B_p, the columns of the passive coordinates, factored.
    pub passive: Factored<9>,
}

impl Terms {
    /// The terms at a motion's position and velocity.
    pub fn of(machine: &Machine, motion: &Motion, errata: Errata) -> Result<Self, SingularPose> {
        let (mass, bias) = energies(machine, motion, errata);
        let (jacobian, jacobian_rate) = constraints(machine, motion, errata);
        let block = jacobian.map(|row| std::array::from_fn(|j| row[3 + j]));
        let passive = Factored::of(block)
            .ok_or(SingularPose { pose: [motion.q[9], motion.q[10], motion.q[11]] })?;
        Ok(Self { mass, bias, jacobian, jacobian_rate, passive })
    }

    /// B_aᵀ x.
    pub(super) fn active_transposed(&self, x: [f64; 9]) -> [f64; 3] {
        std::array::from_fn(|i| (0..9).map(|k| self.jacobian[k][i] * x[k]).sum())
    }
}

/// M and N.
fn energies(machine: &Machine, motion: &Motion, errata: Errata) -> ([[f64; 12]; 12], [f64; 12]) {
    let body = if errata.has(Erratum::E8) {
        machine.inertial.inertias_read_as_central()
    } else {
        machine.inertial
    };
    let g = machine.mounting.gravity_in_plane();
    let (q, qd) = (&motion.q, &motion.qd);
    let (mut mass, mut bias) = ([[0.0; 12]; 12], [0.0; 12]);
    for i in 0..3 {
        let (x, y, a) = (i, 3 + i, 6 + i);
        let (s, c) = q[a].sin_cos();
        let (carried, h) = (body.slider_mass + body.leg_mass[i], body.leg_moment[i]);
        mass[x][x] = carried;
        mass[x][a] = -h * s;
        mass[a][x] = -h * s;
        mass[a][a] = body.leg_inertia[i];
        bias[x] = -h * c * qd[a] * qd[a];
        bias[a] = g * h * c;
        if !errata.has(Erratum::E5Kinetic) {
            mass[y][y] = carried;
            mass[y][a] = h * c;
            mass[a][y] = h * c;
            bias[y] -= h * s * qd[a] * qd[a];
        }
        if !errata.has(Erratum::E5Potential) {
            bias[y] += carried * g;
        }
    }
    let (x, y, t) = (9, 10, 11);
    let (s, c) = q[t].sin_cos();
    let hx = body.platform_moment * c - body.platform_moment_across * s;
    let hy = body.platform_moment * s + body.platform_moment_across * c;
    mass[x][x] = body.platform_mass;
    mass[y][y] = body.platform_mass;
    mass[x][t] = -hy;
    mass[t][x] = -hy;
    mass[y][t] = hx;
    mass[t][y] = hx;
    mass[t][t] = body.platform_inertia;
    bias[x] = -hx * qd[t] * qd[t];
    bias[y] = body.platform_mass * g - hy * qd[t] * qd[t];
    bias[t] = g * hx;
    (mass, bias)
}

/// B and Ḃq̇.
fn constraints(machine: &Machine, motion: &Motion, errata: Errata) -> ([[f64; 12]; 9], [f64; 9]) {
    let (q, qd) = (&motion.q, &motion.qd);
    let (mut b, mut rate) = ([[0.0; 12]; 9], [0.0; 9]);
    let (sin, cos) = q[11].sin_cos();
    for i in 0..3 {
        let (l, p) = (machine.geometry.leg[i], machine.geometry.offset[i]);
        let (s, c) = q[6 + i].sin_cos();
        let (along, up) = (3 + 2 * i, 4 + 2 * i);
        b[i][3 + i] = 1.0;
        b[along][i] = -1.0;
        b[along][6 + i] = l * s;
        b[along][9] = 1.0;
        b[along][11] = -p * sin;
        if !errata.has(Erratum::E4) {
            b[up][3 + i] = -1.0;
        }
        b[up][6 + i] = -l * c;
        b[up][10] = 1.0;
        b[up][11] = p * cos;
        let (swing, turn) = (qd[6 + i] * qd[6 + i], qd[11] * qd[11]);
        rate[along] = l * c * swing - p * cos * turn;
        rate[up] = l * s * swing - p * sin * turn;
    }
    (b, rate)
}
