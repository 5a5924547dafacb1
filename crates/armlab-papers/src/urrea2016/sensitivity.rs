//! A sensitivity analysis in place of Table 8, whose ranges are 0.8 and 1.2 times the estimates.
//!
//! One parameter is moved by ±20 %, the others stay: `S_k = ½ (N(1.2 p_k) + N(0.8 p_k))` with `N` the
//! relative error of the closed loop's positions or of the predicted efforts. And how far a parameter may
//! be moved before the mass matrix is no longer positive follows in closed form.

use super::published::{METHODS, RANGES, estimates};
use crate::reproduce::{
    Basis, ComparedRow, ComparedTable, Item, PlainTable, ReproduceError, Section,
};
use crate::scara::{
    Bench, NAMES, TRUTH, Task, UNITS, feasibility_margin, feasible_interval, responses,
    torque_errors,
};
use armlab::text::significant;

/// Part by which a parameter is moved.
const PART: f64 = 0.2;

/// What a parameter does to the robot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensitivity {
    /// Relative error of the closed loop's positions, mean of both signs.
    pub positions: [f64; 3],
    /// Relative error of the efforts on the real motion, mean of both signs.
    pub efforts: [f64; 3],
    /// Index of agreement of the positions at the larger value.
    pub agreement: [f64; 3],
}

/// Of every parameter around the real values.
pub fn sensitivities(bench: &Bench) -> Result<[Sensitivity; 4], ReproduceError> {
    let mut all = Vec::new();
    let task = Task::identification(bench);
    for k in 0..4 {
        let moved = |by: f64| {
            let mut base = TRUTH;
            base[k] *= by;
            let response = responses(bench, &task, &[base])?.remove(0);
            Ok::<_, ReproduceError>((response, torque_errors(bench, &base)?))
        };
        let ((less, less_efforts), (more, more_efforts)) = (moved(1.0 - PART)?, moved(1.0 + PART)?);
        all.push(Sensitivity {
            positions: std::array::from_fn(|j| {
                0.5 * (less.agreement[j].rms + more.agreement[j].rms)
            }),
            efforts: std::array::from_fn(|j| 0.5 * (less_efforts[j] + more_efforts[j])),
            agreement: std::array::from_fn(|j| more.agreement[j].ai),
        });
    }
    all.try_into().map_err(|_| ReproduceError::missing("four sensitivities"))
}

/// The section.
pub fn section(bench: &Bench) -> Result<Section, ReproduceError> {
    let words = "IZZ2 moves τ₁ by a tenth of what IZZ1 does: that is why it is the hardest to find. Efforts show a wrong \
                 parameter ten times as clearly as closed-loop positions, and AI stays above 0.98 for parameters that are a \
                 fifth off.";
    Ok(Section::new(
        "Sensitivity",
        "Table 8 of the paper claims to hold the ranges within which validation trajectories can be simulated; the numbers are 0.8 and \
         1.2 times the estimates, whatever the parameter. Here are the ranges in which the mass matrix stays positive, and \
         what each parameter does.",
        vec![
            Item::Table(ranges()),
            Item::Plain(moved(bench)?),
            Item::text(words),
            Item::Plain(corners()),
        ],
    ))
}

fn ranges() -> ComparedTable {
    let mut rows = Vec::new();
    for m in 0..2 {
        for k in 0..4 {
            let possible = feasible_interval(&estimates()[m], k);
            for (end, name) in ["least", "most"].into_iter().enumerate() {
                let published = RANGES[m][k][end];
                let printed = estimates()[m][k] * [1.0 - PART, 1.0 + PART][end];
                let bound = possible.map(|(low, high)| [low, high][end]).filter(|b| b.is_finite());
                let row = ComparedRow {
                    corrected: bound,
                    ..ComparedRow::new(METHODS[m], format!("{}, {name}", NAMES[k]), UNITS[k])
                };
                let row = row.published(published).printed(printed);
                let what = match bound {
                    Some(_) => {
                        "the bound of the corrected column is that of a positive mass matrix"
                    }
                    None => "nothing bounds it to this side",
                };
                let factor = ["0.8", "1.2"][end];
                let note = format!("{factor} times the published estimate; {what}");
                rows.push(row.basis(Basis::Follows("Table 4")).note(note));
            }
        }
    }
    ComparedTable {
        name: "table_8".into(),
        source: "Table 8".into(),
        caption: "Ranges: as printed, 0.8 and 1.2 times the published estimates; corrected, where the mass matrix is positive while the other \
                  parameters stay."
            .into(),
        rows,
    }
}

fn moved(bench: &Bench) -> Result<PlainTable, ReproduceError> {
    let mut rows = Vec::new();
    for (name, s) in NAMES.iter().zip(sensitivities(bench)?) {
        let mut cells = vec![(*name).to_string()];
        // What is left of a difference of equal numbers is nothing.
        let shown = |v: &f64| if *v < 1e-9 { "0".into() } else { significant(100.0 * v, 3) };
        cells.extend(s.positions.iter().chain(&s.efforts).map(shown));
        // d(relative error of the efforts)/d(ln p): efforts are linear in the parameters.
        let most = s.efforts.iter().fold(0.0_f64, |m, e| m.max(*e));
        cells.push(significant(most / PART, 3));
        cells.push(significant(s.agreement.iter().fold(1.0_f64, |m, a| m.min(*a)), 5));
        rows.push(cells);
    }
    let header = [
        "parameter ±20 %",
        "θ₁, %",
        "θ₂, %",
        "d₃, %",
        "τ₁, %",
        "τ₂, %",
        "F₃, %",
        "largest d(effort)/d(ln p)",
        "least AI",
    ];
    Ok(PlainTable {
        name: "sensitivity".into(),
        caption: "Relative error of closed-loop positions and of efforts on the real motion when one parameter is 20 % off, mean of \
                  both signs."
            .into(),
        header: header.map(String::from).to_vec(),
        rows,
    })
}

/// The corners of the ±20 % box, where the margin is least.
fn corners() -> PlainTable {
    let mut corners: Vec<([f64; 3], f64)> = (0..8_usize)
        .map(|bits| {
            let factors: [f64; 3] =
                std::array::from_fn(|k| if bits >> k & 1 == 1 { 1.0 + PART } else { 1.0 - PART });
            let mut base = TRUTH;
            (0..3).for_each(|k| base[k] *= factors[k]);
            (factors, feasibility_margin(&base))
        })
        .collect();
    corners.sort_by(|a, b| a.1.total_cmp(&b.1));
    let rows = corners.iter().map(|(factors, margin)| {
        let mut cells: Vec<String> = factors.iter().map(|f| significant(*f, 2)).collect();
        cells.push(significant(*margin, 4));
        cells.push(if *margin > 0.0 { "yes" } else { "no" }.into());
        cells
    });
    let header = ["IZZ1 times", "IZZ2 times", "m_r times", "margin", "a robot could have it"];
    PlainTable {
        name: "corners".into(),
        caption: "Corners of the box of ±20 % around the real values: moved together, parameters leave the robots that could exist \
                  although each of them alone does not."
            .into(),
        header: header.map(String::from).to_vec(),
        rows: rows.collect(),
    }
}
