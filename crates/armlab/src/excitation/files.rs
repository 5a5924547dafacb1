//! A design as files: trajectory, samples, figure, report.

use super::ExcitationResult;
use crate::documents::file_name;
use crate::error::Result;
use crate::excite::{Coordinates, DesignedMotion};
use crate::motion::{Trajectory, write_trajectory};
use crate::report::{Figure, Panel, Series, Style};
use crate::saving::OutputFolder;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Most rows of the sampled file.
const MOST_ROWS: f64 = 1e6;
/// Points of the figure.
const POINTS: usize = 801;

/// Writes all files.
pub fn save(result: &ExcitationResult, folder: &Path) -> Result<Vec<PathBuf>> {
    let stem = format!("{}-excitation", file_name(&result.robot));
    let mut folder = OutputFolder::open(folder)?;
    folder.write(&format!("{stem}.toml"), result.toml())?;
    folder.write(&format!("{stem}.csv"), result.csv())?;
    folder.write(&format!("{stem}.svg"), result.figure().to_svg())?;
    folder.write_json(&format!("{stem}.json"), result.report())?;
    Ok(folder.written)
}

/// The trajectory as a file.
pub fn toml(result: &ExcitationResult) -> String {
    let heading = format!(
        "# Excitation of {}, designed for {}; coordinates: {}\n",
        result.robot.replace(char::is_control, " "),
        result.options.objective.name(),
        result.motion.coordinates.join(", ").replace(char::is_control, " ")
    );
    heading + &write_trajectory(&result.motion.trajectory)
}

/// Positions, velocities and accelerations over `times`, as columns.
fn sampled(found: &DesignedMotion, times: &[f64]) -> [Vec<Vec<f64>>; 3] {
    let n = found.trajectory.dofs();
    let mut columns = [(); 3].map(|()| vec![Vec::with_capacity(times.len()); n]);
    let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; n]);
    for t in times {
        found.trajectory.sample(*t, &mut q, &mut qd, &mut qdd);
        for (columns, now) in columns.iter_mut().zip([&q, &qd, &qdd]) {
            columns.iter_mut().zip(now).for_each(|(column, x)| column.push(*x));
        }
    }
    columns
}

/// The trajectory sampled at the rate of the design.
pub fn csv(result: &ExcitationResult) -> String {
    let ExcitationResult { options, motion: found, .. } = result;
    let duration = found.trajectory.duration();
    let rows = (duration * options.rate).round().clamp(1.0, MOST_ROWS) as usize;
    let time = |i: usize| if i == rows { duration } else { duration * i as f64 / rows as f64 };
    let times: Vec<f64> = (0..=rows).map(time).collect();
    let columns = sampled(found, &times);
    // Coordinates of a platform have names of their own: x, xd, xdd.
    let driven = options.coordinates == Coordinates::Driven;
    let names = ["", "d", "dd"].iter().flat_map(|rate| {
        found.coordinates.iter().enumerate().map(move |(j, name)| {
            if driven { format!("q{rate}{}", j + 1) } else { format!("{name}{rate}") }
        })
    });
    let names: Vec<String> = std::iter::once("t".into()).chain(names).collect();
    let mut text = names.join(",") + "\n";
    for (i, t) in times.iter().enumerate() {
        // As many digits as bring the same number back.
        let _ = write!(text, "{t:?}");
        for column in columns.iter().flatten() {
            let _ = write!(text, ",{:?}", column[i]);
        }
        text.push('\n');
    }
    text
}

/// Positions, velocities and accelerations over time.
pub fn figure(result: &ExcitationResult) -> Figure {
    let found = &result.motion;
    let duration = found.trajectory.duration();
    let times: Vec<f64> = (0..POINTS).map(|i| duration * i as f64 / (POINTS - 1) as f64).collect();
    let columns = sampled(found, &times);
    let panel = |(title, values): (&str, Vec<Vec<f64>>)| Panel {
        title: title.into(),
        label: "SI units".into(),
        series: values
            .into_iter()
            .zip(&found.coordinates)
            .enumerate()
            .map(|(j, (values, name))| Series { name: name.clone(), values, style: Style::of(j) })
            .collect(),
    };
    let titles = ["position", "velocity", "acceleration"];
    Figure {
        title: format!("Excitation of {}", result.robot),
        subtitle: format!("{} parameters", found.parameters.len()),
        x_label: "time (s)".into(),
        x: times,
        panels: titles.into_iter().zip(columns).map(panel).collect(),
    }
}
