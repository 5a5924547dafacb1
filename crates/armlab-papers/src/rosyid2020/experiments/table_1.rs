//! Table 1: estimates, and what of them the forces can tell.

use super::super::{Friction, Inertial, NAMES};
use super::bench::Bench;
use super::fits::Fits;
use crate::reproduce::{
    ComparedRow, ComparedTable, Item, Outcome, PlainTable, ReproduceError, Section,
};
use armlab::base::base_parameters;
use armlab::identify::Status;
use armlab::identify::nonlinear::FrictionProblem;
use armlab::identify::uncertainty::{Conditions, intervals_of_description};
use armlab::text::significant;

/// Units of Table 1's parameters.
const UNITS: [&str; 13] = [
    "kg", "kg", "kg", "kg", "kg", "kg m", "kg m", "kg m", "kg m", "kg m²", "kg m²", "kg m²",
    "kg m²",
];
/// Lengths of the legs and the offset of pins 1 and 3, m.
const LEGS: [f64; 3] = [0.6, 0.475, 0.604];
const OFFSET: f64 = 0.28;
/// Standard deviations within which an estimate counts as the published one.
const DEVIATIONS: f64 = 3.0;

/// The section.
pub fn section(bench: &Bench, fits: &Fits) -> Result<Section, ReproduceError> {
    let published = Inertial::estimate().to_array();
    let ranges = ranges(bench)?;
    let best = &fits.bounded.estimate;
    let find = |name: &str| best.parameters.iter().find(|p| p.name == name);
    let mut rows = Vec::new();
    for (k, name) in NAMES.into_iter().enumerate() {
        let found = find(name).ok_or_else(|| ReproduceError::missing("a parameter of Table 1"))?;
        let [low, high] = ranges[k];
        let reason =
            format!("{}: {low:+.0} to {high:+.0} % give the same forces", words(found.status))
                .replace('-', "−");
        rows.push(
            ComparedRow::new("inertial", name, UNITS[k])
                .published(published[k])
                .printed(fits.printed.estimate.value(name).unwrap_or(f64::NAN))
                .corrected(found.value)
                .truth(published[k])
                .judged(Outcome::NotReproducible, reason),
        );
    }
    let law = Friction::estimate();
    let friction = [
        ("mu_c", "μ_c", "", law.coulomb),
        ("fv", "f_v", "N s/m", law.viscous),
        ("mu_s", "μ_s", "", law.stiction),
        ("vs", "v_s", "m/s", law.stribeck_speed),
    ];
    for (name, symbol, unit, truth) in friction {
        let found = find(name).ok_or_else(|| ReproduceError::missing("a friction of Table 1"))?;
        let deviation = found.deviation.unwrap_or(f64::NAN);
        let off = (found.value - truth).abs() / deviation;
        let (outcome, reason) = if off <= DEVIATIONS {
            (
                Outcome::Reproduced,
                format!(
                    "given back by a simulated log: {off:.1} standard deviations off, of which one is {} %",
                    significant(100.0 * deviation / truth, 2)
                ),
            )
        } else {
            (Outcome::InTrend, format!("identified, but {off:.1} standard deviations off"))
        };
        rows.push(
            ComparedRow::new("friction", symbol, unit)
                .published(truth)
                .printed(fits.printed.estimate.value(name).unwrap_or(f64::NAN))
                .corrected(found.value)
                .truth(truth)
                .judged(outcome, reason),
        );
    }
    rows.extend(base_rows(fits));
    let table = ComparedTable {
        name: "table-1".into(),
        source: "Table 1".into(),
        caption: "Estimates. The simulated machine has the published ones, so these are the truth. As printed: pattern search on filtered forces, all samples. Corrected: least squares in the same box on raw forces of sliders that move. Ranges are those of the upright machine, where nothing is assumed about shares of weight.".into(),
        rows,
    };
    let (ranks, condition) = ranks(bench, fits)?;
    let what = "The paper estimates thirteen inertial and four friction parameters and says that the bounds make \
                them feasible and single. Forces show nine combinations of the thirteen (15 of 17 with friction \
                lying flat, two of them only because the weights' shares are assumed; 13 of 17 upright). So the \
                friction and the combinations can come back, and single masses cannot, whatever the method.";
    let items = vec![Item::Table(table), Item::Plain(ranks), Item::Table(condition)];
    Ok(Section::new("Table 1", what, items))
}

fn words(status: Status) -> &'static str {
    match status {
        Status::Identified => "shows only through assumed shares of weight",
        Status::Combination => "in combination only",
        Status::NotExcited => "not excited by this motion",
        Status::PriorOnly => "has no effect on any force",
    }
}

/// Ranges of the single parameters with the same forces within the box of Table 1, in percent.
fn ranges(bench: &Bench) -> Result<Vec<[f64; 2]>, ReproduceError> {
    let failed = ReproduceError::at("ranges of single parameters");
    let base = base_parameters(&bench.upright).map_err(ReproduceError::at("base parameters"))?;
    let design = base_parameters(&bench.design).map_err(ReproduceError::at("base parameters"))?;
    let mut conditions = Conditions::new();
    for (name, value) in design.unknowns.iter().zip(design.prior()) {
        let low = if name.starts_with('m') { 1.0 } else { 0.75 };
        let within = conditions.between(&base, name, low * value, 1.5 * value);
        conditions = within.map_err(ReproduceError::at("the box of Table 1"))?;
    }
    let found = intervals_of_description(&bench.upright, &base, &conditions).map_err(&failed)?;
    let range = |name: &&str| {
        let found = found.parameters.iter().find(|p| p.name == **name);
        let found = found.ok_or_else(|| ReproduceError::missing("a range"))?;
        Ok([found.lower, found.upper].map(|x| 100.0 * (x / found.value - 1.0)))
    };
    NAMES.iter().map(range).collect()
}

/// The combinations that forces show.
fn base_rows(fits: &Fits) -> Vec<ComparedRow> {
    let published = Inertial::estimate().to_array();
    let known =
        |name: &str| NAMES.iter().position(|n| *n == name).map_or(f64::NAN, |k| published[k]);
    let truth = base(&known);
    let of = |fit: &super::fits::Fit| {
        let estimate = &fit.estimate;
        base(&|name: &str| estimate.value(name).unwrap_or(f64::NAN))
    };
    let (printed, corrected) = (of(&fits.printed), of(&fits.bounded));
    let names = [
        ("A₁ = m_s + m_L1 − h₁/l₁", "kg", 3.0),
        ("A₂", "kg", 3.0),
        ("A₃", "kg", 3.0),
        ("m* = m_p + Σ hᵢ/lᵢ", "kg", 3.0),
        ("h*", "kg m", 3.0),
        ("I*", "kg m²", 3.0),
        ("J₂ = I_L2 − l₂h₂", "kg m²", 15.0),
        ("J₁ + J₃", "kg m²", 15.0),
    ];
    let rows = names.into_iter().enumerate().map(|(k, (name, unit, percent))| {
        let off = 100.0 * (corrected[k] / truth[k] - 1.0);
        let (outcome, reason) = if off.abs() <= percent { (
                Outcome::Reproduced,
                format!("given back by a simulated log to {off:+.2} %: this combination shows in the forces"),
            ) } else { (Outcome::InTrend, format!("off by {off:+.2} %")) };
        ComparedRow::new("combinations", name, unit)
            .published(truth[k])
            .printed(printed[k])
            .corrected(corrected[k])
            .truth(truth[k])
            .judged(outcome, reason)
    });
    rows.collect()
}

fn base(value: &dyn Fn(&str) -> f64) -> [f64; 8] {
    let h = |i: usize| value(&format!("h_L{i}"));
    let a = |i: usize| value("m_s") + value(&format!("m_L{i}")) - h(i) / LEGS[i - 1];
    let j = |i: usize| value(&format!("I_L{i}")) - LEGS[i - 1] * h(i);
    let ends = h(1) / LEGS[0] + h(3) / LEGS[2];
    [
        a(1),
        a(2),
        a(3),
        value("m_p") + ends + h(2) / LEGS[1],
        value("h_p") + OFFSET * ends,
        value("I_p") + OFFSET * OFFSET * ends,
        j(2),
        j(1) + j(3),
    ]
}

/// Rank and hidden combinations, lying flat and upright, with friction and without.
/// Also the condition of the observation matrix of Eq 38.
fn ranks(bench: &Bench, fits: &Fits) -> Result<(PlainTable, ComparedTable), ReproduceError> {
    let failed = ReproduceError::at("identifiability");
    let recordings = std::slice::from_ref(&bench.excitation.recording);
    let none = ["x1", "x2", "x3"].map(|j| (j.to_string(), Default::default()));
    let bare = bench.design.with_friction(&none);
    let bare = bare.ok_or_else(|| ReproduceError::missing("the machine without friction"))?;
    let (mut rows, mut singular_values) = (Vec::new(), Vec::new());
    let flat = &fits.bounded.estimate.identifiability;
    let mut add = |name: &str, found: &armlab::identify::nonlinear::Identifiability| {
        rows.push(vec![
            name.into(),
            found.unknowns.to_string(),
            found.rank.to_string(),
            found.hidden.join("; "),
        ]);
    };
    add("lying flat, with friction, shares assumed", flat);
    for (name, robot) in [("upright, with friction", &bench.upright), ("without friction", &bare)] {
        let problem =
            FrictionProblem::new(robot, recordings, Default::default()).map_err(&failed)?;
        let found = problem.identifiability(&problem.described()).map_err(&failed)?;
        add(name, &found);
        singular_values = found.singular_values;
    }
    let ratio = |k: usize| match (singular_values.first(), singular_values.get(k)) {
        (Some(first), Some(last)) => first / last,
        _ => f64::NAN,
    };
    let row = ComparedRow::new("Eq 38", "condition of the observation matrix", "")
        .printed(ratio(12))
        .corrected(ratio(8))
        .judged(
            Outcome::Ours,
            "of all 13 columns it is rounding and ranks no motion (E19); of the nine that show it is a number",
        );
    let condition = ComparedTable {
        name: "condition".into(),
        source: "Eq 38".into(),
        caption: "What the paper's excitation is optimised for, on ours: columns of length one, without friction."
            .into(),
        rows: vec![row],
    };
    let ranks = PlainTable {
        name: "identifiability".into(),
        caption: "Which changes of the parameters no force shows, by name.".into(),
        header: ["machine", "unknowns", "rank", "hidden"].map(String::from).to_vec(),
        rows,
    };
    Ok((ranks, condition))
}
