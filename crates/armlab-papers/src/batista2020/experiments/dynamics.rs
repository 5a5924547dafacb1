//! Eq 17–19 and A17–A30 along the helix, beside mechanics.

use super::super::{Parameters, printed};
use super::arm::{Arm, Line, over_time};
use crate::kinematic::efforts;
use crate::reproduce::statistics::{correlation, rms, share};
use crate::reproduce::{ComparedRow, ComparedTable, Item, ReproduceError, Section};
use armlab::report::Style;
use armlab::signal::Filter;
use std::f64::consts::{PI, TAU};

type Effort = fn(&Parameters, [f64; 3], [f64; 3], [f64; 3]) -> [f64; 3];

const MODELS: [(&str, Effort, Style); 3] = [
    ("Eq 17–19", printed::effort_eq17_19, Style::Vermilion),
    ("Eq A21, A25, A29", printed::effort_a21_a25_a29, Style::Green),
    ("Eq A30", printed::effort_a30, Style::Purple),
];

/// The section.
pub fn section(arm: &Arm) -> Result<Section, ReproduceError> {
    let run = arm.baseline_log()?;
    let p = Parameters::published();
    let (step, samples) = (run.log.step(), run.log.samples());
    let physical = efforts(&arm.robot, &run.log.exact, step, &Filter::None);
    let physical = physical.map_err(ReproduceError::at("efforts along the helix"))?;
    let mut motion = Vec::new();
    for column in &run.log.exact {
        let d = Filter::None.derivatives(column, step);
        motion.push(d.map_err(ReproduceError::at("derivatives"))?);
    }
    let [a, b, c] = &motion[..] else { return Err(ReproduceError::missing("three joints")) };
    let along = |effort: Effort| {
        let mut columns = vec![Vec::new(); 3];
        for k in 0..samples {
            let at = |of: fn(&armlab::signal::Derivatives) -> &[f64]| [a, b, c].map(|d| of(d)[k]);
            let tau = effort(&p, at(|d| &d.value), at(|d| &d.first), at(|d| &d.second));
            columns.iter_mut().zip(tau).for_each(|(column, t)| column.push(t));
        }
        columns
    };
    let models = MODELS.map(|(name, effort, style)| (name, along(effort), style));
    // Differences at the two ends are one-sided; the rest is compared.
    let inner = |column: &[f64]| column.get(1..samples - 1).unwrap_or(&[]).to_vec();
    let mut rows = Vec::new();
    for (name, columns, _) in &models {
        for j in [0, 1, 2] {
            let unit = if j == 0 { "N m" } else { "N" };
            let (got, want) = (inner(&columns[j]), inner(&physical[j]));
            rows.push(
                ComparedRow::new(*name, format!("rms effort of joint {}", j + 1), unit)
                    .printed(rms(&got))
                    .corrected(rms(&want))
                    .truth(rms(&want))
                    .note(if j == 1 {
                        "nearly all of it is weight, which is printed correctly"
                    } else {
                        "mass terms with lost squares, factors and signs (A13–A21)"
                    }),
            );
            if j != 1 {
                rows.push(
                    ComparedRow::new(
                        *name,
                        format!("correlation with mechanics, joint {}", j + 1),
                        "",
                    )
                    .printed(correlation(&got, &want))
                    .corrected(1.0)
                    .truth(1.0)
                    .note("printed forms contradict one another about the sign (A19)"),
                );
            }
        }
    }
    rows.extend(pathologies(&p));
    let mut lines = vec![Line { name: "mechanics", style: Style::Main, columns: &physical }];
    lines.extend(models.iter().map(|(name, columns, style)| Line { name, style: *style, columns }));
    let figure = over_time(
        "Efforts along the helix by four models of the page",
        "Plain helix of 30 s, exact joints",
        &run.log.time,
        ["torque (N m)", "force (N)", "force (N)"],
        &lines,
    );
    let table = ComparedTable {
        name: "dynamics".into(),
        source: "Eq 17–19, A17–A30".into(),
        caption: "What the printed dynamics say, beside mechanics. The paper prints no number to compare with.".into(),
        rows,
    };
    let what = "The paper derives the arm's dynamics and uses Eq 17–19 for its torque figures. The page holds \
                three forms that contradict one another; they are evaluated as printed, for the same motion.";
    Ok(Section::new(
        "Dynamics as printed",
        what,
        vec![
            Item::Table(table),
            Item::figure(
                "printed-efforts",
                "Figures 10, 15, 21",
                figure,
                "One motion, four answers. Joint 2 carries the weight and agrees.",
            ),
        ],
    ))
}

/// Poses on a grid over θ₁ in (−π, π), d₃ in (0, 0.9) m.
fn poses() -> impl Iterator<Item = [f64; 3]> {
    (0..1440).flat_map(|i| {
        (0..400).map(move |j| {
            [-PI + TAU * (f64::from(i) + 0.5) / 1440.0, 0.0, 0.9 * (f64::from(j) + 0.5) / 400.0]
        })
    })
}

fn pathologies(p: &Parameters) -> Vec<ComparedRow> {
    let negative = |k: usize| 100.0 * share(poses(), |q| printed::mass_a30(p, q)[k][k] < 0.0);
    // At rest, θ₁ = 0, d₃ = 0.3 m, 10 N m and 5 N: unit accelerations give the mass matrix.
    let q = [0.0, 0.3, 0.3];
    let turned = |m: [[f64; 2]; 2]| {
        let [[a, b], [c, d]] = m;
        (10.0 * d - 5.0 * b) / (a * d - b * c)
    };
    let block = |m: printed::Matrix3| [[m[0][0], m[0][2]], [m[2][0], m[2][2]]];
    let physical = {
        // Column, carriage and arm about the vertical; the arm's centre of mass is 0.1 m inside.
        let column = 0.5 * p.mass[0] * 0.05 * 0.05 + p.mass[1] * 0.11 * 0.11 + p.inertia3;
        let radius = q[2] - 0.1;
        [[column + p.mass[2] * radius * radius, 0.0], [0.0, p.mass[2]]]
    };
    let weight = printed::weight(p)[1];
    vec![
        ComparedRow::new("Eq A30", "poses in which the column's inertia is negative", "%")
            .printed(negative(0))
            .corrected(0.0)
            .truth(0.0)
            .note("M₁₁ has sines where squares belong (A17)"),
        ComparedRow::new("Eq A30", "poses in which the arm's mass is negative", "%")
            .printed(negative(2))
            .corrected(0.0)
            .truth(0.0)
            .note("M₃₃ = 2(m₁ sin θ₁ + m₂ cos θ₁) is negative on half of the circle (A21)"),
        ComparedRow::new("Eq A30", "θ₁″ under 10 N m and 5 N at θ₁ = 0, d₃ = 0.3 m", "rad/s²")
            .printed(turned(block(printed::mass_a30(p, q))))
            .corrected(turned(physical))
            .truth(turned(physical))
            .note("the printed column accelerates against the torque"),
        ComparedRow::new("Eq 18", "free fall of the carriage", "m/s²")
            .printed(weight / p.mass[2])
            .corrected(p.gravity)
            .truth(p.gravity)
            .note("the inertia is m₃, the weight (m₂ + m₃) g (A11)"),
    ]
}
