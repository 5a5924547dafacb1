//! Pattern search beside better solvers, and what filtering the forces does.

use super::bench::RATE;
use super::fits::{Fit, Fits};
use crate::reproduce::{Item, PlainTable, ReproduceError, Section};
use armlab::report::{Figure, Panel, Series, Style};
use armlab::text::significant;

/// Pattern search beside better solvers.
pub fn section(fits: &Fits) -> Result<Section, ReproduceError> {
    let value = |fit: &Fit, name: &str| {
        fit.estimate.value(name).map_or_else(|| "–".into(), |v| significant(v, 4))
    };
    let rows = fits.all().map(|fit| {
        let e = &fit.estimate;
        let mut row = vec![fit.name.to_string(), significant(e.rms, 5)];
        row.push(significant(fit.against_truth[0], 3));
        row.extend(["mu_c", "fv", "mu_s", "vs"].map(|name| value(fit, name)));
        row.push(e.evaluations.to_string());
        row.push(if e.converged { "yes" } else { "no: out of evaluations" }.into());
        row
    });
    let header = [
        "method",
        "RMS (N)",
        "RMS against truth (N)",
        "μ_c",
        "f_v",
        "μ_s",
        "v_s",
        "evaluations",
        "converged",
    ];
    let table = PlainTable {
        name: "solvers".into(),
        caption: "One log, four fits. The noise floor is 3 N; evaluations of variable projection are of four numbers, the rest follows in closed form.".into(),
        header: header.map(String::from).to_vec(),
        rows: rows.to_vec(),
    };
    let rows = fits.filtered.iter().map(|(window, fit)| {
        let mut row = vec![format!("{window} ({:.0} ms)", 1e3 * *window as f64 / RATE)];
        row.extend(["mu_c", "fv", "mu_s", "vs"].map(|name| value(fit, name)));
        row.push(significant(fit.against_truth[0], 3));
        row
    });
    let header = ["window", "μ_c", "f_v", "μ_s", "v_s", "RMS against truth (N)"];
    let windows = PlainTable {
        name: "force-filter".into(),
        caption: "What becomes of friction when the measured forces are smoothed and the model is not, as in the paper: the jump at a reversal is smeared, and the Stribeck effect with it. Least squares, all samples."
            .into(),
        header: header.map(String::from).to_vec(),
        rows: rows.collect(),
    };
    // Best RMS against evaluations, on a common grid of their logarithm.
    let grid: Vec<f64> = (0..=90).map(|k| f64::from(k) * 0.05).collect();
    let shown = [(&fits.search, Style::Vermilion), (&fits.bounded, Style::Blue)];
    let series = shown.map(|(fit, style)| {
        let rows = fit.estimate.rows as f64;
        let best = |at: f64| {
            let evaluations = 10_f64.powf(at);
            let so_far = fit.estimate.history.iter().take_while(|(n, _)| *n as f64 <= evaluations);
            so_far.last().map_or(f64::NAN, |(_, cost)| (2.0 * cost / rows).sqrt().log10())
        };
        let values = grid.iter().map(|x| best(*x)).collect();
        Series { name: fit.name.into(), values, style }
    });
    let figure = Figure {
        title: "How the residual falls".into(),
        subtitle: "Logarithms to base 10; 0.475 is the noise floor of 3 N".into(),
        x_label: "log₁₀ of evaluations".into(),
        x: grid,
        panels: vec![Panel {
            title: "RMS of the residual".into(),
            label: "log₁₀ of N".into(),
            series: series.to_vec(),
        }],
    };
    let what = "The paper minimises the residual by a pattern search along coordinates. Here it stands beside \
                least squares with exact slopes and beside variable projection, which searches four friction \
                numbers and solves for the rest.";
    Ok(Section::new(
        "Pattern search and better solvers",
        what,
        vec![
            Item::Plain(table),
            Item::Plain(windows),
            Item::figure(
                "solvers",
                "",
                figure,
                "Polling along coordinates crawls where parameters are correlated.",
            ),
        ],
    ))
}
