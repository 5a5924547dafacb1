//! Reference vectors, shared by all crates of the workspace.

use serde_json::Value;

/// The cases of one vector file. Both files hold the even-numbered half of 50 cases.
pub fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut file: Value = serde_json::from_str(&text).unwrap();
    let Value::Array(cases) = file["cases"].take() else {
        panic!("{path}: no cases");
    };
    assert_eq!(cases.len(), 25, "{path}");
    cases
}

/// One number.
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// A vector of `N` numbers.
pub fn array<const N: usize>(value: &Value) -> [f64; N] {
    assert_eq!(value.as_array().unwrap().len(), N);
    std::array::from_fn(|i| number(&value[i]))
}

/// An `N` × `N` matrix.
pub fn matrix<const N: usize>(value: &Value) -> [[f64; N]; N] {
    assert_eq!(value.as_array().unwrap().len(), N);
    std::array::from_fn(|i| array(&value[i]))
}

/// Every entry within 1e-13 relative, or 1e-14 absolute near zero.
#[track_caller]
pub fn assert_close(what: &str, got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        let tolerance = (1e-13 * want.abs()).max(1e-14);
        assert!((got - want).abs() <= tolerance, "{what}[{i}]: {got} is not {want}");
    }
}
