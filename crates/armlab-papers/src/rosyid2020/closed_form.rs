//! Efforts and rail reactions without a matrix, for legs 1 and 3 on one pin.
//!
//! Newton and Euler, body by body. Each leg turns about its slider's pin, which gives the part
//! `t_i` of its force on the platform across the leg; the platform's balance of moments about the
//! shared pin A gives the part along leg 2, its balance of forces those along legs 1 and 3:
//!
//! ```text
//! t_i  = −(I_i α̈_i − h_i sin α_i ẍ_i + g h_i cos α_i)/l_i
//! f    = m_p (ẍ, ÿ + g) + h_p (−sin θ θ̈ − cos θ θ̇²,  cos θ θ̈ − sin θ θ̇²)
//! m_A  = I_p θ̈ + h_p (−sin θ ẍ + cos θ (ÿ + g)) − p (cos θ f_y − sin θ f_x)
//! n_2  = (−m_A/p − t_2 cos(α₂ − θ))/sin(α₂ − θ)
//! n_1, n_3 from  n_1 e_1 + n_3 e_3 = f − F_2 − t_1 e_1⊥ − t_3 e_3⊥
//! τ_i  = (m_s + m_Li) ẍ_i − h_i (sin α_i α̈_i + cos α_i α̇_i²) + F_ix
//! N_i  = (m_s + m_Li) g  + h_i (cos α_i α̈_i − sin α_i α̇_i²) + F_iy
//! ```
//!
//! Not in the paper; it says the same as Eq 18–21 in their corrected form, at a fraction of the cost.

use super::kinematics::{KinematicsError, shared_offset};
use super::{Machine, Motion};

/// Forces at the sliders, N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliderForces {
    /// Along the rail, without friction.
    pub effort: [f64; 3],
    /// The rail's reaction in the plane of motion, positive upwards.
    pub normal: [f64; 3],
}

/// Forces at the sliders for a motion. At a singular pose they are infinite or not numbers.
pub fn slider_forces(machine: &Machine, motion: &Motion) -> Result<SliderForces, KinematicsError> {
    let p = shared_offset(&machine.geometry)?;
    let b = &machine.inertial;
    let g = machine.mounting.gravity_in_plane();
    let (q, qd, qdd) = (&motion.q, &motion.qd, &motion.qdd);
    let angle = [q[6], q[7], q[8]];
    let (sin, cos) = (angle.map(f64::sin), angle.map(f64::cos));
    let across: [f64; 3] = std::array::from_fn(|i| {
        let moment =
            b.leg_inertia[i] * qdd[6 + i] + b.leg_moment[i] * (g * cos[i] - sin[i] * qdd[i]);
        -moment / machine.geometry.leg[i]
    });

    let (s, c) = q[11].sin_cos();
    let (turn, spin) = (qd[11], qdd[11]);
    let (ax, ay) = (qdd[9], qdd[10] + g);
    // First moment of the platform in the axes of the rail.
    let hx = b.platform_moment * c - b.platform_moment_across * s;
    let hy = b.platform_moment * s + b.platform_moment_across * c;
    let fx = b.platform_mass * ax - hy * spin - hx * turn * turn;
    let fy = b.platform_mass * ay + hx * spin - hy * turn * turn;
    let about_origin = b.platform_inertia * spin - hy * ax + hx * ay;
    let about_pin = about_origin - p * (c * fy - s * fx);

    let (sin_2, cos_2) = (angle[1] - q[11]).sin_cos();
    let along_2 = (-about_pin / p - across[1] * cos_2) / sin_2;
    let rx = fx - along_2 * cos[1] + across[1] * sin[1] + across[0] * sin[0] + across[2] * sin[2];
    let ry = fy - along_2 * sin[1] - across[1] * cos[1] - across[0] * cos[0] - across[2] * cos[2];
    let between = (angle[2] - angle[0]).sin();
    let along =
        [(rx * sin[2] - ry * cos[2]) / between, along_2, (cos[0] * ry - sin[0] * rx) / between];

    let mut forces = SliderForces { effort: [0.0; 3], normal: [0.0; 3] };
    for i in 0..3 {
        let mass = b.slider_mass + b.leg_mass[i];
        let (h, swing, swing_rate) = (b.leg_moment[i], qd[6 + i], qdd[6 + i]);
        let leg_x = along[i] * cos[i] - across[i] * sin[i];
        let leg_y = along[i] * sin[i] + across[i] * cos[i];
        forces.effort[i] =
            mass * qdd[i] - h * (sin[i] * swing_rate + cos[i] * swing * swing) + leg_x;
        forces.normal[i] = mass * g + h * (cos[i] * swing_rate - sin[i] * swing * swing) + leg_y;
    }
    Ok(forces)
}
