//! Friction against speed, joint by joint, with the data.

use crate::friction::{Friction, Sliding};
use crate::identify::{Model, Recording};
use crate::report::html::Part;
use crate::report::{Cloud, ScatterFigure, ScatterPanel, Style};
use crate::robot::Joint;

/// Points of a joint.
const POINTS: usize = 500;
/// Points of a described curve.
const CURVE: usize = 120;
/// Joints shown at most.
const MOST_JOINTS: usize = 12;

/// Measured efforts less the identified rigid bodies', and the identified friction, over
/// speed; with the description's friction where it states one.
pub fn friction(model: &Model, values: &[f64], recordings: &[Recording]) -> Vec<Part> {
    if model.friction().is_empty() {
        return Vec::new();
    }
    let mut rigid = values.to_vec();
    rigid[model.base().len()..].fill(0.0);
    let samples: usize = recordings.iter().map(Recording::samples).sum();
    let every = samples.div_ceil(POINTS).max(1);
    let joints: Vec<&Joint> = model.robot().driven_joints().take(MOST_JOINTS).collect();
    let mut points = vec![[(); 3].map(|()| Vec::new()); joints.len()];
    for recording in recordings {
        let both = (model.predict(recording, values), model.predict(recording, &rigid));
        let (Ok(whole), Ok(rigid)) = both else { return Vec::new() };
        for (j, [speed, data, found]) in points.iter_mut().enumerate() {
            for i in (every / 2..recording.samples()).step_by(every) {
                speed.push(recording.qd[j][i]);
                data.push(recording.effort[j][i] - rigid[j][i]);
                found.push(whole[j][i] - rigid[j][i]);
            }
        }
    }
    let panels = joints.iter().zip(points).map(|(joint, [speed, data, found])| {
        let cloud = |name: &str, y: Vec<f64>, style| Cloud {
            name: name.into(),
            x: speed.clone(),
            y,
            style,
            joined: false,
        };
        let mut clouds = vec![
            cloud("measured effort less rigid bodies", data, Style::Blue),
            cloud("identified friction", found, Style::Vermilion),
        ];
        if !joint.friction.is_none() {
            clouds.push(described(&joint.friction, &speed));
        }
        let (unit, effort) = (joint.kind.position_unit(), joint.kind.effort_unit());
        ScatterPanel {
            title: joint.name.clone(),
            x_label: format!("speed ({unit}/s)"),
            y_label: format!("friction ({effort})"),
            clouds,
        }
    });
    let figure = ScatterFigure { title: "Friction against speed".into(), panels: panels.collect() };
    let caption = "Dots: rows of the evaluated logs. Where the measured ones are wide of the \
                   identified friction, something else acts in the joint.";
    vec![Part::Picture { svg: figure.to_svg(), caption: caption.into() }]
}

/// The description's friction over the speeds that occur, without load.
fn described(friction: &Friction, speeds: &[f64]) -> Cloud {
    let largest = speeds.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let at = |k: usize| largest * (2.0 * k as f64 / (CURVE - 1) as f64 - 1.0);
    let x: Vec<f64> = (0..CURVE).map(at).collect();
    let y = x.iter().map(|v| friction.effort(Sliding::at(*v))).collect();
    Cloud { name: "description".into(), x, y, style: Style::Green, joined: true }
}
