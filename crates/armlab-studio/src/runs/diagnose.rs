//! Which fault of a log or of the description explains a poor model.

use super::logs;
use crate::contract::DiagnoseRequest;
use crate::failure::{Answer, Failure};
use crate::project::OpenProject;
use armlab::Diagnosis;
use serde_json::Value;

/// The document of `armlab diagnose`.
pub fn answer(project: &OpenProject, request: &DiagnoseRequest) -> Answer<Value> {
    if request.logs.is_empty() {
        return Err(Failure::field("logs", "there is no log", "choose one"));
    }
    let loaded = project.loaded();
    logs::gains(&request.gains, &loaded.robot)?;
    let sources = logs::find(project, "logs", &request.logs)?;
    let mut diagnosis = Diagnosis::new(&loaded.robot).logs(logs::read(&sources, &loaded.robot)?)?;
    if let Some(gains) = &request.gains {
        diagnosis = diagnosis.gains(gains.clone());
    }
    serde_json::to_value(diagnosis.run()?.report()).map_err(Failure::internal)
}
