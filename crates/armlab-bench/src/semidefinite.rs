//! Solves a semidefinite least-squares problem given as JSON on stdin, for the
//! comparison in `peers/test_against_cvxpy.py`.
//!
//! In: `{"rows": [[…], …], "rhs": […], "blocks": [{"name", "size",
//! "constant": [[i, j, value], …], "terms": [[unknown, i, j, factor], …]}, …],
//! "repeat": count}`. Out: `{"x", "objective", "gap", "iterations", "seconds"}`,
//! seconds being the least of the repetitions.

use armlab::optimize::semidefinite::{Block, Semidefinite, SemidefiniteSettings};
use armlab_dense::Matrix;
use serde_json::{Value, json};
use std::error::Error;
use std::io::Read;
use std::time::Instant;

fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(Value::as_f64).collect()
}

fn index(x: f64) -> usize {
    x as usize
}

fn problem(input: &Value) -> Option<Semidefinite> {
    let rows: Vec<Vec<f64>> =
        input["rows"].as_array()?.iter().map(numbers).collect::<Option<_>>()?;
    let unknowns = rows.first()?.len();
    if rows.iter().any(|r| r.len() != unknowns) {
        return None;
    }
    let matrix = Matrix::from_fn(rows.len(), unknowns, |i, j| rows[i][j]);
    let rhs = numbers(&input["rhs"]).filter(|b| b.len() == rows.len())?;
    let mut problem = Semidefinite::new(matrix, rhs);
    for block in input["blocks"].as_array()? {
        let size = block["size"].as_u64()? as usize;
        let mut made = Block::new(block["name"].as_str()?, size);
        let fits = |i: f64, j: f64| index(i) < size && index(j) < size;
        for entry in block["constant"].as_array()? {
            let [i, j, value] = numbers(entry)?.try_into().ok()?;
            made = fits(i, j).then(|| made.constant(index(i), index(j), value))?;
        }
        for entry in block["terms"].as_array()? {
            let [unknown, i, j, factor] = numbers(entry)?.try_into().ok()?;
            made = fits(i, j).then(|| made.term(index(unknown), index(i), index(j), factor))?;
        }
        problem = problem.subject_to(made);
    }
    Some(problem)
}

/// Reads a problem from standard input, solves it, and prints the solution.
pub fn run() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let input: Value = serde_json::from_str(&text)?;
    let problem =
        problem(&input).ok_or("stdin does not hold a problem in the form stated above")?;
    let settings = SemidefiniteSettings::default();
    let mut seconds = f64::INFINITY;
    let mut solution = problem.solve(None, &settings)?;
    for _ in 0..input["repeat"].as_u64().unwrap_or(1) {
        let start = Instant::now();
        solution = problem.solve(None, &settings)?;
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    let active: Vec<&str> =
        solution.blocks.iter().filter(|b| b.active).map(|b| b.name.as_str()).collect();
    let out = json!({
        "x": solution.x, "objective": solution.objective, "gap": solution.gap, "active": active,
        "iterations": solution.iterations, "stationarity": solution.stationarity, "seconds": seconds,
    });
    println!("{out}");
    Ok(())
}
