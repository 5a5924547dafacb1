//! The papers' kinds of figure: parameters over time, responses, bars of errors.

use super::{JOINTS, NAMES, Path, Response, TRUTH, UNITS};
use armlab::report::{Bar, BarFigure, Figure, Grade, Panel, Series, Style, thinned};
use armlab::text::significant;

/// Points of a line: more cannot be seen.
const POINTS: usize = 500;
/// A parameter is drawn between these multiples of its real value; a wild line would flatten all
/// others.
const SHOWN: [f64; 2] = [-1.0, 3.0];

/// A named path.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its name in the legend.
    pub name: &'a str,
    /// Where it goes.
    pub path: &'a Path,
}

/// Time stamps of all lines, and their values cut to what is shown.
fn panel(parameter: usize, lines: &[Line], x: &[f64]) -> Panel {
    let truth = TRUTH[parameter];
    let [low, high] = SHOWN.map(|s| s * truth);
    let cut = |v: f64| if (low..=high).contains(&v) { v } else { f64::NAN };
    let mut series = vec![Series {
        name: "real value".into(),
        values: vec![truth; x.len()],
        style: Style::Main,
    }];
    for (i, line) in lines.iter().enumerate() {
        let column = line.path.column(parameter);
        let (_, values) = thinned(&line.path.times, &[&column], POINTS);
        let values = values.into_iter().flatten().map(cut).collect();
        series.push(Series { name: line.name.into(), values, style: Style::of(i) });
    }
    Panel { title: NAMES[parameter].into(), label: UNITS[parameter].into(), series }
}

fn axis(lines: &[Line]) -> Vec<f64> {
    let longest = lines.iter().max_by_key(|l| l.path.times.len());
    longest.map_or_else(Vec::new, |l| thinned(&l.path.times, &[&l.path.times], POINTS).0)
}

/// All four parameters over time.
pub fn evolution(title: &str, lines: &[Line]) -> Figure {
    let x = axis(lines);
    let panels = (0..4).map(|k| panel(k, lines, &x)).collect();
    Figure {
        title: title.into(),
        subtitle: "lines are cut where they leave −1 to 3 times the real value".into(),
        x_label: "time, s".into(),
        x,
        panels,
    }
}

/// One parameter over time by several methods.
pub fn one_parameter(title: &str, parameter: usize, lines: &[Line]) -> Figure {
    let x = axis(lines);
    let panels = vec![panel(parameter, lines, &x)];
    Figure { panels, ..Figure { x, ..evolution(title, &[]) } }
}

/// Position and error of one joint with several sets of parameters; the first is the real one.
pub fn responses_of_joint(title: &str, joint: usize, responses: &[(&str, &Response)]) -> Figure {
    let unit = if joint == 2 { "m" } else { "rad" };
    let Some((_, real)) = responses.first() else {
        return evolution(title, &[]);
    };
    let line = |time: &[f64], values: &[f64]| -> Vec<f64> {
        thinned(time, &[values], POINTS).1.into_iter().flatten().collect()
    };
    let mut position = vec![Series {
        name: "reference".into(),
        values: line(&real.time, &real.reference[joint]),
        style: Style::Main,
    }];
    let mut error = Vec::new();
    for (i, (name, response)) in responses.iter().enumerate() {
        let style = Style::of(i);
        let series = |values| Series { name: (*name).into(), values, style };
        position.push(series(line(&response.time, &response.q[joint])));
        let off: Vec<f64> =
            response.reference[joint].iter().zip(&response.q[joint]).map(|(r, q)| r - q).collect();
        error.push(series(line(&response.time, &off)));
    }
    Figure {
        title: title.into(),
        subtitle: String::new(),
        x_label: "time, s".into(),
        x: thinned(&real.time, &[&real.time], POINTS).0,
        panels: vec![
            Panel {
                title: format!("{}: position", JOINTS[joint]),
                label: unit.into(),
                series: position,
            },
            Panel {
                title: format!("{}: reference less position", JOINTS[joint]),
                label: unit.into(),
                series: error,
            },
        ],
    }
}

/// Bars of relative errors in percent, grouped by method.
pub fn bars_of_errors(title: &str, methods: &[(&str, [f64; 4])]) -> BarFigure {
    let bars = methods.iter().flat_map(|(method, errors)| {
        NAMES.iter().zip(errors).map(move |(name, error)| {
            let size = error.abs();
            let grade = match size {
                s if s <= 1.0 => Grade::Good,
                s if s <= 10.0 => Grade::Fair,
                _ => Grade::Poor,
            };
            let label = format!("{} %", significant(size, 3));
            Bar { name: format!("{method}: {name}"), value: size, label, grade }
        })
    });
    BarFigure {
        title: title.into(),
        label: "relative error, %".into(),
        meaning: ["within 1 %", "within 10 %", "beyond"].map(String::from),
        bars: bars.collect(),
    }
}
