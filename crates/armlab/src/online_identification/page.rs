//! `report.html` of an online identification.

use super::OnlineReport;
use crate::documents::number;
use crate::identification::{MethodTrace, PlottedParameter, values_over_time};
use crate::identify::Trace;
use crate::identify::online::live::Live;
use crate::report::html::{Page, Part, Section};
use crate::validation::reproduce_section;

/// Unknowns in the figure.
const DRAWN: usize = 8;

/// Estimates over time.
pub fn page(document: &OnlineReport, live: &Live, command: Option<&str>) -> Page {
    let traces: Vec<Trace> = live.learners().iter().map(|l| l.history().trace()).collect();
    let traces_of: Vec<MethodTrace> = live
        .learners()
        .iter()
        .zip(&traces)
        .filter(|(_, trace)| trace.at.len() > 1)
        .map(|(l, trace)| MethodTrace { method: l.name(), trace })
        .collect();
    let values = live.learners().first().map_or(&[][..], |l| l.estimate());
    let drawn: Vec<PlottedParameter> = document
        .unknowns
        .iter()
        .zip(values)
        .take(DRAWN)
        .enumerate()
        .map(|(place, (unknown, value))| PlottedParameter {
            place,
            name: unknown.name.clone(),
            unit: unknown.unit.clone(),
            value: *value,
            reference: unknown.described,
        })
        .collect();
    let pictures = traces_of.chunks(6).map(|some| Part::Picture {
        svg: values_over_time(some, &drawn).to_svg(),
        caption: "Estimates while the log was written; the thick line is the first method's last \
                  estimate."
            .into(),
    });
    Page {
        title: format!("Online identification of {}", document.robot),
        subtitle: format!("{} samples up to {} s", document.last.samples, number(document.last.t)),
        stamp: None,
        sections: std::iter::once(Section::new("Estimates over time", pictures.collect()))
            .chain(command.map(reproduce_section))
            .collect(),
    }
}
