//! What joints did, and how well their efforts are predicted.

use crate::diagnosis::Explanation;
use crate::documents::number;
use crate::identify::Recording;
use crate::report::EffortPicture;
use crate::report::html::{Part, Table};
use crate::robot::Robot;
use crate::validation::BaselineScores;
use crate::validation::{Metrics, Scope, Scores, Verdict, Whiteness};

/// Logs whose efforts are plotted.
const MOST_LOGS: usize = 3;

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
        caption: "The motion of the evaluated logs.".into(),
        header: titles(["joint", "positions", "largest speed", "largest acceleration", ""]),
        rows: rows.collect(),
        numbers: vec![1, 2, 3],
        marked: None,
    }
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
                      samples each stretch's smallest and largest are plotted."
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
        parts.push(Part::Text(format!("{} more logs are not plotted.", recordings.len() - shown)));
    }
    parts
}

/// Errors of each joint beside those of naive predictions, and its indexes.
pub fn joint_tables(
    robot: &Robot,
    scores: &Scores,
    metrics: &[Metrics],
    whiteness: &[Option<Whiteness>],
    naive: &BaselineScores,
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
            "Prediction errors on {on}, in percent of the measured efforts, beside the baselines: \
             constant mean effort and the original description."
        ),
        header: titles([
            "joint",
            "error %",
            "mean effort %",
            "description %",
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
        caption: "Error indexes.".into(),
        header: titles(["joint", "RMSE", "IAE", "ISE", "RMS", "RSD", "AI", "R²"]),
        rows: indexes.collect(),
        numbers: (1..8).collect(),
        marked: None,
    };
    let reading = "RMS is the error relative to the measured efforts, RSD the same as RMSE for \
                   errors of prediction, AI the index of agreement, R² the part of the variance \
                   explained, IAE and ISE integrals of the absolute and squared error. AI is close \
                   to one for poor models, too. Residual: share of the autocorrelations outside \
                   the band of white noise; where it is large the model lacks something, for which \
                   deviations of parameters allow.";
    vec![Part::Table(errors), Part::Table(indexes), Part::Text(reading.into())]
}

/// What may be wrong with log or description; nothing where there is no explanation.
pub fn diagnosis_table(explanations: &[Explanation]) -> Option<Part> {
    let rows = explanations
        .iter()
        .map(|e| cells([e.message.clone(), format!("{:.0}", e.removes), e.fix.clone()]));
    let rows: Vec<Vec<String>> = rows.collect();
    (!rows.is_empty()).then(|| {
        Part::Table(Table {
            caption: "Diagnosis: faults of log or description that would explain the residual, \
                      with the percentage of its square that each removes."
                .into(),
            header: titles(["fault", "removes %", "fix"]),
            rows,
            numbers: vec![1],
            marked: None,
        })
    })
}

/// The verdict joint by joint.
pub fn verdict_table(verdict: &Verdict) -> Part {
    let rows = verdict.joints.iter();
    let rows = rows.map(|j| cells([j.joint.clone(), j.status.name().into(), j.reason.clone()]));
    Part::Table(Table {
        caption: "Verdict joint by joint.".into(),
        header: titles(["joint", "verdict", "reason"]),
        rows: rows.collect(),
        numbers: Vec::new(),
        marked: None,
    })
}

pub fn cells(row: impl IntoIterator<Item = String>) -> Vec<String> {
    row.into_iter().collect()
}

pub fn titles<const N: usize>(titles: [&str; N]) -> Vec<String> {
    titles.map(String::from).to_vec()
}
