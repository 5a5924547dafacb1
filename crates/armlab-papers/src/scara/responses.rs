//! The closed loop with estimated parameters in place of the real ones, and how far it is from the
//! reference and from the real robot's response. The controller stays what it was: its feed-forward
//! carries the real weight.

use super::{Bench, quiet_settings, run_with, with_base};
use crate::reproduce::ReproduceError;
use armlab::identify::{FrictionModel, Model};
use armlab::log::Quantity;
use armlab::motion::{AnyTrajectory, polynomial_from_powers};
use armlab::simulate::{End, PerJoint, Run, Settings, Start};
use armlab::validation::{Metrics, Stretch, metrics};

/// A motion on which estimates are validated.
pub struct Task {
    reference: AnyTrajectory,
    start: Start,
}

impl Task {
    /// The reference of the identification, from rest.
    pub fn identification(bench: &Bench) -> Self {
        Self { reference: bench.reference.clone(), start: Start::Rest }
    }
    /// From one place at rest to another that is asked for at once, and the time until it stands there.
    pub fn set_point(from: [f64; 3], to: [f64; 3], seconds: f64) -> Result<Self, ReproduceError> {
        let constant = to.map(|q| vec![q]);
        let reference = polynomial_from_powers(&constant, seconds)
            .map_err(ReproduceError::at("the set point"))?
            .into();
        let start =
            Start::State { q: PerJoint::Each(from.to_vec()), qd: PerJoint::Each(vec![0.0; 3]) };
        Ok(Self { reference, start })
    }
    fn run(&self, bench: &Bench, base: &[f64; 4]) -> Result<Run, ReproduceError> {
        let settings = Settings { start: self.start.clone(), ..quiet_settings() };
        let robot = with_base(&bench.robot, base)?;
        run_with(&robot, bench, &self.reference, &bench.law, &settings)
    }
}

/// A response and its indexes.
#[derive(Clone, Debug)]
pub struct Response {
    /// Stamps, s, as far as it came.
    pub time: Vec<f64>,
    /// Positions of each joint.
    pub q: [Vec<f64>; 3],
    /// The reference of each joint.
    pub reference: [Vec<f64>; 3],
    /// Against the reference (`o` the reference, `p` the response): RMSE, IAE and ISE tell how well
    /// the controller follows.
    pub tracking: [Metrics; 3],
    /// Against the real robot's response (`o` the real one): RMS, RSD and AI tell how well
    /// the parameters fit.
    pub agreement: [Metrics; 3],
    /// When the motion broke off, s.
    pub broken: Option<f64>,
}

fn channels(run: &Run, quantity: Quantity) -> Result<[Vec<f64>; 3], ReproduceError> {
    let one = |joint: usize| {
        let channel = run.log.channel(quantity, joint);
        let missing = || ReproduceError::missing("a column of the simulated log");
        Ok::<_, ReproduceError>(channel.ok_or_else(missing)?.to_vec())
    };
    Ok([one(0)?, one(1)?, one(2)?])
}

/// The responses with these base parameters; what they should be is the response with the real ones.
pub fn responses(
    bench: &Bench,
    task: &Task,
    bases: &[[f64; 4]],
) -> Result<Vec<Response>, ReproduceError> {
    let real = channels(&task.run(bench, &super::TRUTH)?, Quantity::Position)?;
    bases.iter().map(|base| response(&task.run(bench, base)?, &real)).collect()
}

fn response(run: &Run, real: &[Vec<f64>; 3]) -> Result<Response, ReproduceError> {
    let (q, reference) =
        (channels(run, Quantity::Position)?, channels(run, Quantity::PositionReference)?);
    let time = run.log.time().to_vec();
    let of = |measured: &[f64], predicted: &[f64]| {
        let samples = time.len().min(measured.len());
        let (time, measured) = (&time[..samples], &measured[..samples]);
        metrics(&[Stretch {
            time,
            measured,
            predicted: &predicted[..samples.min(predicted.len())],
        }])
    };
    let tracking = std::array::from_fn(|j| of(&reference[j], &q[j]));
    let agreement = std::array::from_fn(|j| of(&real[j], &q[j]));
    let broken = match &run.end {
        End::StoppedEarly(broken) => Some(broken.time),
        _ => None,
    };
    Ok(Response { time: time.clone(), q, reference, tracking, agreement, broken })
}

/// Relative errors of the efforts that these parameters predict for the real motion: what
/// closed-loop positions hide.
pub fn torque_errors(bench: &Bench, base: &[f64; 4]) -> Result<[f64; 3], ReproduceError> {
    let model = Model::new(&bench.robot, FrictionModel::none(), &[])
        .map_err(ReproduceError::at("the model of the SCARA"))?;
    let clean = super::recording_of(&bench.quiet(&bench.robot)?.log)?;
    let predict =
        |p: &[f64; 4]| model.predict(&clean, p).map_err(ReproduceError::at("efforts of the SCARA"));
    let (real, other) = (predict(&super::TRUTH)?, predict(base)?);
    let one = |j: usize| {
        let stretch = Stretch { time: &clean.time, measured: &real[j], predicted: &other[j] };
        metrics(&[stretch]).rms
    };
    Ok(std::array::from_fn(one))
}
