//! What a simulation came to, for people.

use crate::output::Paint;
use crate::table::{number, table};
use armlab::documents::simulation::{Document, Joint};
use std::fmt::Write;

pub fn describe(d: &Document, paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: {} s under {} control, {} samples per second, {} rows\n",
        paint.bold(&d.robot),
        number(d.end.time),
        d.controller,
        number(d.rate),
        d.rows
    );
    let header = ["joint", "rms error", "largest", "", "peak speed", "of", "peak effort", "of", ""];
    let rows = d.joints.iter().map(row).collect();
    text.push_str(&table(&header, rows, &[1, 2, 4, 5, 6, 7]));
    let energy = &d.energy;
    // Sums of thousands of terms are zero to rounding only.
    let lost = if energy.lost.abs() < 1e-9 { 0.0 } else { energy.lost };
    let _ = writeln!(
        text,
        "\nwork of the drives {} J: {} J stored, {} J lost to friction",
        number(energy.work),
        number(energy.stored),
        number(lost)
    );
    for joint in &d.joints {
        let percent = |part: f64| number(100.0 * part);
        if joint.saturated > 0.0 {
            let _ = writeln!(
                text,
                "{}: at the limit of its drive for {} % of the samples",
                paint.yellow(&joint.name),
                percent(joint.saturated)
            );
        }
        if joint.out_of_range > 0.0 {
            let _ = writeln!(
                text,
                "{}: outside its position limits for {} % of the samples",
                paint.yellow(&joint.name),
                percent(joint.out_of_range)
            );
        }
    }
    if let Some(reason) = &d.end.reason {
        let _ = writeln!(text, "{}: {reason}", paint.red("broke off"));
    }
    let _ = writeln!(text, "\nlog: {}", d.log.display());
    if let Some(figure) = &d.figure {
        let _ = writeln!(text, "figure: {}", figure.display());
    }
    text
}

fn row(joint: &Joint) -> Vec<String> {
    let limit = |x: Option<f64>| x.map_or("–".into(), number);
    vec![
        joint.name.clone(),
        number(joint.rms_error),
        number(joint.max_error),
        joint.position_unit.into(),
        number(joint.peak_speed),
        limit(joint.speed_limit),
        number(joint.peak_effort),
        limit(joint.effort_limit),
        joint.effort_unit.into(),
    ]
}
