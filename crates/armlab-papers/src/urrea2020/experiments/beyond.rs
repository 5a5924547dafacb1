//! Targets out of reach: how near each method comes to the nearest point that can be reached.

use super::super::AnnealingPrinted;
use super::super::published::SECONDS;
use super::arm::Arm;
use crate::reproduce::statistics::{mean, median, share};
use crate::reproduce::{
    ComparedRow, ComparedTable, Item, MeasuredTime, Outcome, ReproduceError, Section, Settings,
};
use armlab::kinematics::inverse::{Annealing, Dls, Problem, Solver};
use rayon::prelude::*;

/// Name, number of targets, and how it is made.
type Tried = (&'static str, usize, fn() -> Box<dyn Solver>);

const METHODS: [Tried; 3] = [
    ("as printed, best environment", 60, || Box::new(AnnealingPrinted::default())),
    ("mended", 60, || Box::new(Annealing::default())),
    ("damped least squares", 300, || Box::new(Dls::default())),
];

/// The section.
pub fn section(
    arm: &Arm,
    settings: &Settings,
    times: &mut Vec<MeasuredTime>,
) -> Result<Section, ReproduceError> {
    let targets = arm.beyond(300, settings.seed);
    let home = arm.chain.home();
    let mut found = Vec::new();
    for (name, count, make) in METHODS {
        settings.step(name)?;
        let one = |(row, target): (usize, &[f64; 2])| {
            let problem = Problem::from_numbers(&arm.chain, target)?.tolerance(1e-3, 1e-3);
            make().solve(&problem.random(settings.seed, row as u64), &home)
        };
        let all: Result<Vec<_>, _> = targets.par_iter().take(count).enumerate().map(one).collect();
        let all = all.map_err(ReproduceError::at("targets beyond reach"))?;
        let excess = all.iter().zip(&targets).map(|(s, target)| {
            // Millimetres beyond the exact distance to the workspace.
            1e3 * (s.error.position - arm.region.distance(*target))
        });
        let excess: Vec<f64> = excess.collect();
        times.push(MeasuredTime {
            what: format!("a target beyond reach: {name} (mean)"),
            seconds: mean(&all.iter().map(|s| s.seconds).collect::<Vec<_>>()),
            published: Some(SECONDS[1]),
        });
        found.push((100.0 * share(&excess, |e| *e <= 1.0), median(&excess)));
    }
    let [printed, mended, dls] = found[..] else {
        return Err(ReproduceError::missing("three methods"));
    };
    let rows = vec![
        ComparedRow::new("Section 7", "brought within 1 mm of the nearest point", "%")
            .published(100.0)
            .printed(printed.0)
            .corrected(mended.0)
            .truth(100.0)
            .judged(Outcome::NotReproducible, "the paper says the tool goes “to the closest position”; as printed it stops near it"),
        ComparedRow::new("Section 7", "distance beyond the nearest point, median", "mm")
            .published(0.0)
            .printed(printed.1)
            .corrected(mended.1)
            .truth(0.0)
            .judged(Outcome::InTrend, "all come near; only the mended one comes close"),
        ComparedRow::new("ours", "the same by damped least squares: within 1 mm", "%")
            .corrected(dls.0)
            .truth(100.0)
            .judged(Outcome::Ours, "it knows derivatives and which limits bind"),
    ];
    let table = ComparedTable {
        name: "beyond-reach".into(),
        source: "Section 7".into(),
        caption: "Targets drawn from a square of 1.6 m, without the workspace. The nearest reachable point is known exactly.".into(),
        rows,
    };
    let what = "For a target out of reach the paper says that the algorithm moves the tool to the closest \
                allowed position, in 2 s. The boundary is known exactly, so we can say how close.";
    Ok(Section::new("Targets beyond reach", what, vec![Item::Table(table)]))
}
