//! Learnt joints and their efforts beside the exact ones.

use super::HINT;
use super::document::MethodDocument;
use crate::failure::Failure;
use armlab::report::{Figure, Panel, Series, Style};
use armlab::robot::Robot;
use armlab::signal::Filter;
use armlab_papers::kinematic::{Identified, KinematicLog, efforts};

/// By which positions are differentiated for efforts.
const FILTER: &str = "sg:21:5";

/// Joints, exact and learnt.
pub fn joints(robot: &Robot, log: &KinematicLog, found: &[(MethodDocument, Identified)]) -> Figure {
    let panels = robot.driven_joints().enumerate().map(|(j, joint)| {
        let predicted = found.iter().map(|(m, f)| (m.method.as_str(), f.predicted[j].clone()));
        panel(&joint.name, joint.kind.position_unit(), log.exact[j].clone(), predicted)
    });
    figure("Joints along the helix, exact and learnt", log, panels.collect())
}

/// Efforts that these joints would need.
pub fn needed_efforts(
    robot: &Robot,
    log: &KinematicLog,
    found: &[(MethodDocument, Identified)],
) -> Result<Figure, Failure> {
    let filter: Filter = FILTER.parse().map_err(|e| Failure::input(e, HINT))?;
    let of = |joints: &[Vec<f64>]| {
        efforts(robot, joints, log.step(), &filter).map_err(|e| Failure::input(e, HINT))
    };
    let exact = of(&log.exact)?;
    let learnt = found.iter().map(|(_, f)| of(&f.predicted)).collect::<Result<Vec<_>, _>>()?;
    let panels = robot.driven_joints().enumerate().map(|(j, joint)| {
        let predicted =
            found.iter().zip(&learnt).map(|((m, _), e)| (m.method.as_str(), e[j].clone()));
        panel(&joint.name, joint.kind.effort_unit(), exact[j].clone(), predicted)
    });
    Ok(figure("Efforts that the learnt joints would need", log, panels.collect()))
}

fn panel<'a>(
    joint: &str,
    unit: &str,
    exact: Vec<f64>,
    learnt: impl Iterator<Item = (&'a str, Vec<f64>)>,
) -> Panel {
    let mut series = vec![Series { name: "exact".into(), values: exact, style: Style::Main }];
    series.extend(learnt.enumerate().map(|(i, (name, values))| Series {
        name: name.into(),
        values,
        style: Style::of(i),
    }));
    Panel { title: joint.into(), label: unit.into(), series }
}

fn figure(title: &str, log: &KinematicLog, panels: Vec<Panel>) -> Figure {
    Figure {
        title: title.into(),
        subtitle: String::new(),
        x_label: "time (s)".into(),
        x: log.time.clone(),
        panels,
    }
}
