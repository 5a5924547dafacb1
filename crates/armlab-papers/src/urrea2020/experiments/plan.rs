//! Figures 8 to 10: a plan of movements, and what its interpolation does at the ends.

use super::super::published::{CONTINUITY, FIGURE_8, NO_OVERSHOOT};
use crate::reproduce::statistics::largest;
use crate::reproduce::{
    ComparedRow, ComparedTable, Held, Item, Published, ReproduceError, Section,
};
use armlab::motion::Trajectory;
use armlab::motion::movements::{
    Interpolation, MovementTable, MovementTrajectory, Unit, parse_movements,
};
use armlab::report::{Figure, Panel, Series, Style};

/// Jumps below this are none, deg/s²: they are looked for two nanoseconds apart.
const CONTINUOUS: f64 = 1e-3;
/// Samples of a figure.
const SAMPLES: usize = 751;
/// Names and units of the joints as they are drawn.
const JOINTS: [(&str, &str); 6] =
    [("θ₁", "deg"), ("d₁", "mm"), ("θ₂", "deg"), ("d₂", "mm"), ("θ₃", "deg"), ("d₃", "mm")];

/// The plan of Figure 8, interpolated.
pub fn plan(interpolation: Interpolation) -> Result<MovementTrajectory, ReproduceError> {
    let failed = ReproduceError::at("the plan of Figure 8");
    let units = [Unit::Degree, Unit::Millimetre].repeat(3);
    let joints = parse_movements(FIGURE_8, &units).map_err(&failed)?;
    MovementTable { interpolation, joints }.into_trajectory().map_err(&failed)
}

/// Position, speed and acceleration of all joints at a time.
pub fn state(motion: &MovementTrajectory, t: f64) -> [[f64; 6]; 3] {
    let mut out = [[0.0; 6]; 3];
    let [q, qd, qdd] = &mut out;
    motion.sample(t, q, qd, qdd);
    out
}

/// Times of a figure.
pub fn times(motion: &MovementTrajectory) -> Vec<f64> {
    let step = motion.duration() / (SAMPLES - 1) as f64;
    (0..SAMPLES).map(|k| k as f64 * step).collect()
}

/// As the paper draws it: degrees and millimetres.
fn drawn(joint: usize, value: f64) -> f64 {
    if joint.is_multiple_of(2) { value.to_degrees() } else { 1e3 * value }
}

/// The largest jump of joint 1's acceleration, deg/s²: at the ends of its movements.
fn jump(motion: &MovementTrajectory) -> f64 {
    let at = |t: f64| state(motion, t)[2][0].to_degrees();
    let step = 1e-9;
    let ends = [1.0, 2.0, 4.0, 5.0, 7.0, 8.0, 10.0, 11.0, 13.0, 14.0];
    ends.iter().map(|t| (at(t + step) - at(t - step)).abs()).fold(0.0, f64::max)
}

/// The section.
pub fn section() -> Result<Section, ReproduceError> {
    let (pchip, quintic) = (plan(Interpolation::Pchip)?, plan(Interpolation::Quintic)?);
    let time = times(&pchip);
    let column = |motion: &MovementTrajectory, joint: usize, d: usize| -> Vec<f64> {
        time.iter().map(|t| drawn(joint, state(motion, *t)[d][joint])).collect()
    };
    let both = |joint: usize, d: usize| {
        vec![
            Series {
                name: "pchip, as printed".into(),
                values: column(&pchip, joint, d),
                style: Style::Blue,
            },
            Series {
                name: "quintic".into(),
                values: column(&quintic, joint, d),
                style: Style::Vermilion,
            },
        ]
    };
    let figure = |title: &str, panels: Vec<Panel>| Figure {
        title: title.into(),
        subtitle: "The plan of Figure 8: five movements of a second each, with rests".into(),
        x_label: "time (s)".into(),
        x: time.clone(),
        panels,
    };
    let all = (0..6).map(|j| Panel {
        title: JOINTS[j].0.into(),
        label: format!("position ({})", JOINTS[j].1),
        series: vec![Series {
            name: "pchip, as printed".into(),
            values: column(&pchip, j, 0),
            style: Style::Blue,
        }],
    });
    let first =
        ["position (deg)", "speed (deg/s)", "acceleration (deg/s²)"].into_iter().enumerate();
    let first = first.map(|(d, label)| Panel {
        title: "θ₁".into(),
        label: label.into(),
        series: both(0, d),
    });
    let (jumps, smooth) = (jump(&pchip), jump(&quintic));
    let beyond = |motion: &MovementTrajectory| {
        column(motion, 0, 0).iter().fold(0.0_f64, |m, x| m.max(x.abs() - 90.0))
    };
    let rows = vec![
        ComparedRow::new("Section 8", "largest jump of θ₁'s acceleration", "deg/s²")
            .published(Published::AtMost { bound: CONTINUOUS, words: CONTINUITY })
            .printed(jumps)
            .corrected(smooth)
            .held(Held::fixed("pchip", jumps))
            .note("pchip has continuous speed only, and 90° in 1 s jump by 6·90 (B17)"),
        ComparedRow::new("Section 7", "overshoot of θ₁ beyond its planned values", "deg")
            .published(Published::AtMost { bound: 0.0, words: NO_OVERSHOOT })
            .printed(beyond(&pchip))
            .corrected(beyond(&quintic))
            .held(Held::fixed("pchip", beyond(&pchip)))
            .note("the quintic does not either"),
        ComparedRow::new("Figure 10", "largest speed of θ₁", "deg/s")
            .printed(largest(&column(&pchip, 0, 1)))
            .corrected(largest(&column(&quintic, 0, 1)))
            .note("1.5 and 1.875 times 90° in 1 s; the figure has no legible numbers"),
    ];
    let table = ComparedTable {
        name: "plan".into(),
        source: "Figures 8–10".into(),
        caption: "What the interpolation promises and does.".into(),
        rows,
    };
    let what = "The paper plans movements in a table of angles, distances and times and interpolates them with \
                pchip. We read the same table and draw the same curves, beside a quintic that keeps the \
                promise of continuous acceleration.";
    Ok(Section::new(
        "The plan of movements",
        what,
        vec![
            Item::figure(
                "figure-09-plan",
                "Figure 9",
                figure("Joints along the plan", all.collect()),
                "All six joints.",
            ),
            Item::figure(
                "figure-10-joint-1",
                "Figure 10",
                figure("The first rotary joint", first.collect()),
                "Acceleration jumps where a pchip movement begins and ends.",
            ),
            Item::Table(table),
        ],
    ))
}
