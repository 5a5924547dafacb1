//! Which estimate to use, and why.

use super::methods::MethodResult;

/// The error of a physically inconsistent estimate counts this much more.
const INCONSISTENT: f64 = 1.1;

/// The estimate to use: one that passes before one that does not, then the one
/// that predicts best what it has not seen; a consistent one is worth a little.
pub fn recommended(results: &[MethodResult]) -> Option<usize> {
    let cost = |result: &MethodResult| {
        let consistent = result.estimate.physical.consistent;
        let relative = result.evaluated().relative * if consistent { 1.0 } else { INCONSISTENT };
        (!result.verdict.pass, relative)
    };
    (0..results.len()).min_by(|&a, &b| {
        let (a, b) = (cost(&results[a]), cost(&results[b]));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    })
}

/// Why this one.
pub fn recommendation(results: &[MethodResult], best: usize) -> String {
    let chosen = &results[best];
    let name = chosen.estimate.method;
    let on = if chosen.validation.is_some() { "the validation log" } else { "its own log" };
    let own = chosen.evaluated().relative;
    let passing = results.iter().filter(|r| r.verdict.pass).count();
    let among = match (results.len(), passing) {
        (1, _) => "the only result".to_string(),
        (n, 0) => format!("none of {n} methods passes; this one has the smallest error"),
        (n, 1) => format!("the only one of {n} methods that passes"),
        (n, p) if p < n => format!("the best of the {p} methods that pass, of {n}"),
        (n, _) => format!("the best of {n} methods, which all pass"),
    };
    let mut text = format!("{name}: {among}; prediction error {own:.2} % on {on}");
    let better = results
        .iter()
        .filter(|r| r.evaluated().relative < own && r.estimate.method != name)
        .min_by(|a, b| a.evaluated().relative.total_cmp(&b.evaluated().relative));
    if let Some(better) = better {
        let why = match (better.estimate.physical.consistent, better.verdict.pass) {
            (false, _) => "is not physically consistent",
            (true, false) => "does not pass",
            (true, true) => "is within the margin",
        };
        let (other, error) = (better.estimate.method, better.evaluated().relative);
        text.push_str(&format!("; {other} has {error:.2} % but {why}"));
    }
    text
}
