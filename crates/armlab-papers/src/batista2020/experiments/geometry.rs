//! Figure 5 and Eq 2–13: the helix, and what the printed kinematics make of it.

use super::super::{Parameters, printed};
use super::arm::Arm;
use crate::reproduce::{ComparedRow, ComparedTable, Item, ReproduceError, Section};
use armlab::kinematics::frame_pose;
use armlab::report::{Figure, Panel, Series, Style};

/// The section.
pub fn section(arm: &Arm) -> Result<Section, ReproduceError> {
    let run = arm.baseline_log()?;
    let p = Parameters::published();
    let height: Vec<f64> = run.log.points.iter().map(|p| p[2]).collect();
    let path = Figure {
        title: "The helix, seen from the front".into(),
        subtitle: "Three turns of radius 0.2 m, 0.75 m before the column; assumed, since the paper gives no size"
            .into(),
        x_label: "x (m)".into(),
        x: run.log.points.iter().map(|p| p[0]).collect(),
        panels: vec![Panel {
            title: "path of the tool".into(),
            label: "z (m)".into(),
            series: vec![Series { name: "tool".into(), values: height, style: Style::Blue }],
        }],
    };
    let joint = |j: usize, k: usize| run.log.exact.get(j).and_then(|c| c.get(k)).copied();
    // Distance from a point to where the arm is with joints that a formula gives for it.
    let mut miss = [0.0_f64; 3];
    for (k, &point) in run.log.points.iter().enumerate() {
        let exact = [0, 1, 2].map(|j| joint(j, k).unwrap_or(f64::NAN));
        let tool = |q: [f64; 3]| {
            let at = frame_pose(&arm.robot, arm.robot.tool(), &q).translation;
            (at.x - point[0]).hypot(at.y - point[1]).hypot(at.z - point[2])
        };
        let [c_order, spong] =
            [printed::ik_eq6_8(&p, point), [point[1].atan2(point[0]), exact[1], exact[2]]];
        for (miss, q) in miss.iter_mut().zip([c_order, spong, exact]) {
            *miss = miss.max(tool(q));
        }
    }
    let q = [std::f64::consts::FRAC_PI_4, 0.3, 0.3];
    let determinant = |m: printed::Matrix3| {
        let [a, b, c] = m;
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    let short = {
        // The product of the printed transforms: Eq 3 has d₃ where Eq 4 has d₃ + 0.35.
        let tool = frame_pose(&arm.robot, arm.robot.tool(), &q).translation;
        tool.x.hypot(tool.y) - q[2]
    };
    let ours = |row: ComparedRow, reason: &str| row.note(reason);
    let rows = vec![
        ours(
            ComparedRow::new("Eq 6", "largest miss of the tool, Atan2(Px, Py) as in C", "m")
                .printed(miss[0])
                .corrected(miss[2])
                .truth(0.0),
            "the printed angle has the wrong sign, so the tool is mirrored (A3)",
        ),
        ours(
            ComparedRow::new("Eq 6", "the same, Atan2(x, y) as in Spong's book", "m")
                .printed(miss[1])
                .corrected(miss[2])
                .truth(0.0),
            "read this way the tool is a quarter of a turn away (A3)",
        ),
        ours(
            ComparedRow::new("Eq 13", "det J at θ₁ = 45°, d₃ = 0.3 m", "m")
                .printed(determinant(printed::jacobian_eq13(&p, q)))
                .corrected(q[2] + p.tool_offset)
                .truth(q[2] + p.tool_offset),
            "the printed third column makes a singularity where there is none (A4, A6)",
        ),
        ours(
            ComparedRow::new("Eq 2–4", "reach that the product of A₁A₂A₃ lacks", "m")
                .printed(short)
                .corrected(0.0)
                .truth(0.0),
            "A₃ has d₃, the product d₃ + 0.35 (A2)",
        ),
    ];
    let table = ComparedTable {
        name: "kinematics".into(),
        source: "Eq 2–13".into(),
        caption: "Printed kinematics against the arm, over all samples of the helix.".into(),
        rows,
    };
    let what = "The paper moves the arm's tool along a helix and solves the inverse kinematics in closed \
                form. We do the same with the corrected closed form, and hold the printed one against \
                the arm.";
    Ok(Section::new(
        "The arm and its helix",
        what,
        vec![
            Item::figure(
                "figure-05-helix",
                "Figure 5",
                path,
                "The path of the tool in Cartesian space.",
            ),
            Item::Table(table),
        ],
    ))
}
