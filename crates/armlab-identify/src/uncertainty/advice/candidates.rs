//! Further motions that could be recorded, and what each would tell.
//!
//! Every candidate is the recorded motion with one thing changed, for ten seconds
//! at the log's rate: one joint swings slowly and far, fast, or briskly; or
//! everything is repeated faster. Its rows are added to the log's triangle and the
//! unknowns' deviations follow exactly; nothing is guessed.

use super::motion::{JointMotion, acceleration, position, speed};
use crate::problem::{Model, ProblemError};
use crate::recording::Recording;
use armlab_dense::{Triangle, Tsqr};
use armlab_engine::robot::Joint;
use armlab_engine::text::significant;
use std::f64::consts::TAU;

/// How long a candidate lasts, s.
pub const SECONDS: f64 = 10.0;
/// Samples that stand for it.
const SAMPLES: usize = 400;
/// Speeds and accelerations up to which a whole motion is made faster where a
/// joint has no limits: rad/s and rad/s², m/s and m/s².
const BRISK_ARM: [(f64, f64); 2] = [(2.0, 20.0), (0.5, 5.0)];
/// Less faster than this is not worth it.
const WORTH_IT: f64 = 1.3;
/// A brisk one swings this often, Hz.
const BRISK: f64 = 1.5;

/// What a candidate does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    /// The same motion again.
    Same,
    /// A joint goes far, slowly: gravity shows.
    Far {
        /// The joint, among the driven ones.
        joint: usize,
        /// From end to end, rad or m.
        range: f64,
    },
    /// A joint goes fast.
    Fast {
        /// The joint.
        joint: usize,
        /// From end to end.
        range: f64,
        /// Top speed.
        speed: f64,
    },
    /// A joint swings briskly: inertia shows.
    Brisk {
        /// The joint.
        joint: usize,
        /// Top acceleration.
        acceleration: f64,
    },
    /// The whole motion, so many times as fast.
    Faster {
        /// How many times.
        times: f64,
    },
}

impl Move {
    /// Those worth trying, the gentlest first: the same again; per joint far, fast
    /// and brisk within its limits; and the whole motion faster.
    pub fn all(joints: &[&Joint], motions: &[JointMotion]) -> Vec<Self> {
        let mut all = vec![Self::Same];
        for (j, joint) in joints.iter().enumerate() {
            // A quarter turn or a fifth of a metre, 1 rad/s or 0.25 m/s, 8 rad/s² or
            // 3 m/s²: what any arm can do, unless its limits say otherwise.
            let (range, speed, acceleration): (f64, f64, f64) = match joint.kind.turns() {
                true => (0.25 * TAU, 1.0, 8.0),
                false => (0.2, 0.25, 3.0),
            };
            let limits = &joint.limits;
            let room = limits.upper - limits.lower;
            let range = if room > 0.0 { range.min(0.9 * room) } else { range };
            let speed = speed.min(0.9 * limits.velocity);
            let acceleration = acceleration.min(0.9 * limits.acceleration);
            all.push(Self::Far { joint: j, range });
            all.push(Self::Fast { joint: j, range, speed });
            all.push(Self::Brisk { joint: j, acceleration });
        }
        let room = joints.iter().zip(motions).map(|(joint, motion)| {
            let [turning, sliding] = BRISK_ARM;
            let (speed, acceleration) = if joint.kind.turns() { turning } else { sliding };
            let speed = speed.min(0.9 * joint.limits.velocity);
            let acceleration = acceleration.min(0.9 * joint.limits.acceleration);
            let ratio = |limit: f64, is: f64| if is > 0.0 { limit / is } else { f64::INFINITY };
            ratio(speed, motion.speed).min(ratio(acceleration, motion.acceleration).sqrt())
        });
        let times = room.fold(10.0_f64, f64::min);
        if times > WORTH_IT {
            all.push(Self::Faster { times });
        }
        all
    }

    /// A smaller version of the same.
    pub fn scaled(self, part: f64) -> Self {
        match self {
            Self::Same => Self::Same,
            Self::Far { joint, range } => Self::Far { joint, range: part * range },
            Self::Fast { joint, range, speed } => {
                Self::Fast { joint, range: part * range, speed: part * speed }
            }
            Self::Brisk { joint, acceleration } => {
                Self::Brisk { joint, acceleration: part * acceleration }
            }
            Self::Faster { times } => Self::Faster { times: 1.0 + part * (times - 1.0) },
        }
    }

    /// The joint, if it is about one.
    pub fn joint(self) -> Option<usize> {
        match self {
            Self::Far { joint, .. } | Self::Fast { joint, .. } | Self::Brisk { joint, .. } => {
                Some(joint)
            }
            Self::Same | Self::Faster { .. } => None,
        }
    }

    /// By which moves of one kind are compared.
    pub fn size(self) -> f64 {
        match self {
            Self::Same => 1.0,
            Self::Far { range: size, .. }
            | Self::Fast { speed: size, .. }
            | Self::Brisk { acceleration: size, .. }
            | Self::Faster { times: size } => size,
        }
    }

    /// What was lacking and what to do, in words.
    pub fn words(self, motions: &[JointMotion]) -> String {
        let Some(joint) = self.joint() else {
            let Self::Faster { times } = self else {
                return "the motion is right but short: go on with it".into();
            };
            let times = significant(times, 2);
            return format!(
                "the whole motion was slower than need be: repeat it {times} times as fast"
            );
        };
        let Some(motion) = motions.get(joint) else { return String::new() };
        let (kind, name) = (motion.kind, &motion.joint);
        // Where the joint did as much already, it should do it in another way.
        let (lacked, wanted) = match self {
            Self::Far { range, .. } => (
                (motion.range < 0.7 * range)
                    .then(|| format!("moved through {}", position(kind, motion.range))),
                format!("through at least {}, slowly will do", position(kind, range)),
            ),
            Self::Fast { range, speed: top, .. } => (
                (motion.speed < 0.7 * top)
                    .then(|| format!("moved at up to {}", speed(kind, motion.speed))),
                format!("at {} or more, through about {}", speed(kind, top), position(kind, range)),
            ),
            Self::Brisk { acceleration: top, .. } => (
                (motion.acceleration < 0.7 * top).then(|| {
                    format!("accelerated at up to {}", acceleration(kind, motion.acceleration))
                }),
                format!(
                    "with {} or more, as {BRISK} times a second through {}",
                    acceleration(kind, top),
                    position(kind, swing(top))
                ),
            ),
            Self::Same | Self::Faster { .. } => (None, String::new()),
        };
        match lacked {
            Some(lacked) => format!("{name} {lacked} only: move it {wanted}"),
            None => format!("move {name} {wanted}, while the others move as they did"),
        }
    }

    /// The motion, as samples.
    pub fn recording(self, recordings: &[Recording], motions: &[JointMotion]) -> Option<Recording> {
        let mut motion = spread(recordings)?;
        let samples = motion.samples();
        let seconds = |k: usize| SECONDS * k as f64 / samples as f64;
        let mut swing = |joint: usize, amplitude: f64, frequency: f64| {
            let centre = motions.get(joint).map_or(0.0, |m| m.centre_of(amplitude));
            for k in 0..samples {
                let (sin, cos) = (frequency * seconds(k)).sin_cos();
                motion.q[joint][k] = centre + amplitude * sin;
                motion.qd[joint][k] = amplitude * frequency * cos;
                motion.qdd[joint][k] = -amplitude * frequency * frequency * sin;
            }
        };
        match self {
            Self::Same => {}
            Self::Far { joint, range } => swing(joint, 0.5 * range, TAU / SECONDS),
            Self::Fast { joint, range, speed } => swing(joint, 0.5 * range, 2.0 * speed / range),
            Self::Brisk { joint, acceleration } => {
                let frequency = TAU * BRISK;
                swing(joint, acceleration / (frequency * frequency), frequency);
            }
            Self::Faster { times } => {
                motion.qd.iter_mut().flatten().for_each(|v| *v *= times);
                motion.qdd.iter_mut().flatten().for_each(|a| *a *= times * times);
            }
        }
        Some(motion)
    }
}

/// From end to end of a brisk swing.
fn swing(acceleration: f64) -> f64 {
    2.0 * acceleration / (TAU * BRISK).powi(2)
}

/// Samples from everywhere in the recordings.
pub fn spread(recordings: &[Recording]) -> Option<Recording> {
    let total: usize = recordings.iter().map(Recording::samples).sum();
    let first = recordings.first()?;
    let joints = first.q.len();
    let stride = total.div_ceil(SAMPLES).max(1);
    let empty = || vec![Vec::new(); joints];
    let mut out = Recording {
        name: first.name.clone(),
        step: first.step,
        start: first.start,
        time: Vec::new(),
        q: empty(),
        qd: empty(),
        qdd: empty(),
        effort: empty(),
        temperature: empty(),
        cutoff: None,
        notes: Vec::new(),
    };
    for recording in recordings {
        for k in (0..recording.samples()).step_by(stride) {
            out.time.push(recording.time[k]);
            for j in 0..joints {
                out.q[j].push(recording.q[j][k]);
                out.qd[j].push(recording.qd[j][k]);
                out.qdd[j].push(recording.qdd[j][k]);
                out.effort[j].push(0.0);
                let temperature = recording.temperature.get(j).and_then(|c| c.get(k));
                out.temperature[j].push(temperature.copied().unwrap_or(f64::INFINITY));
            }
        }
    }
    (!out.time.is_empty()).then_some(out)
}

/// The log's triangle with the rows of a candidate added, each joint's over its
/// noise, one row every `spacing` seconds.
pub fn with_rows(
    model: &Model,
    log: &Triangle,
    motion: &Recording,
    weights: &[f64],
    spacing: f64,
) -> Result<Triangle, ProblemError> {
    let mut sum = Tsqr::of(log.clone());
    // Fewer samples than ten seconds have: each counts for several.
    let stands_for = SECONDS / spacing.max(1e-6) / motion.samples().max(1) as f64;
    let transmitted = model.transmitted(motion, model.transmitting())?;
    let rows = model.segment(motion, &transmitted, 0..motion.samples(), None)?;
    for (j, triangle) in rows.triangles().iter().enumerate() {
        let weight = weights.get(j).copied().unwrap_or(1.0) * stands_for.sqrt();
        triangle.add_to(&mut sum, weight);
    }
    Ok(sum.finish())
}
