//! A design as files: trajectory, samples, figure.

use crate::failure::Failure;
use crate::output::{Folder, file_name};
use armlab::excite::{Coordinates, DesignOptions, Excitation};
use armlab::motion::{Trajectory, write_trajectory};
use armlab::report::{Figure, Panel, Series, Style};
use armlab::robot::Robot;
use std::fmt::Write;
use std::path::PathBuf;

/// Most rows of the sampled file.
const MOST_ROWS: f64 = 1e6;
/// Points of the figure.
const POINTS: usize = 801;

pub fn write(
    folder: &Folder,
    robot: &Robot,
    options: &DesignOptions,
    found: &Excitation,
) -> Result<Vec<PathBuf>, Failure> {
    let stem = format!("{}-excitation", file_name(robot.name()));
    let heading = format!(
        "# Excitation of {}, designed for {}; coordinates: {}\n",
        robot.name().replace(char::is_control, " "),
        options.objective.name(),
        found.coordinates.join(", ").replace(char::is_control, " ")
    );
    let toml = heading + &write_trajectory(&found.trajectory);
    Ok(vec![
        folder.write(&format!("{stem}.toml"), &toml)?,
        folder.write(&format!("{stem}.csv"), &csv(options, found))?,
        folder.write(&format!("{stem}.svg"), &figure(robot, found).to_svg())?,
    ])
}

/// Positions, velocities and accelerations over `times`, as columns.
fn sampled(found: &Excitation, times: &[f64]) -> [Vec<Vec<f64>>; 3] {
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

fn csv(options: &DesignOptions, found: &Excitation) -> String {
    let duration = found.trajectory.duration();
    let rows = (duration * options.rate).round().clamp(1.0, MOST_ROWS) as usize;
    let time = |i: usize| if i == rows { duration } else { duration * i as f64 / rows as f64 };
    let times: Vec<f64> = (0..=rows).map(time).collect();
    let columns = sampled(found, &times);
    // Coordinates of a platform have names of their own: x, xd, xdd.
    let driven = options.coordinates == Coordinates::Driven;
    let names = ["", "d", "dd"].iter().flat_map(|rate| {
        found.coordinates.iter().enumerate().map(move |(j, name)| match driven {
            true => format!("q{rate}{}", j + 1),
            false => format!("{name}{rate}"),
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

fn figure(robot: &Robot, found: &Excitation) -> Figure {
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
        title: format!("Excitation of {}", robot.name()),
        subtitle: format!("{} parameters", found.parameters.len()),
        x_label: "time (s)".into(),
        x: times,
        panels: titles.into_iter().zip(columns).map(panel).collect(),
    }
}
