//! The demo's robot and what is done with it.

use crate::failure::{Failure, Outcome};
use crate::output::Folder;
use armlab::Excitation;
use armlab::excite::{BasisKind, FrictionColumns};
use armlab::friction::Friction;
use armlab::log::{Log, Quantity};
use armlab::motion::{AnyTrajectory, write_trajectory};
use armlab::robot::Robot;
use armlab::simulate::controller::ControlLaw;
use armlab::simulate::effects::Effect;
use armlab::simulate::effects::white_noise::WhiteNoise;
use armlab::simulate::{Experiment, PerJoint, Settings, Sizes};

/// How much too large the description's masses and inertias are.
const WRONG: f64 = 1.25;
/// Seconds of each motion, and samples a second.
const SECONDS: f64 = 10.0;
const RATE: f64 = 200.0;
/// Noise of positions and speeds, and the ratio of efforts to their noise, dB.
const POSITION: f64 = 1e-4;
const SPEED: f64 = 1e-3;
const EFFORT: f64 = 35.0;
/// Friction of a joint whose effort has no limit, as if it had this one.
const USUAL_EFFORT: f64 = 100.0;

/// The robot with friction in its drives: 1 % of the largest effort that does not
/// depend on speed, and as much per rad/s or m/s.
pub fn drives(robot: &Robot) -> Option<Robot> {
    robot.links().iter().any(|l| l.inertia.is_some()).then_some(())?;
    let friction: Vec<(String, Friction)> = robot
        .driven_joints()
        .map(|joint| {
            let limit = joint.limits.effort;
            let scale = if limit.is_finite() { limit } else { USUAL_EFFORT } / 100.0;
            (joint.name.clone(), Friction::linear(scale, scale, 0.0))
        })
        .collect();
    robot.with_friction(&friction)
}

/// The same robot as somebody has described it: too heavy, without friction.
pub fn wrong(robot: &Robot) -> Option<Robot> {
    let values: Vec<f64> = robot.parameter_values().iter().map(|v| WRONG * v).collect();
    robot.with_parameter_values(&values)
}

/// Two excitation trajectories within the limits.
pub fn motions(robot: &Robot, seed: u64) -> Result<[AnyTrajectory; 2], Failure> {
    let one = |seed: u64, harmonics: usize| {
        let excitation = Excitation::new(robot)
            .basis(BasisKind::Fourier { harmonics })
            .duration(SECONDS)
            .rate(50.0)
            .friction(FrictionColumns::per_joint())
            .starts(2)
            .iterations(60)
            .seed(seed);
        Ok::<_, Failure>(excitation.run()?.trajectory().clone())
    };
    Ok([one(seed, 5)?, one(seed + 1, 4)?])
}

/// How experiments are run.
pub fn settings(seed: u64) -> Settings {
    let (mut sigma, mut snr) = (Sizes::default(), Sizes::default());
    sigma.set(Quantity::Position, PerJoint::All(POSITION));
    sigma.set(Quantity::Velocity, PerJoint::All(SPEED));
    snr.set(Quantity::Effort, PerJoint::All(EFFORT));
    let noise: Box<dyn Effect> = Box::new(WhiteNoise { sigma, snr, ..WhiteNoise::default() });
    Settings { rate: RATE, effects: vec![noise], seed, ..Settings::default() }
}

/// What would have been recorded: positions, speeds and efforts.
pub fn simulated(
    truth: &Robot,
    description: &Robot,
    motion: &AnyTrajectory,
    law: &dyn ControlLaw,
    seed: u64,
) -> Result<Log, Failure> {
    let settings = settings(seed);
    let experiment = Experiment {
        robot: truth,
        model: description,
        trajectory: motion,
        law,
        settings: &settings,
    };
    let run = experiment.run().map_err(|e| Failure::input(e, "try another robot"))?;
    let mut log = Log::new(run.log.time().to_vec());
    for quantity in [Quantity::Position, Quantity::Velocity, Quantity::Effort] {
        for joint in 0..truth.driven_joints().count() {
            if let Some(channel) = run.log.channel(quantity, joint) {
                log.push_channel(quantity, joint, channel.to_vec());
            }
        }
    }
    Ok(log)
}

/// Writes a log and the motion that made it.
pub fn write(folder: &Folder, name: &str, log: &Log, motion: &AnyTrajectory) -> Outcome {
    let path = folder.path().join(format!("{name}.csv"));
    log.save(&path).map_err(|e| Failure::writing(&path, &e))?;
    folder.write_quietly(&format!("{name}-motion.toml"), &write_trajectory(motion))?;
    Ok(())
}
