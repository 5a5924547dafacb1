//! What the misprints in Eq 23–25 and 39–41 do to the friction, over the excitation.
//! RMS per slider 1 / 2 / 3, N.

use super::samples::{assert_measured, forces, motions, rms, rms_difference};
use armlab_papers::rosyid2020::Mounting::{self, Horizontal, Vertical};
use armlab_papers::rosyid2020::printed::{
    Errata, Erratum, InputForces, Terms, constant_friction, descriptor, effort, multipliers,
    out_of_plane_normals, varying_friction,
};
use armlab_papers::rosyid2020::{Friction, Machine};

/// RMS of the change of the friction.
fn change(mounting: Mounting, erratum: Erratum) -> [f64; 3] {
    let (kept, right) = (forces(mounting, erratum), forces(mounting, Errata::NONE));
    rms_difference(&kept, &right, InputForces::friction)
}

#[test]
fn e6_lets_friction_push_where_the_rail_pulls() {
    let level = forces(Horizontal, Errata::NONE);
    let range = |i: usize| {
        level.iter().fold([0.0_f64; 2], |r, f| [r[0].min(f.normal[i]), r[1].max(f.normal[i])])
    };
    let lowest = std::array::from_fn(|i| range(i)[0]);
    let highest = std::array::from_fn(|i| range(i)[1]);
    assert_measured("lowest normal H", lowest, [-113.4, -22.2, -59.2], 0.1);
    assert_measured("highest normal H", highest, [61.1, 16.1, 70.7], 0.1);
    assert_measured("E6 friction error H", change(Horizontal, Erratum::E6), [13.5, 3.0, 8.9], 0.1);
    assert_eq!(change(Vertical, Erratum::E6), [0.0; 3]);
    // Samples at which the part of the printed friction that follows n adds power.
    let law = Friction::estimate();
    let (mut driving, mut moving) = (0, 0);
    for (f, m) in level.iter().zip(motions()) {
        for i in 0..3 {
            let v = m.qd[i];
            let dry = varying_friction(&law, v, f.normal[i], Erratum::E6.into()) - law.viscous * v;
            moving += usize::from(v != 0.0);
            driving += usize::from(dry * v < 0.0);
        }
    }
    println!("E6: driving at {driving} of {moving} slider samples in motion");
    assert_eq!((driving, moving), (1492, 2997));
}

#[test]
fn e10_makes_friction_grow_without_bound_backwards() {
    assert_measured(
        "E10 friction error H",
        change(Horizontal, Erratum::E10),
        [15.9, 1.7, 9.7],
        0.1,
    );
    assert_measured(
        "E10 friction error V",
        change(Vertical, Erratum::E10),
        [155.1, 32.1, 81.1],
        0.1,
    );
    let law = Friction { viscous: 0.0, ..Friction::estimate() };
    let ratio = varying_friction(&law, -0.8, 1.0, Erratum::E10.into())
        / varying_friction(&law, -0.8, 1.0, Errata::NONE);
    println!("E10: friction at -0.8 m/s times {ratio:.2}");
    assert!((ratio - 12.23).abs() < 0.005, "{ratio}");
}

#[test]
fn e11_counts_the_viscous_force_twice() {
    assert_measured("E11 second copy", change(Horizontal, Erratum::E11), [26.6, 24.3, 22.1], 0.1);
    // A model with two copies fits the same force with half the coefficient.
    let law = Friction::estimate();
    let half = Friction { viscous: 0.5 * law.viscous, ..law };
    for v in [-0.6, 0.01, 0.3] {
        let once = varying_friction(&law, v, 40.0, Errata::NONE)
            + constant_friction(&law, v, 300.0, Errata::NONE);
        let twice = varying_friction(&half, v, 40.0, Errata::NONE)
            + constant_friction(&half, v, 300.0, Erratum::E11.into());
        assert!((once - twice).abs() < 1e-13);
    }
}

#[test]
fn e12_says_nothing_that_the_limit_of_the_moving_case_does_not() {
    let law = Friction::estimate();
    for (v, side) in [(1e-300, 1.0), (-1e-300, -1.0)] {
        let limit = varying_friction(&law, v, 100.0, Errata::NONE);
        assert!((limit - side * law.stiction * 100.0).abs() < 1e-13);
    }
    assert_eq!(varying_friction(&law, 0.0, 100.0, Errata::NONE), 0.0);
}

#[test]
fn e13_lets_mu_s_and_v_s_act_on_a_tenth_of_the_friction_only() {
    let (machine, law) = (Machine::published(Horizontal), Friction::estimate());
    let weight = out_of_plane_normals(&machine);
    assert_measured("out-of-plane normal", weight, [405.4, 231.6, 243.9], 0.1);
    let level = forces(Horizontal, Errata::NONE);
    let followed = level
        .iter()
        .zip(motions())
        .map(|(f, m)| std::array::from_fn(|i| f.varying[i] - law.viscous * m.qd[i]));
    assert_measured("friction through |n|", rms(followed), [8.1, 1.9, 6.9], 0.1);
    assert_measured(
        "all friction",
        rms(level.iter().map(InputForces::friction)),
        [85.6, 55.9, 59.4],
        0.1,
    );
    // What a Stribeck effect of the larger normal force would add.
    let added = motions().into_iter().map(|m| {
        std::array::from_fn(|i| {
            let v = m.qd[i];
            varying_friction(&law, v, weight[i], Errata::NONE)
                - law.viscous * v
                - constant_friction(&law, v, weight[i], Errata::NONE)
        })
    });
    assert_measured("left out", rms(added), [42.8, 23.0, 25.0], 0.1);
}

#[test]
fn e15_costs_the_whole_friction_through_the_plane() {
    for mounting in [Horizontal, Vertical] {
        assert_measured("E15 friction error", change(mounting, Erratum::E15), [8.1, 1.9, 6.9], 0.1);
    }
    // At the start, and only there and at the end, statics and dynamics agree.
    let (rest, moving) = (forces(Vertical, Erratum::E15), forces(Vertical, Errata::NONE));
    for k in [0, 1000] {
        for i in 0..3 {
            assert!((rest[k].normal[i] - moving[k].normal[i]).abs() < 1e-9);
        }
    }
}

#[test]
fn e15_is_not_needed_since_friction_never_enters_the_multipliers() {
    // The passive rows of Eq 28, in which no friction stands, give λ; the active rows are fulfilled
    // by τ = τ₀ + f with the same λ whatever f is.
    let machine = Machine::published(Vertical);
    for motion in motions().iter().step_by(50) {
        let terms = Terms::of(&machine, motion, Errata::NONE).unwrap();
        let lambda = multipliers(&terms, motion.qdd, Errata::NONE);
        for friction in [[0.0; 3], [50.0, -20.0, 700.0]] {
            let qdd_a = [motion.qdd[0], motion.qdd[1], motion.qdd[2]];
            let drive = effort(&terms, qdd_a, friction, Errata::NONE);
            let system = descriptor(&terms, drive, friction, Errata::NONE);
            for open in system.residual(motion.qdd, lambda) {
                assert!(open.abs() < 1e-11, "{open}");
            }
        }
    }
}

#[test]
fn e22_lets_a_parameter_vanish_at_either_bound_of_the_stribeck_speed() {
    let law = Friction::estimate();
    let change_by_coulomb = |speed: f64, v: f64| {
        let at = |coulomb| {
            let law = Friction { coulomb, stribeck_speed: speed, ..law };
            varying_friction(&law, v, 100.0, Errata::NONE)
        };
        at(0.2) - at(0.1)
    };
    // v_s → ∞: the Coulomb coefficient is gone; v_s → 0: the static one, and at rest 0/0.
    assert!((change_by_coulomb(0.3281, 0.5) - 7.8).abs() < 0.05);
    assert!(change_by_coulomb(1e14, 0.5).abs() < 1e-12);
    let at_zero = Friction { stribeck_speed: 0.0, ..law };
    let moving = varying_friction(&at_zero, 0.5, 100.0, Errata::NONE);
    assert_eq!(moving, law.coulomb * 100.0 + law.viscous * 0.5);
    assert!(varying_friction(&at_zero, 0.0, 100.0, Errata::NONE).is_nan());
}

#[test]
fn e14_friction_stands_on_the_sliders_only() {
    // Eq 26 has it on twelve coordinates. A force on the sliders changes the three active rows of Eq 28 and no other.
    let machine = Machine::published(Vertical);
    for motion in motions().iter().step_by(50) {
        let terms = Terms::of(&machine, motion, Errata::NONE).unwrap();
        let lambda = multipliers(&terms, motion.qdd, Errata::NONE);
        let open = |friction: [f64; 3]| {
            descriptor(&terms, [0.0; 3], friction, Errata::NONE).residual(motion.qdd, lambda)
        };
        let (without, with) = (open([0.0; 3]), open([50.0, -20.0, 700.0]));
        for (row, (a, b)) in without.iter().zip(&with).enumerate() {
            assert_eq!((a - b).abs() > 1.0, row < 3, "row {row}: {a} {b}");
        }
    }
}
