//! Tables 4, 5 and 7 and Figs. 7 to 9.

use super::identified::{DRAWS, Identified};
use super::published::{ERRORS, ESTIMATES, ITERATIONS, METHODS};
use crate::reproduce::{ComparedRow, ComparedTable, Item, Outcome, Section};
use crate::scara::{
    Found, Line, MethodRows, TRUTH, Window, bars_of_errors, draws_table, error_percent, evolution,
};
use armlab::report::{Figure, Panel, Series, Style, thinned};

/// All methods, in the order of the tables.
fn methods(found: &Identified) -> [MethodRows<'_>; 5] {
    let [printed_ls, ls] = found.least_squares;
    let [printed, fitted, best] = &found.hopfield;
    let [printed_ekf, ekf] = &found.ekf;
    let noise = "the noise of the log is not the paper's";
    let rate = "no learning rate is printed";
    let misadjusted = "no learning rate is printed, and at any the noise keeps IZZ2 from settling";
    let beta = "noise and motion are not printed";
    let forgets = "with Q = 10 I it shows the noise of its log";
    let negative = "no setting gave a negative inertia";
    let elitism = "who lives on is not printed, nor the range of the genes";
    [
        MethodRows {
            group: METHODS[0],
            printed: Some(Found::of(printed_ls)),
            corrected: Found::of(ls),
            what: "right regressor",
            held: Found::of(ls),
            spread: found.spreads[0],
            why: [noise; 4],
            lost: false,
        },
        MethodRows {
            group: METHODS[1],
            printed: Some(Found::of(found.delta_rule.last())),
            corrected: Found::of(found.adaline),
            what: "rate 0.002",
            held: Found::of(found.delta_rule.last()),
            spread: found.spreads[1],
            why: [rate, misadjusted, rate, rate],
            lost: false,
        },
        MethodRows {
            group: METHODS[2],
            printed: Some(Found::mean(printed, Window::LATE)),
            corrected: Found::mean(best, Window::LATE),
            what: "β = 1",
            held: Found::mean(fitted, Window::LATE),
            spread: found.spreads[2],
            why: [beta; 4],
            lost: false,
        },
        MethodRows {
            group: METHODS[3],
            printed: Some(Found::mean(printed_ekf, Window::WHOLE)),
            corrected: Found::last(ekf, Window::LATE),
            what: "as printed, mean",
            held: Found::mean(printed_ekf, Window::WHOLE),
            spread: found.spreads[3],
            why: [forgets, negative, forgets, forgets],
            lost: false,
        },
        MethodRows {
            group: METHODS[4],
            printed: Some(Found::of(found.genetic[0])),
            corrected: Found::of(found.genetic[1]),
            what: "without elitism",
            held: Found::of(found.genetic[0]),
            spread: found.spreads[4],
            why: [elitism; 4],
            lost: false,
        },
    ]
}

/// The sections.
pub fn sections(found: &Identified) -> Vec<Section> {
    vec![estimates(found), ways(found), iterations(found)]
}

fn estimates(found: &Identified) -> Section {
    let methods = methods(found);
    let table =
        |name: &str, source: &str, caption: &str, row: &dyn Fn(usize, usize) -> ComparedRow| {
            ComparedTable {
                name: name.into(),
                source: source.into(),
                caption: caption.into(),
                rows: (0..5)
                    .flat_map(|m| (0..4).map(move |k| (m, k)))
                    .map(|(m, k)| row(m, k))
                    .collect(),
            }
        };
    let table_4 = table(
        "table_4",
        "Table 4",
        "Identified parameters. As printed: least squares with the regressor of eq 42 (two misprints in its second row); the \
         delta rule, two epochs; the Hopfield network with β = 0.01, mean after 5 s; the extended filter with Q = 10 I, mean; two \
         chromosomes without elitism. Corrected: least squares; normalised and weighted Adaline, ten epochs; β = 10; process \
         noise from the torques; elitism.",
        &|m, k| methods[m].estimate(k, ESTIMATES[m][k]),
    );
    let table_5 = table(
        "table_5",
        "Table 5",
        "Relative errors of the same. The printed errors of the Kalman filter are not those of its estimates: 243.287, \
         5.8132 and 8.625 % belong to Table 4.",
        &|m, k| methods[m].error(k, ERRORS[m][k]),
    );
    let draws = |name: &str, caption: &str, spreads: &[_; 5]| {
        let rows: Vec<_> = METHODS.iter().copied().zip(spreads.iter().copied()).collect();
        Item::Plain(draws_table(name, caption, &rows))
    };
    let errors = |values: [f64; 4]| std::array::from_fn(|k| error_percent(values[k], TRUTH[k]));
    let mut bars: Vec<(String, [f64; 4])> = Vec::new();
    for (m, rows) in methods.iter().enumerate() {
        bars.push((format!("{}, paper", METHODS[m]), ERRORS[m]));
        bars.push((format!("{}, ours", METHODS[m]), errors(rows.corrected.values)));
    }
    let bars: Vec<(&str, [f64; 4])> = bars.iter().map(|(n, e)| (n.as_str(), *e)).collect();
    Section::new(
        "Five methods on one log",
        "Identified parameters and their errors. All methods see the same log, as in the paper; what is held against the published \
         number is named in the row.",
        vec![
            Item::Table(table_4),
            Item::Table(table_5),
            Item::figure(
                "figure_9",
                "Fig. 9",
                bars_of_errors("Relative errors of the parameters", &bars),
                "Bars of the paper are its Table 5, ours are the corrected estimates. The axis is logarithmic.",
            ),
            draws(
                "draws_printed",
                &format!(
                    "Mean errors and scatter over {DRAWS} draws of the noise (of its own draws for the genetic algorithm), of what is held against the paper."
                ),
                &found.spreads,
            ),
            draws("draws_corrected", "The same of what is corrected.", &found.recommended),
        ],
    )
}

fn ways(found: &Identified) -> Section {
    let [printed, fitted, best] = &found.hopfield;
    let [printed_ekf, ekf] = &found.ekf;
    let hopfield = evolution(
        "Parameters by a Hopfield network",
        &[
            Line { name: "β = 0.01 (printed)", path: printed },
            Line { name: "β = 1", path: fitted },
            Line { name: "β = 10", path: best },
        ],
    );
    let kalman = evolution(
        "Parameters by the extended Kalman filter",
        &[
            Line { name: "as printed, Q = 10 I", path: printed_ekf },
            Line { name: "recommended", path: ekf },
        ],
    );
    Section::new(
        "Ways over time",
        "The two methods that the paper shows over time, and the genetic algorithm over its generations.",
        vec![
            Item::figure(
                "figure_7",
                "Fig. 7",
                hopfield,
                "With the printed β the state follows the noise of every sample.",
            ),
            Item::figure("figure_8", "Fig. 8", kalman, "With Q = 10 I the estimates never settle."),
            Item::figure(
                "generations",
                "",
                generations(found),
                "Best mean squared residual so far. With elitism the search lands on least squares, not on the truth: the \
                 least residual is not that of the true parameters.",
            ),
        ],
    )
}

fn generations(found: &Identified) -> Figure {
    let ([wandering, elite], least) = &found.generations;
    let n = wandering.len().min(elite.len());
    let x: Vec<f64> = (0..n).map(|k| k as f64).collect();
    let excess = |h: &[f64]| -> Vec<f64> { h.iter().map(|c| (c / least).log10()).collect() };
    let line = |name: &str, history: &[f64], style| {
        let values = thinned(&x, &[&excess(&history[..n])], 400).1.into_iter().flatten().collect();
        Series { name: name.into(), values, style }
    };
    Figure {
        title: "Genetic algorithm of two chromosomes".into(),
        subtitle: String::new(),
        x_label: "generation".into(),
        panels: vec![Panel {
            title: "best mean squared residual over the least one".into(),
            label: "decades".into(),
            series: vec![
                line("without elitism", wandering, Style::Vermilion),
                line("with elitism", elite, Style::Blue),
            ],
        }],
        x: thinned(&x, &[&x], 400).0,
    }
}

fn iterations(found: &Identified) -> Section {
    let ours = [
        None,
        Some((found.delta_rule.values.len() / found.hopfield[0].values.len()) as f64),
        None,
        Some(found.ekf[0].values.len() as f64),
        Some(found.generations.0[1].len() as f64),
    ];
    let rows = (0..5).filter_map(|m| {
        let published = ITERATIONS[m]?;
        let row = ComparedRow {
            printed: ours[m],
            corrected: ours[m],
            ..ComparedRow::new(METHODS[m], "iterations", "")
        };
        let row = row.published(published);
        Some(if ours[m] == Some(published) {
            row.judged(Outcome::Reproduced, "the same number of epochs, samples or generations")
        } else {
            row.judged(Outcome::NotReproducible, "another number of samples or generations")
        })
    });
    let table = ComparedTable {
        name: "table_7".into(),
        source: "Table 7".into(),
        caption: "Iterations. Computational times are under “Times” at the end of this report, beside the published ones: they \
                  differ from run to run and are in no table."
            .into(),
        rows: rows.collect(),
    };
    let words = "The paper needs 222 s for the extended Kalman filter because it evaluates symbols at every sample; all other \
                 times are of the language. 1501 samples at 0.01 s are 15 s, yet the Hopfield network is averaged “between 5 and \
                 30 s”: the durations disagree, and ours is 15 s.";
    Section::new(
        "Iterations and times",
        "How often each method goes through the data, and how long it takes.",
        vec![Item::Table(table), Item::text(words)],
    )
}
