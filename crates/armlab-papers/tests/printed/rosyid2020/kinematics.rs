//! Closed-form kinematics by itself: round trips, branches, determinant, singular poses.

use armlab_papers::rosyid2020::kinematics::{
    Assembly, DEFAULT_SIDES, KinematicsError, assembly, forward, inverse, inverse_all,
    passive_determinant,
};
use armlab_papers::rosyid2020::printed::{Errata, Terms};
use armlab_papers::rosyid2020::{Factored, Geometry, Machine, Motion, Mounting};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Poses that all three legs can reach, of height 0.10 to 0.45 m and turned by up to 40°.
pub fn poses(seed: u64) -> impl Iterator<Item = [f64; 3]> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let geometry = Geometry::published();
    std::iter::repeat_with(move || {
        let turn = 40_f64.to_radians();
        [rng.random_range(-0.2..0.2), rng.random_range(0.1..0.45), rng.random_range(-turn..turn)]
    })
    .filter(move |&pose| inverse(&geometry, pose, DEFAULT_SIDES).is_ok())
}

#[test]
fn forward_undoes_inverse_over_2000_poses() {
    let geometry = Geometry::published();
    let (mut worst, mut sine) = (0.0_f64, 0.0);
    for pose in poses(1).take(2000) {
        let legs = inverse(&geometry, pose, DEFAULT_SIDES).unwrap();
        let back = forward(&geometry, legs.slider, assembly(&geometry, pose, legs.angle)).unwrap();
        for i in 0..3 {
            if (back[i] - pose[i]).abs() > worst {
                worst = (back[i] - pose[i]).abs();
                sine = (legs.angle[1] - pose[2]).sin();
            }
        }
    }
    println!("round trip: {worst:.1e}, where sin(α₂ − θ) = {sine:.1e}");
    assert!(worst < 1e-11, "{worst}");
}

#[test]
fn all_eight_branches_close_the_loops_and_return_where_legs_1_and_3_differ() {
    let geometry = Geometry::published();
    let (mut returned, mut bluntest) = (0, 0.0_f64);
    for pose in poses(2).take(500) {
        for (sides, legs) in inverse_all(&geometry, pose).unwrap() {
            let [x, y, theta] = pose;
            for i in 0..3 {
                let (l, p) = (geometry.leg[i], geometry.offset[i]);
                let along = x + p * theta.cos() - legs.slider[i] - l * legs.angle[i].cos();
                let up = y + p * theta.sin() - l * legs.angle[i].sin();
                assert!(along.abs() < 4e-16 && up.abs() < 4e-16, "{sides:?} {along} {up}");
            }
            // On the same side, legs 1 and 3 of almost one length are almost in line, where sliders
            // hardly tell the pose.
            let in_line = (legs.angle[0] - legs.angle[2]).sin().abs();
            if sides[0] == sides[2] {
                bluntest = bluntest.max(in_line);
                continue;
            }
            let back = forward(&geometry, legs.slider, assembly(&geometry, pose, legs.angle));
            let back = back.unwrap();
            assert!((0..3).all(|i| (back[i] - pose[i]).abs() < 1e-9), "{sides:?}");
            returned += 1;
        }
    }
    assert_eq!(returned, 2000);
    println!("legs 1 and 3 on one side: |sin(α₁ − α₃)| ≤ {bluntest:.3}");
    assert!(bluntest < 0.05);
}

#[test]
fn the_middle_of_the_working_area_has_these_sliders_and_angles() {
    let geometry = Geometry::published();
    let legs = inverse(&geometry, [0.0, 0.36, 0.0], DEFAULT_SIDES).unwrap();
    for (got, want) in legs.slider.iter().zip([-0.2000, 0.3099, 0.7650]) {
        assert!((got - want).abs() < 5.1e-5);
    }
    for (got, want) in legs.angle.iter().zip([36.87, 130.72, 143.41]) {
        assert!((got.to_degrees() - want).abs() < 5.1e-3);
    }
    let pose = forward(&geometry, legs.slider, Assembly::DEFAULT).unwrap();
    assert!((pose[1] - 0.36).abs() < 1e-14);
}

/// The matrix B_p of the corrected Eq 13, for any offsets.
fn passive_jacobian(geometry: Geometry, pose: [f64; 3]) -> ([[f64; 9]; 9], [f64; 3]) {
    let machine = Machine { geometry, ..Machine::published(Mounting::Horizontal) };
    let motion = Motion::of_platform(&geometry, pose, [0.0; 3], [0.0; 3], DEFAULT_SIDES).unwrap();
    let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
    let block = terms.jacobian.map(|row| std::array::from_fn(|j| row[3 + j]));
    (block, [motion.q[6], motion.q[7], motion.q[8]])
}

#[test]
fn determinant_formula_is_the_determinant_of_nine_by_nine() {
    let coincident = Geometry::published();
    let apart = Geometry { offset: [0.28, 0.0, 0.21], ..coincident };
    let mut worst = 0.0_f64;
    for pose in poses(3).take(2000) {
        for geometry in [coincident, apart] {
            if inverse(&geometry, pose, DEFAULT_SIDES).is_err() {
                continue;
            }
            let (block, angle) = passive_jacobian(geometry, pose);
            let formula = passive_determinant(&geometry, angle, pose[2]);
            let eliminated = Factored::of(block).unwrap().determinant();
            worst = worst.max((formula - eliminated).abs());
            if geometry == coincident {
                let [a1, a2, a3] = angle;
                let [l1, l2, l3] = geometry.leg;
                let factors = l1 * l2 * l3 * 0.28 * (a1 - a3).sin() * (a2 - pose[2]).sin();
                assert!((formula - factors).abs() < 1e-16);
            }
        }
    }
    println!("det B_p against elimination: {worst:.1e}");
    assert!(worst < 1e-16, "{worst}");
}

#[test]
fn poses_out_of_reach_and_singular_ones_are_errors_that_say_what_to_do() {
    let geometry = Geometry::published();
    let high = inverse(&geometry, [0.0, 0.5, 0.0], DEFAULT_SIDES).unwrap_err();
    assert!(matches!(high, KinematicsError::OutOfReach { leg: 2, .. }), "{high}");
    assert!(high.to_string().contains("lower the pose"), "{high}");
    assert!(inverse(&geometry, [f64::NAN, 0.3, 0.0], DEFAULT_SIDES).is_err());
    let far = forward(&geometry, [-1.0, 0.0, 1.0], Assembly::DEFAULT).unwrap_err();
    assert!(matches!(far, KinematicsError::LegsDoNotMeet { .. }), "{far}");
    let far = forward(&geometry, [-0.2, 3.0, 0.765], Assembly::DEFAULT).unwrap_err();
    assert!(matches!(far, KinematicsError::PlatformDoesNotReach { .. }), "{far}");
    let same = forward(&geometry, [0.1, 0.3, 0.1], Assembly::DEFAULT);
    assert!(same.is_err());
    let apart = Geometry { offset: [0.28, 0.0, 0.2], ..geometry };
    let apart = forward(&apart, [-0.2, 0.31, 0.765], Assembly::DEFAULT).unwrap_err();
    assert!(matches!(apart, KinematicsError::PinsApart { .. }), "{apart}");
    // Leg 2 in line with the platform: θ = α₂.
    let legs = inverse(&geometry, [0.0, 0.1, 0.0], DEFAULT_SIDES).unwrap();
    let pose = [0.0, 0.1, legs.angle[1]];
    let sides = [-1.0, 1.0, 1.0];
    let motion = Motion::of_platform(&geometry, pose, [0.0; 3], [0.0; 3], sides).unwrap();
    let machine = Machine::published(Mounting::Horizontal);
    let singular = Terms::of(&machine, &motion, Errata::NONE).unwrap_err();
    assert!(singular.to_string().contains("choose a pose beside it"), "{singular}");
    // An upright leg.
    let upright = Motion::of_platform(&geometry, [0.0, 0.475, 0.0], [0.0; 3], [0.0; 3], sides);
    assert_eq!(upright, Err(KinematicsError::Upright { leg: 2 }));
}

#[test]
fn e20_the_offsets_belong_to_legs_1_and_3() {
    // The paper calls them x_p2 and x_p3. Legs 1 and 3 end in one pin 0.28 m along X′, leg 2 in the platform's origin.
    let geometry = Geometry::published();
    for pose in poses(3).take(200) {
        let motion =
            Motion::of_platform(&geometry, pose, [0.0; 3], [0.0; 3], DEFAULT_SIDES).unwrap();
        let (x, y, turn) = (pose[0], pose[1], pose[2]);
        for (i, offset) in [0.28, 0.0, 0.28].into_iter().enumerate() {
            let (slider, angle) = (motion.q[i], motion.q[6 + i]);
            let end = [slider + geometry.leg[i] * angle.cos(), geometry.leg[i] * angle.sin()];
            let pin = [x + offset * turn.cos(), y + offset * turn.sin()];
            let apart = (end[0] - pin[0]).hypot(end[1] - pin[1]);
            assert!(apart < 1e-12, "leg {}: {apart:e}", i + 1);
        }
    }
}
