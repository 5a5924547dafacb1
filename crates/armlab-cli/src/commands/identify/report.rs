//! `report.html`: what was found, how well it is known, and why to believe it.

use super::Identified;
use super::document::{Document, MethodDocument, NaiveDocument, ParameterDocument};
use super::export::{Export, change_cells};
use crate::table::number;
use armlab::identify::Recording;
use armlab::report::html::{Page, Part, Section, Stamp, Table};
use armlab::report::{Bar, BarFigure, EffortPicture, Grade};
use armlab::robot::Robot;
use armlab::text::significant;
use armlab::validate::{Metrics, Scope, Scores, Whiteness};

/// Logs whose efforts are drawn.
const MOST_LOGS: usize = 3;
/// Bars and rows that a page has patience for.
const MOST_ROWS: usize = 150;
/// Relative standard deviations in percent up to which a number is well known,
/// and roughly known.
const WELL: f64 = 10.0;
const ROUGHLY: f64 = 50.0;
/// Percentages beyond this are not worth a number.
const LARGEST: f64 = 1000.0;

/// Why this method.
pub fn recommendation(results: &[Identified], best: usize) -> String {
    let chosen = &results[best];
    let judged = |m: &MethodDocument| m.validation.as_ref().unwrap_or(&m.fit).relative;
    let on = if chosen.document.validation.is_some() { "unseen data" } else { "its own data" };
    let own = judged(&chosen.document);
    let passing = results.iter().filter(|r| r.document.verdict.pass).count();
    let among = match (results.len(), passing) {
        (1, _) => "the only method asked for".to_string(),
        (n, 0) => format!("none of {n} methods passes; this one is the least bad"),
        (n, p) if p < n => format!("the best of the {p} methods that pass, of {n}"),
        (n, _) => format!("the best of {n} methods, which all pass"),
    };
    let mut text = format!("{}: {among}; it leaves {own:.2} % of {on}", chosen.document.method);
    let better = results
        .iter()
        .map(|r| &r.document)
        .filter(|m| judged(m) < own && m.method != chosen.document.method)
        .min_by(|a, b| judged(a).total_cmp(&judged(b)));
    if let Some(better) = better {
        let why = match (better.verdict.pass, better.physical.consistent) {
            (false, _) => "does not pass",
            (true, false) => "has parameters that no body has",
            (true, true) => "is hardly better",
        };
        text.push_str(&format!("; {} leaves {:.2} % but {why}", better.method, judged(better)));
    }
    text
}

/// The report on an identification.
pub fn page(
    document: &Document,
    robot: &Robot,
    judged: &[Recording],
    predicted: &[Vec<Vec<f64>>],
) -> Page {
    let best = document.methods.iter().find(|m| m.method == document.recommended);
    let mut sections = Vec::new();
    if let Some(best) = best {
        let mut verdict = vec![Part::List(best.verdict.reasons.clone())];
        verdict.push(Part::Text("Scope. Outside of it nothing is claimed.".into()));
        verdict.push(Part::List(best.verdict.scope.clone()));
        verdict.push(Part::Table(scope_table(&document.scope)));
        sections.push(Section::new("Verdict", verdict));
        sections.push(Section::new("Methods", methods(document)));
        sections.push(Section::new(
            "Measured and predicted efforts",
            efforts(robot, judged, predicted),
        ));
        let scores = best.validation.as_ref().unwrap_or(&best.fit);
        let on = if best.validation.is_some() { "unseen logs" } else { "the identification logs" };
        let tables =
            joint_tables(robot, scores, &best.metrics, &best.whiteness, &document.naive, on);
        sections.push(Section::new("Joint by joint", tables));
        sections.push(Section::new("What the data know", identifiability(best)));
        sections.push(Section::new("Link parameters and friction", link_parameters(best)));
        sections.push(Section::new("The corrected description", exported(&document.export)));
    }
    let mut how = document.choices.clone();
    how.extend(document.notes.iter().cloned());
    how.extend(best.iter().flat_map(|b| b.notes.iter().cloned()));
    sections.push(Section::new("How it was done", vec![Part::List(how)]));
    sections.push(again());
    let stamp =
        best.map(|best| Stamp { pass: best.verdict.pass, words: document.recommendation.clone() });
    Page {
        title: format!("Identification of {}", document.robot),
        subtitle: format!(
            "{} base parameters and {} of friction, from {:.1} s of motion judged",
            document.base_parameters,
            document.unknowns - document.base_parameters,
            document.scope.seconds
        ),
        stamp,
        sections,
    }
}

fn cells(row: impl IntoIterator<Item = String>) -> Vec<String> {
    row.into_iter().collect()
}

fn titles<const N: usize>(titles: [&str; N]) -> Vec<String> {
    titles.map(String::from).to_vec()
}

/// What the judged motion covers.
pub fn scope_table(scope: &Scope) -> Table {
    let rows = scope.joints.iter().map(|j| {
        cells([
            j.joint.clone(),
            format!("{} … {} {}", number(j.position[0]), number(j.position[1]), j.unit),
            format!("{} {}/s", number(j.speed), j.unit),
            format!("{} {}/s²", number(j.acceleration), j.unit),
            if j.hardly_moved { "hardly moved".into() } else { String::new() },
        ])
    });
    Table {
        caption: "The motion this rests on.".into(),
        header: titles(["joint", "positions", "largest speed", "largest acceleration", ""]),
        rows: rows.collect(),
        numbers: vec![1, 2, 3],
        marked: None,
    }
}

fn methods(document: &Document) -> Vec<Part> {
    let judged = |m: &MethodDocument| m.validation.as_ref().unwrap_or(&m.fit).relative;
    let mut ranked: Vec<&MethodDocument> = document.methods.iter().collect();
    ranked.sort_by(|a, b| {
        let first = |m: &MethodDocument| (m.method != document.recommended, !m.verdict.pass);
        first(a).cmp(&first(b)).then(judged(a).total_cmp(&judged(b)))
    });
    let rows = ranked.iter().map(|m| {
        cells([
            m.method.to_string(),
            format!("{:.3}", m.fit.relative),
            m.validation.as_ref().map_or("–".into(), |v| format!("{:.3}", v.relative)),
            if m.verdict.pass { "pass".into() } else { "fail".into() },
            if m.physical.consistent {
                "possible".into()
            } else {
                format!("not {}", m.physical.worst_link)
            },
            m.rank.to_string(),
            number(m.scaled_condition),
            format!("{:.3}", m.seconds),
        ])
    });
    let table = Table {
        caption: "Methods, the recommended one first. Error: part of the efforts that is not \
                  predicted, over all joints. Condition: of the rows with columns of length one."
            .into(),
        header: titles([
            "method",
            "own error %",
            "unseen error %",
            "verdict",
            "bodies",
            "rank",
            "condition",
            "s",
        ]),
        rows: rows.collect(),
        numbers: vec![1, 2, 5, 6, 7],
        marked: Some(0),
    };
    vec![Part::Text(format!("Recommended: {}.", document.recommendation)), Part::Table(table)]
}

/// Pictures of efforts and residuals.
pub fn efforts(robot: &Robot, recordings: &[Recording], predicted: &[Vec<Vec<f64>>]) -> Vec<Part> {
    let joints: Vec<(String, &'static str)> =
        robot.driven_joints().map(|j| (j.name.clone(), j.kind.effort_unit())).collect();
    let shown = recordings.len().min(MOST_LOGS);
    let mut parts = Vec::new();
    for (recording, predicted) in recordings.iter().zip(predicted).take(shown) {
        let picture = EffortPicture {
            log: &recording.name,
            joints: &joints,
            time: &recording.time,
            measured: &recording.effort,
            predicted,
        };
        parts.push(Part::Picture {
            svg: picture.efforts(shown).to_svg(),
            caption: "Measured efforts as logged (solid) and predicted ones (dashed); of many \
                      samples each stretch's smallest and largest are drawn."
                .into(),
        });
        parts.push(Part::Picture {
            svg: picture.residuals(shown).to_svg(),
            caption: "What is left between them. A pattern that follows the motion is something \
                      the model lacks."
                .into(),
        });
    }
    if recordings.len() > shown {
        parts.push(Part::Text(format!("{} more logs are not drawn.", recordings.len() - shown)));
    }
    parts
}

/// Errors of each joint beside those of naive predictions, and its indexes.
pub fn joint_tables(
    robot: &Robot,
    scores: &Scores,
    metrics: &[Metrics],
    whiteness: &[Option<Whiteness>],
    naive: &NaiveDocument,
    on: &str,
) -> Vec<Part> {
    let relative = |s: &Scores, j: usize| {
        s.joints.get(j).map_or(String::new(), |j| format!("{:.2}", j.relative))
    };
    let metrics_of = |j: usize| metrics.get(j).copied().unwrap_or_default();
    let errors = robot.driven_joints().enumerate().map(|(j, joint)| {
        let white = match whiteness.get(j).copied().flatten() {
            Some(w) if w.white => "white".to_string(),
            Some(w) => format!("{:.0} % outside", 100.0 * w.outside),
            None => "–".into(),
        };
        cells([
            joint.name.clone(),
            relative(scores, j),
            relative(&naive.mean, j),
            naive.described.as_ref().map_or("–".into(), |d| relative(d, j)),
            number(metrics_of(j).rmse),
            number(metrics_of(j).peak),
            joint.kind.effort_unit().into(),
            white,
        ])
    });
    let errors = Table {
        caption: format!(
            "Errors on {on}, in percent of the measured efforts; predicting zero is 100 %."
        ),
        header: titles([
            "joint",
            "error %",
            "mean's %",
            "description's %",
            "RMS error",
            "largest",
            "unit",
            "residual",
        ]),
        rows: errors.collect(),
        numbers: (1..6).collect(),
        marked: None,
    };
    let indexes = robot.driven_joints().enumerate().map(|(j, joint)| {
        let (m, unit) = (metrics_of(j), joint.kind.effort_unit());
        cells([
            joint.name.clone(),
            format!("{} {unit}", number(m.rmse)),
            format!("{} {unit} s", number(m.iae)),
            format!("{} ({unit})² s", number(m.ise)),
            format!("{:.4}", m.rms),
            format!("{} {unit}", number(m.rsd)),
            format!("{:.5}", m.ai),
            format!("{:.4}", m.r2),
        ])
    });
    let indexes = Table {
        caption: "Indexes of the SCARA papers, corrected, and R².".into(),
        header: titles(["joint", "RMSE", "IAE", "ISE", "RMS", "RSD", "AI", "R²"]),
        rows: indexes.collect(),
        numbers: (1..8).collect(),
        marked: None,
    };
    let reading = "RMS is the error relative to the measured efforts, RSD the same as RMSE for \
                   errors of prediction, AI the index of agreement, R² the part of the variance \
                   explained, IAE and ISE integrals of the absolute and squared error. AI is close \
                   to one for poor models, too. Residual: share of the autocorrelations outside \
                   the band of white noise; where it is large the true deviations of parameters \
                   are larger than stated.";
    vec![Part::Table(errors), Part::Table(indexes), Part::Text(reading.into())]
}

fn percent(p: &ParameterDocument) -> Option<f64> {
    let std = p.std?;
    Some(100.0 * std / p.value.abs()).filter(|x| x.is_finite())
}

fn identifiability(best: &MethodDocument) -> Vec<Part> {
    let bars = best.base.iter().take(MOST_ROWS).map(|p| {
        let value = percent(p).filter(|_| p.status == "identified");
        let grade = match value {
            Some(v) if v <= WELL => Grade::Good,
            Some(v) if v <= ROUGHLY => Grade::Fair,
            _ => Grade::Poor,
        };
        Bar {
            name: p.name.clone(),
            value: value.map_or(f64::NAN, |v| v.min(LARGEST)),
            label: value.map_or(p.status.to_string(), |v| format!("{} %", capped(v))),
            grade,
        }
    });
    let figure = BarFigure {
        title: "How well each unknown is known".into(),
        label: "relative standard deviation (%), logarithmic".into(),
        meaning: [
            format!("up to {WELL} %"),
            format!("up to {ROUGHLY} %"),
            "more, or not excited".into(),
        ],
        bars: bars.collect(),
    };
    let caption = "Standard deviation of each base parameter and friction value, in percent of \
                   its value: short bars are well known. A value near zero has a long bar even if \
                   it is known well in absolute terms.";
    let table = parameter_table(
        &best.base,
        "Base parameters and friction: all that the efforts can tell. ± is one standard \
         deviation, the band is two.",
    );
    vec![Part::Picture { svg: figure.to_svg(), caption: caption.into() }, Part::Table(table)]
}

/// A percentage. Of a value that is zero but for rounding there is none.
pub fn capped(percent: f64) -> String {
    if percent > LARGEST { format!("> {LARGEST}") } else { significant(percent, 2) }
}

fn parameter_table(list: &[ParameterDocument], caption: &str) -> Table {
    let rows = list.iter().take(MOST_ROWS).map(|p| {
        let band =
            |s: f64| format!("{} … {}", number(p.value - 2.0 * s), number(p.value + 2.0 * s));
        cells([
            p.name.clone(),
            number(p.value),
            p.std.map_or(String::new(), number),
            p.std.map_or(String::new(), band),
            p.unit.clone(),
            percent(p).map_or(String::new(), capped),
            p.status.to_string(),
        ])
    });
    let more = match list.len() {
        n if n > MOST_ROWS => format!(" {} more are in estimate.json.", n - MOST_ROWS),
        _ => String::new(),
    };
    Table {
        caption: format!("{caption}{more}"),
        header: titles(["name", "value", "±", "95 % band", "unit", "± %", "status"]),
        rows: rows.collect(),
        numbers: vec![1, 2, 3, 5],
        marked: None,
    }
}

fn link_parameters(best: &MethodDocument) -> Vec<Part> {
    let note = "Numbers that show only in combination with others are kept near the description; \
                another split moves the robot just the same. Those marked prior only have no \
                effect on any effort.";
    vec![Part::Text(note.into()), Part::Table(parameter_table(&best.parameters, ""))]
}

fn exported(export: &Option<Export>) -> Vec<Part> {
    let Some(export) = export else { return Vec::new() };
    if let Some(why) = &export.refused {
        return vec![Part::Text(format!("None was written: {why}."))];
    }
    let files = export.files.iter().map(|f| {
        format!(
            "{}: read again after writing; inertials differ by {:.1e}, friction by {:.1e} of the \
             largest",
            f.file, f.inertial, f.friction
        )
    });
    let table = Table {
        caption: "What differs from the description as it was given.".into(),
        header: titles(["number", "was", "is", "unit", "change %"]),
        rows: export.changes.iter().map(|c| change_cells(c).to_vec()).collect(),
        numbers: vec![1, 2, 4],
        marked: None,
    };
    vec![Part::List(files.collect()), Part::Table(table)]
}

/// The command that makes this report again.
pub fn again() -> Section {
    let quoted = |word: String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+%@".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', r"'\''")),
        }
    };
    let words = std::env::args_os().skip(1).map(|w| quoted(w.to_string_lossy().into()));
    let command = std::iter::once("armlab".to_string()).chain(words).collect::<Vec<_>>().join(" ");
    let version =
        format!("armlab {}. The same input gives the same numbers.", { env!("CARGO_PKG_VERSION") });
    Section::new("Do it again", vec![Part::Command(command), Part::Text(version)])
}
