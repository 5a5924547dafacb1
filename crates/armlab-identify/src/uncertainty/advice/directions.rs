//! Combinations of unknowns that a motion tells badly: singular directions of the
//! rows with columns of length one.

use super::AdviceSettings;
use crate::uncertainty::inverse_root::column_scales;
use armlab_dense::{Matrix, NoConvergence};

/// Entries of a weak direction smaller than this are not named.
const NAMED: f64 = 0.25;

/// A combination of unknowns that the motion tells badly.
#[derive(Clone, Debug, PartialEq)]
pub struct WeakDirection {
    /// Singular value over the largest, columns of length one.
    pub strength: f64,
    /// Unknowns and their parts, the largest first.
    pub terms: Vec<(String, f64)>,
    /// In a sentence.
    pub sentence: String,
}

/// Singular directions of the triangle with columns of length one.
pub fn directions(
    names: &[String],
    r: &Matrix,
    settings: &AdviceSettings,
) -> Result<Vec<WeakDirection>, NoConvergence> {
    let (n, scales) = (r.columns(), column_scales(r));
    let svd = Matrix::from_fn(n, n, |i, j| r.at(i, j) * scales[j]).svd()?;
    let largest = svd.values.first().copied().unwrap_or(0.0);
    let mut weak = Vec::new();
    for k in (0..n).rev().take_while(|&k| svd.values[k] < settings.weak * largest) {
        let mut terms: Vec<(String, f64)> = (0..n)
            .map(|i| (names[i].clone(), svd.v.at(i, k)))
            .filter(|t| t.1.abs() >= NAMED)
            .collect();
        terms.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let list: Vec<&str> = terms.iter().map(|t| t.0.as_str()).collect();
        let strength = svd.values[k] / largest;
        let sentence = match list[..] {
            [] => "many unknowns are strongly correlated".to_string(),
            [one] => format!("{one} hardly shows"),
            [ref first @ .., last] => {
                format!("{} and {last} are strongly correlated", first.join(", "))
            }
        };
        weak.push(WeakDirection { strength, terms, sentence });
    }
    weak.truncate(settings.most);
    Ok(weak)
}
