//! A campaign as a page: tables, and boxes over seeds.

use super::report::{CampaignReport, HEADER, line};
use super::statistics::{MethodStatistics, Spread};
use crate::documents::number;
use crate::report::html::{Page, Part, Section, Table};
use crate::report::{BoxFigure, DrawnBox};
use crate::validation::reproduce_section;

/// Figures of parameters at most; tables have all of them.
const PICTURES: usize = 12;

/// The report as a page.
pub fn page(report: &CampaignReport, command: Option<&str>) -> Page {
    let CampaignReport { plan, summary } = report;
    let overview = Table {
        caption:
            "Errors in percent of the true value; the largest over all parameters. Validation: the \
                  same motion without noise, median over seeds. Coverage: how often stated 95 % \
                  intervals hold the truth, with its own 95 % interval; worst: of a single \
                  parameter."
                .into(),
        header: HEADER.map(String::from).to_vec(),
        rows: summary.methods.iter().map(line).collect(),
        numbers: vec![0, 3, 5, 6, 7, 8, 9],
        marked: None,
    };
    let mut sections = vec![Section::new("Methods", vec![Part::Table(overview)])];
    let drawn = |spread: &Spread, name: String| {
        let Spread { least, lower, median, upper, most } = *spread;
        DrawnBox { name, numbers: [least, lower, median, upper, most] }
    };
    let name = |m: &MethodStatistics| format!("{} · {}", m.method, number(m.level));
    let mut pictures = Vec::new();
    for (i, unknown) in plan.names.iter().enumerate().take(PICTURES) {
        let boxes = summary.methods.iter();
        let boxes = boxes.filter_map(|m| {
            let own = m.parameters.iter().find(|p| p.name == *unknown);
            own.map(|p| drawn(&p.spread, name(m)))
        });
        let unit = if plan.truth[i] == 0.0 { "error, in its unit" } else { "error, %" };
        let figure =
            BoxFigure { title: unknown.clone(), label: unit.into(), boxes: boxes.collect() };
        pictures.push(Part::Picture {
            svg: figure.to_svg(),
            caption: format!(
                "Errors of {unknown} by method and noise level over {} seeds: quartiles, median, \
                 ends.",
                plan.seeds
            ),
        });
    }
    if plan.names.len() > PICTURES {
        let more = plan.names.len() - PICTURES;
        pictures.push(Part::Text(format!("{more} more parameters are in summary.json.")));
    }
    sections.push(Section::new("Parameters", pictures));
    let rows = summary.methods.iter().flat_map(|m| {
        m.parameters.iter().map(|p| {
            let numbers = [p.bias, p.deviation, p.rms].map(number);
            let mut row = vec![number(m.level), m.method.clone(), p.name.clone()];
            row.extend(numbers);
            row.push(p.z.map_or(String::new(), number));
            row.push(p.coverage.map_or(String::new(), |c| format!("{:.0}", c.share)));
            row
        })
    });
    let all = Table {
        caption: "Every parameter.".into(),
        header: ["level", "method", "parameter", "bias", "deviation", "rms", "z", "coverage %"]
            .map(String::from)
            .to_vec(),
        rows: rows.collect(),
        numbers: vec![0, 3, 4, 5, 6, 7],
        marked: None,
    };
    sections.push(Section::new("All numbers", vec![Part::Table(all)]));
    sections.push(Section::new("Settings", vec![Part::List(plan.settings.clone())]));
    sections.extend(command.map(reproduce_section));
    Page {
        title: format!("Campaign on {}", plan.robot),
        subtitle: format!("{} of {} simulated experiments", summary.done, summary.tasks),
        stamp: None,
        sections,
    }
}
