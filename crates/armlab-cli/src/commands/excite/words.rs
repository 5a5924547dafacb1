//! A design in words.

use super::document::{Document, Figures, Parameter, Use};
use crate::output::Paint;
use crate::table::{number, table};
use std::fmt::Write;

/// Parameters that are shown.
const MOST_SHOWN: usize = 8;

pub fn read_out(d: &Document, paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: {} s, {} parameters, designed for {}\n",
        paint.bold(&d.robot),
        number(d.duration),
        d.parameters.len(),
        d.objective_words
    );
    for assumed in &d.assumed {
        let _ = writeln!(text, "{} {assumed}", paint.cyan("assumed"));
    }
    text += &figures(d, paint);
    text += &limits(&d.limits, paint);
    text += &seen(d, paint);
    if d.given_up > 0 {
        let count = d.given_up;
        let _ = writeln!(
            text,
            "{} {count} combination{} of parameters hardly shows in any motion tried; the design is for the others",
            paint.yellow("note"),
            if count == 1 { "" } else { "s" }
        );
    }
    let shrunk = 100.0 * (1.0 - d.shrunk);
    let checked = match shrunk > 0.0 {
        true => format!("shrunk by {} % to keep them there", number(shrunk)),
        false => "kept there as designed".into(),
    };
    let _ = writeln!(
        text,
        "limits checked on a grid ten times finer than the design's; {checked}\n{} evaluations in {} s{}",
        d.evaluations,
        number(d.seconds),
        if d.stopped { ", stopped by the time limit" } else { "" }
    );
    text
}

fn figures(d: &Document, paint: Paint) -> String {
    let row = |name: &str, of: &dyn Fn(&Figures) -> f64| {
        vec![name.into(), number(of(&d.random)), number(of(&d.quality))]
    };
    let rows = vec![
        row("smallest singular value, SI units", &|f| f.sigma_min),
        row("condition number, SI units", &|f| f.condition),
        row("condition number, columns of length one", &|f| f.condition_unit_columns),
        row("condition number, as designed for", &|f| f.condition_scaled),
        row("ln det of the information", &|f| f.log_determinant),
    ];
    let random = format!("random ({})", d.random_motions);
    let header = ["", random.as_str(), "designed"];
    format!("{}\n{}\n", paint.bold("information"), table(&header, rows, &[1, 2]))
}

fn limits(limits: &[Use], paint: Paint) -> String {
    let bound = |x: Option<f64>| x.map_or("".into(), number);
    let row = |l: &Use| {
        let share = l.share.map_or(String::new(), |s| format!("{:.1} %", 100.0 * s));
        vec![
            format!("{} of {}", l.what, l.of),
            number(l.least),
            number(l.most),
            bound(l.lower),
            bound(l.upper),
            l.unit.clone(),
            share,
        ]
    };
    let header = ["", "least", "most", "from", "to", "unit", "used"];
    let rows = limits.iter().map(row).collect();
    format!("{}\n{}\n", paint.bold("limits"), table(&header, rows, &[1, 2, 3, 4, 6]))
}

fn seen(d: &Document, paint: Paint) -> String {
    let row = |p: &Parameter| {
        let per_cent = |r: f64| format!("{} %", number(100.0 * r));
        vec![
            short(&p.name),
            number(p.value),
            p.std.map_or("unknown".into(), |s| format!("± {}", number(s))),
            p.unit.clone(),
            p.relative.map_or(String::new(), per_cent),
            p.advice.clone().unwrap_or_default(),
        ]
    };
    let rows = d.seen.iter().take(MOST_SHOWN).map(row).collect();
    let header = ["", "value", "seen to", "unit", "relative", "what would help"];
    format!(
        "{}\n{}\n",
        paint.bold("seen least (standard deviation for the effort noise of the design)"),
        table(&header, rows, &[1, 4])
    )
}

/// Base parameters may be sums of many terms.
fn short(name: &str) -> String {
    const LONGEST: usize = 44;
    match name.chars().count() > LONGEST {
        true => name.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => name.into(),
    }
}
