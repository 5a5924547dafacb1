//! What the printed equations would have given, one misprint at a time and all at once.

use super::super::printed::{Errata, Erratum, input_forces};
use super::bench::Bench;
use crate::reproduce::statistics::rms;
use crate::reproduce::{ComparedRow, ComparedTable, Item, ReproduceError, Section};

const NAMES: [(&str, &str); 10] = [
    ("E1", "multipliers on the other side"),
    ("E2", "Ḃq̇ with the wrong sign"),
    ("E4", "no y_i in the constraints"),
    ("E5", "no ẏ_i in the kinetic energy"),
    ("E5", "no y_i in the potential energy"),
    ("E6", "normal force with its sign"),
    ("E8", "inertias read as central ones"),
    ("E10", "speed with its sign in the exponent"),
    ("E11", "viscous friction twice"),
    ("E15", "normal forces of the machine at rest"),
];

/// RMS of the input forces' error, per slider.
fn wrong(bench: &Bench, errata: Errata) -> Result<[f64; 3], ReproduceError> {
    let run = &bench.excitation;
    let mut off = [(); 3].map(|()| Vec::with_capacity(run.motions.len()));
    for (motion, right) in run.motions.iter().zip(&run.forces) {
        let printed = input_forces(&bench.machine, &bench.law, motion, errata);
        let printed = printed.map_err(|e| {
            ReproduceError::at("the printed equations")(format!("singular at {:?}", e.pose))
        })?;
        for i in 0..3 {
            off[i].push(printed.total[i] - right.total[i]);
        }
    }
    Ok(off.map(|column| rms(&column)))
}

/// The section.
pub fn section(bench: &Bench) -> Result<Section, ReproduceError> {
    let mut rows = Vec::new();
    let mut add =
        |group: &str, name: &str, errata: Errata, reason: &str| -> Result<(), ReproduceError> {
            for (i, off) in wrong(bench, errata)?.into_iter().enumerate() {
                rows.push(
                    ComparedRow::new(group, format!("{name}: error of slider {}", i + 1), "N")
                        .printed(off)
                        .corrected(0.0)
                        .truth(0.0)
                        .note(reason),
                );
            }
            Ok(())
        };
    add(
        "all",
        "the page as printed",
        Errata::ALL,
        "everything at once, but for E3, which cannot be evaluated",
    )?;
    for (erratum, (number, name)) in Erratum::ALL.into_iter().zip(NAMES) {
        add(number, name, erratum.into(), "this one alone, lying flat")?;
    }
    let table = ComparedTable {
        name: "misprints".into(),
        source: "Eq 3–29, 40, 41".into(),
        caption: "RMS by which the printed equations miss the input forces along the excitation. E1, E4 and E5 leave efforts alone and act through the rail's reactions.".into(),
        rows,
    };
    let what = "The paper's equations are evaluated with each misprint kept by itself, and with all of them. \
                errata.html has the details, and what they do to the machine standing upright.";
    Ok(Section::new("The page as printed", what, vec![Item::Table(table)]))
}
