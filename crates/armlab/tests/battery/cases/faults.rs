//! Faults that the gate cannot see, and a diagnosis can.

use super::super::Case;
use super::super::arm::{Arm, USUAL, good, recorded};
use super::{builtin, faulty, identifiable, refused};
use armlab::diagnosis::FaultKind;
use armlab::spatial::vec3;

pub fn signs() -> Vec<Case> {
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

pub fn zeros() -> Vec<Case> {
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

pub fn mountings() -> Vec<Case> {
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

pub fn gains() -> Vec<Case> {
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

pub fn columns() -> Vec<Case> {
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

pub fn bodies() -> Vec<Case> {
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
        identifiable(faulty(
            "ur5 described 25 % too heavy",
            "masses",
            heavier("ur5", 1.25),
            &[EffortScale],
            &[],
        )),
        identifiable(faulty(
            "panda described 40 % too heavy",
            "masses",
            heavier("panda", 1.4),
            &[EffortScale],
            &[],
        )),
        identifiable(faulty("ur5 masses all wrong", "masses", shuffled, &[Description], &[])),
        identifiable(faulty("ur5 carries 3 kg", "payload", loaded("ur5", 3.0), &[Payload], &[])),
        identifiable(faulty(
            "panda carries 2 kg",
            "payload",
            loaded("panda", 2.0),
            &[Payload],
            &[],
        )),
        faulty("ur5 wrist motors coupled", "coupling", coupled, &[Coupling], &[4, 5]),
    ]
}
