//! Answers questions about signals, for the comparison with SciPy: one JSON
//! document per line on standard input, one answer per line on standard output.
//!
//! A question is `{"op": …, "x": […], …}`; an answer `{"y": […]}` or `{"error": "…"}`.

use armlab::signal::interpolate::{End, Ends, PiecewiseCubic};
use armlab::signal::{
    Band, Butterworth, Edge, SavitzkyGolay, first_difference, first_difference_at,
};
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};

type Answer = Result<Vec<f64>, String>;

/// Answers questions from standard input, line by line.
pub fn run() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer =
            serde_json::from_str(&line).map_err(|e| e.to_string()).and_then(|q| answer(&q));
        let document = match answer {
            Ok(y) => json!({ "y": y }),
            Err(error) => json!({ "error": error }),
        };
        writeln!(out, "{document}")?;
    }
    Ok(())
}

fn answer(question: &Value) -> Answer {
    let list = |key: &str| -> Result<Vec<f64>, String> {
        let array = question[key].as_array().ok_or(format!("`{key}` is missing"))?;
        array.iter().map(|v| v.as_f64().ok_or(format!("`{key}` holds {v}"))).collect()
    };
    let number = |key: &str| question[key].as_f64().ok_or(format!("`{key}` is missing"));
    let whole = |key: &str| -> Result<usize, String> {
        question[key].as_u64().map(|n| n as usize).ok_or(format!("`{key}` is missing"))
    };
    let x = list("x")?;
    match question["op"].as_str().unwrap_or_default() {
        "savgol" => {
            let edge = match question["mode"].as_str() {
                Some("interp") => Edge::Polynomial,
                Some("mirror") => Edge::Mirror,
                Some("nearest") => Edge::Nearest,
                Some("wrap") => Edge::Periodic,
                other => return Err(format!("no mode {other:?}")),
            };
            let filter = SavitzkyGolay::new(whole("window")?, whole("order")?).map_err(said)?;
            filter.edge(edge).derivative(&x, number("dt")?, whole("derivative")?).map_err(said)
        }
        "butter" => {
            let band = match &list("band")?[..] {
                [f] if question["kind"] == "lowpass" => Band::LowPass(*f),
                [f] if question["kind"] == "highpass" => Band::HighPass(*f),
                [low, high] => Band::BandPass(*low, *high),
                other => return Err(format!("no band {other:?}")),
            };
            let filter = Butterworth::new(whole("order")?, band).map_err(said)?;
            filter.design(number("dt")?).map_err(said)?.zero_phase(&x).map_err(said)
        }
        op @ ("pchip" | "spline") => {
            let end = |key: &str| match &question[key] {
                Value::String(s) if s == "natural" => Ok(End::Natural),
                Value::String(s) if s == "not-a-knot" => Ok(End::NotAKnot),
                Value::Number(slope) => Ok(End::Clamped(slope.as_f64().unwrap_or(f64::NAN))),
                other => Err(format!("no end {other}")),
            };
            let curve = match op {
                "pchip" => PiecewiseCubic::pchip(&x, &list("values")?),
                _ => {
                    let ends = Ends { first: end("first")?, last: end("last")? };
                    PiecewiseCubic::spline(&x, &list("values")?, ends)
                }
            };
            let curve = curve.map_err(said)?;
            let derivative = whole("derivative")?.min(2);
            Ok(list("at")?.into_iter().map(|t| curve.at(t)[derivative]).collect())
        }
        "gradient" => match question.get("stamps") {
            None => first_difference(&x, number("dt")?).map_err(said),
            Some(_) => first_difference_at(&list("stamps")?, &x).map_err(said),
        },
        op => Err(format!("no operation `{op}`")),
    }
}

fn said(error: armlab::signal::SignalError) -> String {
    error.to_string()
}
