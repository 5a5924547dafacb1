//! The robot's base parameters (eq 48) and its PID loops (Tables 1 and 2).

use super::printed::base_parameters;
use super::published::{self, table_1};
use crate::reproduce::{Basis, ComparedRow, ComparedTable, Held, Item, ReproduceError, Section};
use crate::scara::{Bench, JOINTS, NAMES, TRUTH, UNITS, pid};
use armlab::simulate::controller::{GainUnit, Gravity, Pid};

/// The inertia of link 3 from which the papers' real values follow, kg m².
const INERTIA_3: f64 = 0.008;

/// Both sections.
pub fn sections(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    Ok(vec![base(), loops(bench)?])
}

fn base() -> Section {
    let (printed, corrected) = (base_parameters(table_1::INERTIA[2]), base_parameters(INERTIA_3));
    let row = |k: usize| {
        let row = ComparedRow::new("", NAMES[k], UNITS[k])
            .published(published::REAL[k])
            .printed(printed[k])
            .corrected(corrected[k])
            .truth(TRUTH[k])
            .held(Held::fixed("eq 48 with Table 1", printed[k]));
        match k {
            3 => row.basis(Basis::Setting).note("Table 1 has it"),
            _ if printed[k] == corrected[k] => row,
            _ => row.note("corrected: I₃ = 0.008 kg m², where Table 1 prints 0.08 (K20)"),
        }
    };
    let table = ComparedTable {
        name: "base_parameters".into(),
        source: "Column “Value” of Tables 3 to 6, from Table 1".into(),
        caption: "Base parameters of the real robot.".into(),
        rows: (0..4).map(row).collect(),
    };
    let possible = "Not every four numbers are a robot's: the mass matrix is positive at every θ₂ if \
        and only if m3 > 0, IZZ2 > 0 and IZZ2 (IZZ1 − IZZ2) > m_r². The published estimates of the \
        extended filter break this (their IZZ2 is negative), which is why the paper has to put the \
        IZZ2 of least squares in its place before it can simulate.";
    Section::new(
        "Base parameters",
        "The paper groups the SCARA's parameters into four base parameters by hand (eq 48). armlab finds \
         the same four from the description alone; here eq 48 is evaluated with Table 1.",
        vec![Item::Table(table), Item::text(possible)],
    )
}

fn loops(bench: &Bench) -> Result<Section, ReproduceError> {
    // As printed: gains per radian, and no word of gravity.
    let printed = Pid { gravity: Gravity::None, ..pid(GainUnit::Radian) };
    let [printed, corrected] = [&printed, &bench.law]
        .map(|law| bench.quiet_on(&bench.reference, law).map(|run| run.summary));
    let (printed, corrected) = (printed?, corrected?);
    let rows = (0..3).map(|j| {
        let of = |s: &armlab::simulate::Summary| s.joints.get(j).map_or(f64::NAN, |j| j.rms_error);
        let (p, c) = (of(&printed), of(&corrected));
        ComparedRow::new("", format!("{}, RMSE of tracking", JOINTS[j]), unit(j))
            .printed(p)
            .corrected(c)
            .note("on the reference of the identification; Tables 8 to 10 are tried in the section on responses")
    });
    let table = ComparedTable {
        name: "pid_loop".into(),
        source: "Table 2".into(),
        caption:
            "Tracking of the reference with the printed gains: as printed, N m per radian and no \
                  weight; corrected, N m per degree with the slide's weight fed forward."
                .into(),
        rows: rows.collect(),
    };
    Ok(Section::new(
        "PID loops",
        "The paper controls every joint by a PID controller (Figure 6, gains in Table 2) but prints no \
         units. Read per radian, the first joint swings at 0.26 rad/s with a time constant of 42 s: useless. Read \
         per degree, the slowest time constant is 0.7 s. Joint 3 needs the weight of the slide fed \
         forward, or its error is ten times the published one.",
        vec![Item::Table(table)],
    ))
}

fn unit(joint: usize) -> &'static str {
    if joint == 2 { "m" } else { "rad" }
}
