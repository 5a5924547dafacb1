//! Names of columns: the unit behind them, and which names are near.

use crate::source::Column;
use crate::unit::Unit;

/// Splits `q1 [deg]` and `q1(rad)` into name and unit. An index in brackets, as in
/// `pos[0]`, is part of the name.
pub(crate) fn with_unit(text: &str) -> Column {
    let text = text.trim();
    for (open, close) in [('[', ']'), ('(', ')'), ('{', '}')] {
        let Some(front) = text.strip_suffix(close) else { continue };
        let Some((name, inside)) = front.rsplit_once(open) else { continue };
        let inside = inside.trim();
        if inside.is_empty() || inside.chars().all(|c| c.is_ascii_digit()) {
            continue;
        }
        let unit = Unit::parse(inside);
        let unknown_unit = unit.is_none().then(|| inside.to_string());
        return Column { unit, unknown_unit, ..Column::named(name.trim()) };
    }
    Column::named(text)
}

/// The names that are most like `wanted`, best first, at most three.
pub(crate) fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = wanted.to_lowercase();
    let mut ranked: Vec<(usize, &str)> = names
        .map(|name| (distance(&wanted, &name.to_lowercase()), name))
        .filter(|(d, name)| *d <= 2 + wanted.chars().count().max(name.chars().count()) / 3)
        .collect();
    ranked.sort_by_key(|r| r.0);
    ranked.into_iter().take(3).map(|r| r.1).collect()
}

/// Insertions, deletions and replacements between two words (Wagner & Fischer,
/// The String-to-String Correction Problem, JACM 21, 1974).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, &y) in row.iter_mut().skip(1).zip(&b) {
            let best = (diagonal + usize::from(x != y)).min(left + 1).min(*cell + 1);
            diagonal = *cell;
            *cell = best;
            left = best;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_split_off_and_an_index_is_not() {
        let column = with_unit("q1 [deg]");
        assert_eq!((column.name.as_str(), column.unit.map(|u| u.name)), ("q1", Some("deg")));
        assert_eq!(with_unit("pos[0]"), Column::named("pos[0]"));
        assert_eq!(with_unit("speed(furlong)").unknown_unit.as_deref(), Some("furlong"));
    }

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }
}
