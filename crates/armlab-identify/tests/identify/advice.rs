//! What to record next, for logs that lack something on purpose.

use crate::logs::{built_in, clean_3prr};
use crate::motions::{Swing, noisy, recording, rich, with_efforts};
use armlab_identify::estimators::{Data, method};
use armlab_identify::uncertainty::{AdviceSettings, MotionAdvice, Move, motion_advice};
use armlab_identify::{FrictionModel, Model};

fn advised(robot: &str, swings: &[Swing], seconds: f64, shape: FrictionModel) -> MotionAdvice {
    let robot = built_in(robot);
    let model = Model::new(&robot, shape, &[]).unwrap();
    let mut truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    truth.extend(model.friction().iter().map(|c| if c.not_negative { 2.0 } else { 0.1 }));
    let clean = with_efforts(&model, recording(swings, seconds, 0.01), &truth);
    let recordings = [noisy(&clean, &vec![0.3; model.joints()], 0.0, 1)];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let estimate = method("wls").unwrap().estimate(&data).unwrap();
    let advice = motion_advice(&data, &estimate, &AdviceSettings::default()).unwrap();
    advice.sentences.iter().for_each(|s| println!("* {s}"));
    advice.weak.iter().for_each(|w| println!("  {}", w.sentence));
    advice.directions.iter().for_each(|d| println!("  {:.1e} {}", d.strength, d.sentence));
    advice
}

#[test]
fn a_joint_that_stood_still_is_named_and_what_it_should_do() {
    // IZZ1 shows by the acceleration of the first joint and by nothing else.
    let mut swings = rich(3, 1.0);
    swings[0] = Swing::still(0.3);
    let advice = advised("scara", &swings, 40.0, FrictionModel::none());
    assert!(advice.joints[0].range == 0.0 && advice.joints[1].range > 1.0);
    let names: Vec<&str> = advice.weak.iter().map(|w| w.name.as_str()).collect();
    assert_eq!(names, ["IZZ1"]);
    let weak = &advice.weak[0];
    let (remedy, left) = weak.remedy.unwrap();
    assert!(weak.deviation.is_none() && left < 0.1 * weak.size, "{}", weak.sentence);
    assert_eq!(remedy.joint(), Some(0));
    let told = &advice.sentences[0];
    assert!(
        told.starts_with("theta1 ") && told.contains(" 0 deg") && told.contains(" only: move it")
    );
}

#[test]
fn slow_motion_shows_weights_but_not_inertias_and_is_told_to_be_brisker() {
    // Twenty times slower: gravity shows, inertia does not.
    let advice = advised("ur5", &rich(6, 0.05), 60.0, FrictionModel::none());
    assert!(!advice.weak.is_empty());
    for weak in &advice.weak {
        let brisk = matches!(weak.remedy, Some((Move::Brisk { .. } | Move::Faster { .. }, _)));
        assert!(brisk || weak.remedy.is_none(), "{}", weak.sentence);
    }
    assert!(advice.weak.iter().any(|w| w.shares.acceleration > 0.5));
}

#[test]
fn a_joint_that_moved_through_three_degrees_is_told_to_move_farther() {
    let mut swings = rich(6, 1.0);
    // Joint 4 turns by ±1.5 degrees, slowly.
    swings[3] = Swing { centre: 0.2, amplitudes: [0.026, 0.0], frequencies: [0.05, 0.1] };
    let advice = advised("ur5", &swings, 40.0, FrictionModel::none());
    let about = |w: &&armlab_identify::uncertainty::WeakUnknown| {
        w.remedy.is_some_and(|r| r.0.joint() == Some(3))
    };
    let helped = advice.weak.iter().filter(about).count();
    assert!(2 * helped > advice.weak.len(), "{:?}", advice.sentences);
    assert!(advice.sentences.iter().any(|s| s.contains("wrist1")), "{:?}", advice.sentences);
}

#[test]
fn friction_of_a_joint_that_stood_still_needs_it_to_move() {
    let mut swings = rich(3, 1.0);
    swings[2] = Swing::still(0.1);
    let advice = advised("scara", &swings, 40.0, FrictionModel::standard());
    let names: Vec<&str> = advice.weak.iter().map(|w| w.name.as_str()).collect();
    assert!(names.contains(&"d3.fv") && names.contains(&"d3.fc"), "{names:?}");
    let fv = advice.weak.iter().find(|w| w.name == "d3.fv").unwrap();
    assert_eq!(fv.remedy.and_then(|r| r.0.joint()), Some(2), "{}", fv.sentence);
    assert!(fv.deviation.is_none() && fv.sentence.contains("not seen"), "{}", fv.sentence);
    // m3 and the offset of the slide act alike while it stands.
    let told = advice.directions.iter().any(|d| {
        let has = |name: &str| d.terms.iter().any(|t| t.0 == name);
        has("m3") && has("d3.fo")
    });
    assert!(told, "{:?}", advice.directions);
}

#[test]
fn a_rich_log_needs_nothing() {
    let advice = advised("scara", &rich(3, 1.0), 60.0, FrictionModel::none());
    assert!(advice.weak.is_empty());
    assert_eq!(advice.sentences, ["the log determines all unknowns well"]);
}

#[test]
fn machines_with_loops_are_advised_too() {
    let robot = built_in("parallel3prr-vertical");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let recordings = [noisy(&with_efforts(&model, clean_3prr(), &truth), &[3.0; 3], 0.0, 1)];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let estimate = method("ls").unwrap().estimate(&data).unwrap();
    let advice = motion_advice(&data, &estimate, &AdviceSettings::default()).unwrap();
    advice.weak.iter().for_each(|w| println!("  {}", w.sentence));
    // Legs 1 and 3 are nearly equal, so only the sum of their moments shows (notes on
    // the paper, section 4).
    let definition = |name: &str| {
        let all = &model.base().parameters;
        all.iter().find(|p| p.name == name).map_or(String::new(), |p| p.definition.clone())
    };
    let told = |leg: &str| advice.weak.iter().any(|w| definition(&w.name).contains(leg));
    assert!(told("I_L1") || told("I_L3"), "{:?}", advice.sentences);
}
