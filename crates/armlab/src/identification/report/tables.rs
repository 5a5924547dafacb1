//! Parameters and errors as tables for documents.

use super::page::{parameter_rows, parameter_titles};
use super::{IdentificationReport, MethodReport};
use crate::documents::Markup;
use crate::validation::{Scores, cells, titles};

impl IdentificationReport {
    /// The recommended method's parameters, what combinations of them mean, and errors joint
    /// by joint, as Markdown or LaTeX. `joints` are the driven joints' names.
    pub fn tables(&self, markup: Markup, joints: &[String]) -> String {
        let Some(best) = self.best() else { return String::new() };
        let reference = self.reference.as_ref();
        let title = format!("Parameters of {} ({})", self.robot, best.method);
        let rows = parameter_rows(best, reference);
        let header = parameter_titles(reference);
        let mut parts = vec![markup.table(&title, &header, &rows, &[1, 2, 4, 5])];
        let legend: Vec<Vec<String>> =
            best.legend().map(|(name, text)| cells([name.into(), text.into()])).collect();
        if !legend.is_empty() {
            let title = "Combinations of link parameters";
            parts.push(markup.table(title, &titles(["name", "definition"]), &legend, &[]));
        }
        let (header, rows) = self.errors(best, joints);
        let right: Vec<usize> = (1..header.len()).collect();
        let title = "Prediction errors in percent of the measured efforts";
        parts.push(markup.table(title, &header, &rows, &right));
        parts.join("\n")
    }

    /// Errors of each joint and of all: training, validation, baselines.
    fn errors(&self, best: &MethodReport, joints: &[String]) -> (Vec<String>, Vec<Vec<String>>) {
        let columns: Vec<(&str, Option<&Scores>)> = vec![
            ("training", Some(&best.fit)),
            ("validation", best.validation.as_ref()),
            ("mean effort", Some(&self.naive.mean)),
            ("description", self.naive.described.as_ref()),
        ];
        let columns: Vec<(&str, &Scores)> =
            columns.into_iter().filter_map(|(name, scores)| Some((name, scores?))).collect();
        let mut header = titles(["joint"]);
        header.extend(columns.iter().map(|c| c.0.to_string()));
        let row = |name: &str, of: &dyn Fn(&Scores) -> Option<f64>| -> Vec<String> {
            let shown = |s: &Scores| of(s).map_or(String::new(), |x| format!("{x:.2}"));
            cells(std::iter::once(name.to_string()).chain(columns.iter().map(|c| shown(c.1))))
        };
        let each = joints.iter().enumerate();
        let mut rows: Vec<Vec<String>> =
            each.map(|(j, name)| row(name, &|s| s.joints.get(j).map(|s| s.relative))).collect();
        rows.push(row("all", &|s| Some(s.relative)));
        (header, rows)
    }
}
