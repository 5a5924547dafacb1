//! The search for the covariance with which the recursion begins: grids, swarms, Figures 16 and 32.

use super::super::published::{
    CONVERGED_AFTER, PRINTED_DIAGONAL, PRINTED_NOISY_DIAGONAL, PRINTED_SCALARS, TABLE_3,
    TABLE_3_SECONDS, TABLE_4, TABLE_4_SECONDS,
};
use super::arm::Run;
use crate::kinematic::{
    CovarianceFound, CovarianceSearch, ScalarFound, covariance_cost, exhaustive, search_covariance,
};
use crate::reproduce::{
    ComparedRow, ComparedTable, Item, MeasuredTime, Outcome, PlainTable, ReproduceError, Section,
    Settings,
};
use armlab::optimize::ParticleSwarm;
use armlab::report::{Figure, Panel, Series, Style};
use armlab::text::significant;

/// What the searches found, without noise and with.
pub struct Found {
    /// The grid's best.
    pub scalar: [ScalarFound; 2],
    /// The printed swarm's best, held within its interval.
    pub swarm: [CovarianceFound; 2],
    /// The best of a swarm with coefficients that converge.
    pub constricted: CovarianceFound,
    /// The printed swarm, literally: nothing holds it.
    pub free: CovarianceFound,
}

/// The printed grid: steps of 0.001 up to the printed end.
fn grid(end: f64) -> Vec<f64> {
    (1..=(1000.0 * end).round() as usize).map(|k| k as f64 / 1000.0).collect()
}

/// Runs all searches.
pub fn search(
    clean: &Run,
    noisy: &Run,
    settings: &Settings,
    times: &mut Vec<MeasuredTime>,
) -> Result<Found, ReproduceError> {
    let seeded = |search: CovarianceSearch| {
        let swarm = ParticleSwarm { seed: settings.seed.wrapping_mul(1000), ..search.swarm };
        CovarianceSearch { swarm, ..search }
    };
    let by_swarm = |run: &Run, search: CovarianceSearch| {
        let Run { configuration: c, log } = run;
        search_covariance(log, &c.structure, &c.recursion, &seeded(search))
            .map_err(ReproduceError::at("the swarm"))
    };
    let mut on = |run: &Run, k: usize, search: CovarianceSearch| {
        let Run { configuration: c, log } = run;
        let (noise, seconds) = (["", ", with noise"][k], [TABLE_3_SECONDS, TABLE_4_SECONDS][k]);
        let (scalar, mut time) = MeasuredTime::of(format!("RLS: grid of variances{noise}"), || {
            exhaustive(log, &c.structure, &c.recursion, &grid(PRINTED_SCALARS[k]))
        });
        time.published = Some(seconds[1]);
        times.push(time);
        let (swarm, mut time) =
            MeasuredTime::of(format!("RLSPSO: ten runs of the swarm{noise}"), || {
                by_swarm(run, search)
            });
        time.published = Some(seconds[2]);
        times.push(time);
        Ok::<_, ReproduceError>((scalar.map_err(ReproduceError::at("the grid"))?, swarm?))
    };
    let (scalar, swarm) = on(clean, 0, CovarianceSearch::printed())?;
    settings.step("the swarm with noise: 200 particles, 45 iterations, ten runs")?;
    let (noisy_scalar, noisy_swarm) = on(noisy, 1, CovarianceSearch::printed_with_noise())?;
    Ok(Found {
        scalar: [scalar, noisy_scalar],
        swarm: [swarm, noisy_swarm],
        constricted: by_swarm(clean, CovarianceSearch::default())?,
        free: by_swarm(clean, CovarianceSearch::unclamped())?,
    })
}

/// Iterations after which a run's best cost is its last one, to nine digits; the slowest run.
fn converged_after(found: &CovarianceFound) -> f64 {
    let settled = |history: &Vec<f64>| {
        let last = history.last().copied().unwrap_or(f64::NAN);
        history.iter().position(|c| (c - last).abs() <= 1e-9).map_or(history.len(), |k| k + 1)
    };
    found.histories.iter().map(settled).max().unwrap_or(0) as f64
}

fn cost(run: &Run, diagonal: &[f64]) -> Result<f64, ReproduceError> {
    let Run { configuration: c, log } = run;
    covariance_cost(log, &c.structure, &c.recursion, diagonal)
        .map_err(ReproduceError::at("the cost of a covariance"))
}

/// `1 − mean R²` of a row of Table 3 or 4.
fn published_cost(r2: [f64; 3]) -> f64 {
    1.0 - r2.iter().sum::<f64>() / 3.0
}

/// The section.
pub fn section(clean: &Run, found: &Found) -> Result<Section, ReproduceError> {
    let mut rows = Vec::new();
    for (k, noise) in ["without noise", "with noise"].into_iter().enumerate() {
        rows.push(
            ComparedRow::new(noise, "variance found by the exhaustive search", "")
                .published(PRINTED_SCALARS[k])
                .printed(found.scalar[k].variance)
                .judged_within(
                    found.scalar[k].variance,
                    1e-9,
                    Outcome::InTrend,
                    "the cost falls with the variance almost everywhere on the grid, but noise moved its least value",
                ),
        );
        if let Some(last) = rows.last_mut().filter(|r| r.outcome == Outcome::Reproduced) {
            last.reason =
                "to the last digit, because it is the end of the grid: the cost falls all the way"
                    .into();
        }
        let diagonal = [PRINTED_DIAGONAL, PRINTED_NOISY_DIAGONAL][k];
        for (i, published) in diagonal.into_iter().enumerate() {
            let ours = found.swarm[k].diagonal.get(i).copied().unwrap_or(f64::NAN);
            rows.push(
                ComparedRow::new(noise, format!("P₀ entry {} found by the swarm", i + 1), "")
                    .published(published)
                    .printed(ours)
                    .corrected(if k == 0 { found.constricted.diagonal.get(i).copied().unwrap_or(f64::NAN) } else { ours })
                    .truth(f64::INFINITY)
                    .judged(
                        Outcome::NotReproducible,
                        "the least cost in the box [0.01, 50] is at or near its upper corner; the printed point is not there, so the printed swarm had not converged",
                    ),
            );
        }
        rows.push(
            ComparedRow::new(noise, "iterations until the swarm stands still", "")
                .published(CONVERGED_AFTER[k])
                .printed(converged_after(&found.swarm[k]))
                .corrected(if k == 0 { converged_after(&found.constricted) } else { converged_after(&found.swarm[k]) })
                .judged(
                    Outcome::InTrend,
                    "slowest of ten runs; with w = 1 and c₁ + c₂ = 7 overshooting particles land on the box's faces, where the least cost happens to be",
                ),
        );
    }
    let printed = cost(clean, &PRINTED_DIAGONAL)?;
    rows.push(
        ComparedRow::new("cost (Eq 28)", "of the printed P₀, without noise", "")
            .published(published_cost(TABLE_3[2]))
            .printed(printed)
            .corrected(found.swarm[0].cost)
            .truth(cost(clean, &[1e6; 4])?)
            .judged(
                Outcome::InTrend,
                "published: from Table 3's row; printed: its P₀ on our helix; corrected: the best of the box; truth: the limit P₀ → ∞",
            ),
    );
    rows.push(
        ComparedRow::new("cost (Eq 28)", "of the swarm's P₀, with noise", "")
            .published(published_cost(TABLE_4[2]))
            .printed(found.swarm[1].cost)
            .judged(
                Outcome::InTrend,
                "published: from Table 4's row; ours depends on the noise that is drawn",
            ),
    );
    let table = ComparedTable {
        name: "covariance".into(),
        source: "Sections 5.1.2, 5.1.3, 5.2.2, 5.2.3".into(),
        caption: "Covariances that the searches found.".into(),
        rows,
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
    let what = "The paper looks for the diagonal of P₀ with an exhaustive search over one number (RLS) and \
                with a swarm over four (RLSPSO). We do both. The cost of Eq 28 falls with every entry, so \
                the best of any box is its upper corner and the best of all is P₀ → ∞: what such a search \
                finds is the box it was given.";
    Ok(Section::new(
        "The initial covariance",
        what,
        vec![
            Item::Table(table),
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
