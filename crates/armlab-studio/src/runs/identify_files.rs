//! What an identification leaves beside its document: curves, traces of the estimates, the
//! report, parameters, corrected descriptions.

use crate::compute::table::{Table, joint_column};
use crate::contract::EstimateTrace;
use crate::failure::{Answer, Failure};
use armlab::identification::{Identified, parameters_csv};
use armlab::identify::{Estimate, Recording};
use armlab::robot::Robot;
use serde_json::json;

/// Most points of a trace: a page draws no more.
const MOST_POINTS: usize = 400;

/// The trace of an estimate, if it has one.
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
pub fn methods_table(robot: &Robot, found: &Identified) -> Table {
    let predicted: Vec<(&str, &[Vec<Vec<f64>>])> =
        found.methods().map(|m| (m.name(), m.result().predicted.as_slice())).collect();
    efforts_table(robot, found.problem().evaluation_recordings(), &predicted)
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
            let predicted =
                joined(&|k| efforts.get(k).and_then(|e| e.get(j)).cloned().unwrap_or_default());
            let residual = measured.iter().zip(&predicted).map(|(m, p)| m - p).collect();
            for (name, group, what, values) in [
                (format!("{method}:tau{}", j + 1), "tau", "predicted by", predicted),
                (format!("{method}:residual{}", j + 1), "residual", "residual of", residual),
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
pub fn files(found: &Identified) -> Answer<Vec<(String, Vec<u8>)>> {
    let mut files = vec![
        ("report.html".to_string(), found.page().to_html().into_bytes()),
        ("parameters.csv".into(), parameters_csv(found.report()).into_bytes()),
    ];
    let mut corrected = serde_json::Map::new();
    for method in found.methods() {
        let description = method.robot();
        let mut entry = json!({ "refused": description.report.refused });
        for file in &description.files {
            let ending = file.name.rsplit('.').next().unwrap_or("toml");
            let name = format!("identified-{}.{ending}", method.name());
            if ending == "toml" {
                entry["file"] = name.clone().into();
            }
            files.push((name, file.text.clone().into_bytes()));
        }
        corrected.insert(method.name().into(), entry);
    }
    let text = serde_json::to_string_pretty(&corrected).map_err(Failure::internal)?;
    files.push(("corrected.json".into(), text.into_bytes()));
    Ok(files)
}
