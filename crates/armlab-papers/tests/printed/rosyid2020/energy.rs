//! Power and work: physics that knows nothing of multipliers.

use super::samples::{excitation, motion_at, motions};
use armlab_papers::rosyid2020::Mounting::{Horizontal, Vertical};
use armlab_papers::rosyid2020::closed_form::slider_forces;
use armlab_papers::rosyid2020::printed::{Errata, Erratum, Terms, effort, input_forces};
use armlab_papers::rosyid2020::{Friction, Machine, Motion};

/// Rate of the energy, body by body about centres of mass: Σ m a·v + I_G α̇ α̈ + m g v_y.
fn energy_rate(machine: &Machine, motion: &Motion) -> f64 {
    let (body, g) = (&machine.inertial, machine.mounting.gravity_in_plane());
    let (q, qd, qdd) = (&motion.q, &motion.qd, &motion.qdd);
    let central = body.central_inertias();
    // A body whose reference point moves with v, a and whose centre is at angle q[turn] from it.
    let rate = |mass: f64, moment: f64, central: f64, v: [f64; 2], a: [f64; 2], turn: usize| {
        let (s, c) = q[turn].sin_cos();
        let (w, dw, r) = (qd[turn], qdd[turn], moment / mass);
        let velocity = [v[0] - r * s * w, v[1] + r * c * w];
        let acceleration = [a[0] - r * (s * dw + c * w * w), a[1] + r * (c * dw - s * w * w)];
        mass * (velocity[0] * acceleration[0] + velocity[1] * (acceleration[1] + g))
            + central * w * dw
    };
    let mut sum = rate(
        body.platform_mass,
        body.platform_moment,
        central[3],
        [qd[9], qd[10]],
        [qdd[9], qdd[10]],
        11,
    );
    for i in 0..3 {
        sum += body.slider_mass * qd[i] * qdd[i];
        let (mass, moment) = (body.leg_mass[i], body.leg_moment[i]);
        sum += rate(mass, moment, central[i], [qd[i], 0.0], [qdd[i], 0.0], 6 + i);
    }
    sum
}

#[test]
fn corrected_drives_put_in_exactly_the_power_that_the_bodies_take_up() {
    for (mounting, tolerance) in [(Horizontal, 1e-13), (Vertical, 5e-13)] {
        let machine = Machine::published(mounting);
        let (mut worst, mut size) = (0.0_f64, 0.0_f64);
        for motion in motions() {
            let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
            let [a1, a2, a3, ..] = motion.qdd;
            let tau = effort(&terms, [a1, a2, a3], [0.0; 3], Errata::NONE);
            let power: f64 = tau.iter().zip(motion.slider_speeds()).map(|(f, v)| f * v).sum();
            worst = worst.max((power - energy_rate(&machine, &motion)).abs());
            size = size.max(power.abs());
        }
        println!("{mounting:?}: |P − dE/dt| ≤ {worst:.1e} W of {size:.1} W");
        assert!(worst < tolerance, "{worst}");
    }
}

#[test]
fn printed_sign_of_the_velocity_term_breaks_the_power_balance() {
    let machine = Machine::published(Horizontal);
    let mut worst = 0.0_f64;
    for motion in motions() {
        let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
        let [a1, a2, a3, ..] = motion.qdd;
        let tau = effort(&terms, [a1, a2, a3], [0.0; 3], Erratum::E2.into());
        let power: f64 = tau.iter().zip(motion.slider_speeds()).map(|(f, v)| f * v).sum();
        worst = worst.max((power - energy_rate(&machine, &motion)).abs());
    }
    println!("E2: |P − dE/dt| up to {worst:.2} W");
    assert!((worst - 23.91).abs() < 0.005, "{worst}");
}

#[test]
fn the_closed_form_is_the_nine_by_nine_solve() {
    let mut worst = 0.0_f64;
    for mounting in [Horizontal, Vertical] {
        let machine = Machine::published(mounting);
        for motion in motions() {
            let full =
                input_forces(&machine, &Friction::estimate(), &motion, Errata::NONE).unwrap();
            let closed = slider_forces(&machine, &motion).unwrap();
            for i in 0..3 {
                worst = worst.max((full.rigid[i] - closed.effort[i]).abs());
                worst = worst.max((full.normal[i] - closed.normal[i]).abs());
            }
        }
    }
    println!("closed form against the solve: {worst:.1e} N");
    assert!(worst < 1e-12, "{worst}");
}

#[test]
fn drives_work_for_friction_alone_from_rest_to_rest() {
    // The trapezoidal rule over a whole period is exact for the rigid part; the friction has
    // corners, so its integral moves by 0.7 mJ from 250 Hz to the limit.
    let (excitation, law) = (excitation(), Friction::estimate());
    for (mounting, steps, joules) in [
        (Horizontal, 1000, 208.8427),
        (Vertical, 1000, 239.9035),
        (Horizontal, 32_000, 208.8420),
        (Vertical, 32_000, 239.9028),
    ] {
        let machine = Machine::published(mounting);
        let dt = 4.0 / steps as f64;
        let (mut work, mut loss, mut least) = (0.0, 0.0, f64::INFINITY);
        for k in 0..steps {
            let motion = motion_at(&excitation, dt * k as f64);
            let forces = input_forces(&machine, &law, &motion, Errata::NONE).unwrap();
            let friction = forces.friction();
            for (i, v) in motion.slider_speeds().into_iter().enumerate() {
                work += forces.total[i] * v * dt;
                loss += friction[i] * v * dt;
                least = least.min(friction[i] * v);
            }
        }
        println!("{mounting:?}, {steps} steps: work {work:.5} J, lost {loss:.5} J");
        assert!((work - loss).abs() < 1e-11, "{work} {loss}");
        assert!((work - joules).abs() <= 5.1e-5, "{work}");
        assert!(least >= 0.0);
    }
}
