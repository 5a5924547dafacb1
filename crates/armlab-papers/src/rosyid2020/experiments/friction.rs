//! Figures 12 to 16: friction laws, normal forces, the circle, and friction's share.

use super::bench::Bench;
use super::excitation::{Line, sliders};
use super::fits::{Fit, Fits, rms_apart, start, table_1};
use crate::reproduce::statistics::rms;
use crate::reproduce::{
    ComparedRow, ComparedTable, Item, Outcome, PlainTable, ReproduceError, Section,
};
use armlab::friction::Friction;
use armlab::identify::nonlinear::{FrictionProblem, bounded};
use armlab::optimize::Bounds;
use armlab::report::{Figure, Panel, Series, Style};
use armlab::robot::Robot;
use armlab::text::significant;

/// A Stribeck speed so small that nothing is left of the effect where sliders move, m/s.
const NO_STRIBECK: f64 = 1e-4;

/// The sections.
pub fn sections(bench: &Bench, fits: &Fits) -> Result<Vec<Section>, ReproduceError> {
    let laws = laws(bench)?;
    Ok(vec![models(bench, fits, &laws)?, validation(bench, fits, &laws), share(bench)])
}

/// Other structures of friction, fitted in the same box to the same log.
fn laws(bench: &Bench) -> Result<Vec<Fit>, ReproduceError> {
    let failed = ReproduceError::at("a friction law");
    let constant = |law: &str, stated: [&[(&str, f64)]; 3]| -> Result<Robot, ReproduceError> {
        let mut all = Vec::new();
        for (joint, stated) in ["x1", "x2", "x3"].into_iter().zip(stated) {
            let friction =
                Friction::of(law, stated).map_err(ReproduceError::at("a friction law"))?;
            all.push((joint.to_string(), friction));
        }
        bench.design.with_friction(&all).ok_or_else(|| ReproduceError::missing("the machine"))
    };
    // Values that differ between joints are looked for one by one, equal ones together.
    let cv = |c: f64| [("coulomb", c), ("viscous", 50.0)];
    let st =
        |c: f64| [("static", 2.0 * c), ("coulomb", c), ("viscous", 50.0), ("stribeck_speed", 0.1)];
    let robots: [(&'static str, Robot); 5] = [
        ("Coulomb–viscous, varying", bench.design.clone()),
        ("Stribeck, constant per slider", constant("stribeck", [&st(40.0), &st(30.0), &st(35.0)])?),
        (
            "Coulomb–viscous, constant per slider",
            constant("coulomb-viscous", [&cv(40.0), &cv(30.0), &cv(35.0)])?,
        ),
        (
            "Coulomb–viscous, constant and equal",
            constant("coulomb-viscous", [&cv(30.0), &cv(30.0), &cv(30.0)])?,
        ),
        ("none", constant("viscous", [&[("viscous", 0.0)]; 3])?),
    ];
    let mut out = Vec::new();
    for (name, robot) in &robots {
        let recordings = std::slice::from_ref(&bench.excitation.recording);
        let problem =
            FrictionProblem::new(robot, recordings, Default::default()).map_err(&failed)?;
        let bounds = table_1(&problem)?;
        let (mut lower, mut upper) = (bounds.lower().to_vec(), bounds.upper().to_vec());
        let mut from = start(&problem);
        for (k, unknown) in problem.names().iter().enumerate() {
            match (*name, unknown.as_str()) {
                ("Coulomb–viscous, varying", "vs") => {
                    (lower[k], upper[k], from[k]) = (NO_STRIBECK, 1.01 * NO_STRIBECK, NO_STRIBECK);
                }
                ("none", "fv") => (lower[k], upper[k], from[k]) = (0.0, 1e-9, 0.0),
                _ => {}
            }
        }
        let bounds = Bounds::new(lower, upper).map_err(ReproduceError::at("bounds"))?;
        let estimate = bounded(&problem, &bounds, &from).map_err(&failed)?;
        out.push(Fit::of(name, bench, &problem, estimate)?);
    }
    Ok(out)
}

fn models(bench: &Bench, fits: &Fits, laws: &[Fit]) -> Result<Section, ReproduceError> {
    let all: Vec<&Fit> = std::iter::once(&fits.bounded).chain(laws).collect();
    let names: Vec<&str> =
        std::iter::once("Stribeck, varying").chain(laws.iter().map(|f| f.name)).collect();
    let measured = |run: &super::bench::Run, forces: &[Vec<f64>]| {
        rms_apart(forces, &run.recording.effort, &run.recording)
    };
    let number = |x: f64| significant(x, 3);
    let rows = all.iter().zip(&names).map(|(fit, name)| {
        vec![
            (*name).to_string(),
            number(fit.against_truth[0]),
            number(measured(&bench.excitation, &fit.excitation)),
            number(fit.against_truth[1]),
            number(measured(&bench.circle, &fit.circle)),
        ]
    });
    let header = [
        "friction",
        "excitation: against truth (N)",
        "against measured (N)",
        "circle: against truth (N)",
        "against measured (N)",
    ];
    let table = PlainTable {
        name: "friction-laws".into(),
        caption: "RMS of the predicted forces where sliders move, each law fitted to the excitation and then tried on the circle.".into(),
        header: header.map(String::from).to_vec(),
        rows: rows.collect(),
    };
    let [stribeck, coulomb] = [&fits.bounded, &laws[0]];
    let compared = ComparedTable {
        name: "figure-12".into(),
        source: "Figure 12".into(),
        caption: "The claim beside Figure 12, which has no numbers: Stribeck fits better than Coulomb and viscous friction.".into(),
        rows: vec![
            ComparedRow::new("Figure 12", "RMS against measured forces, Coulomb–viscous less Stribeck", "N")
                .corrected(coulomb.estimate.rms - stribeck.estimate.rms)
                .judged(verdict(coulomb.estimate.rms > stribeck.estimate.rms), "the better fit is the one the paper names"),
            ComparedRow::new("Figure 15", "RMS on the circle, constant per slider less varying", "N")
                .corrected(laws[1].against_truth[1] - stribeck.against_truth[1])
                .judged(verdict(laws[1].against_truth[1] > stribeck.against_truth[1]), "the better fit is the one the paper names"),
        ],
    };
    let picture = |fit: &Fit, title: &str| {
        let run = &bench.excitation;
        let lines = [
            Line { name: "measured", style: Style::Sky, columns: &run.recording.effort },
            Line { name: "estimated", style: Style::Main, columns: &fit.excitation },
        ];
        sliders(title, "Excitation", &run.time, "force (N)", &lines)
    };
    let run = &bench.excitation;
    let normals = run.column(|f| f.normal.map(f64::abs));
    let lines = [Line { name: "|normal force|", style: Style::Blue, columns: &normals }];
    let normal = sliders(
        "Normal forces of the rail in the plane of motion",
        "Absolute values",
        &run.time,
        "force (N)",
        &lines,
    );
    let what = "The paper fits Coulomb–viscous and Stribeck friction, both in proportion to the rail's reactions, and \
                finds that the latter fits better. So do we, and we add friction that does not vary.";
    Ok(Section::new(
        "Friction laws",
        what,
        vec![
            Item::Table(compared),
            Item::Plain(table),
            Item::figure(
                "figure-12a-coulomb",
                "Figure 12a",
                picture(coulomb, "Forces with Coulomb–viscous friction"),
                "Measured forces are raw.",
            ),
            Item::figure(
                "figure-12b-stribeck",
                "Figure 12b",
                picture(stribeck, "Forces with Stribeck friction"),
                "Measured forces are raw.",
            ),
            Item::figure(
                "figure-13-normals",
                "Figure 13",
                normal,
                "They change their sign where the curve touches zero, so friction needs their size (E6).",
            ),
        ],
    ))
}

fn verdict(holds: bool) -> Outcome {
    if holds { Outcome::InTrend } else { Outcome::NotReproducible }
}

fn validation(bench: &Bench, fits: &Fits, laws: &[Fit]) -> Section {
    let run = &bench.circle;
    let path = Figure {
        title: "The circle of the validation".into(),
        subtitle: "Radius 70 mm about (0, 360) mm, 4 s from rest to rest; ours, since the paper prints no size".into(),
        x_label: "x (m)".into(),
        x: run.motions.iter().map(|m| m.q[9]).collect(),
        panels: vec![Panel {
            title: "path of the platform".into(),
            label: "y (m)".into(),
            series: vec![Series {
                name: "platform".into(),
                values: run.motions.iter().map(|m| m.q[10]).collect(),
                style: Style::Blue,
            }],
        }],
    };
    let lines = [
        Line { name: "measured", style: Style::Sky, columns: &run.recording.effort },
        Line { name: "varying friction", style: Style::Main, columns: &fits.bounded.circle },
        Line {
            name: "constant friction per slider",
            style: Style::Vermilion,
            columns: &laws[1].circle,
        },
    ];
    let forces = sliders(
        "Forces along the circle",
        "Identified on the excitation, tried here",
        &run.time,
        "force (N)",
        &lines,
    );
    let what = "The paper validates on a full circle and finds that friction that varies with the reactions predicts \
                better than constant friction. The parameters here come from the excitation alone.";
    Section::new(
        "Validation on a circle",
        what,
        vec![
            Item::figure("figure-14-circle", "Figure 14", path, "Drawn with unequal axes."),
            Item::figure(
                "figure-15-forces",
                "Figure 15",
                forces,
                "Constant friction misses what the reactions add.",
            ),
        ],
    )
}

fn share(bench: &Bench) -> Section {
    let run = &bench.excitation;
    let (total, friction) = (run.column(|f| f.total), run.column(|f| f.friction()));
    let lines = [
        Line { name: "input force", style: Style::Main, columns: &total },
        Line { name: "friction", style: Style::Vermilion, columns: &friction },
    ];
    let figure = sliders("Input forces and friction", "Excitation", &run.time, "force (N)", &lines);
    let rows = (0..3).map(|i| {
        ComparedRow::new(
            "excitation",
            format!("slider {}: friction's rms over the input force's", i + 1),
            "%",
        )
        .corrected(100.0 * rms(&friction[i]) / rms(&total[i]))
        .judged(Outcome::Ours, "the paper calls the share significant and gives no number")
    });
    let table = ComparedTable {
        name: "friction-share".into(),
        source: "Figure 16".into(),
        caption: "How much of the force is friction.".into(),
        rows: rows.collect(),
    };
    let what = "The paper shows how large friction is beside the input force. With Table 1's coefficients it is most of it.";
    Section::new(
        "Friction's share",
        what,
        vec![
            Item::figure(
                "figure-16-share",
                "Figure 16",
                figure,
                "Friction jumps where a slider turns.",
            ),
            Item::Table(table),
        ],
    )
}
