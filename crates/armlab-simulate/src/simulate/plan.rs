//! The efforts that a reference takes, before anything moves: inverse dynamics with
//! friction along it.

use super::controller::{BuildContext, ControlError, ControlLaw, OpenLoop, Tick};
use super::reference;
use crate::motion::Trajectory;
use armlab_engine::robot::Robot;
use armlab_log::{Log, Provenance, Quantity};

/// Planned motion and efforts as a log, `rate` samples per second: what an ideal
/// experiment would record. The error comes with the time it belongs to, s.
pub fn plan(
    robot: &Robot,
    trajectory: &dyn Trajectory,
    rate: f64,
) -> Result<Log, (f64, ControlError)> {
    let n = robot.driven_joints().count();
    if trajectory.dofs() != n {
        return Err((0.0, ControlError::Model { model: trajectory.dofs(), robot: n }));
    }
    let period = 1.0 / rate;
    let samples = (trajectory.duration() * rate * (1.0 + 1e-12)).floor();
    if !(0.0..=1e7).contains(&samples) {
        let hint = "give samples per second, at most ten million in all";
        return Err((0.0, ControlError::Setting { what: "rate", value: rate.to_string(), hint }));
    }
    let mut row = vec![0.0; 4 * n];
    let mut columns = vec![Vec::with_capacity(samples as usize + 1); 4 * n];
    let mut time = Vec::with_capacity(samples as usize + 1);
    let start = vec![0.0; n];
    let built = OpenLoop::planned().build(robot, BuildContext { period, start: &start });
    let mut controller = built.map_err(|error| (0.0, error))?;
    for k in 0..=samples as usize {
        let t = k as f64 / rate;
        let (motion, tau) = row.split_at_mut(3 * n);
        reference::sample(trajectory, t, motion);
        let (q, rest) = motion.split_at(n);
        let (qd, qdd) = rest.split_at(n);
        let tick =
            Tick { t, dt: period, reference_q: q, reference_qd: qd, reference_qdd: qdd, q, qd };
        controller.effort(&tick, tau).map_err(|error| (t, error))?;
        time.push(t);
        columns.iter_mut().zip(&row).for_each(|(column, value)| column.push(*value));
    }
    let mut log = Log::new(time);
    let quantities =
        [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Effort];
    for (i, values) in columns.into_iter().enumerate() {
        log.push_channel(quantities[i / n], i % n, values);
    }
    let names = robot.driven_joints().map(|j| j.name.clone()).collect();
    Ok(log.with_joint_names(names).with_provenance(Provenance {
        origin: format!("plan for `{}`", robot.name()),
        format: "inverse dynamics along a trajectory".into(),
        ..Provenance::default()
    }))
}
