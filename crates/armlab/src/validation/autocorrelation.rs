//! Autocorrelation of residuals, as a picture.

use crate::identify::Recording;
use crate::report::html::Part;
use crate::report::{Figure, Panel, Series, Style};
use crate::robot::Robot;

/// Lags shown.
const LAGS: usize = 100;
/// Joints shown at most.
const MOST_JOINTS: usize = 12;

/// Autocorrelation of each joint's residual in the longest log, with the band that white
/// noise keeps to.
pub(crate) fn autocorrelation(
    robot: &Robot,
    recordings: &[Recording],
    predicted: &[Vec<Vec<f64>>],
) -> Option<Part> {
    let longest = recordings.iter().zip(predicted).max_by_key(|(r, _)| r.samples());
    let (recording, predicted) = longest?;
    let n = recording.samples();
    let lags = LAGS.min(n / 4);
    if lags < 5 {
        return None;
    }
    let x: Vec<f64> = (0..=lags).map(|k| k as f64 * recording.step).collect();
    let band = 1.96 / (n as f64).sqrt();
    let columns = robot.driven_joints().zip(recording.effort.iter().zip(predicted));
    let panels = columns.take(MOST_JOINTS).map(|(joint, (measured, predicted))| {
        let residual: Vec<f64> = measured.iter().zip(predicted).map(|(m, p)| m - p).collect();
        let line =
            |name: &str, values: Vec<f64>, style| Series { name: name.into(), values, style };
        Panel {
            title: joint.name.clone(),
            label: "correlation".into(),
            series: vec![
                line("autocorrelation of the residual", correlations(&residual, lags), Style::Blue),
                line("95 % band of white noise", vec![band; lags + 1], Style::Vermilion),
                line("95 % band of white noise", vec![-band; lags + 1], Style::Vermilion),
            ],
        }
    });
    let figure = Figure {
        title: format!("Autocorrelation of the residual: {}", recording.name),
        subtitle: String::new(),
        x_label: "lag (s)".into(),
        panels: panels.collect(),
        x,
    };
    let caption = "A residual that is noise falls into the band at once. One that stays correlated \
                   over the time of the motion is an effect that the model lacks.";
    Some(Part::Picture { svg: figure.to_svg(), caption: caption.into() })
}

fn correlations(residual: &[f64], lags: usize) -> Vec<f64> {
    let mean = residual.iter().sum::<f64>() / residual.len().max(1) as f64;
    let e: Vec<f64> = residual.iter().map(|r| r - mean).collect();
    let power: f64 = e.iter().map(|x| x * x).sum();
    let at = |k: usize| e.iter().zip(&e[k..]).map(|(a, b)| a * b).sum::<f64>() / power;
    (0..=lags).map(at).collect()
}
