//! Appendix A along the plan of Figure 8, beside mechanics.

use super::super::{Parameters, printed};
use super::arm::Arm;
use super::plan::{plan, state, times};
use crate::reproduce::statistics::mean;
use crate::reproduce::{ComparedRow, ComparedTable, Item, ReproduceError, Section};
use armlab::dynamics::Mechanism;
use armlab::motion::movements::Interpolation;
use armlab::report::{Figure, Panel, Series, Style};

/// The section.
pub fn section(arm: &Arm) -> Result<Section, ReproduceError> {
    let failed = ReproduceError::at("dynamics of the planar arm");
    let p = Parameters::published();
    let mut mechanism = Mechanism::new(&arm.robot).map_err(&failed)?;
    let motion = plan(Interpolation::Quintic)?;
    let time = times(&motion);
    let [mut by_page, mut by_mechanics] = [(); 2].map(|()| vec![Vec::new(); 6]);
    let mut tau = [0.0; 6];
    for &t in &time {
        let [q, qd, qdd] = state(&motion, t);
        mechanism.inverse(&q, &qd, &qdd, &mut tau).map_err(&failed)?;
        let page = printed::effort(&p, q, qd, qdd);
        for j in 0..6 {
            by_page[j].push(page[j]);
            by_mechanics[j].push(tau[j]);
        }
    }
    let mut mass = [0.0; 36];
    mechanism.mass_matrix(&[0.0; 6], &mut mass).map_err(&failed)?;
    let home = printed::mass(&p, [0.0; 6])[0][0];
    // Figure 7's inertia as it is printed: 6.42 kg m² for each of three links.
    let as_figure_7 = Parameters::new(p.mass(), [6.42; 3], p.lengths())
        .map_err(ReproduceError::at("the inertias of Figure 7"))?;
    let absurd = printed::mass(&as_figure_7, [0.0; 6])[0][0];
    let mut rows = vec![
        ComparedRow::new("home", "inertia about joint 1, Eq A1", "kg m²")
            .printed(home)
            .corrected(mass[0])
            .truth(mass[0])
            .note("cos θ₂ stands alone where 2 l₁ l₂ cos θ₂ belongs (B1), and three inertias are missing (B2)"),
        ComparedRow::new("home", "the same with Figure 7's inertias as printed", "kg m²")
            .printed(absurd)
            .corrected(mass[0])
            .truth(mass[0])
            .note("6.42 kg m² for a link of 0.48 kg is a radius of gyration of 3.6 m; kg cm² is meant (B12)"),
    ];
    let names = ["θ₁", "d₁", "θ₂", "d₂", "θ₃", "d₃"];
    for j in 0..6 {
        let unit = if j % 2 == 0 { "N m" } else { "N" };
        let size = |c: &[f64]| mean(&c.iter().map(|x| x.abs()).collect::<Vec<_>>());
        let off: Vec<f64> = by_page[j].iter().zip(&by_mechanics[j]).map(|(a, b)| a - b).collect();
        rows.push(
            ComparedRow::new(
                "plan of Figure 8",
                format!("mean size of {}'s effort", names[j]),
                unit,
            )
            .printed(size(&by_page[j]))
            .corrected(size(&by_mechanics[j]))
            .truth(size(&by_mechanics[j]))
            .note(match j % 2 {
                0 => format!("the page is off by {:.3} N m on average (B1–B6)", size(&off)),
                _ => "forces of the prismatic joints are printed correctly".into(),
            }),
        );
    }
    let panels = (0..6).map(|j| Panel {
        title: names[j].into(),
        label: if j % 2 == 0 { "torque (N m)".into() } else { "force (N)".into() },
        series: vec![
            Series {
                name: "mechanics".into(),
                values: by_mechanics[j].clone(),
                style: Style::Main,
            },
            Series {
                name: "Appendix A as printed".into(),
                values: by_page[j].clone(),
                style: Style::Vermilion,
            },
        ],
    });
    let figure = Figure {
        title: "Efforts along the plan of Figure 8".into(),
        subtitle: "Quintic interpolation; lengths in metres".into(),
        x_label: "time (s)".into(),
        x: time,
        panels: panels.collect(),
    };
    let table = ComparedTable {
        name: "dynamics".into(),
        source: "Appendix A".into(),
        caption: "What the printed dynamics say, beside mechanics. The paper prints no efforts."
            .into(),
        rows,
    };
    let what = "The paper derives the arm's dynamics in Appendix A. We evaluate it term by term as printed, in \
                metres, beside a recursion that knows only masses, centres and inertias.";
    Ok(Section::new(
        "Dynamics",
        what,
        vec![
            Item::Table(table),
            Item::figure("efforts", "", figure, "Torques differ, forces do not."),
        ],
    ))
}
