//! The report of an excitation design.

use crate::documents::number;
use crate::documents::table::table;
use crate::excite::{DesignOptions, DesignedMotion, LimitUse, ParameterPrecision, Quality};
use crate::motion::Trajectory;
use serde::Serialize;
use std::fmt;

/// Parameters in the table of [`ExcitationReport`]'s `Display`.
const MOST_SHOWN: usize = 8;

/// Everything that is known of a designed motion.
#[derive(Clone, Debug, Serialize)]
pub struct ExcitationReport {
    /// The robot's name.
    pub robot: String,
    /// The objective's name.
    pub objective: &'static str,
    #[serde(skip)]
    objective_words: &'static str,
    /// Names of the coordinates.
    pub coordinates: Vec<String>,
    /// Duration, s.
    pub duration: f64,
    /// Samples per second of the log, Hz.
    pub rate: f64,
    /// Names of the parameters it is designed for.
    pub parameters: Vec<String>,
    /// Combinations of parameters that no motion excites enough to be designed for.
    pub given_up: usize,
    /// Its information.
    pub quality: InformationReport,
    /// The median of the random motions within the limits.
    pub random: InformationReport,
    /// How many of those there were.
    pub random_motions: usize,
    /// The limits and their use.
    pub limits: Vec<LimitReport>,
    /// Part of every joint limit that was left free.
    pub margin: f64,
    /// What was examined of distances between links and from the floor, in words.
    pub examined: Vec<String>,
    /// Least distance between links, m; null where none was examined.
    pub clearance: Option<ClearanceReport>,
    /// Least height above the floor, m; null where it was not examined.
    pub height: Option<ClearanceReport>,
    /// Limits that were assumed.
    pub assumed: Vec<String>,
    /// Expected precision of the parameters, the least precise first.
    pub seen: Vec<PrecisionReport>,
    /// Factor by which the motion was shrunk to keep the limits on the fine grid.
    pub shrunk: f64,
    /// The objective from each start.
    pub starts: Vec<Option<f64>>,
    /// Evaluations of the objective.
    pub evaluations: usize,
    /// True if it was cancelled or the time limit was reached.
    pub stopped: bool,
    /// Time of the design, s.
    pub seconds: f64,
}

/// A pair of links, or a link and the floor, that come nearest.
#[derive(Clone, Debug, Serialize)]
pub struct ClearanceReport {
    /// The pair.
    pub of: String,
    /// Their least distance, m.
    pub least: f64,
}

/// What was chosen and examined beside the joints' limits.
pub(super) struct Examined {
    pub margin: f64,
    pub words: Vec<String>,
}

/// Figures of a motion's information.
#[derive(Clone, Debug, Serialize)]
pub struct InformationReport {
    /// Smallest singular value of the weighted regressor, SI units.
    pub sigma_min: f64,
    /// Condition number, SI units.
    pub condition: f64,
    /// Condition number with columns of length one.
    pub condition_unit_columns: f64,
    /// Smallest singular value in the units of the design.
    pub sigma_min_scaled: f64,
    /// Condition number in the units of the design.
    pub condition_scaled: f64,
    /// Logarithm of the determinant of the information.
    pub log_determinant: f64,
    /// The objective.
    pub objective: f64,
}

impl From<Quality> for InformationReport {
    fn from(q: Quality) -> Self {
        Self {
            sigma_min: q.sigma_min,
            condition: q.condition,
            condition_unit_columns: q.condition_unit_columns,
            sigma_min_scaled: q.sigma_min_scaled,
            condition_scaled: q.condition_scaled,
            log_determinant: q.log_determinant,
            objective: q.objective,
        }
    }
}

/// A limit and how much of it is used.
#[derive(Clone, Debug, Serialize)]
pub struct LimitReport {
    /// The limited quantity.
    pub what: &'static str,
    /// The joint or coordinate.
    pub of: String,
    /// Unit.
    pub unit: String,
    /// Lower limit; null where there is none.
    pub lower: Option<f64>,
    /// Upper limit.
    pub upper: Option<f64>,
    /// Smallest value of the motion.
    pub least: f64,
    /// Largest value of the motion; null for a distance.
    pub most: Option<f64>,
    /// One at the limit; null for a limit to one side.
    pub share: Option<f64>,
}

impl From<&LimitUse> for LimitReport {
    fn from(l: &LimitUse) -> Self {
        let finite = |x: f64| x.is_finite().then_some(x);
        Self {
            what: l.limit.what,
            of: l.limit.of.clone(),
            unit: l.limit.unit.clone(),
            lower: finite(l.limit.stated.0),
            upper: finite(l.limit.stated.1),
            least: l.least,
            most: finite(l.most).filter(|_| l.limit.what != "distance"),
            share: finite(l.share_of_stated()),
        }
    }
}

/// Expected precision of a parameter.
#[derive(Clone, Debug, Serialize)]
pub struct PrecisionReport {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Value in the description.
    pub value: f64,
    /// Expected standard deviation; null where it is not identifiable.
    pub std: Option<f64>,
    /// The same relative to the size of the terms it combines.
    pub relative: Option<f64>,
    /// What would improve it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

impl From<&ParameterPrecision> for PrecisionReport {
    fn from(s: &ParameterPrecision) -> Self {
        let finite = |x: f64| x.is_finite().then_some(x);
        Self {
            name: s.name.clone(),
            unit: s.unit.clone(),
            value: s.value,
            std: finite(s.deviation),
            relative: finite(s.relative()),
            advice: s.advice.clone(),
        }
    }
}

impl ExcitationReport {
    pub(super) fn new(
        robot: &str,
        options: &DesignOptions,
        found: &DesignedMotion,
        examined: Examined,
        seconds: f64,
    ) -> Self {
        let median = found.random.get(found.random.len() / 2).copied().unwrap_or(found.quality);
        Self {
            robot: robot.into(),
            objective: options.objective.name(),
            objective_words: options.objective.words(),
            coordinates: found.coordinates.clone(),
            duration: found.trajectory.duration(),
            rate: options.rate,
            parameters: found.parameters.clone(),
            given_up: found.given_up,
            quality: found.quality.into(),
            random: median.into(),
            random_motions: found.random.len(),
            limits: found.limits.iter().map(LimitReport::from).collect(),
            margin: examined.margin,
            examined: examined.words,
            clearance: nearest(&found.limits, false),
            height: nearest(&found.limits, true),
            assumed: found.assumed.clone(),
            seen: found.precision.iter().map(PrecisionReport::from).collect(),
            shrunk: found.factor,
            starts: found.starts.iter().map(|v| v.is_finite().then_some(*v)).collect(),
            evaluations: found.evaluations,
            stopped: found.stopped,
            seconds,
        }
    }
}

impl fmt::Display for ExcitationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: {} s, {} parameters, objective: {}\n",
            self.robot,
            number(self.duration),
            self.parameters.len(),
            self.objective_words
        )?;
        for assumed in &self.assumed {
            writeln!(f, "assumed: {assumed}")?;
        }
        f.write_str(&self.information())?;
        f.write_str(&limits(&self.limits))?;
        f.write_str(&self.distances())?;
        f.write_str(&self.precision())?;
        if self.given_up > 0 {
            let (count, s) = (self.given_up, if self.given_up == 1 { "" } else { "s" });
            writeln!(
                f,
                "warning: {count} combination{s} of parameters hardly excited by any motion; \
                 not designed for"
            )?;
        }
        let shrunk = 100.0 * (1.0 - self.shrunk);
        let checked = if shrunk > 0.0 {
            format!("motion reduced by {} % to keep them", number(shrunk))
        } else {
            "all kept".into()
        };
        writeln!(
            f,
            "limits checked on a grid ten times finer than the design's: {checked}\n{} evaluations \
             in {} s{}",
            self.evaluations,
            number(self.seconds),
            if self.stopped { ", stopped before the end" } else { "" }
        )
    }
}

/// The smallest of the distances, from the floor or between links.
fn nearest(limits: &[LimitUse], floor: bool) -> Option<ClearanceReport> {
    let wanted = |l: &&LimitUse| {
        l.limit.what == "distance" && l.limit.of.ends_with(" to the floor") == floor
    };
    let least = limits.iter().filter(wanted).min_by(|a, b| a.least.total_cmp(&b.least))?;
    Some(ClearanceReport { of: least.limit.of.clone(), least: least.least })
}

impl ExcitationReport {
    /// What was examined of distances, and what came nearest.
    fn distances(&self) -> String {
        let mut text = format!(
            "examined (with a margin of {} % of every joint limit):\n",
            number(100.0 * self.margin)
        );
        for words in &self.examined {
            text += &format!("  {words}\n");
        }
        for (what, nearest) in
            [("least distance between links", &self.clearance), ("least height", &self.height)]
        {
            if let Some(ClearanceReport { of, least }) = nearest {
                text += &format!("  {what}: {} m ({of})\n", number(*least));
            }
        }
        text.push('\n');
        text
    }

    fn information(&self) -> String {
        let row = |name: &str, of: &dyn Fn(&InformationReport) -> f64| {
            vec![name.into(), number(of(&self.random)), number(of(&self.quality))]
        };
        let rows = vec![
            row("smallest singular value, SI units", &|f| f.sigma_min),
            row("condition number, SI units", &|f| f.condition),
            row("condition number, columns of length one", &|f| f.condition_unit_columns),
            row("condition number, units of the design", &|f| f.condition_scaled),
            row("ln det of the information matrix", &|f| f.log_determinant),
        ];
        let random = format!("random ({})", self.random_motions);
        let header = ["", random.as_str(), "designed"];
        format!("information:\n{}\n", table(&header, rows, &[1, 2]))
    }

    fn precision(&self) -> String {
        let row = |p: &PrecisionReport| {
            let per_cent = |r: f64| format!("{} %", number(100.0 * r));
            vec![
                short(&p.name),
                number(p.value),
                p.std.map_or("not identifiable".into(), |s| format!("± {}", number(s))),
                p.unit.clone(),
                p.relative.map_or(String::new(), per_cent),
                p.advice.clone().unwrap_or_default(),
            ]
        };
        let rows = self.seen.iter().take(MOST_SHOWN).map(row).collect();
        let header = ["", "value", "expected std", "unit", "relative", "what would help"];
        format!(
            "least precise parameters (for the effort noise of the design):\n{}\n",
            table(&header, rows, &[1, 4])
        )
    }
}

fn limits(limits: &[LimitReport]) -> String {
    let bound = |x: Option<f64>| x.map_or("".into(), number);
    let row = |l: &LimitReport| {
        let share = l.share.map_or(String::new(), |s| format!("{:.1} %", 100.0 * s));
        vec![
            format!("{} of {}", l.what, l.of),
            number(l.least),
            bound(l.most),
            bound(l.lower),
            bound(l.upper),
            l.unit.clone(),
            share,
        ]
    };
    let header = ["", "min", "max", "lower", "upper", "unit", "used"];
    // Distances have lines of their own.
    let rows = limits.iter().filter(|l| l.what != "distance").map(row).collect();
    format!("limits:\n{}\n", table(&header, rows, &[1, 2, 3, 4, 6]))
}

/// Base parameters may be sums of many terms.
fn short(name: &str) -> String {
    const LONGEST: usize = 44;
    if name.chars().count() > LONGEST {
        name.chars().take(LONGEST - 1).chain(['…']).collect()
    } else {
        name.into()
    }
}
