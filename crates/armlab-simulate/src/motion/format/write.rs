//! A trajectory as TOML, every number the shortest that reads back as the same double.

use super::paths::{HELD, LAWS};
use super::read::{FORMS, SPLINE_END};
use super::tables::INTERPOLATIONS;
use crate::motion::cartesian::{CartesianPath, Orientation, Shape};
use crate::motion::{
    AnyTrajectory, Basis, CubicKind, LinearTrajectory, MovementTable, SplineEnds, Trajectory,
};

/// Writes a trajectory. Reading it again gives the same one, bit for bit; a path
/// of the tool is solved again by the robot it is read for.
pub fn write_trajectory(trajectory: &AnyTrajectory) -> String {
    let mut lines = Lines::default();
    write(&mut lines, trajectory);
    lines.text
}

/// Lines of a file.
#[derive(Default)]
struct Lines {
    text: String,
}

impl Lines {
    fn raw(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
    fn entry(&mut self, key: &str, value: &str) {
        self.raw(&format!("{key} = {value}"));
    }
    fn word(&mut self, key: &str, word: &str) {
        self.raw(&format!("{key} = \"{word}\""));
    }
    fn number(&mut self, key: &str, number: f64) {
        self.entry(key, &format!("{number:?}"));
    }
    fn list(&mut self, key: &str, numbers: &[f64]) {
        self.entry(key, &list(numbers));
    }
    fn rows<'a>(&mut self, key: &str, rows: impl Iterator<Item = &'a [f64]>) {
        self.raw(&format!("{key} = ["));
        rows.for_each(|row| self.raw(&format!("    {},", list(row))));
        self.raw("]");
    }
    fn matrix(&mut self, key: &str, rows: &[Vec<f64>]) {
        self.rows(key, rows.iter().map(Vec::as_slice));
    }
}

fn list(numbers: &[f64]) -> String {
    let texts: Vec<String> = numbers.iter().map(|x| format!("{x:?}")).collect();
    format!("[{}]", texts.join(", "))
}

fn name<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, v)| v == value).map_or("", |(word, _)| word)
}

/// Rows of a matrix kept in one list; rows may be empty.
fn split(numbers: &[f64], rows: usize) -> impl Iterator<Item = &[f64]> {
    let width = numbers.len().checked_div(rows).unwrap_or(0);
    (0..rows).map(move |i| &numbers[i * width..(i + 1) * width])
}

fn linear<B: Basis>(lines: &mut Lines, trajectory: &LinearTrajectory<B>) {
    lines.number("duration", trajectory.duration());
    lines.list("offset", trajectory.offset());
}

fn write(lines: &mut Lines, trajectory: &AnyTrajectory) {
    match trajectory {
        AnyTrajectory::Fourier(t) => {
            let (n, rows) = (t.basis().harmonics(), t.dofs());
            lines.word("kind", "fourier");
            lines.word("form", name(&FORMS, &t.basis().form()));
            lines.number("frequency", t.basis().frequency());
            linear(lines, t);
            lines.rows("a", split(t.coefficients(), rows).map(|row| &row[..n]));
            lines.rows("b", split(t.coefficients(), rows).map(|row| &row[n..]));
        }
        AnyTrajectory::Polynomial(t) => {
            lines.word("kind", "polynomial");
            lines.number("duration", t.duration());
            let rows = t.offset().iter().zip(split(t.coefficients(), t.dofs()));
            let rows: Vec<Vec<f64>> =
                rows.map(|(first, rest)| [&[*first], rest].concat()).collect();
            lines.matrix("chebyshev", &rows);
        }
        AnyTrajectory::BSpline(t) => {
            lines.word("kind", "bspline");
            lines.entry("degree", &t.basis().degree().to_string());
            lines.entry("spans", &t.basis().spans().to_string());
            lines.word("end", name(&SPLINE_END, &t.basis().end()));
            linear(lines, t);
            lines.rows("coefficients", split(t.coefficients(), t.dofs()));
        }
        AnyTrajectory::Quintic(t) => {
            lines.word("kind", "quintic");
            let points = t.points();
            lines.list("times", &points.iter().map(|p| p.time).collect::<Vec<_>>());
            let column = |of: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
                let row = |j| (0..points.len()).map(|i| of(i, j)).collect();
                (0..t.dofs()).map(row).collect()
            };
            lines.matrix("q", &column(&|i, j| points[i].q[j]));
            if points.iter().any(|p| p.qd.is_some()) {
                lines.matrix("qd", &column(&|i, j| points[i].qd.as_ref().map_or(0.0, |v| v[j])));
            }
            if points.iter().any(|p| p.qdd.is_some()) {
                lines.matrix("qdd", &column(&|i, j| points[i].qdd.as_ref().map_or(0.0, |v| v[j])));
            }
        }
        AnyTrajectory::Cubic(t) => {
            let kind = match t.kind() {
                CubicKind::Pchip => "pchip",
                CubicKind::Linear => "linear",
                CubicKind::Spline(_) => "spline",
            };
            lines.word("kind", kind);
            if let CubicKind::Spline(ends) = t.kind() {
                match ends {
                    SplineEnds::Natural => lines.word("ends", "natural"),
                    SplineEnds::NotAKnot => lines.word("ends", "not-a-knot"),
                    SplineEnds::Clamped(first, last) => {
                        lines.word("ends", "clamped");
                        lines.list("first", first);
                        lines.list("last", last);
                    }
                }
            }
            lines.list("times", t.times());
            lines.matrix("q", t.columns());
        }
        AnyTrajectory::Trapezoid(t) => {
            lines.word("kind", "trapezoid");
            lines.matrix("q", t.columns());
            lines.list("speed", t.speed());
            lines.list("acceleration", t.acceleration());
            lines.entry("synchronised", &t.synchronised().to_string());
            lines.number("dwell", t.dwell());
        }
        AnyTrajectory::Movements(t) => movements(lines, t.table()),
        AnyTrajectory::Cartesian(t) => path(lines, t.path()),
        AnyTrajectory::Recorded(t) => {
            lines.word("kind", "recorded");
            lines.list("times", t.stamps());
            lines.matrix("q", t.q());
            for (key, columns) in [("qd", t.qd()), ("qdd", t.qdd())] {
                columns.iter().for_each(|columns| lines.matrix(key, columns));
            }
        }
        AnyTrajectory::Beside(t) => {
            lines.word("kind", "beside");
            for part in t.parts() {
                lines.raw("\n[[part]]");
                // A table's own tables carry its name: [[joint]] of a part is [[part.joint]].
                let text = write_trajectory(part).replace("[[joint]]", "[[part.joint]]");
                lines.text.push_str(&text);
            }
        }
    }
}

fn movements(lines: &mut Lines, table: &MovementTable) {
    lines.word("kind", "movements");
    lines.word("interpolation", name(&INTERPOLATIONS, &table.interpolation));
    for joint in &table.joints {
        lines.raw("\n[[joint]]");
        lines.word("unit", joint.unit.name());
        lines.number("home", joint.home);
        let rows: Vec<Vec<f64>> =
            joint.movements.iter().map(|m| vec![m.value, m.start, m.end, m.rest]).collect();
        lines.matrix("movements", &rows);
    }
}

fn path(lines: &mut Lines, path: &CartesianPath) {
    match &path.shape {
        Shape::Polyline { points } => {
            lines.word("kind", "polyline");
            lines.rows("points", points.iter().map(|p| &p[..]));
        }
        Shape::Helix { centre, axis, radius, turns, rise, phase } => {
            lines.word("kind", "helix");
            lines.list("centre", centre);
            lines.list("axis", axis);
            lines.number("radius", *radius);
            lines.number("turns", *turns);
            lines.number("rise", *rise);
            lines.number("phase", *phase);
        }
    }
    lines.number("duration", path.duration);
    lines.word("law", name(&LAWS, &path.law));
    lines.word("held", name(&HELD, &path.held));
    match &path.orientation {
        Orientation::Constant(_) => {}
        Orientation::Tangent(_) => lines.word("orientation", "tangent"),
        Orientation::Interpolated(_) => lines.word("orientation", "interpolated"),
    }
    if !path.orientation.stated().is_empty() {
        lines.rows("rpy", path.orientation.stated().iter().map(|row| &row[..]));
    }
    lines.entry("samples", &path.samples.to_string());
    if let Some(start) = &path.start {
        lines.list("start", start);
    }
}
