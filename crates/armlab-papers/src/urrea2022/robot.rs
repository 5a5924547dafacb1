//! The robot's base parameters (eq 48) and its PID loops (Tables 1 and 2).

use super::printed::base_parameters;
use super::published::{self, table_1};
use crate::reproduce::{ComparedRow, ComparedTable, Item, Outcome, ReproduceError, Section};
use crate::scara::{Bench, JOINTS, NAMES, TRUTH, UNITS, pid};
use armlab::simulate::controller::{GainUnit, Gravity, Pid};
use armlab::text::significant;

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
            .truth(TRUTH[k]);
        let meets = |v: f64| (v - published::REAL[k]).abs() < 5e-4;
        let reason = match (meets(printed[k]), meets(corrected[k])) {
            (true, _) => "eq 48 with Table 1 gives it",
            (false, true) => "eq 48 gives it with I₃ = 0.008 kg m²; Table 1 prints 0.08",
            _ => "eq 48 does not give it",
        };
        let outcome =
            if meets(corrected[k]) { Outcome::Reproduced } else { Outcome::NotReproducible };
        row.judged(outcome, reason)
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
        let (p, c, published) = (of(&printed), of(&corrected), published::INDEXES[j][0][0]);
        let row = ComparedRow::new("", format!("{}, RMSE of tracking", JOINTS[j]), unit(j))
            .published(published)
            .printed(p)
            .corrected(c);
        let ratio = c / published;
        let outcome =
            if (1.0 / 3.0..3.0).contains(&ratio) { Outcome::InTrend } else { Outcome::NotReproducible };
        let reason = format!(
            "per degree the loop errs {} times the published amount, per radian {} times; the paper's reference and start are in its figures only",
            significant(ratio, 3),
            significant(p / published, 3)
        );
        row.judged(outcome, reason)
    });
    let table = ComparedTable {
        name: "pid_loop".into(),
        source: "Table 2, and row “Real” of Tables 8 to 10".into(),
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
