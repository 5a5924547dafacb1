//! A motion that tells the most about the robot.

use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use crate::compute::table::{Table, joint_column};
use crate::contract::{ExciteOptions, Happening};
use crate::failure::{Answer, Failure};
use crate::project::{Loaded, OpenProject};
use armlab::documents::typed;
use armlab::excite::objective::{OBJECTIVES, objective};
use armlab::excite::{
    BasisKind, Coordinates, DesignOptions, DesignStep, Ends, Excitation, ExcitationLimits,
    FrictionColumns, LimitUse, LimitsFile, PlatformAxis, Quality, Seen, design,
};
use armlab::motion::{Trajectory, write_trajectory};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Samples of the series.
const SAMPLES: usize = 2001;
/// Longest design, s: a page that is closed must not keep the machine busy for ever.
const LONGEST: f64 = 3600.0;
const HINT: &str = "docs/excitation.md describes the options";

/// A design that makes sense.
pub struct Excite {
    loaded: Arc<Loaded>,
    options: ExciteOptions,
}

impl Excite {
    pub fn prepare(project: &OpenProject, options: &ExciteOptions) -> Answer<Self> {
        let work = Self { loaded: project.loaded(), options: options.clone() };
        work.design_options()?;
        let limit = options.time_limit.unwrap_or(1.0);
        if !(limit >= 0.0 && limit.is_finite()) {
            return Err(Failure::field("time_limit", "it is not a time", "give seconds"));
        }
        Ok(work)
    }

    pub fn title(&self) -> String {
        let basis = self.options.basis.as_deref().unwrap_or("fourier");
        format!("{} excitation of {}", basis, self.loaded.robot.name())
    }

    pub fn options(&self) -> Value {
        serde_json::to_value(&self.options).unwrap_or_default()
    }

    pub fn command(&self, robot: &str, run: u32) -> String {
        let o = &self.options;
        let mut words: Vec<String> = vec!["armlab".into(), "excite".into(), robot.into()];
        let mut add = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("--{name}={value}")));
        };
        add("basis", o.basis.clone());
        add("harmonics", o.harmonics.map(|x| x.to_string()));
        add("pieces", o.pieces.map(|x| x.to_string()));
        add("duration", o.duration.map(|x| format!("{x:?}")));
        add("ends", o.ends.clone());
        add("objective", o.objective.clone());
        add("friction", o.friction.clone().filter(|f| f != "none"));
        add("platform", o.platform.clone().filter(|p| !p.is_empty()).map(|p| p.join(",")));
        add("rate", o.rate.map(|x| format!("{x:?}")));
        add("starts", o.starts.map(|x| x.to_string()));
        add("iterations", o.iterations.map(|x| x.to_string()));
        add("time-limit", o.time_limit.map(|x| format!("{x:?}")));
        add("seed", Some(o.seed.unwrap_or(0).to_string()));
        add("out", Some(format!("runs/{run}/again")));
        typed(words)
    }

    fn design_options(&self) -> Answer<DesignOptions<'static>> {
        let o = &self.options;
        let bad =
            |field: &str, hint: &str| Err(Failure::field(field, "there is no such thing", hint));
        let usual = DesignOptions::default();
        let (harmonics, pieces) = (o.harmonics.unwrap_or(5), o.pieces.unwrap_or(8));
        let basis = match o.basis.as_deref().unwrap_or("fourier") {
            "fourier" => BasisKind::Fourier { harmonics },
            "quintic" => BasisKind::Quintic { pieces },
            "spline" => BasisKind::Spline { spans: pieces },
            _ => return bad("basis", "take fourier, quintic or spline"),
        };
        let ends = match o.ends.as_deref().unwrap_or("rest") {
            "rest" => Ends::Rest,
            "free" => Ends::Free,
            _ => return bad("ends", "take rest or free"),
        };
        let friction = o.friction.as_deref().unwrap_or("none").parse::<FrictionColumns>();
        let Ok(friction) = friction else {
            return bad("friction", "give none, each, shared or a friction model");
        };
        let name = o.objective.as_deref().unwrap_or(OBJECTIVES[0].name());
        let Some(objective) = objective(name) else {
            let known: Vec<&str> = OBJECTIVES.iter().map(|o| o.name()).collect();
            return bad("objective", &format!("take {}", known.join(", ")));
        };
        let axis = |name: &String| PlatformAxis::NAMES.iter().find(|(n, _)| n == name);
        let coordinates = match o.platform.as_deref().unwrap_or_default() {
            [] => Coordinates::Driven,
            names => {
                let axes: Option<Vec<PlatformAxis>> =
                    names.iter().map(|n| axis(n).map(|(_, a)| *a)).collect();
                match axes {
                    Some(axes) => Coordinates::Platform(axes),
                    None => return bad("platform", "take x, y, z, rx, ry, rz"),
                }
            }
        };
        let bounded = |field: &str, value: usize, most: usize| match value {
            1.. if value <= most => Ok(value),
            _ => Err(Failure::field(field, format_args!("{value}"), format!("take 1 to {most}"))),
        };
        bounded("harmonics", harmonics, 50)?;
        bounded("pieces", pieces, 200)?;
        let duration = o.duration.unwrap_or(usual.duration);
        if !(duration > 0.0 && duration <= 3600.0) {
            return Err(Failure::field("duration", "it is not between 0 and 3600 s", HINT));
        }
        let rate = o.rate.unwrap_or(usual.rate);
        if !(rate > 0.0 && rate <= 1e5) {
            return Err(Failure::field("rate", "it is not between 0 and 100 kHz", HINT));
        }
        Ok(DesignOptions {
            coordinates,
            basis,
            ends,
            duration,
            rate,
            friction,
            objective,
            starts: bounded("starts", o.starts.unwrap_or(usual.starts), 100)?,
            iterations: bounded("iterations", o.iterations.unwrap_or(usual.iterations), 100_000)?,
            seed: o.seed.unwrap_or(0),
            ..usual
        })
    }

    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        let robot = &self.loaded.robot;
        let options = self.design_options()?;
        let wrong = |e: &dyn std::fmt::Display| Failure::wrong(e, HINT);
        let limits = ExcitationLimits::of(robot, &options.coordinates, &LimitsFile::default())
            .map_err(|e| wrong(&e))?;
        let began = Instant::now();
        let limit = self.options.time_limit.unwrap_or(LONGEST).min(LONGEST);
        let end = began + Duration::from_secs_f64(limit);
        let all = (options.starts * options.iterations) as f64;
        let watch = |step: &DesignStep| {
            let DesignStep { start, iteration, value } = *step;
            let share = (start * options.iterations + iteration) as f64 / all;
            let (run, project) = (ticket.run, &ticket.project.id);
            let objective = || Happening::Objective { run, start, iteration, value };
            match iteration % 4 {
                0 => ticket.progress(0.95 * share, &format!("start {}, {value:.4}", start + 1)),
                _ => ticket.events.tell_progress(project, objective),
            }
            match ticket.is_stopped() || Instant::now() >= end {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let found = design(robot, limits, &options, &watch).map_err(|e| wrong(&e))?;
        let seconds = began.elapsed().as_secs_f64();
        let platform = options.coordinates != Coordinates::Driven;
        let file = if platform { "platform-trajectory.toml" } else { "trajectory.toml" };
        Ok(Outcome {
            result: json(&document(robot.name(), &options, &found, seconds, file))?,
            table: table(&found, platform),
            files: vec![(file.into(), write_trajectory(&found.trajectory).into_bytes())],
            message: format!("condition {:.1}", found.quality.condition_scaled),
            stopped: ticket.is_stopped(),
            ..Outcome::default()
        })
    }
}

fn table(found: &Excitation, platform: bool) -> Table {
    let motion = &found.trajectory;
    let n = motion.dofs();
    let mut columns = [(); 3].map(|()| vec![Vec::with_capacity(SAMPLES); n]);
    let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; n]);
    let mut table = Table::default();
    for k in 0..SAMPLES {
        let t = motion.duration() * k as f64 / (SAMPLES - 1) as f64;
        motion.sample(t, &mut q, &mut qd, &mut qdd);
        table.t.push(t);
        for (columns, now) in columns.iter_mut().zip([&q, &qd, &qdd]) {
            columns.iter_mut().zip(now).for_each(|(column, x)| column.push(*x));
        }
    }
    for (group, columns) in ["q", "qd", "qdd"].into_iter().zip(columns) {
        for (j, (name, values)) in found.coordinates.iter().zip(columns).enumerate() {
            let column = if platform {
                format!("{name}{}", &group[1..])
            } else {
                format!("{group}{}", j + 1)
            };
            let mut info = joint_column(column, name.clone(), "SI", group, j);
            info.joint = info.joint.filter(|_| !platform);
            table.push(info, values);
        }
    }
    table
}

fn finite(x: f64) -> Value {
    if x.is_finite() { json!(x) } else { Value::Null }
}

fn figures(q: &Quality) -> Value {
    json!({
        "sigma_min": finite(q.sigma_min),
        "condition": finite(q.condition),
        "condition_unit_columns": finite(q.condition_unit_columns),
        "sigma_min_scaled": finite(q.sigma_min_scaled),
        "condition_scaled": finite(q.condition_scaled),
        "log_determinant": finite(q.log_determinant),
        "objective": finite(q.objective),
    })
}

fn limit(l: &LimitUse) -> Value {
    json!({
        "what": l.limit.what, "of": l.limit.of, "unit": l.limit.unit,
        "lower": finite(l.limit.allowed.0), "upper": finite(l.limit.allowed.1),
        "least": finite(l.least), "most": finite(l.most), "share": finite(l.share()),
    })
}

fn seen(s: &Seen) -> Value {
    json!({
        "name": s.name, "unit": s.unit, "value": finite(s.value), "std": finite(s.deviation),
        "relative": finite(s.relative()), "advice": s.advice,
    })
}

/// With the entries of `armlab excite --json`.
fn document(
    robot: &str,
    options: &DesignOptions,
    found: &Excitation,
    seconds: f64,
    file: &str,
) -> Value {
    let middle = found.random.get(found.random.len() / 2).copied().unwrap_or(found.quality);
    json!({
        "robot": robot,
        "objective": options.objective.name(),
        "coordinates": found.coordinates,
        "duration": found.trajectory.duration(),
        "rate": options.rate,
        "parameters": found.parameters,
        "given_up": found.given_up,
        "quality": figures(&found.quality),
        "random": figures(&middle),
        "random_motions": found.random.len(),
        "limits": found.limits.iter().map(limit).collect::<Vec<_>>(),
        "assumed": found.assumed,
        "seen": found.seen.iter().map(seen).collect::<Vec<_>>(),
        "shrunk": finite(found.factor),
        "starts": found.starts.iter().map(|v| finite(*v)).collect::<Vec<_>>(),
        "evaluations": found.evaluations,
        "stopped": found.stopped,
        "seconds": seconds,
        "files": [file],
    })
}
