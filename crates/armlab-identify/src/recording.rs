//! A log made ready for regression: even steps, smooth motion, raw efforts.
//!
//! Motion and effort are treated differently on purpose. The regressor is made
//! of positions, speeds and accelerations, and noise in it biases every estimate
//! (regression dilution), so motion is low-passed without phase and
//! differentiated. Noise in the efforts averages out by itself, so these stay as
//! they were measured, and a model is judged against what was measured.
//!
//! A log that has accelerations is taken at its word: nothing is filtered.

use super::conditioning::{
    COMPLETE, EVEN, FEWEST, groups, margin_of, median, motion_of, note_on_dropped, note_on_filter,
    notes_on_grid,
};
use super::motion_filter::{MotionFilter, delayed, lost};
use super::signal_noise::FoundNoise;
use super::temperature::temperatures_of;
use armlab_log::Log;
use armlab_signal::{
    Cutoff, CutoffRule, Filter, Method, Resampler, SignalError, choose_cutoff, uniform_step,
};
use std::ops::Range;
use thiserror::Error;

/// Why a log cannot be used.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RecordingError {
    /// A quantity that some joint lacks.
    #[error(
        "the log `{log}` has no {what} of joint {joint}; it needs them for all {joints} driven joints"
    )]
    Missing {
        /// The log.
        log: String,
        /// What is missing.
        what: &'static str,
        /// The joint, from 1.
        joint: usize,
        /// Driven joints.
        joints: usize,
    },
    /// Currents without the drives' gains.
    #[error(
        "the log `{log}` has motor currents instead of efforts; give the drives' gains (N m/A), one per joint"
    )]
    Gains {
        /// The log.
        log: String,
    },
    /// Gains of the wrong number.
    #[error("{found} gains are given for {joints} driven joints")]
    GainCount {
        /// How many.
        found: usize,
        /// Driven joints.
        joints: usize,
    },
    /// Temperatures that friction depends on.
    #[error(
        "the log `{log}` has no temperature of `{joint}`, on which the friction depends; log a column `temp_{joint}` [degC], or `temperature` for all drives, or map one: --map \"temperature=COLUMN\"; or take friction without the law `temperature`"
    )]
    Temperature {
        /// The log.
        log: String,
        /// The joint.
        joint: String,
    },
    /// Too little of it.
    #[error(
        "the log `{log}` has only {rows} usable rows; identification needs at least {FEWEST} in one stretch"
    )]
    Short {
        /// The log.
        log: String,
        /// How many.
        rows: usize,
    },
    /// Too little of it for the filter.
    #[error(
        "the longest stretch of the log `{log}` has {rows} samples, and the filter with a cut-off of {cutoff} Hz needs {needed}; record a longer motion, or take a higher cut-off"
    )]
    ShortForFilter {
        /// The log.
        log: String,
        /// Samples.
        rows: usize,
        /// Samples that the filter needs.
        needed: usize,
        /// Its cut-off, Hz.
        cutoff: f64,
    },
    /// The signals cannot be conditioned.
    #[error("the log `{log}`: {source}")]
    Signal {
        /// The log.
        log: String,
        /// Why.
        source: SignalError,
    },
}

/// Columns of a joint whose noise is found: three, whole and of their longest stretch.
const COLUMNS: usize = 6;

/// A log on an even grid, not filtered yet.
#[derive(Clone, Debug)]
pub struct RawRecording {
    name: String,
    step: f64,
    /// Time stamp at which the log starts, s.
    start: f64,
    time: Vec<f64>,
    pub(super) q: Vec<Vec<f64>>,
    pub(super) qd: Option<Vec<Vec<f64>>>,
    pub(super) qdd: Option<Vec<Vec<f64>>>,
    effort: Vec<Vec<f64>>,
    /// Temperatures of the drives, °C: of every joint, those that are not logged without values;
    /// empty if none is.
    temperature: Vec<Vec<f64>>,
    /// Stretches without gaps.
    stretches: Vec<Range<usize>>,
    /// The log's rows, where they are not the samples.
    pub(super) logged: Option<Box<LoggedRows>>,
    notes: Vec<String>,
    /// Noise of the columns: whole ones, and of their longest stretch.
    noise: FoundNoise,
}

/// Measured columns of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measured {
    Positions,
    Speeds,
    Accelerations,
}

/// Rows of a log as they were logged.
#[derive(Clone, Debug)]
pub(super) struct LoggedRows {
    /// Time stamps of all rows, s.
    pub time: Vec<f64>,
    /// Efforts of all rows.
    pub effort: Vec<Vec<f64>>,
    /// Temperatures of all rows, as those of samples.
    pub temperature: Vec<Vec<f64>>,
    /// Rows that are used.
    pub kept: Vec<usize>,
    /// Positions, speeds and accelerations of these, where they were put on a grid.
    pub motion: Option<[Option<Vec<Vec<f64>>>; 3]>,
}

/// Signals of one log, ready for regression: one column per driven joint.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The log's name.
    pub name: String,
    /// Sampling interval, s.
    pub step: f64,
    /// Time stamp at which the log starts, s.
    pub start: f64,
    /// Time stamps, s.
    pub time: Vec<f64>,
    /// Positions.
    pub q: Vec<Vec<f64>>,
    /// Speeds.
    pub qd: Vec<Vec<f64>>,
    /// Accelerations.
    pub qdd: Vec<Vec<f64>>,
    /// Efforts as measured.
    pub effort: Vec<Vec<f64>>,
    /// Temperatures of the drives, °C: of every joint, those that are not logged without values;
    /// empty if none is.
    pub temperature: Vec<Vec<f64>>,
    /// Cut-off of the motion's filter, Hz; `None` if nothing was filtered.
    pub cutoff: Option<f64>,
    /// What was done, for people.
    pub notes: Vec<String>,
}

impl Recording {
    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.time.len()
    }
    /// Time of a sample since the start of the log, s.
    pub fn elapsed(&self, sample: usize) -> f64 {
        self.time[sample] - self.start
    }
    /// Temperature of a joint's drive at a sample, °C; without end where it is not known.
    pub fn temperature(&self, joint: usize, sample: usize) -> f64 {
        let logged = self.temperature.get(joint).and_then(|c| c.get(sample));
        logged.copied().unwrap_or(f64::INFINITY)
    }
    /// Times of all samples since the start of the log, s, if they are asked for.
    pub(super) fn times_since_start(&self, asked: bool) -> Vec<f64> {
        if asked { self.time.iter().map(|t| t - self.start).collect() } else { Vec::new() }
    }
}

impl RawRecording {
    /// Takes the driven joints' channels of a log. Efforts are logged ones, or
    /// currents times `gains` where the log has no efforts.
    pub fn of(
        log: &Log,
        name: &str,
        joints: usize,
        gains: Option<&[f64]>,
    ) -> Result<Self, RecordingError> {
        Self::with_step(log, name, joints, gains, None)
    }

    /// The same of a log that is part of a longer one, whose sampling interval (s) it takes: its own
    /// would be another one, by rounding if not by more.
    pub(super) fn with_step(
        log: &Log,
        name: &str,
        joints: usize,
        gains: Option<&[f64]>,
        step: Option<f64>,
    ) -> Result<Self, RecordingError> {
        let (groups, factors) =
            groups(name, joints, gains, |quantity, joint| log.channel(quantity, joint))?;
        let temperatures = temperatures_of(log, joints);
        let mut raw = Self::on_grid(name, log.time(), &groups, &temperatures, step)?;
        raw.multiply_efforts(&factors);
        Ok(raw)
    }

    fn multiply_efforts(&mut self, factors: &[f64]) {
        let scale = |columns: &mut Vec<Vec<f64>>| {
            for (column, factor) in columns.iter_mut().zip(factors) {
                column.iter_mut().for_each(|x| *x *= factor);
            }
        };
        scale(&mut self.effort);
        self.logged.iter_mut().for_each(|rows| scale(&mut rows.effort));
    }

    /// One stretch on an even grid: positions, speeds, accelerations and efforts,
    /// the second and third of them empty where they are not logged.
    pub(super) fn of_stretch(
        name: &str,
        step: f64,
        time: Vec<f64>,
        [q, qd, qdd, effort]: [Vec<Vec<f64>>; 4],
    ) -> Self {
        let logged = |c: Vec<Vec<f64>>| (!c.is_empty()).then_some(c);
        let stretches = std::iter::once(0..time.len()).collect();
        let (qd, qdd, notes) = (logged(qd), logged(qdd), Vec::new());
        let (name, logged) = (name.into(), None);
        let start = time.first().copied().unwrap_or(0.0);
        let temperature = Vec::new();
        let noise = FoundNoise::of(COLUMNS * q.len());
        Self {
            name,
            step,
            start,
            time,
            q,
            qd,
            qdd,
            effort,
            temperature,
            stretches,
            logged,
            notes,
            noise,
        }
    }

    /// Drops rows that cannot be used and puts the rest on an even grid, whose step may be given.
    fn on_grid(
        name: &str,
        time: &[f64],
        groups: &[Option<Vec<&[f64]>>; 4],
        temperatures: &[Vec<f64>],
        step: Option<f64>,
    ) -> Result<Self, RecordingError> {
        let all: Vec<&[f64]> = groups.iter().flatten().flatten().copied().collect();
        let mut last = f64::NEG_INFINITY;
        let mut rows = Vec::with_capacity(time.len());
        for (i, &t) in time.iter().enumerate() {
            if t.is_finite() && t > last && all.iter().all(|c| c[i].is_finite()) {
                rows.push(i);
                last = t;
            }
        }
        let dropped = time.len() - rows.len();
        let mut notes = Vec::new();
        notes.extend(note_on_dropped(dropped as u64));
        if rows.len() < FEWEST {
            return Err(RecordingError::Short { log: name.into(), rows: rows.len() });
        }
        let stamps: Vec<f64> = rows.iter().map(|&i| time[i]).collect();
        let pick = |column: &[f64]| rows.iter().map(|&i| column[i]).collect::<Vec<f64>>();
        let known = temperatures.iter().filter(|c| !c.is_empty()).map(Vec::as_slice);
        let mut picked: Vec<Vec<f64>> = all.iter().copied().chain(known).map(pick).collect();
        let failed = |source| RecordingError::Signal { log: name.into(), source };
        let even = match step {
            None => uniform_step(&stamps, EVEN).map_err(failed)?,
            Some(step) => {
                let even = |w: &[f64]| ((w[1] - w[0]) - step).abs() <= EVEN * step;
                stamps.windows(2).all(even).then_some(step)
            }
        };
        let n = stamps.len();
        let split = |columns: &mut Vec<Vec<f64>>| -> [Option<Vec<Vec<f64>>>; 4] {
            let mut columns = columns.drain(..all.len());
            let mut take = |group: &Option<Vec<&[f64]>>| -> Option<Vec<Vec<f64>>> {
                group.as_ref().map(|g| columns.by_ref().take(g.len()).collect())
            };
            groups.each_ref().map(&mut take)
        };
        let mut logged = (dropped > 0 || even.is_none()).then(|| {
            let efforts = groups[3].iter().flatten();
            Box::new(LoggedRows {
                time: time.to_vec(),
                effort: efforts.map(|c| c.to_vec()).collect(),
                temperature: temperatures.to_vec(),
                kept: rows.clone(),
                motion: None,
            })
        });
        let (time, step, stretches) = if let Some(step) = even {
            (stamps, step, std::iter::once(0..n).collect())
        } else {
            let step = step.unwrap_or_else(|| median_step(&stamps));
            let columns: Vec<&[f64]> = picked.iter().map(Vec::as_slice).collect();
            // Straight lines between stamps: jitter of stamps is noise, and a
            // spline through noise swings.
            let resampler = Resampler::new(step).method(Method::Linear);
            let grid = resampler.apply(&stamps, &columns).map_err(failed)?;
            notes.extend(notes_on_grid(step, grid.gaps.len() as u64));
            let stretches = grid.valid_ranges();
            let [q, qd, qdd, _] = split(&mut std::mem::replace(&mut picked, grid.columns));
            if let Some(rows) = &mut logged {
                rows.motion = Some([q, qd, qdd]);
            }
            (grid.stamps, step, stretches)
        };
        let longest = stretches.iter().map(Range::len).max().unwrap_or(0);
        if longest < FEWEST {
            return Err(RecordingError::Short { log: name.into(), rows: longest });
        }
        let [q, qd, qdd, effort] = split(&mut picked);
        let q = q.unwrap_or_default();
        // What is left are temperatures.
        let mut left = picked.into_iter();
        let next = |c: &Vec<f64>| if c.is_empty() { None } else { left.next() };
        let temperature = temperatures.iter().map(next).map(Option::unwrap_or_default).collect();
        Ok(Self {
            noise: FoundNoise::of(COLUMNS * q.len()),
            name: name.into(),
            step,
            start: time.first().copied().unwrap_or(0.0),
            time,
            q,
            qd,
            qdd,
            effort: effort.unwrap_or_default(),
            temperature,
            stretches,
            logged,
            notes,
        })
    }

    /// The same with each joint's efforts times a factor, as a gain that was
    /// found later.
    ///
    /// # Panics
    /// If there is not one factor per joint.
    pub fn with_efforts_times(mut self, factors: &[f64]) -> Self {
        assert_eq!(factors.len(), self.effort.len(), "one factor per joint");
        self.multiply_efforts(factors);
        self
    }

    /// The same as if accelerations had not been logged.
    pub fn without_accelerations(mut self) -> Self {
        if let Some([_, _, qdd]) = self.logged.as_mut().and_then(|l| l.motion.as_mut()) {
            *qdd = None;
        }
        Self { qdd: None, ..self }
    }

    /// The middle of its longest stretch, at most so many samples.
    pub(super) fn middle(&self, most: usize) -> Self {
        let longest = self.longest();
        let count = longest.len().min(most);
        let from = longest.start + (longest.len() - count) / 2;
        self.part(from..from + count)
    }
    /// Some samples of one stretch.
    pub(super) fn part(&self, samples: Range<usize>) -> Self {
        let part = |c: &Vec<Vec<f64>>| -> Vec<Vec<f64>> {
            c.iter().map(|c| c[samples.clone()].to_vec()).collect()
        };
        let logged = |c: &Option<Vec<Vec<f64>>>| c.as_ref().map(part).unwrap_or_default();
        let time = self.time[samples.clone()].to_vec();
        let columns = [part(&self.q), logged(&self.qd), logged(&self.qdd), part(&self.effort)];
        let temperatures = known(&self.temperature, samples);
        Self::of_stretch(&self.name, self.step, time, columns)
            .starting_at(self.start)
            .with_temperatures(temperatures)
    }
    /// The same with temperatures of the drives, °C: of every joint, those that are not logged
    /// without values.
    pub(super) fn with_temperatures(self, temperature: Vec<Vec<f64>>) -> Self {
        Self { temperature, ..self }
    }
    /// Temperatures of the drives.
    pub(super) fn temperatures(&self) -> &[Vec<f64>] {
        &self.temperature
    }
    /// Whether the temperatures of all drives are logged.
    pub fn has_temperatures(&self) -> bool {
        (0..self.q.len()).all(|j| self.has_temperature(j))
    }
    /// Whether the temperature of a joint's drive is logged.
    pub fn has_temperature(&self, joint: usize) -> bool {
        self.temperature.get(joint).is_some_and(|c| !c.is_empty())
    }
    /// The same as part of a log that starts at a time stamp, s.
    pub(super) fn starting_at(self, start: f64) -> Self {
        Self { start, ..self }
    }
    /// Time stamp at which the log starts, s.
    pub(super) fn start(&self) -> f64 {
        self.start
    }
    /// The log's name.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Whether another recording is of the same log, as windows of a long one are.
    pub(super) fn is_of_log_of(&self, other: &Self) -> bool {
        self.name == other.name && self.step == other.step
    }
    /// Time stamps, s.
    pub(super) fn time(&self) -> &[f64] {
        &self.time
    }
    /// Efforts as measured.
    pub(super) fn efforts(&self) -> &Vec<Vec<f64>> {
        &self.effort
    }
    /// Stretches without gaps.
    pub(super) fn stretches(&self) -> &[Range<usize>] {
        &self.stretches
    }
    /// What was done to it already, for people.
    pub(super) fn notes(&self) -> &[String] {
        &self.notes
    }
    fn measured(&self, what: Measured, joint: usize) -> Option<&[f64]> {
        let columns = match what {
            Measured::Positions => Some(&self.q),
            Measured::Speeds => self.qd.as_ref(),
            Measured::Accelerations => self.qdd.as_ref(),
        };
        columns.map(|c| c[joint].as_slice())
    }
    /// Deviation of a column's noise; none of a column that is not there.
    pub(super) fn noise(&self, what: Measured, joint: usize) -> f64 {
        let column = COLUMNS * joint + 2 * what as usize;
        self.measured(what, joint).map_or(0.0, |c| self.noise.get(column, c))
    }
    /// The same in the longest stretch.
    pub(super) fn noise_of_longest(&self, what: Measured, joint: usize) -> f64 {
        let longest = self.longest();
        if longest == (0..self.time.len()) {
            return self.noise(what, joint);
        }
        let column = COLUMNS * joint + 2 * what as usize + 1;
        self.measured(what, joint).map_or(0.0, |c| self.noise.get(column, &c[longest]))
    }
    /// The longest stretch.
    pub(super) fn longest(&self) -> Range<usize> {
        self.stretches.iter().max_by_key(|s| s.len()).cloned().unwrap_or(0..0)
    }
    /// Positions on the grid.
    pub(super) fn positions(&self) -> &[Vec<f64>] {
        &self.q
    }
    /// Time that its stretches cover, s.
    pub(super) fn duration(&self) -> f64 {
        self.stretches.iter().map(|s| s.len() as f64 * self.step).sum()
    }
    /// Sampling interval, s.
    pub fn step(&self) -> f64 {
        self.step
    }
    /// True when accelerations are logged, so that nothing is filtered.
    pub fn is_complete(&self) -> bool {
        self.qd.is_some() && self.qdd.is_some()
    }
    /// True when speeds are logged.
    pub fn has_speeds(&self) -> bool {
        self.qd.is_some()
    }
    /// The band of the motion, and the cut-off that follows from it alone.
    pub fn cutoff(&self) -> Result<Cutoff, RecordingError> {
        let longest = self.longest();
        let columns: Vec<&[f64]> = self.q.iter().map(|c| &c[longest.clone()]).collect();
        choose_cutoff(&columns, self.step, CutoffRule::default()).map_err(|e| self.failed(e))
    }

    /// The recording with its motion low-passed at `cutoff` (Hz) and
    /// differentiated; as logged if it has accelerations or no cut-off is given.
    ///
    /// # Errors
    /// If no stretch is long enough.
    pub fn condition(&self, cutoff: Option<f64>) -> Result<Recording, RecordingError> {
        self.filtered(&MotionFilter { cutoff, delay: 0.0 })
    }

    /// The same with the motion read where the efforts are.
    ///
    /// # Errors
    /// If no stretch is long enough.
    pub fn filtered(&self, filter: &MotionFilter) -> Result<Recording, RecordingError> {
        let joints = self.q.len();
        let cutoff = filter.cutoff.filter(|_| !self.is_complete());
        let delay = filter.delay / self.step;
        let mut whole: Option<Recording> = None;
        for stretch in self.stretches.iter().filter(|s| self.is_complete() || s.len() >= FEWEST) {
            let columns: Vec<[Vec<f64>; 3]> =
                (0..joints).map(|j| self.motion(j, stretch, cutoff)).collect::<Result<_, _>>()?;
            let margin =
                if self.is_complete() { 0 } else { margin_of(stretch.len(), self.step, cutoff) };
            let margin = margin.max(lost(delay)).min(stretch.len() / 2);
            let inner = margin..stretch.len() - margin;
            let mut motion = [(); 3].map(|()| Vec::with_capacity(joints));
            for column in columns {
                motion.iter_mut().zip(column).for_each(|(all, column)| {
                    all.push(delayed(&column, delay)[inner.clone()].to_vec());
                });
            }
            let range = stretch.start + inner.start..stretch.start + inner.end;
            let part = self.recording(range, motion, cutoff, Vec::new());
            match &mut whole {
                None => whole = Some(part),
                Some(whole) => whole.append(part),
            }
        }
        let Some(mut recording) = whole.filter(|w| w.samples() > 0) else {
            return Err(RecordingError::Short { log: self.name.clone(), rows: 0 });
        };
        recording.notes = self.notes.clone();
        recording.notes.push(match self.is_complete() {
            true => COMPLETE.into(),
            false => note_on_filter(cutoff, self.qd.is_some()),
        });
        Ok(recording)
    }

    /// Position, speed and acceleration of a joint along a stretch.
    fn motion(
        &self,
        joint: usize,
        stretch: &Range<usize>,
        cutoff: Option<f64>,
    ) -> Result<[Vec<f64>; 3], RecordingError> {
        let q = &self.q[joint][stretch.clone()];
        let qd = self.qd.as_ref().map(|c| &c[joint][stretch.clone()]);
        let qdd = self.qdd.as_ref().map(|c| &c[joint][stretch.clone()]);
        match (qd, qdd) {
            (Some(qd), Some(qdd)) => Ok([q.to_vec(), qd.to_vec(), qdd.to_vec()]),
            (qd, _) => motion_of(q, qd, self.step, cutoff).map_err(|e| self.failed(e)),
        }
    }

    /// The recording with positions filtered and differentiated twice by a filter
    /// of one's choice, as `sg:21:5`; logged speeds and accelerations are not
    /// used. The ends are kept: samples that a filter spoils there must be left
    /// out by what follows, as the dead band of friction does for a motion that
    /// starts and ends at rest.
    pub fn condition_with(&self, filter: &Filter) -> Result<Recording, RecordingError> {
        let mut whole: Option<Recording> = None;
        for stretch in self.stretches.iter().filter(|s| s.len() >= FEWEST) {
            let mut motion = [(); 3].map(|()| Vec::with_capacity(self.q.len()));
            for q in &self.q {
                let d = filter.derivatives(&q[stretch.clone()], self.step);
                let d = d.map_err(|e| self.failed(e))?;
                motion[0].push(d.value);
                motion[1].push(d.first);
                motion[2].push(d.second);
            }
            let part = self.recording(stretch.clone(), motion, None, Vec::new());
            match &mut whole {
                None => whole = Some(part),
                Some(whole) => whole.append(part),
            }
        }
        let Some(mut recording) = whole else {
            return Err(RecordingError::Short { log: self.name.clone(), rows: 0 });
        };
        recording.notes = self.notes.clone();
        recording.notes.push(format!("positions filtered and differentiated by {filter}"));
        Ok(recording)
    }

    fn recording(
        &self,
        rows: Range<usize>,
        [q, qd, qdd]: [Vec<Vec<f64>>; 3],
        cutoff: Option<f64>,
        notes: Vec<String>,
    ) -> Recording {
        Recording {
            name: self.name.clone(),
            step: self.step,
            start: self.start,
            time: self.time[rows.clone()].to_vec(),
            q,
            qd,
            qdd,
            effort: self.effort.iter().map(|c| c[rows.clone()].to_vec()).collect(),
            temperature: known(&self.temperature, rows),
            cutoff,
            notes,
        }
    }

    fn failed(&self, source: SignalError) -> RecordingError {
        RecordingError::Signal { log: self.name.clone(), source }
    }
}

impl Recording {
    /// Adds another recording's samples behind these.
    pub(super) fn append(&mut self, next: Recording) {
        self.time.extend(next.time);
        let Self { q, qd, qdd, effort, temperature, .. } = self;
        let mine = [q, qd, qdd, effort, temperature];
        let next = [next.q, next.qd, next.qdd, next.effort, next.temperature];
        for (mine, next) in mine.into_iter().zip(next) {
            mine.iter_mut().zip(next).for_each(|(m, n)| m.extend(n));
        }
    }
}

/// Some samples of temperatures, as far as they are logged.
fn known(temperatures: &[Vec<f64>], samples: Range<usize>) -> Vec<Vec<f64>> {
    let part = |c: &Vec<f64>| c.get(samples.clone()).map(<[f64]>::to_vec).unwrap_or_default();
    temperatures.iter().map(part).collect()
}

fn median_step(stamps: &[f64]) -> f64 {
    median(stamps.windows(2).map(|w| w[1] - w[0]).collect())
}
