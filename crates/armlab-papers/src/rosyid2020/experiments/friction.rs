//! Figures 12 to 16: friction laws, normal forces, the circle, and friction's share.

use super::super::published::{STRIBECK_FITS, VARYING_FITS};
use super::bench::Bench;
use super::excitation::{Line, sliders};
use super::fits::{Fit, Fits, rms_apart};
use super::laws::{COULOMB_VARYING, STRIBECK_CONSTANT};
use super::redrawn::Redrawn;
use crate::reproduce::statistics::rms;
use crate::reproduce::{
    Basis, ComparedRow, ComparedTable, Held, Item, PlainTable, Published, Section,
};
use armlab::report::{Figure, Panel, Series, Style};
use armlab::text::significant;

/// The sections.
pub fn sections(bench: &Bench, fits: &Fits, laws: &[Fit], redrawn: &Redrawn) -> Vec<Section> {
    vec![models(bench, fits, laws, redrawn), validation(bench, fits, laws), share(bench)]
}

fn models(bench: &Bench, fits: &Fits, laws: &[Fit], redrawn: &Redrawn) -> Section {
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
    let [stribeck, coulomb] = [&fits.bounded, &laws[COULOMB_VARYING]];
    let gain = |k: usize| redrawn.gains.iter().map(|g| g[k]).collect::<Vec<f64>>();
    let claim = |figure: &str, quantity: &str, words, k: usize| {
        ComparedRow::new(figure, quantity, "N")
            .published(Published::AtLeast { bound: 0.0, words })
            .held(Held::drawn("", gain(k)))
            .basis(Basis::GivenBack)
            .note("the simulated machine has the varying Stribeck friction that the paper found")
    };
    let compared = ComparedTable {
        name: "figure-12".into(),
        source: "Figures 12 and 15, in words".into(),
        caption: "The claims beside Figures 12 and 15, which have no numbers.".into(),
        rows: vec![
            claim(
                "Figure 12",
                "RMS against measured forces, Coulomb–viscous less Stribeck",
                STRIBECK_FITS,
                0,
            )
            .corrected(coulomb.estimate.rms - stribeck.estimate.rms),
            claim(
                "Figure 15",
                "RMS on the circle, constant per slider less varying",
                VARYING_FITS,
                1,
            )
            .corrected(laws[STRIBECK_CONSTANT].against_truth[1] - stribeck.against_truth[1]),
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
    Section::new(
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
    )
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
            columns: &laws[STRIBECK_CONSTANT].circle,
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
        .note("the paper calls the share significant and gives no number")
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
