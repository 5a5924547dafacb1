//! The closed loop with estimated parameters in place of the real ones, and how far it is from the
//! reference and from the real robot's response. The controller stays what it was: its feed-forward
//! carries the real weight.

use super::{Bench, with_base};
use crate::reproduce::ReproduceError;
use armlab::identify::{FrictionModel, Model};
use armlab::log::Quantity;
use armlab::simulate::{End, Run};
use armlab::validation::{Metrics, Stretch, metrics};

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

fn channel(run: &Run, quantity: Quantity, joint: usize) -> Result<Vec<f64>, ReproduceError> {
    let channel = run.log.channel(quantity, joint);
    Ok(channel.ok_or_else(|| ReproduceError::missing("a column of the simulated log"))?.to_vec())
}

fn channels(run: &Run, quantity: Quantity) -> Result<[Vec<f64>; 3], ReproduceError> {
    Ok([channel(run, quantity, 0)?, channel(run, quantity, 1)?, channel(run, quantity, 2)?])
}

/// The response with these base parameters.
pub fn respond(bench: &Bench, base: &[f64; 4]) -> Result<Response, ReproduceError> {
    let real = channels(&bench.quiet(&bench.robot)?, Quantity::Position)?;
    let run = bench.quiet(&with_base(&bench.robot, base)?)?;
    let (q, reference) =
        (channels(&run, Quantity::Position)?, channels(&run, Quantity::PositionReference)?);
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
