//! Ranges of single parameters with the same efforts.

use crate::logs::built_in;
use crate::motions::{noisy, recording, rich, with_efforts};
use armlab_engine::base::{BaseParameters, base_parameters};
use armlab_identify::estimators::{Data, method};
use armlab_identify::uncertainty::{
    ConditionError, Conditions, IntervalError, Intervals, intervals, intervals_of_description,
};
use armlab_identify::{FrictionModel, Model};

/// The box of the paper's Table 1: masses from 1 to 1.5 times the design, the rest
/// from 0.75 to 1.5 times.
fn table_1(base: &BaseParameters) -> Conditions {
    let design = base_parameters(&built_in("parallel3prr-design")).unwrap();
    let mut box_of = Conditions::new();
    for (name, value) in design.unknowns.iter().zip(design.prior()) {
        let low = if name.starts_with('m') { 1.0 } else { 0.75 };
        box_of = box_of.between(base, name, low * value, 1.5 * value).unwrap();
    }
    box_of
}

#[test]
fn the_machine_of_the_paper_has_the_ranges_of_the_notes() {
    // Notes on the paper, section 4: percent around the estimate, four null vectors.
    let expected = [
        ("m_s", -14.0, 19.0),
        ("m_L1", -8.0, 14.0),
        ("m_L2", -10.0, 17.0),
        ("m_L3", -8.0, 18.0),
        ("m_p", -3.0, 13.0),
        ("h_L1", -24.0, 12.0),
        ("h_L2", -26.0, 13.0),
        ("h_L3", -21.0, 26.0),
        ("h_p", -8.0, 9.0),
        ("I_L1", -40.0, 20.0),
        ("I_L2", -40.0, 20.0),
        ("I_L3", -31.0, 38.0),
        ("I_p", -6.0, 7.0),
    ];
    let robot = built_in("parallel3prr-vertical");
    let base = base_parameters(&robot).unwrap();
    let found = intervals_of_description(&robot, &base, &table_1(&base)).unwrap();
    for (name, low, high) in expected {
        let range = found.parameters.iter().find(|p| p.name == name).unwrap();
        let percent = |x: f64| 100.0 * (x / range.value - 1.0);
        let (lower, upper) = (percent(range.lower), percent(range.upper));
        println!("{lower:+.2} {upper:+.2}: {}", range.sentence);
        assert!((lower - low).abs() <= 0.51 && (upper - high).abs() <= 0.51, "{name}");
    }
}

#[test]
fn ranges_hold_the_description_and_are_points_where_a_parameter_shows_by_itself() {
    let robot = built_in("ur5");
    let base = base_parameters(&robot).unwrap();
    let conditions =
        Conditions::new().bodies(&robot, &base).centres_within(&robot, &base, 0.5).unwrap();
    let found = intervals_of_description(&robot, &base, &conditions).unwrap();
    let alone = |p: &str| base.parameters.iter().any(|b| b.name == p);
    let mut wide = 0;
    for p in &found.parameters {
        assert!(p.lower <= p.value + 1e-7 && p.value <= p.upper + 1e-7, "{p:?}");
        match alone(&p.name) {
            true => assert!(p.upper - p.lower < 1e-6, "{p:?}"),
            false => wide += usize::from(p.upper - p.lower > 1e-3),
        }
    }
    assert!(wide > 20, "{wide}");
    println!("{}", found.parameters[30].sentence);
}

fn estimated(
    sd: f64,
    deviations: f64,
    conditions: impl Fn(&Model) -> Conditions,
) -> Result<Intervals, IntervalError> {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let clean = with_efforts(&model, recording(&rich(3, 1.0), 20.0, 0.01), &truth);
    let recordings = [noisy(&clean, &[sd; 3], 0.0, 1)];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let estimate = method("ls").unwrap().estimate(&data).unwrap();
    intervals(
        &model,
        &estimate,
        &conditions(&model),
        deviations,
        &armlab_progress::Progress::none(),
    )
}

#[test]
fn uncertain_base_parameters_widen_ranges_and_what_nothing_limits_is_open() {
    let bodies = |m: &Model| Conditions::new().bodies(m.robot(), m.base());
    let sharp = estimated(0.5, 0.0, bodies).unwrap();
    let wide = estimated(0.5, 2.0, bodies).unwrap();
    for (a, b) in sharp.parameters.iter().zip(&wide.parameters) {
        println!("{} | {}", a.sentence, b.sentence);
        assert!(b.lower <= a.lower + 1e-9 && b.upper >= a.upper - 1e-9, "{}", a.name);
    }
    let of = |all: &Intervals, name: &str| {
        all.parameters.iter().find(|p| p.name == name).cloned().unwrap()
    };
    // m3 is a base parameter by itself: a point, or as wide as two deviations.
    let (point, room) = (of(&sharp, "link3.m"), of(&wide, "link3.m"));
    assert!(point.upper - point.lower < 1e-9 && room.upper - room.lower > 1e-4);
    assert!(point.sentence.starts_with("link3.m is "), "{}", point.sentence);
    // Declared base parameters mention six link parameters; others with an effect are
    // known, and those without may be anything that lets bodies exist.
    assert_eq!(of(&sharp, "link2.my").sentence, "link2.my is taken as known");
    let free = of(&sharp, "link1.m").sentence;
    assert_eq!(free, "link1.m is at least 0 kg, and nothing limits it above");
    let nothing = estimated(0.5, 0.0, |_| Conditions::new()).unwrap();
    let open = of(&nothing, "link2.m");
    assert_eq!((open.lower, open.upper), (f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(open.sentence, "nothing limits link2.m");
}

#[test]
fn a_box_around_the_description_holds_what_efforts_leave_open() {
    let robot = built_in("panda");
    let base = base_parameters(&robot).unwrap();
    let conditions = Conditions::new().around_description(&base, 0.2).unwrap();
    let found = intervals_of_description(&robot, &base, &conditions).unwrap();
    let described = base.prior();
    let mut at_the_box = 0;
    for (p, value) in found.parameters.iter().zip(described).filter(|(_, v)| *v != 0.0) {
        let slack = 1e-6 * value.abs();
        let (low, high) = (0.8 * value, 1.2 * value);
        assert!(p.lower >= low.min(high) - slack && p.upper <= low.max(high) + slack, "{p:?}");
        at_the_box += usize::from((p.upper - low.max(high)).abs() <= slack);
    }
    assert!(at_the_box > 10, "{at_the_box}");
}

#[test]
fn what_the_whole_robot_may_weigh_more_its_first_link_may() {
    // Of link 1 only the moment about its axis shows, so it takes what is left. The
    // description weighs 16.06 kg, so the search starts outside of the first limits.
    let robot = built_in("panda");
    let base = base_parameters(&robot).unwrap();
    let most = |kilograms: f64| {
        let conditions = Conditions::new().bodies(&robot, &base).centres_within(&robot, &base, 0.5);
        let conditions = conditions.unwrap().total_mass(&robot, &base, 0.0, kilograms).unwrap();
        let found = intervals_of_description(&robot, &base, &conditions).unwrap();
        println!("{kilograms} kg: {}", found.parameters[0].sentence);
        found.parameters[0].upper
    };
    let first = most(13.0);
    for kilograms in [14.0, 16.0, 20.0, 40.0] {
        let upper = most(kilograms);
        assert!((upper - first - (kilograms - 13.0)).abs() < 1e-6, "{kilograms}: {upper} {first}");
    }
}

#[test]
fn contradictory_conditions_are_named() {
    let conditions = |m: &Model| {
        let base = m.base();
        Conditions::new()
            .bodies(m.robot(), base)
            .between(base, "link3.m", 2.5, 3.0)
            .unwrap()
            .between(base, "link2.m", 5.0, 7.0)
            .unwrap()
    };
    let Err(error) = estimated(0.1, 2.0, conditions) else { panic!("no contradiction") };
    println!("{error}");
    let IntervalError::Contradiction { culprits } = &error else { panic!("{error}") };
    assert_eq!(culprits.len(), 2, "{culprits:?}");
    assert!(culprits.iter().any(|c| c.starts_with("m3 = ")), "{culprits:?}");
    // Half of the half kilogram that is between them.
    assert!(culprits.contains(&"link3.m from 2.5 to 3 (missed by 0.25)".into()), "{culprits:?}");
    assert!(error.to_string().contains("loosen one of them"));
}

#[test]
fn several_bounds_that_contradict_a_sum_are_all_named() {
    // Izz of the links and the total mass are too small for IZZ1 together.
    let conditions = |m: &Model| {
        let (robot, base) = (m.robot(), m.base());
        Conditions::new()
            .total_mass(robot, base, 0.0, 15.0)
            .unwrap()
            .between(base, "link1.Izz", 0.0, 0.1)
            .unwrap()
            .between(base, "link2.Izz", 0.0, 0.1)
            .unwrap()
            .between(base, "link3.Izz", 0.0, 0.1)
            .unwrap()
    };
    let Err(IntervalError::Contradiction { culprits }) = estimated(0.1, 0.0, conditions) else {
        panic!("no contradiction")
    };
    println!("{culprits:?}");
    assert!(culprits.len() >= 2 && culprits.iter().any(|c| c.starts_with("IZZ")), "{culprits:?}");
}

#[test]
fn conditions_on_what_is_not_there_are_refused() {
    let robot = built_in("scara");
    let base = base_parameters(&robot).unwrap();
    let refused = Conditions::new().between(&base, "link2.mm", 0.0, 1.0).unwrap_err();
    println!("{refused}");
    assert!(matches!(refused, ConditionError::Unknown { nearest: Some(_), .. }));
    let refused = Conditions::new().between(&base, "link2.m", 2.0, 1.0).unwrap_err();
    assert!(matches!(refused, ConditionError::Range { .. }));
    assert!(Conditions::new().between(&base, "link2.m", f64::NAN, 1.0).is_err());
    assert!(Conditions::new().centres_within(&robot, &base, f64::NAN).is_err());
    assert!(Conditions::new().around_description(&base, -0.1).is_err());
}
