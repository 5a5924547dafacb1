//! Efforts against what the description predicts: their unit, and the sign of gravity.
//!
//! Rows at least 20 ms apart are kept; from three of them on end speeds and accelerations
//! that are not logged are made by differences, good enough to tell a factor of a hundred.

use super::shares::{Sample, common_factors, odd_factor, without_weight};
use crate::dynamics::Mechanism;
use crate::log::preflight::{Finding, Layout, Severity};
use crate::log::{Block, Quantity};
use crate::robot::Robot;

/// The finding of a joint whose efforts alone are not as described.
pub(super) const ONE_GAIN: &str = "one-effort-scale";
/// Time between the rows that are kept, s.
const APART: f64 = 0.02;
/// Rows that are kept at most.
const MOST: usize = 3000;
/// Rows that are judged at least.
const FEWEST: usize = 10;
/// Efforts that are so many times what the description predicts are in another unit.
const OTHER_UNIT: f64 = 100.0;
/// Efforts below this part of the weight that the description predicts hold nothing.
const WEIGHTLESS: f64 = 1.0 / 30.0;
/// Part of a joint's effort that gravity must be for its sign to be judged.
const LOADED: f64 = 0.4;
/// Cosines between efforts and gravity below which they are opposite: of all joints that
/// carry weight, and of one at least.
const OPPOSITE: (f64, f64) = (-0.45, -0.7);
/// Equivalent mass over the cube of the reach that no arm has, kg/m³; arms have about 20.
const TOO_DENSE: f64 = 2000.0;

struct Row {
    time: f64,
    q: Vec<f64>,
    /// As logged, or empty.
    qd: Vec<f64>,
    qdd: Vec<f64>,
    effort: Vec<f64>,
}

/// Collects rows and compares them with the description at the end.
pub(super) struct RobotCheck<'r> {
    robot: &'r Robot,
    mechanism: Mechanism<'r>,
    positions: Vec<usize>,
    velocities: Vec<usize>,
    accelerations: Vec<usize>,
    efforts: Vec<(usize, f64)>,
    rows: Vec<Row>,
}

impl<'r> RobotCheck<'r> {
    /// Ready for the columns of a log; `None` if the log lacks some, or is of another robot.
    pub fn new(robot: &'r Robot, layout: &Layout, gains: Option<&[f64]>) -> Option<Self> {
        let joints = robot.driven_joints().count();
        let columns = |quantity: Quantity| -> Option<Vec<usize>> {
            (0..joints).map(|j| layout.column(quantity, j)).collect()
        };
        let positions = columns(Quantity::Position)?;
        let efforts = match (columns(Quantity::Effort), columns(Quantity::Current), gains) {
            (Some(efforts), ..) => efforts.into_iter().map(|c| (c, 1.0)).collect(),
            (None, Some(currents), Some(gains)) if gains.len() == joints => {
                currents.into_iter().zip(gains.iter().copied()).collect()
            }
            _ => return None,
        };
        let mechanism = Mechanism::new(robot).ok()?;
        let velocities = columns(Quantity::Velocity).unwrap_or_default();
        let accelerations = columns(Quantity::Acceleration).unwrap_or_default();
        let rows = Vec::new();
        Some(Self { robot, mechanism, positions, velocities, accelerations, efforts, rows })
    }

    pub fn see(&mut self, block: &Block) {
        for (i, &time) in block.column(0).iter().enumerate() {
            let late = self.rows.last().is_none_or(|last| time >= last.time + APART);
            if self.rows.len() >= MOST || !late || !time.is_finite() {
                continue;
            }
            let pick = |columns: &[usize]| -> Vec<f64> {
                columns.iter().map(|&c| block.column(c)[i]).collect()
            };
            let (q, qd) = (pick(&self.positions), pick(&self.velocities));
            let qdd = pick(&self.accelerations);
            let effort: Vec<f64> =
                self.efforts.iter().map(|&(c, gain)| gain * block.column(c)[i]).collect();
            if q.iter().chain(&qd).chain(&qdd).chain(&effort).all(|x| x.is_finite()) {
                self.rows.push(Row { time, q, qd, qdd, effort });
            }
        }
    }

    pub fn finish(mut self, layout: &Layout) -> Vec<Finding> {
        let names: Vec<String> = self.efforts.iter().map(|e| layout.name(e.0)).collect();
        if self.rows.len() < FEWEST {
            return Vec::new();
        }
        let stated = self.robot.links().iter().all(|l| l.inertia.is_some_and(|i| i.mass > 0.0));
        if !stated {
            return self.by_size().map(|f| f.columns(names)).into_iter().collect();
        }
        let Some(samples) = self.samples() else { return Vec::new() };
        let weightless = self.weightless(&samples, &names);
        let unit = self.by_prediction(&samples).or_else(|| self.by_weight());
        let unit = unit.map(|f| f.columns(names.clone()));
        let found = weightless.or(unit).or_else(|| self.gravity_sign(&names));
        let found = found.or_else(|| one_gain(&samples, &names));
        found.into_iter().collect()
    }

    /// Root mean square of the efforts of all joints.
    fn effort_rms(&self) -> f64 {
        rms(self.rows.iter().flat_map(|r| &r.effort).copied())
    }

    /// Samples of each joint with what the description predicts.
    fn samples(&mut self) -> Option<Vec<Vec<Sample>>> {
        let n = self.positions.len();
        let mut all = vec![Vec::with_capacity(self.rows.len()); n];
        let (mut effort, mut weight) = (vec![0.0; n], vec![0.0; n]);
        for i in 1..self.rows.len() - 1 {
            let [a, b, c] = [&self.rows[i - 1], &self.rows[i], &self.rows[i + 1]];
            let (h, k) = (b.time - a.time, c.time - b.time);
            if h.max(k) > 3.0 * APART {
                continue;
            }
            let speed = |j: usize| b.qd.get(j).copied().unwrap_or((c.q[j] - a.q[j]) / (h + k));
            let rate = |j: usize| match (b.qdd.get(j), a.qd.get(j), c.qd.get(j)) {
                (Some(logged), ..) => *logged,
                (None, Some(before), Some(after)) => (after - before) / (h + k),
                _ => ((c.q[j] - b.q[j]) / k - (b.q[j] - a.q[j]) / h) / (0.5 * (h + k)),
            };
            let qd: Vec<f64> = (0..n).map(speed).collect();
            let qdd: Vec<f64> = (0..n).map(rate).collect();
            self.mechanism.gravity(&b.q, &mut weight).ok()?;
            self.mechanism.inverse(&b.q, &qd, &qdd, &mut effort).ok()?;
            for j in 0..n {
                let inertial = effort[j] - weight[j];
                let effort = b.effort[j];
                all[j].push(Sample { weight: weight[j], inertial, speed: qd[j], effort });
            }
        }
        Some(all)
    }

    /// Efforts against those of the description, all joints together.
    fn by_prediction(&self, samples: &[Vec<Sample>]) -> Option<Finding> {
        let predicted = samples.iter().flatten().map(|s| s.weight + s.inertial);
        let ratio = self.effort_rms() / rms(predicted);
        if ratio > OTHER_UNIT && ratio.is_finite() {
            let message = format!(
                "efforts are {ratio:.0} times what the description predicts: in N mm instead of N m?"
            );
            let action = "state the unit in the mapping: \"tau1=COLUMN [N mm], …\"";
            return Some(Finding::new(Severity::Error, "effort-unit", message, action));
        }
        let factors = common_factors(samples);
        let (least, most) = (*factors.first()?, *factors.last()?);
        let alike = most < 1.25 * least;
        let message = if alike {
            format!(
                "efforts are {:.3} times what the description predicts, in every joint: another \
                 unit (kgf cm: 10.2, lbf in: 8.85, kgf m: 0.102), or gains",
                factors[factors.len() / 2]
            )
        } else {
            format!(
                "efforts are {least:.3} to {most:.3} times what the description predicts: currents, \
                 or efforts of the motors before their gears?"
            )
        };
        let action = if alike {
            "state the unit in the mapping: \"tau1=COLUMN [N m], …\", or scale the columns in \
             a mapping file; if the description is wrong by this factor, --force"
        } else {
            "scale each column by its gain or gear ratio in a mapping file \
             ({ column = \"…\", scale = … }); if the description is wrong by these factors, --force"
        };
        Some(Finding::new(Severity::Error, "effort-unit", message, action))
    }

    /// Efforts from which gravity has been taken.
    fn weightless(&self, samples: &[Vec<Sample>], names: &[String]) -> Option<Finding> {
        let joints = without_weight(samples);
        let columns: Vec<String> = joints.iter().filter_map(|&j| names.get(j).cloned()).collect();
        let message = "the weight that the description predicts is not in the efforts: gravity was \
                       compensated before they were logged";
        let action = "record the whole efforts of the drives, or identify without gravity: \
                      --gravity 0,0,0";
        (!columns.is_empty()).then(|| {
            Finding::new(Severity::Error, "gravity-missing", message, action).columns(columns)
        })
    }

    /// Efforts against the weight that the description predicts: noise does not count there.
    fn by_weight(&mut self) -> Option<Finding> {
        let mut weight = vec![0.0; self.positions.len()];
        let mut all = Vec::new();
        for row in &self.rows {
            self.mechanism.gravity(&row.q, &mut weight).ok()?;
            all.extend_from_slice(&weight);
        }
        let ratio = self.effort_rms() / rms(all.into_iter());
        (ratio > 0.0 && ratio < WEIGHTLESS).then(|| {
            let message = format!(
                "efforts are {ratio:.1e} of the weight that the description predicts: in kN m, of the \
                 motors before their gears, or no efforts?"
            );
            let action =
                "state the unit in the mapping: \"tau1=COLUMN [kN m], …\", or the drive gains";
            Finding::new(Severity::Error, "effort-unit", message, action)
        })
    }

    /// Efforts against the size of an arm whose masses are not stated.
    fn by_size(&self) -> Option<Finding> {
        let reach: f64 = self.robot.joints().iter().map(|j| j.origin.translation.norm()).sum();
        let mass = |j: usize, turns: bool| {
            let lever = if turns { reach } else { 1.0 };
            rms(self.rows.iter().map(|r| r.effort[j])) / (9.81 * lever)
        };
        let masses = self.robot.driven_joints().enumerate().map(|(j, d)| mass(j, d.kind.turns()));
        let density = masses.fold(0.0, f64::max) / reach.powi(3);
        (reach > 0.05 && density > TOO_DENSE).then(|| {
            let message = format!(
                "the efforts would hold {:.0} kg at a reach of {reach:.2} m: in N mm instead of N m?",
                density * reach.powi(3)
            );
            let action = "state the unit in the mapping: \"tau1=COLUMN [N mm], …\"";
            Finding::new(Severity::Error, "effort-unit", message, action)
        })
    }

    /// Whether every joint that carries weight carries it upwards.
    fn gravity_sign(&mut self, names: &[String]) -> Option<Finding> {
        let n = self.positions.len();
        let mut weight = vec![0.0; n];
        let (mut dot, mut tt, mut gg) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        for row in &self.rows {
            self.mechanism.gravity(&row.q, &mut weight).ok()?;
            for j in 0..n {
                dot[j] += weight[j] * row.effort[j];
                tt[j] += row.effort[j] * row.effort[j];
                gg[j] += weight[j] * weight[j];
            }
        }
        let loaded = |j: &usize| gg[*j] > LOADED * LOADED * tt[*j] && gg[*j] > 0.0;
        let loaded: Vec<usize> = (0..n).filter(loaded).collect();
        let cosine = |j: &usize| dot[*j] / (tt[*j] * gg[*j]).sqrt();
        let all = loaded.iter().all(|j| cosine(j) < OPPOSITE.0);
        if !(all && loaded.iter().any(|j| cosine(j) < OPPOSITE.1)) {
            return None;
        }
        let message = "efforts have the opposite sign of the weight that the description predicts";
        let action = "invert the sign of the efforts in a mapping file ({ column = \"…\", scale = -1 }), \
                      or turn the gravity of the description if the robot hangs; `diagnose` tells which";
        let columns: Vec<String> = loaded.iter().filter_map(|&j| names.get(j).cloned()).collect();
        Some(Finding::new(Severity::Error, "gravity-sign", message, action).columns(columns))
    }
}

/// One joint's efforts that are a multiple of what is predicted, where those of the others are not.
fn one_gain(samples: &[Vec<Sample>], names: &[String]) -> Option<Finding> {
    let (joint, factor) = odd_factor(samples)?;
    let message = format!(
        "efforts of one joint are {factor:.2} times what the description predicts, those of the \
         others are as predicted: a wrong gain or unit, or other masses, which free parameters cannot \
         tell apart"
    );
    let action = "compare the joint's gain with its data sheet, and its masses with the description; \
                  `diagnose` tells which fits";
    let columns = names.get(joint).cloned();
    Some(Finding::new(Severity::Warning, ONE_GAIN, message, action).columns(columns))
}

fn rms(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0_f64);
    for x in values {
        sum += x * x;
        count += 1.0;
    }
    (sum / count.max(1.0)).sqrt()
}
