//! Columns as arrays: the joints of a quantity are one array, other columns one each.

use crate::quantity::Quantity;

/// An array of a file: `q` with a column per joint, or one column.
pub struct Group {
    pub name: String,
    /// Indices of its columns in the header.
    pub columns: Vec<usize>,
    /// True if it has one axis.
    pub single: bool,
}

/// Puts columns together: `q1, q2, q3` are the array `q` if none is missing.
pub fn groups(header: &[String]) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut taken = vec![false; header.len()];
    for (i, name) in header.iter().enumerate() {
        if taken.get(i).copied().unwrap_or(true) {
            continue;
        }
        let family = split(name).map(|(stem, _)| family(header, stem));
        let columns = family.filter(|f| f.contains(&i));
        let group = match (columns, split(name)) {
            (Some(columns), Some((stem, _))) => Group { name: stem.into(), columns, single: false },
            _ => Group { name: name.clone(), columns: vec![i], single: true },
        };
        for &column in &group.columns {
            if let Some(taken) = taken.get_mut(column) {
                *taken = true;
            }
        }
        groups.push(group);
    }
    groups
}

/// The name of a joint's quantity and the number of the joint, from 1.
pub fn split(name: &str) -> Option<(&str, usize)> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (stem, number) = name.split_at(name.len() - digits);
    let known = Quantity::OF_JOINTS.iter().any(|q| q.stem() == stem);
    Some((stem, number.parse().ok()?)).filter(|(_, number)| known && *number > 0)
}

/// Columns `stem1, stem2, …` in this order; none if some are missing or there twice.
fn family(header: &[String], stem: &str) -> Vec<usize> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (i, name) in header.iter().enumerate() {
        if let Some((_, number)) = split(name).filter(|(s, _)| *s == stem) {
            found.push((number, i));
        }
    }
    found.sort_unstable();
    let complete = found.iter().enumerate().all(|(k, (number, _))| *number == k + 1);
    if complete { found.into_iter().map(|f| f.1).collect() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_of_a_quantity_are_one_array_unless_some_are_missing() {
        let header = ["t", "q2", "q1", "tau2", "winding", "qd1"].map(String::from);
        let groups: Vec<(String, Vec<usize>)> =
            groups(&header).into_iter().map(|g| (g.name, g.columns)).collect();
        let expected = [
            ("t", vec![0]),
            ("q", vec![2, 1]),
            ("tau2", vec![3]),
            ("winding", vec![4]),
            ("qd", vec![5]),
        ];
        assert_eq!(groups, expected.map(|(n, c)| (n.to_string(), c)));
    }
}
