//! Table 1: estimates by the printed procedure and by a better one, and what the forces can tell of them.

use super::super::published::{CENTRES, DESIGN, ESTIMATE, FRICTION};
use super::super::{Inertial, NAMES};
use super::bench::Bench;
use super::fits::{Fit, Fits};
use super::ranges::ranges;
use super::redrawn::{Redrawn, drawn};
use crate::reproduce::{
    Basis, ComparedRow, ComparedTable, Held, Item, PlainTable, ReproduceError, Section,
};
use armlab::identify::nonlinear::{FrictionProblem, NonlinearEstimate};

/// Units of Table 1's parameters.
const UNITS: [&str; 13] = [
    "kg", "kg", "kg", "kg", "kg", "kg m", "kg m", "kg m", "kg m", "kg m²", "kg m²", "kg m²",
    "kg m²",
];
/// Name, symbol and unit of the friction parameters.
const LAW: [(&str, &str, &str); 4] =
    [("mu_c", "μ_c", ""), ("fv", "f_v", "N s/m"), ("mu_s", "μ_s", ""), ("vs", "v_s", "m/s")];
/// Lengths of the legs and the offset of pins 1 and 3, m.
const LEGS: [f64; 3] = [0.6, 0.475, 0.604];
const OFFSET: f64 = 0.28;

/// The section.
pub fn section(bench: &Bench, fits: &Fits, redrawn: &Redrawn) -> Result<Section, ReproduceError> {
    let recordings = std::slice::from_ref(&bench.excitation.recording);
    let problem = FrictionProblem::new(&bench.design, recordings, Default::default())
        .map_err(ReproduceError::at("identifiability"))?;
    let ranges = ranges(&problem, &fits.bounded.estimate.identifiability)?;
    let printed = table(
        "table-1-as-printed",
        "Table 1 by the printed procedure: forces filtered, the model not, all samples. As printed: one pattern search of \
         34 000 evaluations. Held: least squares on the same cost, which a search takes too long to be redrawn for.",
        "forces filtered over 21 samples, all samples",
        &redrawn.filtered,
        &fits.printed,
        &ranges,
        |row, value| row.printed(value),
    );
    let better = table(
        "table-1",
        "Table 1 by a better procedure: raw forces of sliders that move, least squares in the same box.",
        "raw forces of sliders that move",
        &redrawn.raw,
        &fits.bounded,
        &ranges,
        |row, value| row.corrected(value),
    );
    let what = "The paper estimates thirteen inertial and four friction parameters from measurements that it does not print. \
                So the machine is simulated with the published estimates, and what can be tried is whether a procedure gives them back. A \
                value that comes back shows that these forces contain it and that the procedure finds it; it does \
                not show that the paper's measurements did, nor that its estimates are right, for they were put in. \
                Forces show nine combinations of the thirteen inertial parameters (15 of 17 with friction, lying flat, two of them \
                only because the shares of weight are assumed). A single mass comes back to the range in which the forces are the \
                same, which stands in its row, and is no better known than that, whatever the method.";
    Ok(Section::new(
        "Table 1",
        what,
        vec![
            Item::Table(moments()),
            Item::Table(printed),
            Item::Table(better),
            Item::Plain(combinations(fits)),
            Item::Plain(ranks(bench, fits)?),
            Item::Table(condition(bench)?),
        ],
    ))
}

/// First moments of the design: masses times centres, both printed.
fn moments() -> ComparedTable {
    let rows = (0..4).map(|i| {
        let (mass, centre, moment) = (DESIGN[1 + i], CENTRES[i], DESIGN[5 + i]);
        let half = 1e-3 * mass.value() * centre.rounding();
        let value = 1e-3 * mass.value() * centre.value();
        ComparedRow::new("design value", NAMES[5 + i], "kg m")
            .published(moment)
            .corrected(value)
            .held(Held::fixed("mass times centre, to the centre's digits", value).open(half, half))
            .note("so L_iG is a distance along the leg, and not an altitude (E7)")
    });
    ComparedTable {
        name: "first-moments".into(),
        source: "Table 1, Section 5".into(),
        caption: "First moments of the design from its masses and centres of mass.".into(),
        rows: rows.collect(),
    }
}

fn table(
    name: &str,
    caption: &str,
    what: &str,
    redraws: &[NonlinearEstimate],
    fit: &Fit,
    ranges: &[[f64; 2]; 13],
    with: impl Fn(ComparedRow, f64) -> ComparedRow,
) -> ComparedTable {
    let row = |group: &str, symbol: &str, unit, name: &str| {
        let row = ComparedRow::new(group, symbol, unit).basis(Basis::GivenBack);
        with(row, fit.estimate.value(name).unwrap_or(f64::NAN))
    };
    let mut rows = Vec::new();
    for (k, name) in NAMES.into_iter().enumerate() {
        let held = Held::drawn(what, drawn(redraws, name));
        let (median, [low, high]) = (held.spread().median, ranges[k]);
        let truth = ESTIMATE[k].value();
        let percent = ranges[k].map(|x| 100.0 * (x / truth - 1.0));
        let note =
            format!("values from {:+.0} to {:+.0} % give the same forces", percent[0], percent[1]);
        rows.push(
            row("inertial", name, UNITS[k], name)
                .published(ESTIMATE[k])
                .truth(truth)
                .held(held.open(median - low, high - median))
                .note(note.replace('-', "−")),
        );
    }
    for (k, (name, symbol, unit)) in LAW.into_iter().enumerate() {
        rows.push(
            row("friction", symbol, unit, name)
                .published(FRICTION[k])
                .truth(FRICTION[k].value())
                .held(Held::drawn(what, drawn(redraws, name))),
        );
    }
    ComparedTable { name: name.into(), source: "Table 1".into(), caption: caption.into(), rows }
}

/// The combinations that forces show.
fn combinations(fits: &Fits) -> PlainTable {
    let published = Inertial::estimate().to_array();
    let known =
        |name: &str| NAMES.iter().position(|n| *n == name).map_or(f64::NAN, |k| published[k]);
    let truth = base(&known);
    let of = |fit: &Fit| base(&|name: &str| fit.estimate.value(name).unwrap_or(f64::NAN));
    let (printed, better) = (of(&fits.printed), of(&fits.bounded));
    let names = [
        "A₁ = m_s + m_L1 − h₁/l₁, kg",
        "A₂, kg",
        "A₃, kg",
        "m* = m_p + Σ hᵢ/lᵢ, kg",
        "h*, kg m",
        "I*, kg m²",
        "J₂ = I_L2 − l₂h₂, kg m²",
        "J₁ + J₃, kg m²",
    ];
    let rows = names.into_iter().enumerate().map(|(k, name)| {
        let off = |v: f64| format!("{:+.2}", 100.0 * (v / truth[k] - 1.0)).replace('-', "−");
        let number = |v: f64| armlab::text::significant(v, 6);
        vec![name.to_string(), number(truth[k]), number(better[k]), off(better[k]), off(printed[k])]
    });
    let header = [
        "combination",
        "of the published estimates",
        "ours",
        "off, %",
        "off by the printed procedure, %",
    ];
    PlainTable {
        name: "combinations".into(),
        caption: "Eight combinations that forces show well. The paper prints none of them: the second column is computed from \
                  Table 1."
            .into(),
        header: header.map(String::from).to_vec(),
        rows: rows.collect(),
    }
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

/// Rank and hidden combinations, lying flat and upright, with friction.
fn ranks(bench: &Bench, fits: &Fits) -> Result<PlainTable, ReproduceError> {
    let failed = ReproduceError::at("identifiability");
    let recordings = std::slice::from_ref(&bench.excitation.recording);
    let bare = bare(bench)?;
    let mut rows = Vec::new();
    let mut add = |name: &str, found: &armlab::identify::nonlinear::Identifiability| {
        rows.push(vec![
            name.into(),
            found.unknowns.to_string(),
            found.rank.to_string(),
            found.hidden.join("; "),
        ]);
    };
    add("lying flat, with friction, shares assumed", &fits.bounded.estimate.identifiability);
    for (name, robot) in [("upright, with friction", &bench.upright), ("without friction", &bare)] {
        let problem =
            FrictionProblem::new(robot, recordings, Default::default()).map_err(&failed)?;
        add(name, &problem.identifiability(&problem.described()).map_err(&failed)?);
    }
    Ok(PlainTable {
        name: "identifiability".into(),
        caption: "Which changes of the parameters no force shows, by name.".into(),
        header: ["machine", "unknowns", "rank", "hidden"].map(String::from).to_vec(),
        rows,
    })
}

/// The machine without friction.
fn bare(bench: &Bench) -> Result<armlab::robot::Robot, ReproduceError> {
    let none = ["x1", "x2", "x3"].map(|j| (j.to_string(), Default::default()));
    let bare = bench.design.with_friction(&none);
    bare.ok_or_else(|| ReproduceError::missing("the machine without friction"))
}

/// The condition of the observation matrix of Eq 38.
fn condition(bench: &Bench) -> Result<ComparedTable, ReproduceError> {
    let failed = ReproduceError::at("identifiability");
    let recordings = std::slice::from_ref(&bench.excitation.recording);
    let bare = bare(bench)?;
    let problem = FrictionProblem::new(&bare, recordings, Default::default()).map_err(&failed)?;
    let values = problem.identifiability(&problem.described()).map_err(&failed)?.singular_values;
    let ratio = |k: usize| match (values.first(), values.get(k)) {
        (Some(first), Some(last)) => first / last,
        _ => f64::NAN,
    };
    let row = ComparedRow::new("Eq 38", "condition of the observation matrix", "")
        .printed(ratio(12))
        .corrected(ratio(8))
        .note("of all 13 columns it is rounding and ranks no motion (E19); of the nine that show it is a number");
    Ok(ComparedTable {
        name: "condition".into(),
        source: "Eq 38".into(),
        caption: "What the paper's excitation is optimised for, on ours: columns of length one, without friction."
            .into(),
        rows: vec![row],
    })
}
