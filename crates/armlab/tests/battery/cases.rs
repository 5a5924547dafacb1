//! The table: simulated robots.

use super::Case;
use super::arm::{Arm, Making, USUAL, good, of, recorded};
use armlab::diagnosis::FaultKind;
use armlab::robot::Robot;
use armlab::spatial::vec3;
use std::f64::consts::PI;

const DEGREE: f64 = 180.0 / PI;

fn refused(name: &'static str, kind: &'static str, arm: Arm, cause: &'static str) -> Case {
    let (refused, verdict) = (Some(cause), "refused");
    Case { name, kind, arm, refused, diagnosis: Vec::new(), joints: None, verdict }
}

fn faulty(
    name: &'static str,
    kind: &'static str,
    arm: Arm,
    diagnosis: &[FaultKind],
    joints: &[usize],
) -> Case {
    let (diagnosis, joints) = (diagnosis.to_vec(), Some(joints.to_vec()));
    Case { name, kind, arm, refused: None, diagnosis, joints, verdict: "fail" }
}

fn fine(name: &'static str, kind: &'static str, arm: Arm) -> Case {
    let (diagnosis, joints) = (Vec::new(), None);
    Case { name, kind, arm, refused: None, diagnosis, joints, verdict: "pass" }
}

/// A log that is refused, and whose fault is named when it is diagnosed all the same.
fn named(case: Case, diagnosis: &[FaultKind], joints: &[usize]) -> Case {
    Case { diagnosis: diagnosis.to_vec(), joints: Some(joints.to_vec()), ..case }
}

fn builtin(name: &str) -> Robot {
    Robot::builtin(name).unwrap()
}

/// Every case.
pub fn all() -> Vec<Case> {
    [
        good_logs(),
        units(),
        clocks(),
        channels(),
        lengths(),
        gravity_signs(),
        signs(),
        zeros(),
        mountings(),
        gains(),
        columns(),
        bodies(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// All lengths of a robot times a factor, masses times its cube.
fn scaled(name: &str, factor: f64) -> Robot {
    let robot = builtin(name);
    let text = armlab::robot::describe::write_urdf(&robot);
    let scale = |text: &str, attribute: &str, by: f64| {
        let mut parts = text.split(attribute);
        let mut out = parts.next().unwrap().to_string();
        for part in parts {
            let (numbers, rest) = part.split_once('"').unwrap();
            let number = |x: &str| (x.parse::<f64>().unwrap() * by).to_string();
            let scaled: Vec<String> = numbers.split_whitespace().map(number).collect();
            out = out + attribute + &scaled.join(" ") + "\"" + rest;
        }
        out
    };
    // Axes are directions and not scaled.
    let text = text.replace("<axis xyz=\"", "<axis XYZ=\"");
    let mut text = scale(&text, "xyz=\"", factor).replace("<axis XYZ=\"", "<axis xyz=\"");
    text = scale(&text, "<mass value=\"", factor.powi(3));
    for entry in ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"] {
        text = scale(&text, &format!("{entry}=\""), factor.powi(5));
    }
    for limit in ["effort=\""] {
        text = scale(&text, limit, factor.powi(4));
    }
    Robot::from_urdf_str(&text).unwrap()
}

fn good_logs() -> Vec<Case> {
    let made = |robot: &'static str, making: Making| of(&builtin(robot), making);
    vec![
        fine("ur5 as it is", "good", good("ur5")),
        fine("panda as it is", "good", good("panda")),
        fine("scara as it is", "good", good("scara")),
        fine("cylindrical as it is", "good", good("cylindrical")),
        fine("ur5 without velocities", "good", good("ur5").without_velocities()),
        fine(
            "slow ur5",
            "good",
            made("ur5", Making { speed: 0.3, seconds: 40.0, rate: 50.0, ..USUAL }),
        ),
        fine("fast ur5", "good", made("ur5", Making { speed: 1.4, ..USUAL })),
        fine("noisy scara", "good", made("scara", Making { noise: 0.04, ..USUAL })),
        fine("scara without noise", "good", made("scara", Making { noise: 0.0, ..USUAL })),
        fine("tiny ur5", "good", of(&scaled("ur5", 0.15), USUAL)),
        fine("large ur5", "good", of(&scaled("ur5", 3.0), USUAL)),
        fine(
            "ur5 at 1 kHz for 5 s",
            "good",
            made("ur5", Making { rate: 1000.0, seconds: 5.0, ..USUAL }),
        ),
    ]
}

fn units() -> Vec<Case> {
    vec![
        refused("ur5 in N mm", "N mm", good("ur5").all_tau_times(1e3), "effort-unit"),
        refused("panda in N mm", "N mm", good("panda").all_tau_times(1e3), "effort-unit"),
        refused("scara in N mm", "N mm", good("scara").all_tau_times(1e3), "effort-unit"),
        refused(
            "cylindrical in N mm",
            "N mm",
            good("cylindrical").all_tau_times(1e3),
            "effort-unit",
        ),
        refused(
            "ur5 without masses in N mm",
            "N mm",
            good("ur5").without_inertials().all_tau_times(1e3),
            "effort-unit",
        ),
        refused("ur5 in kN m", "kN m", good("ur5").all_tau_times(1e-3), "effort-unit"),
        refused(
            "ur5 elbow in N mm",
            "N mm of one joint",
            good("ur5").tau_times(2, 1e3),
            "effort-unit",
        ),
        refused("ur5 in degrees", "degrees", good("ur5").all_motion_times(DEGREE), "degrees"),
        refused("panda in degrees", "degrees", good("panda").all_motion_times(DEGREE), "degrees"),
        refused(
            "panda in degrees without velocities",
            "degrees",
            good("panda").all_motion_times(DEGREE).without_velocities(),
            "degrees",
        ),
        refused(
            "ur5 positions in degrees",
            "degrees and rad/s",
            (0..6).fold(good("ur5"), |a, j| a.q_times(j, DEGREE)),
            "degrees",
        ),
        refused(
            "panda velocities in deg/s",
            "rad and deg/s",
            (0..7).fold(good("panda"), |a, j| a.qd_times(j, DEGREE)),
            "degrees",
        ),
        refused(
            "scara first joint in degrees",
            "degrees of one joint",
            good("scara").q_times(0, DEGREE),
            "degrees",
        ),
    ]
}

fn clocks() -> Vec<Case> {
    let time = |arm: Arm, factor: f64| arm.times(|a| &mut a.time, factor);
    let set_back = |arm: Arm, from: usize, by: f64| {
        arm.change(move |a| a.time[from..].iter_mut().for_each(|t| *t -= by))
    };
    vec![
        refused("ur5 time in ms", "time in ms", time(good("ur5"), 1e3), "time-unit"),
        refused("scara time in ms", "time in ms", time(good("scara"), 1e3), "time-unit"),
        refused(
            "panda time in ms without velocities",
            "time in ms",
            time(good("panda").without_velocities(), 1e3),
            "time-unit",
        ),
        refused(
            "cylindrical time in µs",
            "time in µs",
            time(good("cylindrical"), 1e6),
            "time-unit",
        ),
        refused(
            "ur5 time in ns without velocities",
            "time in ns",
            time(good("ur5").without_velocities(), 1e9),
            "time-unit",
        ),
        refused(
            "ur5 time starts again half-way",
            "clock set back",
            set_back(good("ur5"), 2000, 10.0),
            "stamps-backwards",
        ),
        refused(
            "panda clock set back by half a second",
            "clock set back",
            set_back(good("panda"), 1000, 0.5),
            "stamps-backwards",
        ),
        refused(
            "scara every third stamp repeated",
            "repeated stamps",
            good("scara")
                .change(|a| (3..a.time.len()).step_by(3).for_each(|i| a.time[i] = a.time[i - 1])),
            "stamps-repeated",
        ),
    ]
}

fn channels() -> Vec<Case> {
    let frozen = |of: fn(&mut Arm) -> &mut Vec<f64>| {
        move |a: &mut Arm| {
            let value = of(a)[1000];
            of(a)[1000..2200].fill(value);
        }
    };
    vec![
        refused(
            "ur5 effort frozen",
            "frozen channel",
            good("ur5").change(frozen(|a| &mut a.tau[1])),
            "frozen",
        ),
        refused(
            "panda position frozen",
            "frozen channel",
            good("panda").change(frozen(|a| &mut a.q[3])),
            "frozen",
        ),
        refused(
            "scara velocity frozen",
            "frozen channel",
            good("scara").change(frozen(|a| &mut a.qd[0])),
            "frozen",
        ),
        refused(
            "ur5 effort of the elbow always zero",
            "dead channel",
            good("ur5").tau_times(2, 0.0),
            "constant-effort",
        ),
        refused(
            "cylindrical efforts all zero",
            "dead channel",
            good("cylindrical").all_tau_times(0.0),
            "constant-effort",
        ),
        refused(
            "panda velocity of joint 2 inverted",
            "velocity sign",
            good("panda").qd_times(1, -1.0),
            "velocity-sign",
        ),
        refused(
            "ur5 velocity in rpm",
            "velocity unit",
            (0..6).fold(good("ur5"), |a, j| a.qd_times(j, 60.0 / (2.0 * PI))),
            "velocity-scale",
        ),
        refused(
            "ur5 velocities of two joints exchanged",
            "velocity of another joint",
            good("ur5").change(|a| a.qd.swap(1, 2)),
            "velocity-disagrees",
        ),
        refused(
            "scara a fifth of the rows missing",
            "missing values",
            good("scara")
                .change(|a| (0..a.time.len()).step_by(5).for_each(|i| a.tau[0][i] = f64::NAN)),
            "not-finite",
        ),
        refused(
            "ur5 velocity glitches",
            "glitches",
            good("ur5").change(|a| (100..3000).step_by(500).for_each(|i| a.qd[4][i] = 1e8)),
            "absurd",
        ),
        refused(
            "panda efforts clipped",
            "clipped",
            good("panda").change(|a| a.tau[1].iter_mut().for_each(|x| *x = x.clamp(-15.0, 15.0))),
            "saturated",
        ),
    ]
}

fn lengths() -> Vec<Case> {
    let short = |rate: f64, rows: usize| of(&builtin("ur5"), Making { rate, ..USUAL }).cut(rows);
    vec![
        refused("panda 33 rows", "too short", good("panda").cut(33), "few-samples"),
        refused("ur5 101 rows", "too short", good("ur5").cut(101), "few-samples"),
        refused("ur5 2 ms at 50 kHz", "too short", short(50_000.0, 200), "too-short"),
        refused(
            "scara hardly moves",
            "hardly moving",
            good("scara").change(|a| {
                for j in 0..3 {
                    let middle = a.q[j][0];
                    a.q[j].iter_mut().for_each(|x| *x = middle + 1e-3 * (*x - middle));
                    a.qd[j].iter_mut().for_each(|x| *x *= 1e-3);
                }
            }),
            "hardly-moving",
        ),
    ]
}

fn gravity_signs() -> Vec<Case> {
    use FaultKind::{EffortSign, Gravity, ZeroOffset};
    let hanging = |name: &'static str| {
        let robot = builtin(name);
        let truth = robot.with_gravity(vec3(0.0, 0.0, 9.81));
        recorded(&robot, &truth, USUAL)
    };
    let case = |name, kind, arm| refused(name, kind, arm, "gravity-sign");
    vec![
        named(
            case("ur5 all efforts inverted", "effort sign of all", good("ur5").all_tau_times(-1.0)),
            &[EffortSign],
            &[],
        ),
        named(
            case(
                "panda all efforts inverted",
                "effort sign of all",
                good("panda").all_tau_times(-1.0),
            ),
            &[EffortSign],
            &[],
        ),
        named(
            case(
                "scara slide inverted",
                "sign of the only weight",
                good("scara").tau_times(2, -1.0),
            ),
            &[EffortSign],
            &[2],
        ),
        named(case("panda hangs from the ceiling", "hanging", hanging("panda")), &[Gravity], &[]),
        named(case("ur5 hangs from the ceiling", "hanging", hanging("ur5")), &[Gravity], &[]),
        named(
            case("ur5 zero 2 at 180°", "zero", good("ur5").offset(1, 180.0)),
            &[ZeroOffset],
            &[1],
        ),
    ]
}

fn signs() -> Vec<Case> {
    use FaultKind::{EffortSign, PositionSign};
    let kind = "effort sign";
    vec![
        // About a vertical axis the sign of position and effort are the same fault.
        faulty("ur5 effort 1 inverted", kind, good("ur5").tau_times(0, -1.0), &[EffortSign], &[0]),
        faulty("ur5 effort 2 inverted", kind, good("ur5").tau_times(1, -1.0), &[EffortSign], &[1]),
        faulty("ur5 effort 6 inverted", kind, good("ur5").tau_times(5, -1.0), &[EffortSign], &[5]),
        faulty(
            "panda effort 3 inverted",
            kind,
            good("panda").tau_times(2, -1.0),
            &[EffortSign],
            &[2],
        ),
        faulty(
            "panda effort 7 inverted",
            kind,
            good("panda").tau_times(6, -1.0),
            &[EffortSign],
            &[6],
        ),
        faulty(
            "scara effort 2 inverted",
            kind,
            good("scara").tau_times(1, -1.0),
            &[EffortSign],
            &[1],
        ),
        faulty(
            "cylindrical effort 1 inverted",
            kind,
            good("cylindrical").tau_times(0, -1.0),
            &[EffortSign],
            &[0],
        ),
        faulty(
            "cylindrical effort 3 inverted",
            kind,
            good("cylindrical").tau_times(2, -1.0),
            &[EffortSign],
            &[2],
        ),
        faulty(
            "ur5 without masses, effort 2 inverted",
            kind,
            good("ur5").without_inertials().tau_times(1, -1.0),
            &[EffortSign],
            &[1],
        ),
        faulty(
            "panda without masses, effort 4 inverted",
            kind,
            good("panda").without_inertials().tau_times(3, -1.0),
            &[EffortSign],
            &[3],
        ),
        faulty(
            "ur5 position 2 inverted",
            "position sign",
            good("ur5").motion_times(1, -1.0),
            &[PositionSign],
            &[1],
        ),
        faulty(
            "ur5 position 3 inverted",
            "position sign",
            good("ur5").motion_times(2, -1.0),
            &[PositionSign],
            &[2],
        ),
        faulty(
            "panda position 4 inverted",
            "position sign",
            good("panda").motion_times(3, -1.0),
            &[PositionSign],
            &[3],
        ),
        faulty(
            "ur5 elbow turns the other way",
            "axis sign",
            good("ur5").motion_times(2, -1.0).tau_times(2, -1.0),
            &[FaultKind::AxisSign],
            &[2],
        ),
    ]
}

fn zeros() -> Vec<Case> {
    use FaultKind::ZeroOffset;
    vec![
        faulty("ur5 zero 2 at 90°", "zero", good("ur5").offset(1, 90.0), &[ZeroOffset], &[1]),
        faulty("ur5 zero 3 at -90°", "zero", good("ur5").offset(2, -90.0), &[ZeroOffset], &[2]),
        faulty("panda zero 2 at 90°", "zero", good("panda").offset(1, 90.0), &[ZeroOffset], &[1]),
        faulty("panda zero 4 at 180°", "zero", good("panda").offset(3, 180.0), &[ZeroOffset], &[3]),
        faulty("scara zero 2 at 90°", "zero", good("scara").offset(1, 90.0), &[ZeroOffset], &[1]),
        faulty(
            "ur5 zero 2 at 25°",
            "zero anywhere",
            good("ur5").offset(1, 25.0),
            &[ZeroOffset],
            &[1],
        ),
        faulty(
            "panda zero 4 at -37°",
            "zero anywhere",
            good("panda").offset(3, -37.0),
            &[ZeroOffset],
            &[3],
        ),
        faulty(
            "ur5 without masses, zero 3 at 90°",
            "zero",
            good("ur5").without_inertials().offset(2, 90.0),
            &[ZeroOffset],
            &[2],
        ),
    ]
}

fn mountings() -> Vec<Case> {
    let mounted = |name: &'static str, g: [f64; 3]| {
        let robot = builtin(name);
        let truth = robot.with_gravity(vec3(g[0], g[1], g[2]));
        recorded(&robot, &truth, USUAL)
    };
    let case = |name, arm| faulty(name, "mounting", arm, &[FaultKind::Gravity], &[]);
    vec![
        case("ur5 on a wall", mounted("ur5", [9.81, 0.0, 0.0])),
        case("panda on a wall", mounted("panda", [0.0, -9.81, 0.0])),
        case("panda tilted by 45°", mounted("panda", [6.94, 0.0, -6.94])),
        case("ur5 tilted by 30°", mounted("ur5", [0.0, 4.9, -8.5])),
        case("ur5 without masses on a wall", mounted("ur5", [9.81, 0.0, 0.0]).without_inertials()),
    ]
}

fn gains() -> Vec<Case> {
    use FaultKind::{DriveGain, EffortUnit};
    let kind = "drive gain";
    let slide = good("cylindrical").tau_times(1, 1e3);
    let slide = slide.change(|a| a.tau[0].iter_mut().for_each(|x| *x *= 1.0));
    vec![
        faulty("ur5 gain 2 of 1.6", kind, good("ur5").tau_times(1, 1.6), &[DriveGain], &[1]),
        faulty("panda gain 4 of 0.5", kind, good("panda").tau_times(3, 0.5), &[DriveGain], &[3]),
        faulty("ur5 gain 5 of 20", kind, good("ur5").tau_times(4, 20.0), &[DriveGain], &[4]),
        faulty("scara gain 1 of 0.7", kind, good("scara").tau_times(0, 0.7), &[DriveGain], &[0]),
        faulty(
            "panda without masses, gain 4 of 2.5",
            kind,
            good("panda").without_inertials().tau_times(3, 2.5),
            &[DriveGain],
            &[3],
        ),
        refused("cylindrical lift in mN", "unit of one joint", slide, "effort-unit"),
        faulty(
            "panda effort 5 in kN m",
            "unit of one joint",
            good("panda").tau_times(4, 1e-3),
            &[EffortUnit],
            &[4],
        ),
    ]
}

fn columns() -> Vec<Case> {
    use FaultKind::{Delay, SwappedEfforts, SwappedJoints, SwappedPositions};
    let positions = |arm: Arm, a: usize, b: usize| {
        arm.change(move |arm| {
            arm.q.swap(a, b);
            arm.qd.swap(a, b);
        })
    };
    let efforts = |arm: Arm, a: usize, b: usize| arm.change(move |arm| arm.tau.swap(a, b));
    vec![
        faulty(
            "ur5 efforts 1 and 2 exchanged",
            "exchanged efforts",
            efforts(good("ur5"), 0, 1),
            &[SwappedEfforts],
            &[0, 1],
        ),
        faulty(
            "ur5 efforts 2 and 3 exchanged",
            "exchanged efforts",
            efforts(good("ur5"), 1, 2),
            &[SwappedEfforts],
            &[1, 2],
        ),
        faulty(
            "panda efforts 5 and 6 exchanged",
            "exchanged efforts",
            efforts(good("panda"), 4, 5),
            &[SwappedEfforts],
            &[4, 5],
        ),
        faulty(
            "scara efforts 1 and 2 exchanged",
            "exchanged efforts",
            efforts(good("scara"), 0, 1),
            &[SwappedEfforts],
            &[0, 1],
        ),
        faulty(
            "ur5 positions 2 and 3 exchanged",
            "exchanged positions",
            positions(good("ur5"), 1, 2),
            &[SwappedPositions],
            &[1, 2],
        ),
        faulty(
            "panda positions 1 and 3 exchanged",
            "exchanged positions",
            positions(good("panda"), 0, 2),
            &[SwappedPositions],
            &[0, 2],
        ),
        faulty(
            "ur5 joints 3 and 4 exchanged",
            "exchanged joints",
            efforts(positions(good("ur5"), 2, 3), 2, 3),
            &[SwappedJoints],
            &[2, 3],
        ),
        faulty("ur5 efforts 60 ms late", "delay", good("ur5").late(12), &[Delay], &[]),
        faulty("panda efforts 100 ms late", "delay", good("panda").late(20), &[Delay], &[]),
    ]
}

fn bodies() -> Vec<Case> {
    use FaultKind::{Coupling, Description, EffortScale, Payload};
    let heavier = |name: &'static str, factor: f64| {
        let truth = builtin(name);
        let values: Vec<f64> = truth.parameter_values().iter().map(|v| factor * v).collect();
        recorded(&truth.with_parameter_values(&values).unwrap(), &truth, USUAL)
    };
    let loaded = |name: &'static str, mass: f64| {
        let robot = builtin(name);
        let mut values = robot.parameter_values();
        let last = 10 * (robot.links().len() - 1);
        // A point 8 cm beside the last joint's axis.
        let load = [
            mass,
            0.05 * mass,
            0.0,
            0.08 * mass,
            0.0064 * mass,
            0.0,
            0.0089 * mass,
            -0.004 * mass,
            0.0,
            0.0025 * mass,
        ];
        values[last..last + 10].iter_mut().zip(load).for_each(|(v, l)| *v += l);
        recorded(&robot, &robot.with_parameter_values(&values).unwrap(), USUAL)
    };
    let coupled = good("ur5").change(|a| {
        for i in 1..a.time.len() - 1 {
            let rate =
                |j: usize| (a.qd[j][i + 1] - a.qd[j][i - 1]) / (a.time[i + 1] - a.time[i - 1]);
            let motor = (a.qd[4][i] + a.qd[5][i]).signum();
            a.tau[4][i] += 0.1 * rate(5) + 0.6 * a.qd[5][i] + 0.4 * motor;
            a.tau[5][i] += 0.1 * rate(4) + 0.6 * a.qd[4][i] + 0.4 * motor;
        }
    });
    let shuffled = {
        let truth = builtin("ur5");
        let mut values = truth.parameter_values();
        for (k, link) in values[..60].chunks_mut(10).enumerate() {
            let factor = [0.4, 1.9, 0.5, 2.2, 0.6, 1.8][k];
            link.iter_mut().for_each(|v| *v *= factor);
        }
        recorded(&truth.with_parameter_values(&values).unwrap(), &truth, USUAL)
    };
    vec![
        faulty("ur5 described 25 % too heavy", "masses", heavier("ur5", 1.25), &[EffortScale], &[]),
        faulty(
            "panda described 40 % too heavy",
            "masses",
            heavier("panda", 1.4),
            &[EffortScale],
            &[],
        ),
        faulty("ur5 masses all wrong", "masses", shuffled, &[Description], &[]),
        faulty("ur5 carries 3 kg", "payload", loaded("ur5", 3.0), &[Payload], &[]),
        faulty("panda carries 2 kg", "payload", loaded("panda", 2.0), &[Payload], &[]),
        faulty("ur5 wrist motors coupled", "coupling", coupled, &[Coupling], &[4, 5]),
    ]
}
