//! Solves the semidefinite least-squares problem that `armlab-bench semidefinite` reads, with
//! Clarabel: `min ½‖R x − b‖²` as `½ xᵀRᵀR x − (Rᵀb)ᵀx` with each block of size one in the
//! non-negative cone and every other one in the semidefinite cone.
//!
//! In: the JSON of `crates/armlab-bench/src/semidefinite.rs` on stdin. Out: `{"objective",
//! "iterations", "seconds", "solving", "status"}`; seconds are the least of the repetitions from
//! the numbers to the solution, `solving` without setting up.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, SupportedConeT};
use serde_json::{Value, json};
use std::error::Error;
use std::io::Read;
use std::time::Instant;

const TOLERANCE: f64 = 1e-10;

fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(Value::as_f64).collect()
}

/// The programme in Clarabel's form.
struct Programme {
    quadratic: CscMatrix<f64>,
    linear: Vec<f64>,
    rows: CscMatrix<f64>,
    sides: Vec<f64>,
    cones: Vec<SupportedConeT<f64>>,
    /// `½‖b‖²`
    constant: f64,
}

impl Programme {
    fn of(input: &Value) -> Option<Self> {
        let rows: Vec<Vec<f64>> =
            input["rows"].as_array()?.iter().map(numbers).collect::<Option<_>>()?;
        let b = numbers(&input["rhs"])?;
        let n = rows.first()?.len();
        let (mut dense, mut linear) = (vec![vec![0.0; n]; n], vec![0.0; n]);
        for (row, side) in rows.iter().zip(&b) {
            for i in 0..n {
                linear[i] -= row[i] * side;
                for j in i..n {
                    dense[i][j] += row[i] * row[j];
                }
            }
        }
        let (mut triplets, mut sides, mut cones) = (Vec::new(), Vec::new(), Vec::new());
        for block in input["blocks"].as_array()? {
            let size = block["size"].as_u64()? as usize;
            let first = sides.len();
            sides.resize(first + size * (size + 1) / 2, 0.0);
            // The upper triangle, column after column; entries off the diagonal times √2.
            let place = |i: f64, j: f64| {
                let (i, j) = (i.min(j) as usize, i.max(j) as usize);
                let factor = if i == j { 1.0 } else { std::f64::consts::SQRT_2 };
                (i < size && j < size).then_some((first + j * (j + 1) / 2 + i, factor))
            };
            for entry in block["constant"].as_array()? {
                let [i, j, value] = numbers(entry)?.try_into().ok()?;
                let (at, factor) = place(i, j)?;
                sides[at] += factor * value;
            }
            for entry in block["terms"].as_array()? {
                let [unknown, i, j, value] = numbers(entry)?.try_into().ok()?;
                let (at, factor) = place(i, j)?;
                triplets.push((at, unknown as usize, -factor * value));
            }
            cones.push(match size {
                1 => SupportedConeT::NonnegativeConeT(1),
                _ => SupportedConeT::PSDTriangleConeT(size),
            });
        }
        let constraints = sides.len();
        let [i, j]: [Vec<usize>; 2] =
            [triplets.iter().map(|t| t.0).collect(), triplets.iter().map(|t| t.1).collect()];
        let values = triplets.iter().map(|t| t.2).collect();
        let upper = (0..n).flat_map(|i| (i..n).map(move |j| (i, j)));
        let (upper_i, upper_j): (Vec<usize>, Vec<usize>) = upper.unzip();
        let entries = upper_i.iter().zip(&upper_j).map(|(&i, &j)| dense[i][j]).collect();
        Some(Self {
            quadratic: CscMatrix::new_from_triplets(n, n, upper_i, upper_j, entries),
            linear,
            rows: CscMatrix::new_from_triplets(constraints, n, i, j, values),
            sides,
            cones,
            constant: 0.5 * b.iter().map(|x| x * x).sum::<f64>(),
        })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let input: Value = serde_json::from_str(&text)?;
    let p = Programme::of(&input).ok_or("stdin does not hold a problem")?;
    let (mut seconds, mut solving) = (f64::INFINITY, f64::INFINITY);
    let mut out = Value::Null;
    for _ in 0..input["repeat"].as_u64().unwrap_or(1).max(1) {
        let settings = DefaultSettings {
            verbose: false,
            tol_gap_abs: TOLERANCE,
            tol_gap_rel: TOLERANCE,
            tol_feas: TOLERANCE,
            ..DefaultSettings::default()
        };
        let start = Instant::now();
        let mut solver =
            DefaultSolver::new(&p.quadratic, &p.linear, &p.rows, &p.sides, &p.cones, settings)?;
        let ready = Instant::now();
        solver.solve();
        solving = solving.min(ready.elapsed().as_secs_f64());
        seconds = seconds.min(start.elapsed().as_secs_f64());
        let solution = &solver.solution;
        out = json!({
            "objective": solution.obj_val + p.constant, "iterations": solution.iterations,
            "status": format!("{:?}", solution.status),
        });
    }
    out["seconds"] = json!(seconds);
    out["solving"] = json!(solving);
    println!("{out}");
    Ok(())
}
