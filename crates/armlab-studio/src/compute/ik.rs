//! Inverse kinematics for a page: trees by the library's solvers, parallel machines by their
//! platform.

use super::poses::stuck;
use crate::contract::{BindingView, IkAnswer, IkRequest, IkSolution, IkStep};
use crate::failure::{Answer, Failure};
use crate::model::pose;
use armlab::documents::typed;
use armlab::dynamics::LoopedDynamics;
use armlab::kinematics::inverse::{
    AngularAxes, Chain, Problem, Side, Solution, Solver, Task, TaskError,
};
use armlab::kinematics::{frame_pose, link_poses};
use armlab::robot::Robot;
use armlab::settings::Registry;
use armlab::spatial::Transform;
use armlab_papers::methods::{IK_SOLVERS, ik_solvers};
use std::time::Instant;

/// Most points of a history that are sent.
const MOST_STEPS: usize = 4000;
const NAMES: [&str; 6] = ["x", "y", "z", "roll", "pitch", "yaw"];
const HINT: &str = "give x, y or x, y, z or x, y, z, roll, pitch, yaw in metres and radians";

/// Answers a question.
pub fn answer(robot: &Robot, file: &str, request: &IkRequest) -> Answer<IkAnswer> {
    let (task, target) = asked(request)?;
    let mut words: Vec<String> = vec!["armlab".into(), "ik".into(), file.into()];
    let numbers: Vec<String> = request.target.iter().map(|x| format!("{x:?}")).collect();
    words.push(format!("--target={}", numbers.join(",")));
    if let Some(components) = &request.components {
        words.push(format!("--components={}", components.join(",")));
    }
    if !robot.loops().is_empty() {
        let solution = platform(robot, request, &task, &target)?;
        let (method, solutions) = ("platform".into(), vec![solution]);
        let command =
            "a parallel machine's platform is led by `armlab simulate --coordinates platform`";
        let target = request.target.clone();
        return Ok(IkAnswer { method, target, solutions, command: command.into() });
    }
    let name = request.method.as_deref().unwrap_or(IK_SOLVERS.defaults()[0]);
    let registry = with_settings(&request.settings)?;
    let found = registry.get(name).map_err(|e| Failure::field("method", &e, e.hint()))?;
    let frame = match &request.frame {
        None => robot.tool().clone(),
        Some(name) => robot.find_frame(name).ok_or_else(|| {
            Failure::field("frame", "there is no such frame or link", "use a name of the model")
        })?,
    };
    let chain = Chain::to_frame(robot, &frame).map_err(|e| {
        Failure::wrong(&e, "inverse kinematics needs joints that have room to move")
    })?;
    let start = start(request, chain.dofs(), chain.home())?;
    let wrong = |e: &dyn std::fmt::Display| Failure::field("target", e, HINT);
    let mut problem =
        Problem::new(&chain, task, target).map_err(|e| wrong(&e))?.random(request.seed, 0);
    problem.record = request.history;
    if let Some(eps) = tolerance(request)? {
        problem = problem.tolerance(eps, eps);
        words.push(format!("--tolerance={eps:?}"));
    }
    let mut solver = found.boxed();
    let solutions = if request.all {
        solver.solve_all(&problem, &start)
    } else {
        solver.solve(&problem, &start).map(|s| vec![s])
    };
    let mut solutions = solutions.map_err(|e| wrong(&e))?;
    solutions.sort_by(|a, b| {
        let key = |s: &Solution| (!s.reachable, s.error.position);
        key(a).0.cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1))
    });
    if request.start.is_some() {
        let start: Vec<String> = start.iter().map(|x| format!("{x:?}")).collect();
        words.push(format!("--start={}", start.join(",")));
    }
    words.extend([format!("--method={name}"), format!("--seed={}", request.seed)]);
    words.extend(request.all.then(|| "--all".into()));
    words.extend(request.settings.iter().map(|s| format!("--set={s}")));
    Ok(IkAnswer {
        method: name.into(),
        target: request.target.clone(),
        solutions: solutions.into_iter().map(|s| shown(robot, s)).collect(),
        command: typed(words),
    })
}

/// The solvers, with settings changed.
fn with_settings(settings: &[String]) -> Answer<Registry<dyn Solver>> {
    let mut registry = ik_solvers();
    for (k, setting) in settings.iter().enumerate() {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        registry
            .set(name.trim(), value.trim())
            .map_err(|e| Failure::field(format!("settings[{k}]"), &e, e.hint()))?;
    }
    Ok(registry)
}

fn start(request: &IkRequest, dofs: usize, home: Vec<f64>) -> Answer<Vec<f64>> {
    match &request.start {
        None => Ok(home),
        Some(start) if start.len() == dofs && start.iter().all(|x| x.is_finite()) => {
            Ok(start.clone())
        }
        Some(_) => {
            let detail = format!("the start is not {dofs} finite numbers");
            Err(Failure::field("start", detail, "give one per driven joint"))
        }
    }
}

fn tolerance(request: &IkRequest) -> Answer<Option<f64>> {
    match request.tolerance {
        Some(eps) if !(eps > 0.0 && eps.is_finite()) => {
            Err(Failure::field("tolerance", "it must be above zero", "1e-6 is usual"))
        }
        given => Ok(given),
    }
}

/// The task and its target.
fn asked(request: &IkRequest) -> Answer<(Task, Transform<f64>)> {
    let numbers = &request.target;
    let Some(components) = &request.components else {
        return Task::from_numbers(numbers).map_err(|e| Failure::field("target", &e, HINT));
    };
    if components.len() != numbers.len() || numbers.iter().any(|x| !x.is_finite()) {
        return Err(Failure::field("target", "there must be a number for each component", HINT));
    }
    let mut six = [0.0; 6];
    let mut held = [false; 6];
    for (name, &number) in components.iter().zip(numbers) {
        let Some(place) = NAMES.iter().position(|n| n == name).filter(|&p| !held[p]) else {
            let detail = "a component is unknown or there twice";
            return Err(Failure::field("components", detail, "take x, y, z, roll, pitch, yaw"));
        };
        (six[place], held[place]) = (number, true);
    }
    let [x, y, z, roll, pitch, yaw] = six;
    let [hx, hy, hz, hr, hp, hw] = held;
    let task =
        Task { linear: [hx, hy, hz], angular: [hr, hp, hw], angular_axes: AngularAxes::Base };
    Ok((task, Transform::from_xyz_rpy([x, y, z], [roll, pitch, yaw])))
}

fn shown(robot: &Robot, s: Solution) -> IkSolution {
    let stride = s.history.len().div_ceil(MOST_STEPS).max(1);
    let last = s.history.len().saturating_sub(1);
    let kept = |k: &usize| k.is_multiple_of(stride) || *k == last;
    IkSolution {
        reachable: s.reachable,
        distance: s.error.position,
        angle: s.error.angle,
        pose: pose(&s.pose),
        links: link_poses(robot, &s.q).iter().flat_map(pose).collect(),
        binding: s
            .binding
            .iter()
            .map(|b| BindingView {
                joint: b.joint.clone(),
                side: if b.side == Side::Lower { "lower".into() } else { "upper".into() },
            })
            .collect(),
        iterations: s.iterations,
        evaluations: s.evaluations,
        restarts: s.restarts,
        seconds: s.seconds,
        history: (0..s.history.len())
            .filter(kept)
            .map(|k| {
                let step = &s.history[k];
                let TaskError { position, angle } = step.error;
                IkStep { evaluation: step.evaluation, start: step.start, position, angle }
            })
            .collect(),
        q: s.q,
    }
}

/// A parallel machine whose tool goes there as far as it can: on the straight way from where
/// it stands, the last point that is reached is found by halving.
fn platform(
    robot: &Robot,
    request: &IkRequest,
    task: &Task,
    target: &Transform<f64>,
) -> Answer<IkSolution> {
    let began = Instant::now();
    let looped = LoopedDynamics::new(robot).map_err(|e| stuck(&e))?;
    let machine = looped.machine();
    let mut memory = machine.assembled_home();
    let home = machine.active_part(machine.home());
    let start = start(request, home.len(), home)?;
    machine
        .assemble(&mut memory, &start)
        .map_err(|e| Failure::field("start", &e, "begin at home"))?;
    let from = frame_pose(robot, robot.tool(), &memory.q);
    // What is not asked for stays as it is.
    let goal = completed(task, &from, target);
    let eps = tolerance(request)?.unwrap_or(1e-6);
    let (mut reached, mut iterations, mut share, mut step) = (false, 0, 0.0, 1.0);
    while iterations < 40 && share < 1.0 {
        iterations += 1;
        let kept = memory.q.clone();
        let next: f64 = f64::min(share + step, 1.0);
        match machine.assemble_platform(&mut memory, &between(&from, &goal, next)) {
            Ok(()) => share = next,
            Err(_) => {
                memory.q.copy_from_slice(&kept);
                let active = machine.active_part(&kept);
                let _ = machine.assemble(&mut memory, &active);
                step /= 2.0;
            }
        }
        if step < 1e-9 {
            break;
        }
    }
    let stands = frame_pose(robot, robot.tool(), &memory.q);
    let error = TaskError::new(task, target, &stands);
    reached |= error.position <= eps && error.angle <= eps;
    Ok(IkSolution {
        q: machine.active_part(&memory.q),
        reachable: reached,
        distance: error.position,
        angle: error.angle,
        pose: pose(&stands),
        links: link_poses(robot, &memory.q).iter().flat_map(pose).collect(),
        binding: Vec::new(),
        iterations,
        evaluations: iterations,
        restarts: 0,
        seconds: began.elapsed().as_secs_f64(),
        history: Vec::new(),
    })
}

fn completed(task: &Task, from: &Transform<f64>, target: &Transform<f64>) -> Transform<f64> {
    let (a, b) = (from.translation.to_array(), target.translation.to_array());
    let position: [f64; 3] = std::array::from_fn(|i| if task.linear[i] { b[i] } else { a[i] });
    let (a, b) = (from.rotation.to_rpy(), target.rotation.to_rpy());
    let angles: [f64; 3] = std::array::from_fn(|i| if task.angular[i] { b[i] } else { a[i] });
    Transform::from_xyz_rpy(position, angles)
}

fn between(from: &Transform<f64>, to: &Transform<f64>, share: f64) -> Transform<f64> {
    let mix = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|i| a[i] + share * (b[i] - a[i]))
    };
    let position = mix(from.translation.to_array(), to.translation.to_array());
    Transform::from_xyz_rpy(position, mix(from.rotation.to_rpy(), to.rotation.to_rpy()))
}
