//! The covariance with which the recursion begins: what searches found, Figures 16 and 32.

use super::super::published::{CONVERGED_AFTER, DIAGONALS, SCALARS, TABLE_3, TABLE_4};
use super::arm::Run;
use super::searches::Found;
use crate::kinematic::{CovarianceFound, CovarianceSearch, covariance_cost};
use crate::reproduce::{
    ComparedRow, ComparedTable, Held, Item, PlainTable, ReproduceError, Section, values,
};
use armlab::report::{Figure, Panel, Series, Style};
use armlab::text::significant;

/// Iterations after which a run's best cost is its last one, to nine digits.
fn settled(history: &[f64]) -> f64 {
    let last = history.last().copied().unwrap_or(f64::NAN);
    let first = history.iter().position(|c| (c - last).abs() <= 1e-9);
    first.map_or(history.len(), |k| k + 1) as f64
}

/// The slowest run's.
fn converged_after(found: &CovarianceFound) -> f64 {
    found.histories.iter().map(|h| settled(h)).fold(0.0, f64::max)
}

fn cost(run: &Run, diagonal: &[f64]) -> Result<f64, ReproduceError> {
    let Run { configuration: c, log } = run;
    covariance_cost(log, &c.structure, &c.recursion, diagonal)
        .map_err(ReproduceError::at("the cost of a covariance"))
}

fn rows(found: &Found) -> Vec<ComparedRow> {
    let mut rows = Vec::new();
    for (k, noise) in ["without noise", "with noise"].into_iter().enumerate() {
        let end = "the end of the grid: the cost falls nearly all the way";
        rows.push(
            ComparedRow::new(noise, "variance found by the exhaustive search", "")
                .published(SCALARS[k])
                .printed(found.scalar[k].variance)
                .held(Held::drawn("grid of 0.001", found.scalars[k].clone()))
                .note(end),
        );
        let corner = "the least cost in the box [0.01, 50] is at or near its upper corner; the printed point is not there";
        for (i, published) in DIAGONALS[k].into_iter().enumerate() {
            let entry = |f: &CovarianceFound| f.diagonal.get(i).copied().unwrap_or(f64::NAN);
            let row = ComparedRow::new(noise, format!("P₀ entry {} found by the swarm", i + 1), "")
                .published(published)
                .printed(entry(&found.swarm[k]))
                .held(Held::drawn(
                    "a run of the swarm",
                    found.single[k].iter().map(entry).collect(),
                ))
                .note(corner);
            rows.push(if k == 0 { row.corrected(entry(&found.constricted)) } else { row });
        }
        let runs =
            found.single[k].iter().map(|f| f.histories.first().map_or(f64::NAN, |h| settled(h)));
        let row = ComparedRow::new(noise, "iterations until the swarm stands still", "")
            .published(CONVERGED_AFTER[k])
            .printed(converged_after(&found.swarm[k]))
            .held(Held::drawn("a run of the swarm", runs.collect()))
            .note("as printed: the slowest of ten runs; with w = 1 and c₁ + c₂ = 7 overshooting particles land on the box's faces, where the least cost happens to be");
        rows.push(if k == 0 { row.corrected(converged_after(&found.constricted)) } else { row });
    }
    rows
}

/// Costs of ours beside those that follow from the tables' rows.
fn costs(clean: &Run, found: &Found) -> Result<PlainTable, ReproduceError> {
    let of_table = |r2: [f64; 3]| 1.0 - r2.iter().sum::<f64>() / 3.0;
    let number = |x: f64| significant(x, 4);
    let row = |what: &str, theirs: Option<f64>, ours: f64| {
        vec![what.to_string(), theirs.map_or_else(|| "–".into(), number), number(ours)]
    };
    Ok(PlainTable {
        name: "costs".into(),
        caption: "Eq 28. The paper prints no cost; the second column is what its R² give.".into(),
        header: ["P₀", "1 − mean of the table's R²", "ours"].map(String::from).to_vec(),
        rows: vec![
            row(
                "printed, without noise",
                Some(of_table(values(&TABLE_3[2]))),
                cost(clean, &values(&DIAGONALS[0]))?,
            ),
            row("best of the box, without noise", None, found.swarm[0].cost),
            row("10⁶ I, without noise", None, cost(clean, &[1e6; 4])?),
            row(
                "best of the box, with noise, first draw",
                Some(of_table(values(&TABLE_4[2]))),
                found.swarm[1].cost,
            ),
        ],
    })
}

/// The section.
pub fn section(clean: &Run, found: &Found) -> Result<Section, ReproduceError> {
    let table = ComparedTable {
        name: "covariance".into(),
        source: "Sections 5.1.2, 5.1.3, 5.2.2, 5.2.3, 6".into(),
        caption: "Covariances that the searches found.".into(),
        rows: rows(found),
    };
    let variants = PlainTable {
        name: "swarms".into(),
        caption: "Ten runs of each swarm on the clean log. A free swarm leaves its interval and asks for variances that are none, which are refused; otherwise an indefinite “covariance” could win."
            .into(),
        header: ["swarm", "best cost", "largest |P₀| entry asked for", "refused evaluations", "evaluations"]
            .map(String::from)
            .to_vec(),
        rows: [
            ("w = 1, c = 3.1 and 3.9, held in [0.01, 50]", &found.swarm[0]),
            ("the same, held by nothing (as printed)", &found.free),
            ("w = 0.7298, c = 1.49618 (constriction)", &found.constricted),
        ]
        .map(|(name, f)| {
            vec![
                name.into(),
                significant(f.cost, 5),
                significant(f.largest, 3),
                f.refused.to_string(),
                f.evaluations.to_string(),
            ]
        })
        .to_vec(),
    };
    let search = CovarianceSearch::printed();
    let what = format!(
        "The paper looks for the diagonal of P₀ with an exhaustive search over one number (RLS) and \
         with a swarm over four (RLSPSO). We do both. The cost of Eq 28 falls with every entry, so \
         the best of any box is its upper corner and the best of all is P₀ → ∞: what such a search \
         finds is the box it was given. A run of the swarm needs {} passes of the recursion where the grid \
         needs {}, so it is the cheaper search, as the paper says; its ten runs together are not.",
        search.swarm.particles * search.iterations,
        found.scalar[0].costs.len(),
    );
    Ok(Section::new(
        "The initial covariance",
        what,
        vec![
            Item::Table(table),
            Item::Plain(costs(clean, found)?),
            Item::Plain(variants),
            falling_cost(found),
            converging(
                &found.swarm[0],
                "figure-16-swarm",
                "Figure 16",
                "60 particles, 10 iterations, without noise",
            ),
            converging(
                &found.swarm[1],
                "figure-32-swarm",
                "Figure 32",
                "200 particles, 45 iterations, with noise",
            ),
        ],
    ))
}

fn falling_cost(found: &Found) -> Item {
    // Every fiftieth candidate is enough for a line.
    let lines = ["without noise", "with noise"].into_iter().zip(&found.scalar).enumerate();
    let n = found.scalar.iter().map(|s| s.costs.len()).max().unwrap_or(0);
    let kept: Vec<usize> = (0..n).filter(|k| k % 40 == 39 || *k < 10).collect();
    let series = lines.map(|(i, (name, scalar))| Series {
        name: name.into(),
        values: kept
            .iter()
            .map(|k| scalar.costs.get(*k).copied().unwrap_or(f64::NAN).min(1.0))
            .collect(),
        style: Style::of(i),
    });
    let figure = Figure {
        title: "Cost of a variance that all entries share".into(),
        subtitle: "Clipped at 1; the grids end at 4.999 and at 8.999".into(),
        x_label: "variance".into(),
        x: kept.iter().map(|k| (*k + 1) as f64 / 1000.0).collect(),
        panels: vec![Panel {
            title: "1 − mean R²".into(),
            label: "cost".into(),
            series: series.collect(),
        }],
    };
    Item::figure(
        "cost-of-variance",
        "",
        figure,
        "The exhaustive search returns the end of its grid because the cost falls all the way.",
    )
}

fn converging(found: &CovarianceFound, name: &str, paper_figure: &str, what: &str) -> Item {
    let longest = found.histories.iter().map(Vec::len).max().unwrap_or(0);
    let at = |i: usize| {
        let mut costs: Vec<f64> =
            found.histories.iter().filter_map(|h| h.get(i)).copied().collect();
        costs.sort_by(f64::total_cmp);
        [costs.first(), costs.get(costs.len() / 2), costs.last()]
            .map(|c| c.copied().unwrap_or(f64::NAN))
    };
    let names = ["best of ten runs", "median", "worst"];
    let series = names.into_iter().enumerate().map(|(k, name)| Series {
        name: name.into(),
        values: (0..longest).map(|i| at(i)[k]).collect(),
        style: Style::of(k),
    });
    let figure = Figure {
        title: "Best cost over the iterations of the swarm".into(),
        subtitle: what.into(),
        x_label: "iteration".into(),
        x: (1..=longest).map(|k| k as f64).collect(),
        panels: vec![Panel {
            title: "1 − mean R²".into(),
            label: "cost".into(),
            series: series.collect(),
        }],
    };
    Item::figure(name, paper_figure, figure, "Ten runs from different seeds.")
}
