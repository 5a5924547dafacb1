//! What the misprints in Eq 2–22 and 29 do to efforts and rail reactions, over the excitation.
//! RMS per slider 1 / 2 / 3, N.

use super::samples::{assert_measured, forces, largest, minus, motions, rms, rms_difference};
use armlab_papers::rosyid2020::Mounting::{self, Horizontal, Vertical};
use armlab_papers::rosyid2020::printed::{
    Errata, Erratum, InputForces, Terms, descriptor, effort, multipliers, normal_force,
    rail_reactions, reactions, varying_friction,
};
use armlab_papers::rosyid2020::{Friction, Machine};

/// RMS of the change that some errata make to one part of the forces.
fn change(
    mounting: Mounting,
    errata: impl Into<Errata>,
    part: impl Fn(&InputForces) -> [f64; 3],
) -> [f64; 3] {
    rms_difference(&forces(mounting, errata), &forces(mounting, Errata::NONE), part)
}

/// The change made to every part of `rigid`, exactly.
fn untouched_efforts(mounting: Mounting, errata: impl Into<Errata>) -> f64 {
    let (kept, right) = (forces(mounting, errata), forces(mounting, Errata::NONE));
    largest(kept.iter().zip(&right).map(|(a, b)| minus(a.rigid, b.rigid)))
}

#[test]
fn the_sizes_against_which_errata_are_held() {
    let level = forces(Horizontal, Errata::NONE);
    assert_measured("H effort", rms(level.iter().map(|f| f.rigid)), [50.8, 19.6, 54.7], 0.1);
    assert_measured("H normal", rms(level.iter().map(|f| f.normal)), [36.5, 8.8, 30.1], 0.1);
    assert_measured(
        "H friction",
        rms(level.iter().map(InputForces::friction)),
        [85.6, 55.9, 59.4],
        0.1,
    );
    assert_measured("H total", rms(level.iter().map(|f| f.total)), [100.6, 58.4, 81.7], 0.1);
    let upright = forces(Vertical, Errata::NONE);
    assert_measured("V effort", rms(upright.iter().map(|f| f.rigid)), [339.8, 74.6, 271.9], 0.1);
    assert_measured("V normal", rms(upright.iter().map(|f| f.normal)), [362.8, 187.4, 334.1], 0.1);
    assert_measured(
        "V friction",
        rms(upright.iter().map(InputForces::friction)),
        [105.6, 63.3, 96.7],
        0.1,
    );
    assert_measured("V total", rms(upright.iter().map(|f| f.total)), [350.5, 108.1, 304.3], 0.1);
}

#[test]
fn e1_reverses_every_multiplier_and_nothing_else() {
    let mut size = 0.0_f64;
    for mounting in [Horizontal, Vertical] {
        let machine = Machine::published(mounting);
        for motion in motions() {
            let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
            let right = multipliers(&terms, motion.qdd, Errata::NONE);
            let printed = multipliers(&terms, motion.qdd, Erratum::E1.into());
            for (right, printed) in right.into_iter().zip(printed) {
                assert_eq!(right, -printed);
                size = size.max(right.abs());
            }
        }
    }
    println!("largest multiplier reversed: {size:.1} N");
    assert!((size - 554.5).abs() < 0.05);
    assert_eq!(untouched_efforts(Vertical, Erratum::E1), 0.0);
}

#[test]
fn e1_and_e6_together_make_friction_drive_the_upright_machine() {
    // Mean power that friction takes, less the viscous part, over the excitation, W.
    let taken = |errata: Errata| {
        let (machine, law) = (Machine::published(Vertical), Friction::estimate());
        let mut power = 0.0;
        let motions = motions();
        for motion in &motions {
            let normal = rail_reactions(&machine, motion, errata);
            for (v, n) in motion.slider_speeds().into_iter().zip(normal.unwrap()) {
                power += (varying_friction(&law, v, n, errata) - law.viscous * v) * v;
            }
        }
        power / motions.len() as f64
    };
    let (right, printed) =
        (taken(Errata::NONE), taken(Errata::from(Erratum::E1).with(Erratum::E6)));
    println!("dry friction takes {right:.3} W; with E1 and E6 {printed:.3} W");
    assert!((right - 38.40).abs() < 0.005, "{right}");
    assert!((right + printed).abs() < 1e-12 * right);
}

#[test]
fn e2_is_wrong_by_up_to_a_quarter_of_the_effort() {
    for mounting in [Horizontal, Vertical] {
        let rigid = change(mounting, Erratum::E2, |f| f.rigid);
        assert_measured("E2 effort", rigid, [13.0, 3.0, 12.3], 0.1);
        let (kept, right) = (forces(mounting, Erratum::E2), forces(mounting, Errata::NONE));
        let worst = largest(kept.iter().zip(&right).map(|(a, b)| minus(a.rigid, b.rigid)));
        println!("E2 effort, largest: {worst:.2}");
        assert!((worst - 47.8).abs() <= 0.05);
    }
}

#[test]
fn e1_and_e2_leave_the_descriptor_form_open_by_twice_what_velocities_require() {
    // Motion, drives and multipliers that fulfil Eq 14 and 15 put into Eq 17.
    let machine = Machine::published(Vertical);
    let (mut fulfilled, mut upper, mut lower) = (0.0_f64, 0.0_f64, 0.0_f64);
    for motion in motions() {
        let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
        let qdd_a = [motion.qdd[0], motion.qdd[1], motion.qdd[2]];
        let drive = effort(&terms, qdd_a, [0.0; 3], Errata::NONE);
        let lambda = multipliers(&terms, motion.qdd, Errata::NONE);
        let left_open = |errata: Errata, lambda| {
            descriptor(&terms, drive, [0.0; 3], errata).residual(motion.qdd, lambda)
        };
        let largest = |r: &[f64]| r.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        fulfilled = fulfilled.max(largest(&left_open(Errata::NONE, lambda)));
        // Eq 18 as printed belongs to Eq 17 as printed: the upper rows are fulfilled.
        let printed = Errata::from(Erratum::E1).with(Erratum::E2);
        let residual = left_open(printed, multipliers(&terms, motion.qdd, printed));
        upper = upper.max(largest(&residual[..12]));
        lower = lower.max(largest(&residual[12..]));
        for (open, rate) in residual[12..].iter().zip(terms.jacobian_rate) {
            assert!((open + 2.0 * rate).abs() < 1e-13);
        }
    }
    println!("corrected {fulfilled:.1e} N; printed {upper:.1e} N above, {lower:.3} m/s² below");
    assert!(fulfilled < 1e-11 && upper < 1e-11);
    assert!((lower - 1.458).abs() < 0.0005, "{lower}");
}

#[test]
fn e4_leaves_the_efforts_and_takes_the_legs_force_from_the_rail() {
    for (mounting, normal, size, friction) in [
        (Horizontal, [36.5, 8.8, 30.1], [4.7, 4.7, 5.0], [7.4, 1.1, 6.1]),
        // An earlier study has 42.2 for slider 1.
        (Vertical, [362.8, 187.4, 334.1], [190.3, 170.2, 213.2], [42.1, 4.3, 29.4]),
    ] {
        assert!(untouched_efforts(mounting, Erratum::E4) < 2e-12);
        let right = rms(forces(mounting, Errata::NONE).iter().map(|f| f.normal));
        let printed = rms(forces(mounting, Erratum::E4).iter().map(|f| f.normal));
        assert_measured("normal", right, normal, 0.1);
        assert_measured("E4 normal", printed, size, 0.1);
        assert_measured(
            "E4 friction error",
            change(mounting, Erratum::E4, InputForces::friction),
            friction,
            0.1,
        );
    }
}

#[test]
fn row_y_of_equation_22_lacks_the_legs_force_even_with_e4_corrected() {
    for (mounting, size) in [(Horizontal, [4.7, 4.7, 5.0]), (Vertical, [190.3, 170.2, 213.2])] {
        let machine = Machine::published(mounting);
        let rows = motions().into_iter().map(|motion| {
            let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
            let r = reactions(&terms, multipliers(&terms, motion.qdd, Errata::NONE));
            [r[3], r[4], r[5]]
        });
        assert_measured("R_y of Eq 22", rms(rows), size, 0.1);
    }
}

#[test]
fn e4_and_e5_together_leave_no_reaction_at_all() {
    let errata = Errata::from(Erratum::E4).with(Erratum::E5Kinetic).with(Erratum::E5Potential);
    assert!(untouched_efforts(Vertical, errata) < 2e-12);
    let level = forces(Horizontal, errata);
    assert_eq!(largest(level.iter().map(|f| f.normal)), 0.0);
    // What is left upright is the slider's own weight, put back by Eq 25.
    let weight = Machine::published(Vertical).inertial.slider_mass * 9.81;
    println!("m_s g = {weight:.2} N");
    let upright = forces(Vertical, errata);
    assert!(largest(upright.iter().map(|f| f.normal.map(|n| n - weight))) < 1e-10);
    let error = change(Vertical, errata, InputForces::friction);
    assert_measured("E4 + E5 friction error V", error, [71.0, 27.7, 63.6], 0.1);
}

#[test]
fn e5_loses_the_legs_weight_and_equation_25_counts_the_sliders_twice_without_it() {
    let error = change(Vertical, Erratum::E5Potential, |f| f.normal);
    assert_measured("E5 potential, normal error V", error, [119.0, 98.9, 141.9], 0.1);
    let error = change(Vertical, Erratum::E5Potential, InputForces::friction);
    assert_measured("E5 potential, friction error V", error, [29.1, 23.6, 34.5], 0.1);
    let error = change(Horizontal, Erratum::E5Kinetic, InputForces::friction);
    assert_measured("E5 kinetic, friction error H", error, [1.1, 1.0, 1.1], 0.1);
    let error = change(Vertical, Erratum::E5Kinetic, InputForces::friction);
    assert_measured("E5 kinetic, friction error V", error, [1.1, 1.0, 1.1], 0.1);
    // Eq 25 on multipliers that hold the weight already.
    let (machine, law) = (Machine::published(Vertical), Friction::estimate());
    let twice = forces(Vertical, Errata::NONE).into_iter().zip(motions()).map(|(f, m)| {
        std::array::from_fn(|i| {
            let n = normal_force(&machine, f.normal[i]);
            varying_friction(&law, m.qd[i], n, Errata::NONE) - f.varying[i]
        })
    });
    assert_measured("Eq 25 on top, friction error V", rms(twice), [17.4, 17.0, 17.3], 0.1);
}

#[test]
fn e8_reads_the_tables_inertias_about_the_wrong_points() {
    for mounting in [Horizontal, Vertical] {
        let rigid = change(mounting, Erratum::E8, |f| f.rigid);
        assert_measured("E8 effort", rigid, [8.2, 15.1, 18.2], 0.1);
    }
}

#[test]
fn the_whole_page_is_off_by_a_third_of_the_force_and_more_lying_flat() {
    let total = change(Horizontal, Errata::ALL, |f| f.total);
    assert_measured("all errata, total H", total, [33.8, 23.8, 32.0], 0.1);
    let total = change(Vertical, Errata::ALL, |f| f.total);
    assert_measured("all errata, total V", total, [61.6, 24.9, 58.1], 0.1);
    // The paper uses statics at the first instant only. Beside E4 and E5, which leave no reaction
    // that could change with the motion, it is all the same.
    for mounting in [Horizontal, Vertical] {
        let first_instant_only = forces(mounting, Errata::ALL.without(Erratum::E15));
        let all = forces(mounting, Errata::ALL);
        let pairs = all.iter().zip(&first_instant_only);
        assert!(largest(pairs.map(|(a, b)| minus(a.total, b.total))) < 1e-9);
    }
}

#[test]
fn e3_the_compact_form_with_its_bracket_moved_is_the_descriptor_form() {
    // As printed a vector of 3 is added to a matrix of 3 × 9. With N̄ of Eq 29 as corrected, τ = M̄ q̈_a + N̄ (Eq 19, and Eq 30, which
    // writes V̄ for it) fulfils Eq 14 and 15.
    let machine = Machine::published(Vertical);
    let mut open = 0.0_f64;
    for motion in motions() {
        let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
        let drive = effort(&terms, [0, 1, 2].map(|i| motion.qdd[i]), [0.0; 3], Errata::NONE);
        let lambda = multipliers(&terms, motion.qdd, Errata::NONE);
        let residual =
            descriptor(&terms, drive, [0.0; 3], Errata::NONE).residual(motion.qdd, lambda);
        open = residual.iter().fold(open, |m, r| m.max(r.abs()));
    }
    assert!(open < 1e-11, "{open:e}");
}
