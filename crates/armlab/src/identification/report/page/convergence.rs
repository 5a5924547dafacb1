//! Convergence: values over time, cost over generations.

use crate::identification::IdentificationReport;
use crate::identify::Trace;
use crate::report::html::Part;
use crate::report::{Figure, Panel, Series, Style};

/// Points of a line.
const POINTS: usize = 240;
/// Methods in one picture: as many as there are styles to tell lines apart.
const METHODS: usize = 6;
/// Unknowns that are plotted, those with the smallest relative deviation.
const UNKNOWNS: usize = 6;
/// What is this part better than the best of all is as good.
const EQUAL: f64 = 1e-6;

/// The trace of a method.
pub struct MethodTrace<'a> {
    /// The method.
    pub method: &'a str,
    /// Its trace.
    pub trace: &'a Trace,
}

/// An unknown that is plotted.
pub struct PlottedParameter {
    /// Its place among the unknowns.
    pub place: usize,
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Where the recommended method ends.
    pub value: f64,
    /// What it should be, or is described to be.
    pub reference: Option<f64>,
}

/// The section's parts; none where no method has a trace.
pub fn convergence(document: &IdentificationReport) -> Vec<Part> {
    let traces = |values: bool| -> Vec<MethodTrace> {
        let kept = document
            .methods
            .iter()
            .filter_map(|m| m.trace.as_ref().map(|trace| MethodTrace { method: m.method, trace }));
        kept.filter(|w| w.trace.at.len() > 1 && w.trace.values.is_empty() != values).collect()
    };
    let mut parts = Vec::new();
    let plotted = plotted(document);
    for some in traces(true).chunks(METHODS) {
        parts.push(Part::Picture {
            svg: values_over_time(some, &plotted).to_svg(),
            caption:
                "Estimates over the time of the log, of the parameters with the smallest relative \
                      deviation. The thick line is the recommended method's estimate. Values \
                      beyond the figure are drawn at its edge."
                    .into(),
        });
    }
    for some in traces(false).chunks(METHODS) {
        parts.push(Part::Picture {
            svg: cost_over_generations(some).to_svg(),
            caption:
                "Searches: error of the best of each generation above the smallest of all, in \
                      percent, on a logarithmic scale, over the generations in percent of each \
                      search's number."
                    .into(),
        });
    }
    parts
}

/// The unknowns with the smallest relative deviation, at the recommended method's values.
pub fn plotted(document: &IdentificationReport) -> Vec<PlottedParameter> {
    let best = document.methods.iter().find(|m| m.method == document.recommended);
    let Some(best) = best else { return Vec::new() };
    let mut order: Vec<usize> = (0..best.base.len()).collect();
    let known = |k: &usize| {
        let p = &best.base[*k];
        p.std.map_or(f64::INFINITY, |s| s / p.value.abs().max(f64::MIN_POSITIVE))
    };
    order.sort_by(|a, b| known(a).total_cmp(&known(b)));
    order.truncate(UNKNOWNS);
    order.sort_unstable();
    let one = |k: usize| PlottedParameter {
        place: k,
        name: best.base[k].name.clone(),
        unit: best.base[k].unit.clone(),
        value: best.base[k].value,
        reference: document.reference.as_ref().and_then(|r| r.values.get(k).copied()),
    };
    order.into_iter().map(one).collect()
}

/// Values of some unknowns over time, method by method.
pub fn values_over_time(traces: &[MethodTrace], plotted: &[PlottedParameter]) -> Figure {
    // Some go through the log again and again; one time is what all have in common.
    let last =
        traces.iter().filter_map(|w| w.trace.at.last()).fold(f64::INFINITY, |a, b| a.min(*b));
    let first = traces.iter().filter_map(|w| w.trace.at.first()).fold(last, |a, b| a.min(*b));
    let x: Vec<f64> =
        (0..=POINTS).map(|i| first + (last - first) * i as f64 / POINTS as f64).collect();
    let panel = |d: &PlottedParameter| {
        let ends = traces.iter().filter_map(|w| w.trace.values.get(d.place)?.last());
        let apart = ends.chain(&d.reference).map(|v| (v - d.value).abs()).fold(0.0, f64::max);
        let half = (1.5 * apart).max(0.25 * d.value.abs()).max(f64::MIN_POSITIVE);
        let inside = |v: f64| v.clamp(d.value - half, d.value + half);
        let constant = |name: &str, value: f64, style: Style| Series {
            name: name.into(),
            values: vec![value; x.len()],
            style,
        };
        let mut series = vec![constant("recommended", d.value, Style::Main)];
        series.extend(traces.iter().enumerate().map(|(i, line)| Series {
            name: line.method.into(),
            values:
                x.iter().map(|t| held(line.trace, d.place, *t).map_or(f64::NAN, inside)).collect(),
            style: Style::of(i),
        }));
        Panel { title: d.name.clone(), label: d.unit.clone(), series }
    };
    Figure {
        title: "Estimates over time".into(),
        subtitle: String::new(),
        x_label: "time (s)".into(),
        panels: plotted.iter().map(panel).collect(),
        x,
    }
}

/// The last value at or before a time.
fn held(trace: &Trace, unknown: usize, time: f64) -> Option<f64> {
    let after = trace.at.partition_point(|t| *t <= time);
    let values = trace.values.get(unknown)?;
    values.get(after.checked_sub(1)?).copied()
}

fn cost_over_generations(traces: &[MethodTrace]) -> Figure {
    let all = traces.iter().flat_map(|w| &w.trace.cost);
    let least = all.copied().fold(f64::INFINITY, f64::min).max(f64::MIN_POSITIVE);
    let x: Vec<f64> = (0..=POINTS).map(|i| 100.0 * i as f64 / POINTS as f64).collect();
    let series = traces.iter().enumerate().map(|(i, line)| {
        let last = line.trace.at.last().copied().unwrap_or(0.0);
        let value = |percent: &f64| {
            let after = line.trace.at.partition_point(|g| *g <= percent / 100.0 * last);
            let cost = after.checked_sub(1).and_then(|i| line.trace.cost.get(i));
            // Costs are squares; errors are their roots.
            cost.map_or(f64::NAN, |c| (100.0 * ((c / least).sqrt() - 1.0).max(EQUAL)).log10())
        };
        Series {
            name: format!("{} ({last:.0} generations)", line.method),
            values: x.iter().map(value).collect(),
            style: Style::of(i),
        }
    });
    let panel = Panel {
        title: "Searches".into(),
        label: "log₁₀ of the excess error (%)".into(),
        series: series.collect(),
    };
    Figure {
        title: "Cost over generations".into(),
        subtitle: String::new(),
        x_label: "generations (%)".into(),
        x,
        panels: vec![panel],
    }
}
