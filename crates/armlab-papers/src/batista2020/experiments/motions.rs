//! Figures 6–15, 17–31 and 33–45: joints, errors, speeds, accelerations and efforts by method.

use super::super::published::METHODS;
use super::arm::{Arm, Line, Run, over_time};
use super::identification::as_printed;
use super::searches::Found;
use crate::kinematic::efforts;
use crate::reproduce::{Item, ReproduceError, Section};
use armlab::report::Style;
use armlab::signal::Filter;

/// Without noise or with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// Figures 6–21 and 38–41.
    Clean,
    /// Figures 22–37 and 42–45.
    Noisy,
}

const STYLES: [Style; 3] = [Style::Blue, Style::Vermilion, Style::Green];

/// Joint columns and all that is derived from them.
struct Motion {
    joints: Vec<Vec<f64>>,
    speeds: Vec<Vec<f64>>,
    accelerations: Vec<Vec<f64>>,
    efforts: Vec<Vec<f64>>,
}

impl Motion {
    fn of(arm: &Arm, joints: &[Vec<f64>], step: f64) -> Result<Self, ReproduceError> {
        let filter = Filter::None;
        let (mut speeds, mut accelerations) = (Vec::new(), Vec::new());
        for column in joints {
            let d = filter.derivatives(column, step).map_err(ReproduceError::at("derivatives"))?;
            speeds.push(d.first);
            accelerations.push(d.second);
        }
        let efforts = efforts(&arm.robot, joints, step, &filter);
        let efforts = efforts.map_err(ReproduceError::at("efforts"))?;
        Ok(Self { joints: joints.to_vec(), speeds, accelerations, efforts })
    }
}

/// The section.
pub fn section(arm: &Arm, run: &Run, found: &Found, case: Case) -> Result<Section, ReproduceError> {
    let k = usize::from(case == Case::Noisy);
    let identified = as_printed(run, k)?;
    let (time, step) = (&run.log.time, run.log.step());
    let exact = Motion::of(arm, &run.log.exact, step)?;
    let motions = identified.iter().map(|i| Motion::of(arm, &i.predicted, step));
    let motions: Vec<Motion> = motions.collect::<Result<_, _>>()?;
    let stem = ["clean", "noisy"][k];
    let subtitle = ["Without noise", "Joints measured with noise of 10 dB, outliers among it"][k];
    let figure = |name: &str,
                  figures: [&str; 2],
                  title: &str,
                  labels: [&str; 3],
                  of: fn(&Motion) -> &[Vec<f64>],
                  caption: &str| {
        let mut lines = vec![Line { name: "closed form", style: Style::Main, columns: of(&exact) }];
        for (m, motion) in motions.iter().enumerate() {
            lines.push(Line { name: METHODS[m], style: STYLES[m], columns: of(motion) });
        }
        let drawn = over_time(title, subtitle, time, labels, &lines);
        Item::figure(format!("{stem}-{name}"), figures[k], drawn, caption)
    };
    let errors: Vec<Vec<Vec<f64>>> = identified
        .iter()
        .map(|i| {
            let pairs = run.log.exact.iter().zip(&i.predicted);
            pairs.map(|(e, p)| e.iter().zip(p).map(|(e, p)| e - p).collect()).collect()
        })
        .collect();
    let lines: Vec<Line> =
        (0..3).map(|m| Line { name: METHODS[m], style: STYLES[m], columns: &errors[m] }).collect();
    let errors = over_time(
        "Errors of the identified joints",
        subtitle,
        time,
        ["error (rad)", "error (m)", "error (m)"],
        &lines,
    );
    let corner = found.swarm[k].diagonal.iter().all(|x| *x == 50.0);
    let items = vec![
        figure(
            "joints",
            ["Figures 6, 11, 17 and 38", "Figures 22, 27, 33 and 42"],
            "Joints as identified",
            ["angle (rad)", "position (m)", "position (m)"],
            |m| &m.joints,
            "The first samples of the recursions start from coefficients of zero.",
        ),
        Item::figure(
            format!("{stem}-errors"),
            ["Figures 7, 12 and 18", "Figures 23, 28 and 34"][k],
            errors,
            "Closed form minus identified.",
        ),
        figure(
            "speeds",
            ["Figures 8, 13, 19 and 39", "Figures 24, 29, 35 and 43"],
            "Speeds of the joints",
            ["speed (rad/s)", "speed (m/s)", "speed (m/s)"],
            |m| &m.speeds,
            "Central differences of the joints.",
        ),
        figure(
            "accelerations",
            ["Figures 9, 14, 20 and 40", "Figures 25, 30, 36 and 44"],
            "Accelerations of the joints",
            ["acceleration (rad/s²)", "acceleration (m/s²)", "acceleration (m/s²)"],
            |m| &m.accelerations,
            "Second differences magnify what changes from sample to sample.",
        ),
        figure(
            "efforts",
            ["Figures 10, 15, 21 and 41", "Figures 26, 31, 37 and 45"],
            "Efforts that these motions would need",
            ["torque (N m)", "force (N)", "force (N)"],
            |m| &m.efforts,
            "By the corrected dynamics; what Eq 17–19 make of the exact motion is in the section on dynamics.",
        ),
        Item::text(if corner {
            "The swarm's own best covariance is the corner of its box (the section on the covariance); the lines above use the printed one."
        } else {
            "The lines above use the printed covariance, not our swarm's."
        }),
    ];
    let what = "The paper draws trajectories, errors, speeds, accelerations and torques for each method, \
                first one by one and then together. Here every figure has all methods and the closed form. \
                The paper's curves are pictures without numbers and its helix has no size, so shapes can be \
                compared and values cannot.";
    let title = [
        "Motions without noise (Figures 6–21, 38–41)",
        "Motions with noise (Figures 22–37, 42–45)",
    ][k];
    Ok(Section::new(title, what, items))
}
