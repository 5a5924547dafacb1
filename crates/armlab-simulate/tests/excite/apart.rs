//! Links stay apart from each other and above the floor, with a margin left of
//! every joint limit.

use super::support::{read, robot};
use armlab_engine::kinematics::link_poses;
use armlab_engine::robot::Robot;
use armlab_engine::robot::solids::Solids;
use armlab_optimize::Constrained;
use armlab_progress::Progress;
use armlab_simulate::excite::objective::OBJECTIVES;
use armlab_simulate::excite::{
    BasisKind, Coordinates, DesignBasis, DesignOptions, DesignProblem, Ends, ExcitationLimits,
    Floor, FrictionColumns, LimitsFile, Merit, PlatformAxis, Setup, design,
};
use armlab_simulate::motion::Trajectory;

fn limits(robot: &Robot, clearance: f64, floor: Floor) -> ExcitationLimits {
    let driven = Coordinates::Driven;
    ExcitationLimits::of(robot, &driven, &LimitsFile::default())
        .unwrap()
        .with_margin(0.1)
        .unwrap()
        .keeping_apart(robot, &driven, &Solids::default(), clearance, floor)
        .unwrap()
}

#[test]
fn arms_stay_apart_above_the_floor_and_within_their_margins() {
    for name in ["panda", "ur5"] {
        let robot = robot(name);
        let limits = limits(&robot, 0.02, Floor::Base);
        let apart = limits.apart.clone().unwrap();
        assert_eq!(apart.model.floor(), Some(0.0));
        let options = DesignOptions { starts: 3, iterations: 150, ..DesignOptions::default() };
        let found = design(&robot, limits.clone(), &options, &Progress::none()).unwrap();
        println!("{name}: cond {:.2}", found.quality.condition_unit_columns);
        assert!(found.limits.iter().all(|l| !(l.share() > 1.0)), "{name}");
        let used = found.limits.iter().filter(|l| l.limit.what != "distance");
        let most = used.map(|l| l.share_of_stated()).fold(0.0, f64::max);
        assert!(most <= 0.9 && most > 0.88, "{name}: {most}");
        // A grid that shares no point with the design's.
        let n = robot.dofs();
        let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; n]);
        let (mut least, samples) = (f64::INFINITY, 6007);
        for i in 0..=samples {
            let t = found.trajectory.duration() * i as f64 / samples as f64;
            found.trajectory.sample(t, &mut q, &mut qd, &mut qdd);
            let poses = link_poses(&robot, &q);
            let distances = (0..apart.model.len()).map(|p| apart.model.nearest(p, &poses).distance);
            least = distances.fold(least, f64::min);
        }
        assert!(least > 0.02 - 1e-5, "{name}: {least}");
    }
}

#[test]
fn slopes_of_distances_from_links_and_floor_match_differences() {
    let robot = robot("ur5");
    let basis = DesignBasis::new(BasisKind::Fourier { harmonics: 2 }, Ends::Rest, 5.0).unwrap();
    let limits = limits(&robot, 0.02, Floor::At(-0.1));
    let driven = Coordinates::Driven;
    let none = FrictionColumns::none();
    let setup = Setup::new(&robot, &driven, basis, limits, none, 50.0, None).unwrap();
    let merit = Merit {
        earlier: None,
        focus: None,
        directions: None,
        unit_columns: false,
        objective: OBJECTIVES[0],
    };
    let problem = DesignProblem::new(&setup, &merit, 4.0).unwrap();
    let n = setup.dimension();
    let x: Vec<f64> = (0..n).map(|i| 0.2 * (1.7 * i as f64).sin()).collect();
    let labels = setup.labels();
    let weights: Vec<f64> = (0..problem.constraints())
        .map(|i| match labels[i % labels.len()].what {
            "distance" => (0.3 * i as f64).cos(),
            _ => 0.0,
        })
        .collect();
    let sum = |x: &[f64]| -> f64 {
        let mut g = vec![0.0; problem.constraints()];
        problem.constraint_values(x, &mut g);
        g.iter().zip(&weights).map(|(g, w)| g * w).sum()
    };
    let mut slopes = vec![0.0; n];
    problem.add_constraint_slopes(&x, &weights, &mut slopes);
    let largest = slopes.iter().fold(0.0_f64, |m, s| m.max(s.abs()));
    for k in 0..n {
        let at = |step: f64| {
            let mut moved = x.clone();
            moved[k] += step;
            sum(&moved)
        };
        let h = 1e-5;
        let difference = (at(h) - at(-h)) / (2.0 * h);
        assert!((slopes[k] - difference).abs() < 1e-4 * largest, "{k}: {} {difference}", slopes[k]);
    }
}

#[test]
fn what_cannot_be_kept_apart_or_above_the_floor_is_listed_and_left_out() {
    // A link of no length between two others: they touch at every pose.
    let left_out = limits(&robot("panda"), 0.02, Floor::Base).apart.unwrap();
    assert!(left_out.model.left_out().iter().any(|p| p == "link4 to link6"));
    // A machine that works below its base has no floor there, a flat one none at all.
    for name in ["delta", "five-bar"] {
        let robot = robot(name);
        let apart = limits(&robot, 0.02, Floor::Base).apart.unwrap();
        assert_eq!(apart.model.floor(), None, "{name}: {:?}", apart.words());
    }
    // Deep enough, the floor of the first counts.
    let apart = limits(&robot("delta"), 0.02, Floor::At(-2.0)).apart.unwrap();
    assert_eq!(apart.model.floor(), Some(-2.0));
}

#[test]
fn a_floor_that_leaves_no_pose_is_named_with_what_to_do() {
    let robot = read(super::gradients::ARM_BESIDE_A_POST);
    let limits = limits(&robot, 0.02, Floor::At(0.17));
    let apart = limits.apart.clone().unwrap();
    println!("{:?}", apart.words());
    let error = design(&robot, limits, &DesignOptions::default(), &Progress::none());
    if let Err(error) = error {
        assert!(error.to_string().contains("--floor none"), "{error}");
    }
}

#[test]
fn margins_and_floors_that_make_no_sense_are_refused() {
    let robot = robot("scara");
    let of = || ExcitationLimits::of(&robot, &Coordinates::Driven, &LimitsFile::default()).unwrap();
    for part in [-0.1, 1.0, f64::NAN] {
        assert!(of().with_margin(part).unwrap_err().to_string().contains("margin"));
    }
    assert_eq!(of().with_margin(0.0).unwrap(), of());
    assert_eq!("none".parse::<Floor>().unwrap(), Floor::None);
    assert_eq!("-0.2".parse::<Floor>().unwrap(), Floor::At(-0.2));
    assert!("down".parse::<Floor>().unwrap_err().to_string().contains("metres, or none"));
}

#[test]
fn a_platform_without_a_range_is_told_the_table_that_works() {
    let robot = robot("parallel3prr");
    let axes = vec![PlatformAxis::Along(0), PlatformAxis::Along(1), PlatformAxis::About(2)];
    let platform = Coordinates::Platform(axes);
    let error = ExcitationLimits::of(&robot, &platform, &LimitsFile::default()).unwrap_err();
    let error = error.to_string();
    let (_, example) = error.split_once("limits file:\n").unwrap();
    assert!(example.starts_with("[[coordinate]]\nname = \"x\"\n"), "{error}");
    // What it shows is what is read.
    let mut all = String::new();
    for name in ["x", "y", "rz"] {
        all += &example.replace("\"x\"", &format!("\"{name}\""));
        all.push('\n');
    }
    let file = LimitsFile::read(&all, "limits.toml").unwrap();
    assert!(ExcitationLimits::of(&robot, &platform, &file).is_ok());
}
