//! Pictures of measured and predicted efforts, and of what is left between them.

use super::figure::{Figure, Panel, Series, Style};
use super::thin::thinned;

/// Joints shown at most.
const MOST_JOINTS: usize = 12;
/// Points of a line: more are not seen, and with many joints the file must stay
/// small.
const POINTS: usize = 1500;
const ALL_POINTS: usize = 60_000;

/// Efforts of one log.
#[derive(Clone, Copy, Debug)]
pub struct EffortPicture<'a> {
    /// The log.
    pub log: &'a str,
    /// Names of the joints and units of their efforts.
    pub joints: &'a [(String, &'static str)],
    /// Time stamps, s.
    pub time: &'a [f64],
    /// Measured efforts, one column per joint.
    pub measured: &'a [Vec<f64>],
    /// Predicted efforts.
    pub predicted: &'a [Vec<f64>],
}

impl EffortPicture<'_> {
    /// Measured and predicted efforts; `pictures` share the file.
    pub fn efforts(&self, pictures: usize) -> Figure {
        let title = format!("Measured and predicted effort: {}", self.log);
        self.figure(title, pictures, |measured, predicted| {
            vec![
                ("measured", Style::Blue, measured.to_vec()),
                ("predicted", Style::Vermilion, predicted.to_vec()),
            ]
        })
    }

    /// Measured minus predicted efforts.
    pub fn residuals(&self, pictures: usize) -> Figure {
        let title = format!("Residual effort: {}", self.log);
        self.figure(title, pictures, |measured, predicted| {
            let left = measured.iter().zip(predicted).map(|(m, p)| m - p).collect();
            vec![("measured − predicted", Style::Blue, left)]
        })
    }

    fn figure(
        &self,
        title: String,
        pictures: usize,
        lines: impl Fn(&[f64], &[f64]) -> Vec<(&'static str, Style, Vec<f64>)>,
    ) -> Figure {
        let shown = self.joints.len().min(MOST_JOINTS);
        let points = (ALL_POINTS / (3 * shown * pictures).max(1)).min(POINTS);
        let mut x = Vec::new();
        let columns = self.joints.iter().zip(self.measured).zip(self.predicted).take(shown);
        let panels = columns.map(|(((name, unit), measured), predicted)| {
            let series = lines(measured, predicted).into_iter().map(|(name, style, values)| {
                let (stamps, mut values) = thinned(self.time, &[&values], points);
                x = stamps;
                Series { name: name.into(), values: values.pop().unwrap_or_default(), style }
            });
            let series = series.collect();
            let quantity = if *unit == "N" { "force" } else { "torque" };
            Panel { title: name.clone(), label: format!("{quantity} ({unit})"), series }
        });
        let panels: Vec<Panel> = panels.collect();
        let subtitle = match self.joints.len() {
            n if n > shown => format!("The first {shown} of {n} joints"),
            _ => String::new(),
        };
        Figure { title, subtitle, x_label: "time (s)".into(), x, panels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_joints_over_hours_stay_a_small_picture() {
        let n = 200_000;
        let time: Vec<f64> = (0..n).map(|i| f64::from(i) * 1e-2).collect();
        let signal: Vec<f64> = time.iter().map(|t| (17.0 * t).sin()).collect();
        let joints: Vec<_> = (0..20).map(|j| (format!("joint{j}"), "N m")).collect();
        let columns = vec![signal; 20];
        let picture = EffortPicture {
            log: "long",
            joints: &joints,
            time: &time,
            measured: &columns,
            predicted: &columns,
        };
        let figure = picture.efforts(2);
        assert_eq!(figure.panels.len(), 12);
        assert!(figure.subtitle.contains("12 of 20"));
        assert!(figure.to_svg().len() + picture.residuals(2).to_svg().len() < 700_000);
        let left = &picture.residuals(1).panels[0].series[0].values;
        assert!(left.iter().all(|v| *v == 0.0));
    }
}
