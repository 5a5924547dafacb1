//! The arm, its helices, and how lines over time are drawn.

use crate::kinematic::helix::{Configuration, baseline, fitted};
use crate::kinematic::{JointNoise, KinematicLog, Outliers, without_limits};
use crate::reproduce::{ReproduceError, Settings};
use armlab::report::{Figure, Panel, Series, Style};
use armlab::robot::{Robot, library};

/// Names of the joints.
pub const JOINTS: [&str; 3] = ["θ₁", "d₂", "d₃"];
/// The noise of Section 5.2: 10 dB, “non-Gaussian” and with “the appearance of outliers”. Section 5 also says that it
/// has σ = 0.05 (erratum A24). That a tenth of the samples has five times the deviation is ours.
pub const NOISE: JointNoise = JointNoise {
    sigma: 0.0,
    snr: Some(10.0),
    outliers: Some(Outliers { fraction: 0.1, factor: 5.0 }),
};

/// The cylindrical arm, with strokes that end nowhere: the paper prints none.
pub struct Arm {
    /// The arm.
    pub robot: Robot,
}

/// A log with the configuration that it belongs to.
pub struct Run {
    /// Path, features, recursion.
    pub configuration: Configuration,
    /// Joints and tool.
    pub log: KinematicLog,
}

impl Arm {
    /// The built-in arm.
    pub fn load() -> Result<Self, ReproduceError> {
        let missing = || ReproduceError::missing("the robot `cylindrical`");
        let robot = library::load("cylindrical").ok_or_else(missing)?;
        let robot = robot.map_err(ReproduceError::at("the robot `cylindrical`"))?.robot;
        let robot =
            without_limits(&robot).map_err(ReproduceError::at("the robot `cylindrical`"))?;
        Ok(Self { robot })
    }
    /// What the arm does along a configuration's helix.
    pub fn follow(&self, configuration: Configuration) -> Result<Run, ReproduceError> {
        let log = KinematicLog::along(&self.robot, &configuration.path);
        Ok(Run { log: log.map_err(ReproduceError::at("the helix"))?, configuration })
    }
    /// The plain helix.
    pub fn baseline_log(&self) -> Result<Run, ReproduceError> {
        self.follow(baseline())
    }
    /// The helix that comes nearest to Table 3.
    pub fn fitted_log(&self) -> Result<Run, ReproduceError> {
        self.follow(fitted())
    }
    /// The same with noise on the joints, drawn again and again.
    pub fn noisy_logs(&self, settings: &Settings) -> Result<Vec<Run>, ReproduceError> {
        let Run { configuration, log } = self.fitted_log()?;
        settings.redraw(|seed| {
            Ok(Run { log: NOISE.add(&log, seed), configuration: configuration.clone() })
        })
    }
}

/// A line in every joint's panel.
pub struct Line<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its looks.
    pub style: Style,
    /// One column per joint.
    pub columns: &'a [Vec<f64>],
}

/// A panel per joint over time.
pub fn over_time(
    title: &str,
    subtitle: &str,
    time: &[f64],
    labels: [&str; 3],
    lines: &[Line],
) -> Figure {
    let panels = (0..3).map(|j| Panel {
        title: format!("joint {}: {}", j + 1, JOINTS[j]),
        label: labels[j].into(),
        series: lines
            .iter()
            .filter_map(|line| {
                let values = line.columns.get(j)?.clone();
                Some(Series { name: line.name.into(), values, style: line.style })
            })
            .collect(),
    });
    Figure {
        title: title.into(),
        subtitle: subtitle.into(),
        x_label: "time (s)".into(),
        x: time.to_vec(),
        panels: panels.collect(),
    }
}
