//! Excitation: which motion tells the most (eq 46 to 48, Fig. 5).
//!
//! The paper minimises the condition number of the observation matrix. That alone is a trap: a motion
//! that hardly moves can be perfectly balanced. The least singular value says how much is seen.

use crate::reproduce::{Item, PlainTable, ReproduceError, Section, Settings};
use crate::scara::{
    Bench, DURATION, Found, JOINTS, NAMES, RATE, Scatter, TRUTH, error_percent, least_squares,
    noisy_settings, recording_of, run_with,
};
use armlab::excite::objective::objective;
use armlab::excite::{
    BasisKind, Coordinates, DesignOptions, DesignedMotion, Ends, ExcitationLimits, FrictionColumns,
    Information, LimitsFile, Scaling, design, information_of_motion,
};
use armlab::identify::Recording;
use armlab::log::Quantity;
use armlab::motion::Trajectory;
use armlab::report::{Figure, Panel, Series, Style, thinned};
use armlab::text::significant;
use rayon::prelude::*;

/// Draws of the noise for the bias of least squares.
const DRAWS: usize = 12;
/// Points of a line.
const POINTS: usize = 500;

/// A motion, how it was planned and what came of it.
#[derive(Clone, Debug)]
pub struct Designed {
    /// What it is.
    pub name: &'static str,
    /// Condition number and least singular value of the three rotary columns, as planned.
    pub planned: [f64; 2],
    /// Condition numbers of the executed motion: three rotary columns, and all four.
    pub executed: [f64; 2],
    /// Errors of least squares over draws of the noise, percent: mean of each parameter.
    pub bias: [f64; 4],
}

/// Name, basis, ends and objective of the motions that are designed.
const PLANS: [(&str, BasisKind, Ends, &str); 4] = [
    ("quintic, least condition number", BasisKind::Quintic { pieces: 1 }, Ends::Free, "condition"),
    ("quintic, most sigma_min", BasisKind::Quintic { pieces: 1 }, Ends::Free, "sigma-min"),
    ("Fourier, most sigma_min", BasisKind::Fourier { harmonics: 5 }, Ends::Free, "sigma-min"),
    (
        "Fourier at rest at both ends, most sigma_min",
        BasisKind::Fourier { harmonics: 5 },
        Ends::Rest,
        "sigma-min",
    ),
];

/// Designs all motions within the robot's limits, executes them, and lets least squares loose on them.
pub fn design_all(bench: &Bench, settings: &Settings) -> Result<Vec<Designed>, ReproduceError> {
    let mut all = vec![executed(
        bench,
        settings.seed,
        DRAWS,
        "the reference of all experiments here",
        &bench.reference,
    )?];
    for (name, basis, ends, wanted) in PLANS {
        settings.step(&format!("excitation: {name}"))?;
        let found = planned(bench, settings, basis, ends, wanted)?;
        let motion = executed(bench, settings.seed, DRAWS, name, &found.trajectory)?;
        all.push(Designed {
            planned: [found.quality.condition, found.quality.sigma_min],
            ..motion
        });
    }
    Ok(all)
}

fn planned(
    bench: &Bench,
    settings: &Settings,
    basis: BasisKind,
    ends: Ends,
    wanted: &str,
) -> Result<DesignedMotion, ReproduceError> {
    let failed = ReproduceError::at("the design of an excitation");
    let options = DesignOptions {
        basis,
        ends,
        duration: DURATION,
        rate: RATE,
        objective: objective(wanted).ok_or_else(|| ReproduceError::missing("an objective"))?,
        scaling: Some(Scaling::None),
        parameters: NAMES.iter().take(3).map(|n| (*n).to_string()).collect(),
        seed: settings.seed,
        ..DesignOptions::default()
    };
    let limits = ExcitationLimits::of(&bench.robot, &Coordinates::Driven, &LimitsFile::default());
    let found = design(&bench.robot, limits.map_err(&failed)?, &options, &settings.progress);
    settings.check()?;
    found.map_err(&failed)
}

/// Condition number and least singular value of the first `columns` parameters.
fn extremes(information: &Information, columns: usize) -> Result<[f64; 2], ReproduceError> {
    let part = Information::from_fn(columns, columns, |i, j| information.at(i, j));
    let values = part.symmetric_eigen().map_err(ReproduceError::at("singular values"))?.values;
    let root = |v: Option<&f64>| v.copied().unwrap_or(f64::NAN).max(0.0).sqrt();
    let (least, most) = (root(values.first()), root(values.last()));
    Ok([most / least, least])
}

fn information(bench: &Bench, z: &[Vec<Vec<f64>>; 3]) -> Result<Information, ReproduceError> {
    information_of_motion(&bench.robot, &Coordinates::Driven, &FrictionColumns::none(), None, z)
        .map_err(ReproduceError::at("the information of a motion"))
}

/// Plans, executes and repeats a motion: what it was to tell, what it told, and what least squares made
/// of it with the noise of `draws` seeds from `seed` on.
pub fn executed(
    bench: &Bench,
    seed: u64,
    draws: usize,
    name: &'static str,
    trajectory: &dyn Trajectory,
) -> Result<Designed, ReproduceError> {
    let samples = (trajectory.duration() * RATE).round() as usize + 1;
    let mut plan = [(); 3].map(|()| vec![vec![0.0; samples]; 3]);
    for k in 0..samples {
        let mut row = [[0.0; 3]; 3];
        let [q, qd, qdd] = &mut row;
        trajectory.sample(k as f64 / RATE, q, qd, qdd);
        for (columns, values) in plan.iter_mut().zip(row) {
            columns.iter_mut().zip(values).for_each(|(c, v)| c[k] = v);
        }
    }
    let done = recording_of(&bench.quiet_on(trajectory, &bench.law)?.log)?;
    let done = information(bench, &[done.q, done.qd, done.qdd])?;
    let log = |k: u64| -> Result<Recording, ReproduceError> {
        let settings = noisy_settings(seed.wrapping_add(k));
        recording_of(&run_with(&bench.robot, bench, trajectory, &bench.law, &settings)?.log)
    };
    let one = |k: u64| Ok(Found::of(least_squares(bench, &log(k)?)?));
    let found: Result<Vec<Found>, ReproduceError> =
        (0..draws as u64).into_par_iter().map(one).collect();
    let mean = Scatter::of(&found?).mean;
    Ok(Designed {
        name,
        planned: extremes(&information(bench, &plan)?, 3)?,
        executed: [extremes(&done, 3)?[0], extremes(&done, 4)?[0]],
        bias: std::array::from_fn(|k| error_percent(mean[k], TRUTH[k])),
    })
}

/// The section.
pub fn section(bench: &Bench, settings: &Settings) -> Result<Section, ReproduceError> {
    let all = design_all(bench, settings)?;
    let rows = all.iter().map(|d| {
        let mut cells = vec![d.name.to_string()];
        let numbers = [d.planned[0], d.planned[1], d.executed[0], d.executed[1]];
        cells.extend(numbers.map(|v| significant(v, 3)));
        cells.extend(d.bias[..3].iter().map(|b| significant(*b, 2)));
        cells
    });
    let header = [
        "motion",
        "planned cond(W), 3 columns",
        "planned sigma_min",
        "executed cond(W), 3 columns",
        "executed cond(W), 4 columns",
        "error of LS in IZZ1, %",
        "in IZZ2, %",
        "in m_r, %",
    ];
    let table = PlainTable {
        name: "excitation".into(),
        caption: format!(
            "Motions of {DURATION} s within 2 rad, 1.5 rad/s and 3 rad/s², and the mean error of least squares over \
             {DRAWS} draws of the noise after they were executed."
        ),
        header: header.map(String::from).to_vec(),
        rows: rows.collect(),
    };
    let figure = Item::figure(
        "figure_5",
        "Fig. 5",
        executed_figure(bench)?,
        "Reference and response. The loop begins at rest on a moving reference, hence the transient.",
    );
    let trap = "The least condition number is reached by a motion that hardly accelerates: balanced, but too weak to be seen \
                through the noise. Quintics with the most sigma_min are far better, and a Fourier series within the same limits better \
                still, since a polynomial of degree five over 15 s meets the limit of position before that of \
                acceleration. The paper prints no condition numbers, so there is nothing to hold these against.";
    Ok(Section::new(
        "Excitation",
        "The paper minimises cond(W) over the coefficients of polynomials of degree five (eq 46 to 48) under limits \
         that it does not print. Here armlab designs motions by that criterion and by a better one.",
        vec![Item::Plain(table), Item::text(trap), figure],
    ))
}

fn executed_figure(bench: &Bench) -> Result<Figure, ReproduceError> {
    let run = bench.quiet(&bench.robot)?;
    let time = run.log.time();
    let mut panels = Vec::new();
    for (j, joint) in JOINTS.iter().enumerate() {
        let column = |quantity| {
            run.log
                .channel(quantity, j)
                .ok_or_else(|| ReproduceError::missing("a simulated column"))
        };
        let line = |name: &str, values: &[f64], style| Series {
            name: name.into(),
            values: thinned(time, &[values], POINTS).1.into_iter().flatten().collect(),
            style,
        };
        panels.push(Panel {
            title: (*joint).into(),
            label: if j == 2 { "m" } else { "rad" }.into(),
            series: vec![
                line("reference", column(Quantity::PositionReference)?, Style::Main),
                line("response", column(Quantity::Position)?, Style::Vermilion),
            ],
        });
    }
    Ok(Figure {
        title: "Reference and response of the SCARA".into(),
        subtitle: String::new(),
        x_label: "time, s".into(),
        x: thinned(time, &[time], POINTS).0,
        panels,
    })
}
