//! What an identification leaves beside its document: curves, ways to the estimates, the
//! report, parameters, corrected descriptions.

use crate::compute::table::{Table, joint_column};
use crate::contract::EstimateTrace;
use crate::failure::{Answer, Failure};
use armlab::identification::{IdentificationProblem, MethodResult};
use armlab::identification::{IdentificationReport, Predictions, describe, page, parameters_csv};
use armlab::identify::{Estimate, Recording};
use armlab::robot::Robot;
use serde_json::json;

/// Most points of a way: a page draws no more.
const MOST_POINTS: usize = 400;

/// The way to an estimate, if it has one.
pub fn trace(estimate: &Estimate) -> Option<EstimateTrace> {
    let trace = estimate.trace.as_ref()?;
    let stride = trace.at.len().div_ceil(MOST_POINTS).max(1);
    let last = trace.at.len().saturating_sub(1);
    let thin = |column: &Vec<f64>| -> Vec<f64> {
        let kept = |(k, _): &(usize, &f64)| k.is_multiple_of(stride) || *k == last;
        column.iter().enumerate().filter(kept).map(|(_, x)| *x).collect()
    };
    Some(EstimateTrace {
        method: estimate.method.into(),
        axis: trace.axis.into(),
        names: estimate.unknowns.iter().map(|u| u.name.clone()).collect(),
        units: estimate.unknowns.iter().map(|u| u.unit.clone()).collect(),
        at: thin(&trace.at),
        values: trace.values.iter().map(thin).collect(),
        deviations: trace.deviations.iter().map(thin).collect(),
        cost: thin(&trace.cost),
        from: 0,
        complete: true,
    })
}

/// Efforts as measured, and as each method predicts them; logs one after another in time.
pub fn judged_table(robot: &Robot, recordings: &[Recording], judged: &[MethodResult]) -> Table {
    let predicted: Vec<(&str, &[Vec<Vec<f64>>])> =
        judged.iter().map(|j| (j.estimate.method, j.predicted.as_slice())).collect();
    efforts_table(robot, recordings, &predicted)
}

/// The same for any predictions by name.
pub fn efforts_table(
    robot: &Robot,
    recordings: &[Recording],
    predicted: &[(&str, &[Vec<Vec<f64>>])],
) -> Table {
    let mut table = Table::default();
    let mut offset = 0.0;
    for recording in recordings {
        let first = recording.time.first().copied().unwrap_or(0.0);
        table.t.extend(recording.time.iter().map(|t| t - first + offset));
        offset = table.t.last().copied().unwrap_or(0.0) + recording.step;
    }
    let joined = |columns: &dyn Fn(usize) -> Vec<f64>| -> Vec<f64> {
        (0..recordings.len()).flat_map(columns).collect()
    };
    for (j, joint) in robot.driven_joints().enumerate() {
        let unit = joint.kind.effort_unit();
        let measured = joined(&|k| recordings[k].effort.get(j).cloned().unwrap_or_default());
        let label = format!("{} effort, measured", joint.name);
        table.push(joint_column(format!("tau{}", j + 1), label, unit, "tau", j), measured.clone());
        for (method, efforts) in predicted {
            let guessed =
                joined(&|k| efforts.get(k).and_then(|e| e.get(j)).cloned().unwrap_or_default());
            let residual = measured.iter().zip(&guessed).map(|(m, p)| m - p).collect();
            for (name, group, what, values) in [
                (format!("{method}:tau{}", j + 1), "tau", "predicted by", guessed),
                (format!("{method}:residual{}", j + 1), "residual", "not predicted by", residual),
            ] {
                let label = format!("{} effort, {what} {method}", joint.name);
                let mut info = joint_column(name, label, unit, group, j);
                info.method = Some((*method).into());
                table.push(info, values);
            }
        }
    }
    table
}

/// Report, parameters, and the corrected description of every method.
pub fn write_files(
    study: &IdentificationProblem,
    judged: &[MethodResult],
    best: usize,
    document: &mut IdentificationReport,
    command: &str,
) -> Answer<Vec<(String, Vec<u8>)>> {
    let recordings = study.evaluation_recordings();
    let mut files = Vec::new();
    let mut corrected = serde_json::Map::new();
    for (k, one) in judged.iter().enumerate() {
        let robot = one.estimate.corrected(&study.model);
        let proof = Predictions { recordings, predicted: &one.predicted };
        let described = describe(study.robot, &one.estimate, robot.as_ref(), proof);
        let method = one.estimate.method;
        let mut entry = json!({ "refused": described.export.refused });
        for file in &described.files {
            let ending = file.name.rsplit('.').next().unwrap_or("toml");
            let name = format!("identified-{method}.{ending}");
            if ending == "toml" {
                entry["file"] = name.clone().into();
            }
            files.push((name, file.text.clone().into_bytes()));
        }
        corrected.insert(method.into(), entry);
        if k == best {
            document.export = Some(described.export);
        }
    }
    let page = page(document, study.robot, recordings, &judged[best].predicted, command);
    files.push(("report.html".into(), page.to_html().into_bytes()));
    files.push(("parameters.csv".into(), parameters_csv(document).into_bytes()));
    let text = serde_json::to_string_pretty(&corrected).map_err(Failure::internal)?;
    files.push(("corrected.json".into(), text.into_bytes()));
    Ok(files)
}
