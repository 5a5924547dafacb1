//! Figures 7 to 11: the exciting motion, and raw and filtered measurements.

use super::bench::{Bench, RATE, Run};
use crate::reproduce::statistics::largest;
use crate::reproduce::{ComparedRow, ComparedTable, Item, ReproduceError, Section};
use armlab::report::{Figure, Panel, Series, Style};
use armlab::signal::Filter;

/// A line in every slider's panel.
pub struct Line<'a> {
    /// Name.
    pub name: &'a str,
    /// Looks.
    pub style: Style,
    /// One column per slider.
    pub columns: &'a [Vec<f64>],
}

/// A panel per slider over time.
pub fn sliders(title: &str, subtitle: &str, time: &[f64], label: &str, lines: &[Line]) -> Figure {
    let panels = (0..3).map(|i| Panel {
        title: format!("slider {}", i + 1),
        label: label.into(),
        series: lines
            .iter()
            .filter_map(|line| {
                let values = line.columns.get(i)?.clone();
                Some(Series { name: line.name.into(), values, style: line.style })
            })
            .collect(),
    });
    Figure {
        title: title.into(),
        subtitle: subtitle.into(),
        x_label: "time (s)".into(),
        x: time.to_vec(),
        panels: panels.collect(),
    }
}

/// The platform over time: millimetres and degrees.
fn platform(run: &Run) -> Figure {
    let names = [
        ("x", "position (mm)", 1e3),
        ("y", "position (mm)", 1e3),
        ("θ", "angle (deg)", 180.0 / std::f64::consts::PI),
    ];
    let panels = names.into_iter().enumerate().map(|(k, (name, label, factor))| Panel {
        title: name.into(),
        label: label.into(),
        series: vec![Series {
            name: "platform".into(),
            values: run.motions.iter().map(|m| factor * m.q[9 + k]).collect(),
            style: Style::Blue,
        }],
    });
    Figure {
        title: "The exciting motion of the platform".into(),
        subtitle: "Five harmonics of 0.25 Hz; ours, since the paper prints no coefficients".into(),
        x_label: "time (s)".into(),
        x: run.time.clone(),
        panels: panels.collect(),
    }
}

/// The section.
pub fn section(bench: &Bench) -> Result<Section, ReproduceError> {
    let run = &bench.excitation;
    let step = 1.0 / RATE;
    let failed = ReproduceError::at("filters");
    let (mut raw, mut forces) = (Vec::new(), Vec::new());
    let by_force: Filter = "sg:21:3".parse().map_err(ReproduceError::at("filters"))?;
    for i in 0..3 {
        raw.push(Filter::None.derivatives(&run.sliders[i], step).map_err(&failed)?.second);
        forces.push(by_force.apply(&run.recording.effort[i], step).map_err(&failed)?);
    }
    let recording = &run.recording;
    let pair = |raw: &[Vec<f64>], filtered: &[Vec<f64>], title: &str, label: &str| {
        let lines = [
            Line { name: "raw", style: Style::Sky, columns: raw },
            Line { name: "filtered", style: Style::Main, columns: filtered },
        ];
        sliders(title, "Savitzky–Golay", &run.time, label, &lines)
    };
    let positions = Line { name: "measured", style: Style::Blue, columns: &run.sliders };
    let speeds = Line { name: "filtered", style: Style::Blue, columns: &recording.qd };
    let top = |columns: &[Vec<f64>]| columns.iter().map(|c| largest(c)).fold(0.0, f64::max);
    let rest = bench.excitation.motions.first().map_or(f64::NAN, |m| largest(&m.qdd));
    let ours = |name: &str, unit, value: f64, reason: &str| {
        ComparedRow::new("excitation", name, unit).corrected(value).note(reason)
    };
    let table = ComparedTable {
        name: "excitation".into(),
        source: "Eq 35–38".into(),
        caption: "Our excitation; the paper prints neither coefficients nor limits.".into(),
        rows: vec![
            ours("largest speed of a slider", "m/s", top(&recording.qd), "limit 0.8"),
            ours("largest acceleration of a slider", "m/s²", top(&recording.qdd), "limit 6"),
            ours("largest input force", "N", top(&run.column(|f| f.total)), "limit 500"),
            ours(
                "acceleration at the start",
                "m/s² or rad/s²",
                rest,
                "Eq 37 forgets to ask for it (E17); ours is at rest",
            ),
        ],
    };
    let what = "The paper moves the platform along a Fourier series, measures sliders and drive voltages, and \
                filters them. Neither series nor measurements are printed. We use a series of our own, the \
                corrected equations with Table 1's estimates as the machine, encoder noise of half a \
                micrometre and force noise of 3 N.";
    Ok(Section::new(
        "Excitation and signals",
        what,
        vec![
            Item::figure(
                "figure-07-excitation",
                "Figure 7",
                platform(run),
                "Position and angle of the platform.",
            ),
            Item::figure(
                "figure-08-positions",
                "Figure 8",
                sliders(
                    "Measured positions of the sliders",
                    "",
                    &run.time,
                    "position (m)",
                    &[positions],
                ),
                "Noise is too small to be seen.",
            ),
            Item::figure(
                "figure-09-speeds",
                "Figure 9",
                sliders(
                    "Speeds of the sliders",
                    "From local polynomials",
                    &run.time,
                    "speed (m/s)",
                    &[speeds],
                ),
                "Derivatives of local polynomials of order 5 over 21 samples.",
            ),
            Item::figure(
                "figure-10-accelerations",
                "Figure 10",
                pair(&raw, &recording.qdd, "Raw and filtered accelerations", "acceleration (m/s²)"),
                "Raw: second differences of the measured positions.",
            ),
            Item::figure(
                "figure-11-forces",
                "Figure 11",
                pair(&recording.effort, &forces, "Raw and filtered input forces", "force (N)"),
                "The filter rounds the jumps where a slider turns, which is where the Stribeck effect is.",
            ),
            Item::Table(table),
        ],
    ))
}
