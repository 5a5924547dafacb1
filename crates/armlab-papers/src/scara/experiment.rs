//! The papers' experiment, as far as they tell it: PID loops with the gains of Table 2 (2022),
//! fifth-degree polynomials for the rotary joints and a sine for the slide, 1501 samples at 100 Hz,
//! Gaussian noise on everything that is logged.
//!
//! Ours are the coefficients (the quintics with the largest least singular value within 2 rad,
//! 1.5 rad/s and 3 rad/s²), the reading of the rotary gains as N m per degree, the feed-forward of
//! the slide's weight, and the noise: the square roots of the printed R on positions and speeds; on
//! accelerations what gives least squares errors of the published size.

use super::TRUTH;
use crate::reproduce::ReproduceError;
use armlab::identify::{RawRecording, Recording};
use armlab::log::{Log, Quantity};
use armlab::motion::{
    AnyTrajectory, Beside, FourierForm, Trajectory, fourier, polynomial_from_powers,
};
use armlab::robot::{Robot, library};
use armlab::simulate::controller::{ControlLaw, GainUnit, Gains, Gravity, Pid};
use armlab::simulate::effects::white_noise::WhiteNoise;
use armlab::simulate::{Experiment, LogColumns, Method, PerJoint, Run, Settings, Sizes};
use std::f64::consts::{PI, TAU};

/// Seconds.
pub const DURATION: f64 = 15.0;
/// Samples per second; the papers' Δt is 0.01 s.
pub const RATE: f64 = 100.0;
/// Coefficients of 1, t, t², … of both rotary joints.
pub const QUINTICS: [[f64; 6]; 2] = [
    [-1.622522864, -1.414071155, 1.499015512, -0.3272749124, 0.02606520006, -0.0006950720011],
    [-1.619283375, -0.6186031583, 0.4261308306, -0.05023057396, 0.001579110749, 3.642679187e-6],
];
/// Middle (m), amplitude (m) and angular frequency (rad/s) of the slide.
const SLIDE: [f64; 3] = [0.15, 0.1, 2.0];
/// Standard deviations of logged positions, speeds, accelerations and efforts.
pub const NOISE: [[f64; 3]; 4] = [
    [5.0 * PI / 180.0, 5.0 * PI / 180.0, 0.02],
    [PI / 180.0, PI / 180.0, 0.01],
    [0.19, 0.05, 0.02],
    [0.1, 0.1, 0.02],
];
/// What was chosen with an eye on published numbers, for rows that depend on it.
pub const TUNED_NOISE: &str =
    "the noise of both rotary accelerations was chosen so that least squares err as published";
/// What is logged, in the order of [`NOISE`].
const LOGGED: [Quantity; 4] =
    [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Effort];

/// The reference: two quintics and a sine.
pub fn reference() -> Result<AnyTrajectory, ReproduceError> {
    rotary_beside_slide(
        polynomial_from_powers(&QUINTICS.map(Vec::from), DURATION)
            .map_err(ReproduceError::at("the reference"))?
            .into(),
    )
}

/// A motion of the rotary joints beside the sine of the slide.
pub fn rotary_beside_slide(rotary: AnyTrajectory) -> Result<AnyTrajectory, ReproduceError> {
    let [middle, amplitude, omega] = SLIDE;
    let sine = fourier(
        FourierForm::Series,
        omega / TAU,
        DURATION,
        &[middle],
        &[vec![amplitude]],
        &[vec![0.0]],
    );
    let sine = sine.map_err(ReproduceError::at("the slide's reference"))?;
    let both = Beside::new(vec![rotary, sine.into()]);
    Ok(both.map_err(ReproduceError::at("the reference"))?.into())
}

/// The gains of Table 2 (2022), in the angle they are read in.
pub fn pid(unit: GainUnit) -> Pid {
    Pid {
        gains: Gains::Given {
            kp: vec![0.5, 1.0, 40.0].into(),
            ki: vec![0.0, 0.0, 50.0].into(),
            kd: vec![0.37, 0.04, 10.0].into(),
            unit,
        },
        gravity: Gravity::Reference,
        anti_windup: true,
    }
}

/// Settings of the experiment without noise: 100 samples per second, ten steps each.
pub fn quiet_settings() -> Settings {
    Settings { rate: RATE, method: Some(Method::Rk4 { step: 1e-3 }), ..Settings::default() }
}

/// The same with the noise of [`NOISE`], drawn from a seed.
pub fn noisy_settings(seed: u64) -> Settings {
    let mut sigma = Sizes::default();
    for (quantity, deviations) in LOGGED.into_iter().zip(NOISE) {
        sigma.set(quantity, PerJoint::Each(deviations.to_vec()));
    }
    let noise = WhiteNoise { sigma, ..WhiteNoise::default() };
    let columns = LogColumns { truth: true, ..LogColumns::default() };
    Settings { effects: vec![Box::new(noise)], seed, columns, ..quiet_settings() }
}

/// Everything the experiments have in common.
pub struct Bench {
    /// The robot with the true parameters; also what the controller knows.
    pub robot: Robot,
    /// The reference.
    pub reference: AnyTrajectory,
    /// The controller.
    pub law: Pid,
}

impl Bench {
    /// The papers' robot, reference and controller.
    pub fn new() -> Result<Self, ReproduceError> {
        let robot = library::load("scara")
            .ok_or_else(|| ReproduceError::missing("the built-in robot `scara`"))?
            .map_err(ReproduceError::at("the built-in robot `scara`"))?
            .robot;
        debug_assert_eq!(robot.declared_base_parameters().len(), TRUTH.len());
        Ok(Self { robot, reference: reference()?, law: pid(GainUnit::Degree) })
    }
    /// The noisy log of a seed.
    pub fn noisy(&self, seed: u64) -> Result<Recording, ReproduceError> {
        let run = run_with(&self.robot, self, &self.reference, &self.law, &noisy_settings(seed))?;
        recording_of(&run.log)
    }
    /// A run without noise of a robot that may be another than the controller knows.
    pub fn quiet(&self, robot: &Robot) -> Result<Run, ReproduceError> {
        run_with(robot, self, &self.reference, &self.law, &quiet_settings())
    }
    /// A run without noise of the true robot on another reference or with other gains.
    pub fn quiet_on(
        &self,
        reference: &dyn Trajectory,
        law: &dyn ControlLaw,
    ) -> Result<Run, ReproduceError> {
        run_with(&self.robot, self, reference, law, &quiet_settings())
    }
}

/// Any run of a robot whose controller knows the true one.
pub fn run_with(
    robot: &Robot,
    bench: &Bench,
    trajectory: &dyn Trajectory,
    law: &dyn ControlLaw,
    settings: &Settings,
) -> Result<Run, ReproduceError> {
    let experiment = Experiment { robot, model: &bench.robot, trajectory, law, settings };
    experiment.run().map_err(ReproduceError::at("the closed loop of the SCARA"))
}

/// A log as estimators take it: nothing is filtered, since the papers do not.
pub fn recording_of(log: &Log) -> Result<Recording, ReproduceError> {
    RawRecording::of(log, "scara", 3, None)
        .and_then(|raw| raw.condition(None))
        .map_err(ReproduceError::at("the log of the SCARA"))
}
