//! Logs that the gate refuses.

use super::super::Case;
use super::super::arm::{Arm, Making, USUAL, good, of, recorded};
use super::{builtin, named, refused};
use armlab::diagnosis::FaultKind;
use armlab::spatial::vec3;
use armlab_random::Random;
use std::f64::consts::PI;

const DEGREE: f64 = 180.0 / PI;

pub fn units() -> Vec<Case> {
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
            "panda before its gears",
            "motor side",
            (0..7).fold(good("panda"), |arm, j| arm.tau_times(j, [0.01, 0.0125, 0.02][j % 3])),
            "effort-unit",
        ),
        refused(
            "panda in encoder counts",
            "encoder counts",
            good("panda").all_motion_times(4096.0 / (2.0 * PI)),
            "position-unit",
        ),
        refused(
            "panda, effort column of joint 2 twice",
            "column twice",
            good("panda").change(|a| a.tau[3] = a.tau[1].clone()),
            "same-columns",
        ),
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

pub fn clocks() -> Vec<Case> {
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

pub fn channels() -> Vec<Case> {
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
            "ur5 efforts beside other samples",
            "mixed rows",
            good("ur5").change(|a| {
                let mut random = Random::new(5);
                for k in (1..a.time.len()).rev() {
                    let other = random.index(k + 1);
                    a.tau.iter_mut().for_each(|tau| tau.swap(k, other));
                }
            }),
            "unrelated-efforts",
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

pub fn lengths() -> Vec<Case> {
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

pub fn gravity_signs() -> Vec<Case> {
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

pub fn jumps() -> Vec<Case> {
    vec![
        refused(
            "ur5 first angle wraps",
            "wrapped angle",
            good("ur5").change(|a| {
                let mean = a.q[0].iter().sum::<f64>() / a.q[0].len() as f64;
                let wrapped = |q: f64| (q - mean + 2.0 * PI).rem_euclid(2.0 * PI) - PI;
                a.q[0].iter_mut().for_each(|q| *q = wrapped(*q));
            }),
            "position-jumps",
        ),
        refused(
            "scara two recordings in one log",
            "position jumps",
            good("scara").change(|a| a.q[1][2000..].iter_mut().for_each(|q| *q += 0.8)),
            "position-jumps",
        ),
    ]
}
