//! How many samples a set of arrays has, and how their columns are called.

use super::Array;
use crate::names::with_unit;
use crate::source::Column;
use std::collections::BTreeMap;

/// Names of arrays whose length is the number of samples.
const TIMES: [&str; 6] = ["t", "time", "timestamp", "timestamps", "stamp", "tout"];

/// An array without axes of length 1: `[n]` or `[a, b]`; none if it has more axes.
pub fn squeezed(shape: &[u64]) -> Option<Vec<u64>> {
    let mut axes: Vec<u64> = shape.to_vec();
    while axes.len() > 2 {
        let at = axes.iter().rposition(|&n| n == 1)?;
        axes.remove(at);
    }
    Some(axes)
}

/// The number of samples: the length of the time stamps; else that of most axes, the longer one
/// if in doubt.
pub fn samples(arrays: &[Array]) -> Option<u64> {
    let mut votes: BTreeMap<u64, usize> = BTreeMap::new();
    for array in arrays {
        let mut axes = array.shape.clone();
        axes.dedup();
        if axes.len() > 1 {
            axes.retain(|&n| n != 1);
        }
        let last = last_word(&array.name);
        if let ([n], true) = (axes.as_slice(), TIMES.contains(&last.as_str()))
            && *n > 1
        {
            return Some(*n);
        }
        for axis in axes {
            *votes.entry(axis).or_default() += 1;
        }
    }
    votes.into_iter().max_by_key(|&(axis, votes)| (axis > 1, votes, axis)).map(|v| v.0)
}

/// What stands behind the last separator of a path, in lower case and without a unit.
fn last_word(name: &str) -> String {
    let name = with_unit(name).name;
    name.rsplit(['.', '/']).next().unwrap_or_default().to_lowercase()
}

/// Takes off the leading parts that all paths share: `log.q`, `log.tau` become `q`, `tau`.
pub fn without_common_parts(arrays: &mut [Array]) {
    loop {
        let mut parts = arrays.iter().map(|a| a.name.split_once(['.', '/']).map(|p| p.0));
        let Some(Some(first)) = parts.next() else { return };
        if !parts.all(|part| part == Some(first)) {
            return;
        }
        let length = first.len() + 1;
        for array in arrays.iter_mut() {
            array.name = array.name.get(length..).unwrap_or_default().to_string();
        }
    }
}

/// `q` of three columns becomes `q1, q2, q3`; `q0` becomes `q0_1, q0_2, q0_3`.
pub fn names(name: &str, width: usize, single: bool) -> Vec<Column> {
    let column = with_unit(name);
    let gap = if column.name.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    let named = |k: usize| {
        if single {
            column.clone()
        } else {
            Column { name: format!("{}{gap}{}", column.name, k + 1), ..column.clone() }
        }
    };
    (0..width).map(named).collect()
}
