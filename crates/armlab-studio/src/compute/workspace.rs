//! Where the tool can be, for a picture.

use super::poses::stuck;
use crate::contract::{Workspace, WorkspaceRequest};
use crate::failure::{Answer, Failure};
use armlab::documents::typed;
use armlab::dynamics::LoopedDynamics;
use armlab::kinematics::frame_pose;
use armlab::kinematics::inverse::{Chain, Task};
use armlab::kinematics::workspace::{Carrier, Cloud, Piece, Region, bounds, exact_region};
use armlab::robot::Robot;
use armlab::spatial::Vec3;

/// Most configurations, so that the answer comes in a second or so.
const MOST_SAMPLES: usize = 500_000;
/// Points of a full circle of an outline.
const CIRCLE: f64 = 180.0;
/// Most drives' positions tried for a parallel machine: each closes loops.
const MOST_LOOPED: usize = 20_000;

/// Answers a question.
pub fn answer(robot: &Robot, file: &str, request: &WorkspaceRequest) -> Answer<Workspace> {
    let looped_robot = !robot.loops().is_empty();
    let samples = request.samples.unwrap_or(if looped_robot { 3000 } else { 20_000 });
    if samples == 0 || samples > MOST_SAMPLES {
        let hint = format!("choose between 1 and {MOST_SAMPLES}");
        return Err(Failure::field("samples", format_args!("{samples} samples"), hint));
    }
    let points = request.points.unwrap_or(5000).min(100_000);
    if looped_robot {
        return looped(robot, samples.min(MOST_LOOPED), points, request.seed);
    }
    let chain = Chain::to_tool(robot)
        .map_err(|e| Failure::wrong(&e, "a workspace needs joints that have room to move"))?;
    let region = exact_region(&chain);
    let task = if region.is_some() { Task::PLANAR } else { Task::POSITION };
    let cloud = Cloud::sample(&chain, task, samples, request.seed);
    let [lower, upper] = bounds(&cloud, region.as_ref());
    let stride = cloud.samples.len().div_ceil(points.max(1)).max(1);
    let kept = || cloud.samples.iter().step_by(stride);
    let spread = upper.z - lower.z > 1e-9 * chain.reach();
    let words = ["armlab", "workspace", file, "--samples"].map(String::from).into_iter();
    let numbers = [samples.to_string(), "--seed".into(), request.seed.to_string()];
    Ok(Workspace {
        exact: region.is_some(),
        outline: region.as_ref().map_or(Vec::new(), outline),
        area: region.as_ref().map_or_else(|| cloud.area(cloud.square()), Region::area),
        volume: (spread && region.is_none()).then(|| cloud.volume(cloud.cube())),
        lower: lower.to_array(),
        upper: upper.to_array(),
        cloud: kept().map(|s| s.position.to_array()).collect(),
        isotropy: kept().map(|s| s.isotropy).collect(),
        samples,
        command: typed(words.chain(numbers)),
    })
}

/// The boundary as lines; pieces that meet are one line.
fn outline(region: &Region) -> Vec<Vec<[f64; 2]>> {
    let mut lines: Vec<Vec<[f64; 2]>> = Vec::new();
    for piece in &region.pieces {
        let points = polyline(piece);
        let near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-9;
        match lines.last_mut() {
            Some(line) if line.last().zip(points.first()).is_some_and(|(a, b)| near(*a, *b)) => {
                line.extend(points.into_iter().skip(1));
            }
            _ => lines.push(points),
        }
    }
    lines
}

fn polyline(piece: &Piece) -> Vec<[f64; 2]> {
    let parts = match piece.carrier {
        Carrier::Line { .. } => return vec![piece.start(), piece.end()],
        Carrier::Circle { .. } => {
            let share = (piece.to - piece.from).abs() / std::f64::consts::TAU;
            (CIRCLE * share).ceil().clamp(2.0, CIRCLE) as usize
        }
    };
    let at = |k: usize| piece.from + (piece.to - piece.from) * k as f64 / parts as f64;
    (0..=parts).map(|k| piece.carrier.at(at(k))).collect()
}

/// Random positions of the drives within their limits, loops closed from pose to pose.
fn looped(robot: &Robot, samples: usize, points: usize, seed: u64) -> Answer<Workspace> {
    let looped = LoopedDynamics::new(robot).map_err(|e| stuck(&e))?;
    let machine = looped.machine();
    let home = machine.active_part(machine.home());
    let limits: Vec<(f64, f64)> = robot
        .driven_joints()
        .zip(&home)
        .map(|(j, &home)| {
            let reach = if j.kind.turns() { std::f64::consts::FRAC_PI_2 } else { 0.5 };
            let finite = |x: f64, usual: f64| if x.is_finite() { x } else { usual };
            (finite(j.limits.lower, home - reach), finite(j.limits.upper, home + reach))
        })
        .collect();
    let mut memory = machine.assembled_home();
    let mut found: Vec<Vec3<f64>> = Vec::new();
    for k in 0..samples {
        let share = |j: usize| halton(k as u64 + 1 + seed % 9973, PRIMES[j % PRIMES.len()]);
        let q: Vec<f64> =
            limits.iter().enumerate().map(|(j, (l, u))| l + share(j) * (u - l)).collect();
        match machine.assemble(&mut memory, &q) {
            Ok(()) => found.push(frame_pose(robot, robot.tool(), &memory.q).translation),
            Err(_) => machine.go_home(&mut memory),
        }
    }
    let mut lower = [f64::INFINITY; 3];
    let mut upper = [f64::NEG_INFINITY; 3];
    for p in &found {
        for (i, x) in p.to_array().into_iter().enumerate() {
            (lower[i], upper[i]) = (lower[i].min(x), upper[i].max(x));
        }
    }
    if found.is_empty() {
        let hint = "check the limits of the driven joints";
        return Err(Failure::wrong("no position of the drives closes the loops", hint));
    }
    let cell = (0..2).map(|i| upper[i] - lower[i]).fold(1e-9, f64::max) / 60.0;
    let place = |p: &Vec3<f64>| ((p.x / cell).floor() as i64, (p.y / cell).floor() as i64);
    let squares: std::collections::HashSet<_> = found.iter().map(place).collect();
    let stride = found.len().div_ceil(points.max(1)).max(1);
    Ok(Workspace {
        exact: false,
        outline: Vec::new(),
        area: squares.len() as f64 * cell * cell,
        volume: None,
        lower,
        upper,
        cloud: found.iter().step_by(stride).map(|p| p.to_array()).collect(),
        isotropy: Vec::new(),
        samples,
        command: "`armlab workspace` is for trees; this cloud is the studio's own".into(),
    })
}

const PRIMES: [u64; 8] = [2, 3, 5, 7, 11, 13, 17, 19];

/// Van der Corput's sequence: even cover without randomness (Halton 1960).
fn halton(mut index: u64, base: u64) -> f64 {
    let (mut f, mut r) = (1.0, 0.0);
    while index > 0 {
        f /= base as f64;
        r += f * (index % base) as f64;
        index /= base;
    }
    r
}
