//! What can be run: `POST /projects/{id}/runs`.

use serde::{Deserialize, Serialize};

/// A simulated experiment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct SimulateOptions {
    /// The experiment file (docs/simulation.md) as JSON, without its trajectory: seed, rate,
    /// duration, start, saturation, integration, log, controller, effect (a list).
    #[cfg_attr(test, ts(optional, type = "Record<string, unknown>"))]
    pub experiment: serde_json::Value,
}

/// An excitation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct ExciteOptions {
    /// `fourier`, `quintic` or `spline`.
    pub basis: Option<String>,
    /// Harmonics of a Fourier series.
    pub harmonics: Option<usize>,
    /// Pieces of a quintic, or spans of a spline.
    pub pieces: Option<usize>,
    /// How long, s.
    pub duration: Option<f64>,
    /// `rest` or `free`.
    pub ends: Option<String>,
    /// What makes it good.
    pub objective: Option<String>,
    /// `none`, `each` or `shared`: friction parameters to design for.
    pub friction: Option<String>,
    /// Coordinates of a platform to move instead of the drives: x, y, z, rx, ry, rz.
    pub platform: Option<Vec<String>>,
    /// Samples a second of the log to be taken, Hz.
    pub rate: Option<f64>,
    /// Motions that are improved.
    pub starts: Option<usize>,
    /// Most iterations for each.
    pub iterations: Option<usize>,
    /// Stop after so many seconds with the best so far.
    pub time_limit: Option<f64>,
    /// Seed of random numbers.
    #[cfg_attr(test, ts(as = "Option<f64>"))]
    pub seed: Option<u64>,
}

impl Default for ExciteOptions {
    /// The defaults of `armlab excite`.
    fn default() -> Self {
        Self {
            basis: None,
            harmonics: None,
            pieces: None,
            duration: None,
            ends: None,
            objective: None,
            friction: None,
            platform: None,
            rate: None,
            starts: None,
            iterations: None,
            time_limit: None,
            seed: None,
        }
    }
}

/// An identification.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct IdentifyOptions {
    /// Logs it learns from: `logs/a.csv`, `runs/2/log.csv`.
    #[cfg_attr(test, ts(optional = false))]
    pub logs: Vec<String>,
    /// Logs that the model has not seen, to prove it on.
    #[cfg_attr(test, ts(as = "Option<Vec<String>>"))]
    pub validate: Vec<String>,
    /// Estimators; `wls` and `physical` without them, `all` for every one.
    #[cfg_attr(test, ts(as = "Option<Vec<String>>"))]
    pub methods: Vec<String>,
    /// Friction that is identified; `auto` without it.
    pub friction: Option<String>,
    /// Cut-off of the motion's low-pass filter, Hz; chosen on the log without it.
    pub cutoff: Option<f64>,
    /// Gains of the drives, N m/A or N/A, for logs with currents; null for one that is
    /// identified, from logs with and without a payload of known mass.
    pub gains: Option<Vec<Option<f64>>>,
    /// Joints whose motors are coupled: `joint5+joint6`.
    #[cfg_attr(test, ts(as = "Option<Vec<String>>"))]
    pub couplings: Vec<String>,
    /// True: the arm is as described, and all logs are of the robot with a payload, which alone
    /// is identified.
    pub payload_alone: Option<bool>,
    /// Logs of the robot with a payload, which is identified beside the arm.
    #[cfg_attr(test, ts(as = "Option<Vec<String>>"))]
    pub payload: Vec<String>,
    /// The payload's mass, kg, where it is known.
    pub payload_mass: Option<f64>,
    /// Its centre of mass in the frame of the link that holds it, m, where it is known.
    pub payload_centre: Option<[f64; 3]>,
    /// The link that holds it; the last one without it.
    pub payload_link: Option<String>,
    /// True: the direction of gravity is identified first.
    pub unknown_gravity: Option<bool>,
    /// Times that segments of the log are drawn again for intervals; 200 without it,
    /// 0 for not at all.
    pub bootstrap: Option<usize>,
    /// Seed of random numbers.
    #[cfg_attr(test, ts(as = "Option<f64>"))]
    pub seed: Option<u64>,
    /// Settings of methods: `ekf.process_noise=1e-4`.
    #[cfg_attr(test, ts(as = "Option<Vec<String>>"))]
    pub settings: Vec<String>,
    /// Keeps near the description: `euclidean`, `pullback` or `log-det`, with `:WEIGHT`.
    pub prior: Option<String>,
    /// Bounds of links: `link3.mass=1.5..2.5`, `link3.centre=-0.1..0.1,0..0.2,..0.05`.
    #[cfg_attr(test, ts(as = "Option<Vec<String>>"))]
    pub bounds: Vec<String>,
    /// How the robot is mounted: `table`, `wall`, `ceiling`, or roll, pitch, yaw in degrees.
    pub mount: Option<String>,
    /// A built-in robot with the true values, to compare with.
    pub truth: Option<String>,
    /// True: the training logs are read in parts, in bounded memory; so are large ones in any
    /// case. They must be mapped alike.
    pub in_parts: Option<bool>,
    /// True: a run that simulated one of the logs lends its controller and reference to
    /// methods that need them (`didim`, `iv-simulated`).
    pub closed_loop: Option<bool>,
}

/// Estimates while a log of the project is still being written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct FollowOptions {
    /// The log: `logs/live.csv`.
    #[cfg_attr(test, ts(optional = false))]
    pub log: String,
    /// Online methods; the default ones without them.
    #[cfg_attr(test, ts(as = "Option<Vec<String>>"))]
    pub methods: Vec<String>,
    /// Friction that is identified; viscous, Coulomb and offset without it.
    pub friction: Option<String>,
    /// Gains of the drives, N m/A or N/A, for logs with currents.
    pub gains: Option<Vec<f64>>,
    /// Ends when nothing has come for so many seconds; only when it is stopped without it.
    pub idle: Option<f64>,
}

/// A judgement of the project's robot, or of an estimate.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct ValidateOptions {
    /// Logs it is judged on.
    #[cfg_attr(test, ts(optional = false))]
    pub logs: Vec<String>,
    /// Cut-off of the motion's low-pass filter, Hz; chosen on the log without it.
    pub cutoff: Option<f64>,
    /// Gains of the drives, N m/A or N/A, for logs with currents.
    pub gains: Option<Vec<f64>>,
    /// An identification run whose estimates are judged; the project's robot without it.
    pub run: Option<u32>,
    /// Which of its methods; the recommended one without it.
    pub method: Option<String>,
    /// Seed of random numbers.
    #[cfg_attr(test, ts(as = "Option<f64>"))]
    pub seed: Option<u64>,
}

/// Methods compared over many simulated experiments, with the project's robot as the truth and
/// the project's motion.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct CampaignOptions {
    /// As in a simulation: rate, duration, controller, effects that act at every level.
    #[cfg_attr(test, ts(optional, type = "Record<string, unknown>"))]
    pub experiment: serde_json::Value,
    /// Estimators; the usual ones without them.
    #[cfg_attr(test, ts(as = "Option<Vec<String>>"))]
    pub methods: Vec<String>,
    /// Noise at level 1 by standard deviation (SI): `q=1e-4,qd=1e-3,qdd=0.1,tau=0.1`.
    pub noise: Option<String>,
    /// Factors of the noise; 0.3, 1 and 3 without them.
    #[cfg_attr(test, ts(as = "Option<Vec<f64>>"))]
    pub levels: Vec<f64>,
    /// Seeds per level; 20 without it.
    #[cfg_attr(test, ts(as = "Option<f64>"))]
    pub seeds: Option<u64>,
    /// Friction that is identified; that of the robot without it.
    pub friction: Option<String>,
    /// True: logs have accelerations.
    pub accelerations: Option<bool>,
    /// Factor of the inertial parameters that methods start with; 1.2 without it.
    pub initial_scale: Option<f64>,
    /// The first seed.
    #[cfg_attr(test, ts(as = "Option<f64>"))]
    pub seed: Option<u64>,
    /// A campaign that was stopped: its finished tasks are taken over. All else must be the
    /// same.
    pub continues: Option<u32>,
}

/// What is to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", content = "options", rename_all = "lowercase")]
pub enum RunRequest {
    /// Moves the robot, by the project's motion.
    Simulate(SimulateOptions),
    /// Designs an excitation trajectory.
    Excite(ExciteOptions),
    /// Finds parameters from logs.
    Identify(IdentifyOptions),
    /// Finds parameters while a log grows.
    Follow(FollowOptions),
    /// Judges the robot on logs.
    Validate(ValidateOptions),
    /// Compares methods over noise levels and seeds.
    Campaign(CampaignOptions),
}
