//! The linear regression sets of NIST's Statistical Reference Datasets, through
//! the QR path. Certified values were computed from the listed decimals in exact
//! arithmetic; digits are `−log₁₀` of the relative error, at most 15 (of the
//! absolute one where the certified value is zero).

use armlab_dense::{Matrix, least_squares};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    let array = value.as_array().expect("an array");
    array.iter().map(number).collect()
}

fn number(value: &Value) -> f64 {
    value.as_str().expect("a decimal in quotes").parse().expect("a number")
}

fn digits(found: f64, certified: f64) -> f64 {
    let error = (found - certified).abs() / if certified == 0.0 { 1.0 } else { certified.abs() };
    if error == 0.0 { 15.0 } else { (-error.log10()).clamp(0.0, 15.0) }
}

/// Columns of the model: given, a power series, or one slope.
fn design(set: &Value) -> Matrix {
    let (x, count) = (&set["x"], set["beta"].as_array().expect("coefficients").len());
    let rows = x.as_array().expect("rows");
    if rows[0].is_array() {
        let table: Vec<Vec<f64>> = rows.iter().map(numbers).collect();
        return Matrix::from_fn(
            rows.len(),
            count,
            |i, j| if j == 0 { 1.0 } else { table[i][j - 1] },
        );
    }
    let x = numbers(x);
    if set["model"] == "y = beta x" {
        return Matrix::from_fn(x.len(), 1, |i, _| x[i]);
    }
    Matrix::from_fn(x.len(), count, |i, j| x[i].powi(j as i32))
}

#[test]
fn the_reference_sets_come_out_to_the_digits_their_condition_allows() {
    let text = include_str!("../../../../tests/vectors/nist_strd.json");
    let sets: Value = serde_json::from_str(text).expect("valid JSON");
    // Least digits of coefficients and of standard deviations.
    let wanted = [
        ("norris", 13.0, 13.0),
        ("noint1", 13.0, 13.0),
        ("noint2", 13.0, 13.0),
        ("pontius", 11.0, 11.0),
        ("longley", 11.0, 11.0),
        ("wampler1", 9.0, 9.0),
        ("wampler2", 9.0, 9.0),
        ("wampler3", 9.0, 9.0),
        ("wampler4", 9.0, 9.0),
        ("wampler5", 9.0, 9.0),
        ("filip", 7.0, 7.0),
    ];
    println!("{:<9} {:>12} {:>10} {:>10}", "set", "condition", "digits b", "digits s");
    for (name, least_b, least_s) in wanted {
        let set = &sets["sets"][name];
        let fit = least_squares(&design(set), &numbers(&set["y"])).expect("full rank");
        let worst = |found: &[f64], certified: &[f64]| {
            found.iter().zip(certified).map(|(f, c)| digits(*f, *c)).fold(15.0, f64::min)
        };
        let b = worst(&fit.x, &numbers(&set["beta"]));
        let s = worst(&fit.deviations(), &numbers(&set["std"]))
            .min(digits(fit.residual_deviation, number(&set["residual_std"])));
        println!("{name:<9} {:>12.2e} {b:>10.2} {s:>10.2}", fit.condition);
        assert!(b >= least_b, "{name}: {b} digits of the coefficients");
        assert!(s >= least_s, "{name}: {s} digits of the standard deviations");
    }
}
