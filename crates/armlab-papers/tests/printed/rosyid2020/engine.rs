//! The paper's machine, closed form and corrected equations, against armlab's general engine for
//! machines with loops, which shares no line with them.

use super::kinematics::poses;
use super::samples::{file, motions, numbers};
use armlab_engine::dynamics::LoopedDynamics;
use armlab_engine::robot::Robot;
use armlab_engine::robot::describe::{ReadOptions, read_toml};
use armlab_papers::rosyid2020::kinematics::{DEFAULT_SIDES, assembly, forward, inverse};
use armlab_papers::rosyid2020::printed::{Errata, Terms, effort, rail_reactions};
use armlab_papers::rosyid2020::{Geometry, Machine, Motion, Mounting};

fn described(mounting: Mounting) -> Robot {
    let name = match mounting {
        Mounting::Horizontal => "parallel3prr",
        Mounting::Vertical => "parallel3prr-vertical",
    };
    let path = format!("{}/../armlab-engine/robots/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    read_toml(&text, name, &ReadOptions::default()).unwrap().robot
}

/// The engine's coordinates are x₁ α₁ x₂ α₂ x₃ α₃ and the platform's angle against leg 2.
fn in_paper_order(q: &[f64]) -> [f64; 7] {
    [q[0], q[2], q[4], q[1], q[3], q[5], q[3] + q[6]]
}

#[test]
fn engine_gives_the_corrected_efforts_and_rail_reactions() {
    let mut worst = [0.0_f64; 2];
    for mounting in [Mounting::Horizontal, Mounting::Vertical] {
        let (machine, robot) = (Machine::published(mounting), described(mounting));
        let mut engine = LoopedDynamics::new(&robot).unwrap();
        let stored = file();
        let wanted = if mounting == Mounting::Vertical { "vertical" } else { "horizontal" };
        let cases = stored["cases"].as_array().unwrap().iter();
        let cases = cases.filter(|c| c["orientation"] == wanted).map(|case| {
            let [pose, v, a] = ["pose", "vel", "acc"].map(|k| numbers(&case[k]));
            Motion::of_platform(&machine.geometry, pose, v, a, DEFAULT_SIDES).unwrap()
        });
        for motion in motions().into_iter().chain(cases) {
            let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
            let [a1, a2, a3, ..] = motion.qdd;
            let corrected = effort(&terms, [a1, a2, a3], [0.0; 3], Errata::NONE);
            let normal = rail_reactions(&machine, &motion, Errata::NONE).unwrap();
            let (q, qd, qdd) = (&motion.q[..3], &motion.qd[..3], &motion.qdd[..3]);
            let mut tau = [0.0; 3];
            engine.go_home();
            engine.inverse(q, qd, qdd, &mut tau).unwrap();
            let reactions = engine.reactions();
            for i in 0..3 {
                worst[0] = worst[0].max((tau[i] - corrected[i]).abs());
                worst[1] = worst[1].max((reactions[2 * i].force.y - normal[i]).abs());
            }
        }
    }
    println!("engine: efforts to {:.1e} N, rail reactions to {:.1e} N", worst[0], worst[1]);
    assert!(worst.iter().all(|w| *w < 1e-9), "{worst:?}");
}

#[test]
fn engine_assembles_what_the_closed_form_says() {
    let geometry = Geometry::published();
    let robot = described(Mounting::Horizontal);
    let mut engine = LoopedDynamics::new(&robot).unwrap();
    let (mut worst, mut count) = (0.0_f64, 0);
    for pose in poses(4) {
        let legs = inverse(&geometry, pose, DEFAULT_SIDES).unwrap();
        let [a1, a2, a3] = legs.angle;
        // Away from the singular poses, across which a path from home would change the branch.
        if (a1 - a3).sin().abs() < 0.3 || (a2 - pose[2]).sin() < 0.3 {
            continue;
        }
        engine.go_home();
        engine.move_to(&legs.slider, &[0.0; 3], &[0.0; 3]).unwrap();
        let got = in_paper_order(engine.coordinates());
        let closed = forward(&geometry, legs.slider, assembly(&geometry, pose, legs.angle));
        for (got, want) in got[3..].iter().zip([a1, a2, a3, closed.unwrap()[2]]) {
            worst = worst.max((got - want).abs());
        }
        count += 1;
        if count == 2000 {
            break;
        }
    }
    println!("assembly over {count} poses: {worst:.1e} rad");
    assert!(worst < 1e-12, "{worst}");
}

#[test]
fn engine_moves_passive_joints_as_the_closed_form_does() {
    let robot = described(Mounting::Horizontal);
    let mut engine = LoopedDynamics::new(&robot).unwrap();
    let mut worst = [0.0_f64; 2];
    for motion in motions() {
        engine.move_to(&motion.q[..3], &motion.qd[..3], &motion.qdd[..3]).unwrap();
        let (speeds, rates) =
            (in_paper_order(engine.speeds()), in_paper_order(engine.accelerations()));
        for (k, full) in [6, 7, 8, 11].into_iter().enumerate() {
            worst[0] = worst[0].max((speeds[3 + k] - motion.qd[full]).abs());
            worst[1] = worst[1].max((rates[3 + k] - motion.qdd[full]).abs());
        }
    }
    println!("passive speeds to {:.1e} rad/s, accelerations to {:.1e} rad/s²", worst[0], worst[1]);
    assert!(worst[0] < 1e-12 && worst[1] < 1e-11, "{worst:?}");
}
