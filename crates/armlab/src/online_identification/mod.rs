//! Identification while a log is still being written.
//!
//! ```no_run
//! use armlab::prelude::*;
//! # fn main() -> armlab::Result<()> {
//! let robot = Robot::from_file("arm.urdf")?;
//! let online = OnlineIdentification::new(&robot);
//! let model = online.model()?;
//! let mut session = online.start(&model)?;
//! session.push_text(b"t,q1,qd1,tau1\n0,0.1,0,2.5\n")?;
//! session.finish()?;
//! for method in session.estimates().methods {
//!     println!("{}: {:?}", method.method, method.values);
//! }
//! # Ok(())
//! # }
//! ```

mod columns;
mod page;
mod report;
mod tail;

pub use report::{Divergence, OnlineEstimates, OnlineMethodEstimate, OnlineReport, OnlineUnknown};
pub use tail::{LogTail, TailEvent};

use crate::base::base_parameters;
use crate::error::{Error, Hint, Result};
use crate::identification::CoupledJoints;
use crate::identify::estimators::{EstimationError, Registry, Selection};
use crate::identify::online::live::{Live, LiveSettings, LiveState};
use crate::identify::online::{Logged, OnlineMethod, online_methods};
use crate::identify::{FrictionChoice, FrictionModel, FrictionModels, Model};
use crate::log::LiveLog;
use crate::log::mapping::Instructions;
use crate::progress::CancelToken;
use crate::recordings::{Gains, LogOptions};
use crate::robot::Robot;
use crate::saving;
use columns::Columns;
use std::path::{Path, PathBuf};

/// Largest file of a saved state, bytes.
const LARGEST_STATE: usize = 256 << 20;

/// Identifies a robot sample by sample.
pub struct OnlineIdentification<'r> {
    robot: &'r Robot,
    registry: Registry<dyn OnlineMethod>,
    methods: Selection,
    friction: FrictionChoice,
    couplings: Vec<CoupledJoints>,
    log_options: LogOptions,
    settings: LiveSettings,
    cancel: CancelToken,
}

impl<'r> OnlineIdentification<'r> {
    /// An online identification of this robot, with default options.
    pub fn new(robot: &'r Robot) -> Self {
        Self {
            robot,
            registry: online_methods(),
            methods: Selection::Default,
            friction: FrictionModel::standard().into(),
            couplings: Vec::new(),
            log_options: LogOptions::default(),
            settings: LiveSettings::default(),
            cancel: CancelToken::new(),
        }
    }
    /// The methods that are run.
    pub fn methods(mut self, methods: Selection) -> Self {
        self.methods = methods;
        self
    }
    /// Methods with settings of one's own.
    pub fn registry(mut self, registry: Registry<dyn OnlineMethod>) -> Self {
        self.registry = registry;
        self
    }
    /// The friction that is identified; `auto` is viscous, Coulomb and offset.
    pub fn friction(mut self, friction: impl Into<FrictionChoice>) -> Self {
        self.friction = friction.into();
        self
    }
    /// Two joints whose motors are coupled.
    pub fn coupling(mut self, joints: CoupledJoints) -> Self {
        self.couplings.push(joints);
        self
    }
    /// Drive gains, for logs of currents.
    pub fn gains(mut self, gains: impl Into<Gains>) -> Self {
        self.log_options.gains = Some(gains.into());
        self
    }
    /// Which column of the log is which, where names do not say.
    pub fn columns(mut self, columns: Instructions) -> Self {
        self.log_options.columns = columns;
        self
    }
    /// Seconds at the beginning from which the noise is estimated.
    pub fn noise_window(mut self, seconds: f64) -> Self {
        self.settings.noise_window = seconds;
        self
    }
    /// Ends the work by this token, between two samples.
    pub fn cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// The unknowns.
    ///
    /// # Errors
    /// If the robot has no base parameters, a coupled joint does not exist, or friction depends on
    /// more than the motion.
    pub fn model(&self) -> Result<Model<'r>> {
        let shape = self.friction.model().cloned().unwrap_or_else(FrictionModel::standard);
        if let Some(law) = shape.law_beyond_motion() {
            let hint = Hint::Text("give another --friction, or identify without following".into());
            return Err(Error::from_source(EstimationError::SampleBySample(law)).hint(hint));
        }
        let couplings = self.couplings.iter().map(|c| c.resolve(self.robot));
        let couplings = couplings.collect::<Result<Vec<_>>>()?;
        let described = self.robot.driven_joints().map(|j| &j.friction);
        let shape = FrictionModels::from(shape).with_described(described);
        let base = base_parameters(self.robot)
            .map_err(|e| Error::from_source(e).hint(Hint::CheckRobot))?;
        let model = Model::with_base(self.robot, base, shape, &couplings);
        // What drives transmit is told by the description.
        let described = model.values_of(self.robot).unwrap_or_default();
        Ok(model.transmitted_by(&described))
    }
    /// Starts at the beginning of a log.
    ///
    /// # Errors
    /// If a method does not exist or cannot start.
    pub fn start<'m>(&'m self, model: &'m Model<'r>) -> Result<OnlineSession<'m, 'r>> {
        self.session(model, None)
    }
    /// Continues from a saved state.
    ///
    /// # Errors
    /// If the state is of another robot, friction or method.
    pub fn resume<'m>(
        &'m self,
        model: &'m Model<'r>,
        state: &LiveState,
    ) -> Result<OnlineSession<'m, 'r>> {
        self.session(model, Some(state))
    }

    fn session<'m>(
        &'m self,
        model: &'m Model<'r>,
        state: Option<&LiveState>,
    ) -> Result<OnlineSession<'m, 'r>> {
        if self.log_options.unknown_gains(self.robot)?.is_some() {
            let message = "unknown drive gains cannot be identified online";
            return Err(Error::new(message).hint(Hint::GiveGains));
        }
        let methods = self.registry.select(&self.methods)?;
        let live = match state {
            Some(state) => Live::resume(model, &methods, self.settings, state)?,
            None => Live::new(model, &methods, self.settings)?,
        };
        Ok(OnlineSession {
            model,
            live: live.cancelled_by(self.cancel.clone()),
            log: LiveLog::new("log", self.log_options.read_options(self.robot)),
            gains: self.log_options.factors(self.robot)?,
            columns: None,
            skip_until: None,
        })
    }
}

/// Reads a state that [`OnlineSession::save_state`] wrote; `None` if there is no file.
///
/// # Errors
/// If the file cannot be read, or holds something else.
pub fn read_state(path: impl AsRef<Path>) -> Result<Option<LiveState>> {
    let path = path.as_ref();
    let text = armlab_files::read_text_if_exists(path, LARGEST_STATE)?;
    let Some(text) = text else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|e| {
        let hint = "remove the file to start anew, or give another file";
        Error::new(format_args!("{}: is not a saved state: {e}", path.display()))
            .hint(Hint::Text(hint.into()))
    })
}

/// Estimators at work.
pub struct OnlineSession<'m, 'r> {
    model: &'m Model<'r>,
    live: Live<'m, 'r>,
    log: LiveLog,
    gains: Option<Vec<f64>>,
    columns: Option<Columns>,
    skip_until: Option<f64>,
}

impl<'m, 'r> OnlineSession<'m, 'r> {
    /// Leaves out samples up to this time of the log, s: for a file that is read again
    /// from its beginning after a state was resumed.
    pub fn skip_until(&mut self, time: f64) {
        self.skip_until = Some(time);
    }
    /// Updates the estimators with one sample.
    ///
    /// # Errors
    /// If a method cannot start.
    pub fn push(&mut self, sample: &Logged) -> Result<()> {
        Ok(self.live.take(sample)?)
    }
    /// Updates the estimators with the lines of a CSV log, in any pieces.
    ///
    /// # Errors
    /// If the log is not one of this robot.
    pub fn push_text(&mut self, bytes: &[u8]) -> Result<()> {
        self.push_text_with(bytes, |_| Ok(()))
    }
    /// The same, with a call after every sample.
    ///
    /// # Errors
    /// As [`push_text`](Self::push_text), and those of the call.
    pub fn push_text_with<E: From<Error>>(
        &mut self,
        bytes: &[u8],
        mut after: impl FnMut(&Live) -> Result<(), E>,
    ) -> Result<(), E> {
        let blocks = self.log.push(bytes).map_err(Error::from)?;
        self.blocks(&blocks, &mut after)
    }
    /// The log has ended.
    ///
    /// # Errors
    /// If it held nothing to estimate from.
    pub fn finish(&mut self) -> Result<()> {
        // What was not taken any more is not the log's last line.
        if !self.live.has_ended() {
            let blocks = self.log.finish().map_err(Error::from)?;
            self.blocks(&blocks, &mut |_| Ok::<(), Error>(()))?;
        }
        self.live.finish()?;
        if self.live.learners().is_empty() {
            let hint = "a log needs a line of names and a few seconds of samples";
            return Err(Error::new("there were no usable samples").hint(Hint::Text(hint.into())));
        }
        Ok(())
    }

    fn blocks<E: From<Error>>(
        &mut self,
        blocks: &[crate::log::Block],
        after: &mut impl FnMut(&Live) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { live, skip_until, .. } = self;
        for block in blocks {
            let columns = match &mut self.columns {
                Some(columns) => columns,
                none => {
                    let gains = self.gains.as_deref();
                    none.insert(Columns::new(&self.log, self.model.joints(), gains)?)
                }
            };
            for row in 0..block.rows() {
                if live.has_ended() {
                    return Ok(());
                }
                let mut used = false;
                columns.with(block, row, |sample| {
                    if skip_until.is_some_and(|last| sample.t <= last) {
                        return Ok(());
                    }
                    used = true;
                    Ok(live.take(sample)?)
                })?;
                if used {
                    after(live)?;
                }
            }
        }
        Ok(())
    }

    /// The present estimates.
    pub fn estimates(&self) -> OnlineEstimates {
        OnlineEstimates::new(&self.live)
    }
    /// The estimators.
    pub fn live(&self) -> &Live<'m, 'r> {
        &self.live
    }
    /// Everything as one serialisable document.
    pub fn report(&self) -> OnlineReport {
        let (dropped, gaps) = self.live.dropped();
        OnlineReport {
            robot: self.model.robot().name().into(),
            unknowns: report::unknowns(self.model),
            dropped,
            gaps,
            damaged_lines: self.log.left_out(),
            last: self.estimates(),
        }
    }
    /// What went wrong: estimators that diverged, lines that could not be read.
    pub fn warnings(&self) -> Vec<String> {
        let diverged = self.live.learners().iter().filter_map(|l| l.diverged());
        let diverged = diverged.map(|(t, divergence)| {
            format!("{divergence} (log time {t:.3} s); its last estimate is kept")
        });
        let damaged = self.log.last_complaint().map(|complaint| {
            format!("{} damaged lines left out; the last one: {complaint}", self.log.left_out())
        });
        diverged.chain(damaged).collect()
    }
    /// Writes the state of the estimators, from which they can continue; nothing
    /// before the noise is estimated.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save_state(&self, path: impl AsRef<Path>) -> Result<()> {
        let Some(state) = self.live.save() else { return Ok(()) };
        let text = serde_json::to_string(&state).map_err(Error::from_source)?;
        let path = path.as_ref();
        armlab_files::write(path, text).map_err(|error| {
            Error::new(format_args!("{}: cannot be written: {error}", path.display()))
        })
    }
    /// Writes `follow.json` and `report.html` into a folder; returns the paths.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>, command: Option<&str>) -> Result<Vec<PathBuf>> {
        let report = self.report();
        let files = [
            ("follow.json".to_string(), saving::json(&report)?),
            ("report.html".into(), page::page(&report, &self.live, command).to_html()),
        ];
        saving::write_all(folder.as_ref(), &files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_ends_a_following_between_two_samples() {
        let robot = crate::robot::library::load("scara").unwrap().unwrap().robot;
        let cancel = CancelToken::new();
        let online = OnlineIdentification::new(&robot)
            .methods(Selection::Named(vec!["rls-sqrt".into()]))
            .friction(FrictionModel::none())
            .noise_window(0.05)
            .cancel(cancel.clone());
        let model = online.model().unwrap();
        let mut session = online.start(&model).unwrap();
        let mut text = String::from("t,q1,q2,q3,qd1,qd2,qd3,tau1,tau2,tau3\n");
        for k in 0..100 {
            let t = 0.01 * f64::from(k);
            let (s, c) = t.sin_cos();
            text += &format!("{t},{s},{c},0.1,{c},{},0,{s},{c},19.6\n", -s);
        }
        text += "1.0,0.5";
        let mut seen = 0;
        let after = |_: &Live| {
            seen += 1;
            if seen == 30 {
                cancel.cancel();
            }
            Ok::<(), Error>(())
        };
        session.push_text_with(text.as_bytes(), after).unwrap();
        session.finish().unwrap();
        assert_eq!(session.live().taken(), 30);
        assert_eq!(session.live().last(), 0.29);
        // The piece of a line that had come already is no damaged line.
        assert_eq!(session.report().damaged_lines, 0);
        assert_eq!(
            online.resume(&model, &session.live().save().unwrap()).unwrap().live().taken(),
            30
        );
    }
}
