//! Section 5 and 7: simulated annealing as published, with added steps, and a solver that knows derivatives.

use super::super::published::{ALL_TESTS, EXAMPLE, EXAMPLE_ITERATIONS, ITERATIONS, SECONDS};
use super::arm::Arm;
use super::trials::{ADDED_WITH_SEARCH, ENOUGH, LITERAL, PRINTED, PRINTED_COOL, TRIALS, Trial};
use crate::reproduce::statistics::{mean, median, share};
use crate::reproduce::{
    Basis, ComparedRow, ComparedTable, Held, Item, MeasuredTime, PlainTable, Published,
    ReproduceError, Section, Settings,
};
use armlab::kinematics::inverse::{Problem, Solution};
use armlab::report::{Figure, Panel, Series, Style};

/// Seeds with which the example is solved.
const EXAMPLE_SEEDS: u64 = 300;
/// Targets of which one redraw takes its average.
const TARGETS_PER_REDRAW: usize = 100;

/// Solves for one target from home.
fn solve(
    arm: &Arm,
    trial: &Trial,
    target: &[f64; 2],
    seed: u64,
    row: u64,
) -> Result<Solution, ReproduceError> {
    let failed = ReproduceError::at("inverse kinematics");
    let problem = Problem::from_numbers(&arm.chain, target).map_err(&failed)?;
    let problem = problem.tolerance(ENOUGH, 1e-3).random(seed, row);
    (trial.make)().solve(&problem, &arm.chain.home()).map_err(&failed)
}

fn met(solution: &Solution) -> bool {
    solution.error.position <= ENOUGH
}

/// Part of the targets that were met, %, and iterations of those.
struct Tried {
    success: f64,
    needed: Vec<f64>,
    targets: usize,
    quick: f64,
    seconds: f64,
}

impl Tried {
    fn of(solutions: &[Solution]) -> Self {
        let needed = solutions.iter().filter(|s| met(s)).map(|s| s.iterations as f64);
        Self {
            success: 100.0 * share(solutions, met),
            needed: needed.collect(),
            targets: solutions.len(),
            quick: 100.0 * share(solutions, |s| met(s) && s.iterations <= 450),
            seconds: mean(&solutions.iter().map(|s| s.seconds).collect::<Vec<_>>()),
        }
    }
    fn row(&self, trial: &Trial) -> Vec<String> {
        let number = |x: f64| if self.needed.is_empty() { "–".into() } else { format!("{x:.0}") };
        vec![
            trial.name.into(),
            self.targets.to_string(),
            format!("{:.1}", self.success),
            number(mean(&self.needed)),
            number(median(&self.needed)),
            format!("{:.1}", self.quick),
            trial.note.into(),
        ]
    }
}

/// What the findings need of a section.
pub struct Numbers {
    /// Mean iterations as printed, and with added steps and a search for the start.
    pub iterations: [f64; 2],
}

/// The section.
pub fn section(
    arm: &Arm,
    settings: &Settings,
    times: &mut Vec<MeasuredTime>,
) -> Result<(Section, Numbers), ReproduceError> {
    let targets = arm.targets((settings.redraws * TARGETS_PER_REDRAW).max(1000), settings.seed);
    let (mut statistics, mut all) = (Vec::new(), Vec::new());
    for trial in &TRIALS {
        settings.step(trial.name)?;
        let solutions = settings.each(&targets[..trial.targets], |row, target| {
            solve(arm, trial, target, settings.seed, row as u64)
        })?;
        let tried = Tried::of(&solutions);
        times.push(MeasuredTime {
            what: format!("a target within reach: {} (mean)", trial.name),
            seconds: tried.seconds,
            published: Some(SECONDS[0].value()),
        });
        statistics.push(tried.row(trial));
        all.push(tried);
    }
    settings.step("the paper's algorithm with added steps, on other targets")?;
    // Every redraw has targets of its own.
    let redraws: Vec<&[[f64; 2]]> =
        targets.chunks_exact(TARGETS_PER_REDRAW).take(settings.redraws).collect();
    let redraws = settings.each(&redraws, |k, targets| {
        let rows = targets.iter().enumerate();
        let solved = rows.map(|(row, target)| {
            settings.check()?;
            let row = (k * TARGETS_PER_REDRAW + row) as u64;
            solve(arm, &TRIALS[ADDED_WITH_SEARCH], target, settings.seed, row)
        });
        Ok(Tried::of(&solved.collect::<Result<Vec<_>, _>>()?))
    })?;
    let (literal, printed) = (&all[LITERAL], &all[PRINTED]);
    let drawn = |of: &dyn Fn(&Tried) -> f64| redraws.iter().map(of).collect::<Vec<f64>>();
    let iterations = drawn(&|t| mean(&t.needed));
    let held = format!(
        "T₀ = 90, C = 450, α = 0.94 and a search for the start as printed, steps added instead of multiplied (B14); \
         averages of {TARGETS_PER_REDRAW} targets"
    );
    let example = example(arm, settings)?;
    let rows = vec![
        ComparedRow::new("Section 8", "targets met to a millimetre", "%")
            .published(Published::AtLeast { bound: 100.0, words: ALL_TESTS })
            .printed(printed.success)
            .corrected(mean(&drawn(&|t| t.success)))
            .held(Held::drawn(held.clone(), drawn(&|t| t.success)))
            .note("as printed: Eq 9–10 with the best environment found"),
        ComparedRow::new("Section 7", "iterations on average", "")
            .published(ITERATIONS)
            .printed(mean(&printed.needed))
            .corrected(mean(&iterations))
            .held(Held::drawn(held, iterations.clone()))
            .note("n₁, n₂, n₃ and T_f are not printed (B15); Eq 9–10 as printed take thousands with the best of 96 environments"),
        ComparedRow::new("Figure 11", "iterations for (350, 150) mm", "")
            .published(EXAMPLE_ITERATIONS)
            .printed(example[0])
            .corrected(example[1])
            .basis(Basis::Setting)
            .note(format!("450 is the length of a temperature level (B16); ours are means of {EXAMPLE_SEEDS} seeds")),
        ComparedRow::new("Section 5", "targets met from home by Eq 9 alone, without a search for the start", "%")
            .printed(literal.success)
            .note("a multiplicative step leaves zero at zero (B14): the paper's search for an initial solution is what makes it move"),
    ];
    let table = ComparedTable {
        name: "inverse-kinematics".into(),
        source: "Sections 5, 7 and 8".into(),
        caption: "Inverse kinematics by simulated annealing. Corrected: steps are added, scaled by error and temperature, and reflected at the limits; both begin at the best of 200 random configurations.".into(),
        rows,
    };
    let header = [
        "method",
        "targets",
        "within 1 mm (%)",
        "iterations, mean",
        "median",
        "within 450 (%)",
        "remark",
    ];
    let statistics = PlainTable {
        name: "annealing".into(),
        caption: "Targets are places of the tool at random configurations; iterations are those of the targets that were met, without those of a search for the start.".into(),
        header: header.map(String::from).to_vec(),
        rows: statistics,
    };
    let numbers = Numbers { iterations: [mean(&printed.needed), mean(&iterations)] };
    let what = "The paper solves the inverse kinematics by simulated annealing with T₀ = 90, 450 iterations per \
                temperature and α = 0.94, until the tool is within a millimetre, after “an algorithm to help search for \
                the initial solution” that it does not describe: ours takes the best of 200 random configurations. We run it as printed, with \
                what it leaves out filled in as favourably as we could, and with added steps.";
    let items = vec![Item::Table(table), Item::Plain(statistics), convergence(arm, settings.seed)?];
    Ok((Section::new("Inverse kinematics by simulated annealing", what, items), numbers))
}

/// Mean iterations for the paper's example: as printed, and with added steps, from the best of 200 starts.
fn example(arm: &Arm, settings: &Settings) -> Result<[f64; 2], ReproduceError> {
    let target = EXAMPLE.map(|x| 1e-3 * x);
    let seeds: Vec<u64> = (0..EXAMPLE_SEEDS).map(|k| settings.seed.wrapping_add(k)).collect();
    let mut out = [0.0; 2];
    for (out, trial) in out.iter_mut().zip([PRINTED, ADDED_WITH_SEARCH]) {
        let iterations = settings.each(&seeds, |_, seed| {
            Ok(solve(arm, &TRIALS[trial], &target, *seed, 0)?.iterations as f64)
        })?;
        *out = mean(&iterations);
    }
    Ok(out)
}

/// How the error falls, for the paper's example.
fn convergence(arm: &Arm, seed: u64) -> Result<Item, ReproduceError> {
    let target = EXAMPLE.map(|x| 1e-3 * x);
    let chosen = [
        (&TRIALS[PRINTED], "as printed, T₀ = 90"),
        (&TRIALS[PRINTED_COOL], "as printed, T₀ = 1"),
        (&TRIALS[ADDED_WITH_SEARCH], "steps added, T₀ = 90"),
    ];
    let longest = 2000;
    let mut series = Vec::new();
    for (k, (trial, name)) in chosen.into_iter().enumerate() {
        let problem = Problem::from_numbers(&arm.chain, &target);
        let problem = problem.map_err(ReproduceError::at("the example of Figure 11"))?;
        let problem = problem.tolerance(ENOUGH, 1e-3).random(seed, 0).recorded();
        let solution = (trial.make)().solve(&problem, &arm.chain.home());
        let solution = solution.map_err(ReproduceError::at("the example of Figure 11"))?;
        let mut values = vec![f64::NAN; longest + 1];
        let mut last = f64::NAN;
        let mut steps = solution.history.iter().peekable();
        let end = solution.history.last().map_or(0, |s| s.evaluation);
        for (evaluation, value) in values.iter_mut().enumerate().take(end + 1) {
            while let Some(step) = steps.next_if(|s| s.evaluation <= evaluation) {
                last = (1e3 * step.error.position).max(1e-3).log10();
            }
            *value = last;
        }
        series.push(Series { name: name.into(), values, style: Style::of(k) });
    }
    let figure = Figure {
        title: "Distance from (350, 150) mm while annealing".into(),
        subtitle: "Logarithm to base 10: 0 is the millimetre at which the search ends".into(),
        x_label: "evaluations of the pose".into(),
        x: (0..=longest).map(|k| k as f64).collect(),
        panels: vec![Panel { title: "error".into(), label: "log₁₀ of mm".into(), series }],
    };
    Ok(Item::figure(
        "convergence",
        "",
        figure,
        "One seed. At T₀ = 90 mm nearly every step is accepted, so the printed search wanders; the first 200 evaluations are the search for a start.",
    ))
}
