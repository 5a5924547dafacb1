//! Columns that are combinations of others.
//!
//! Of a matrix whose rows are what the efforts tell, columns are taken one after
//! another; one that is a combination of those before it adds no unknown of its
//! own. Taken in order this gives base parameters (each of the first columns with
//! what is counted into it), taken from behind null vectors in which the first
//! parameters, the masses, are moved about.

use crate::linear::span::{Span, norm};

/// Factors smaller than this are rounding errors of zero.
const NEGLIGIBLE: f64 = 1e-10;

/// Columns sorted by whether they are new.
pub struct Elimination {
    /// Those that are.
    pub members: Vec<usize>,
    /// Those that are not, each with the members it combines and factors.
    pub dependent: Vec<(usize, Vec<(usize, f64)>)>,
    /// Those that are zero.
    pub zero: Vec<usize>,
}

/// Goes through columns in the given order. Columns are in units in which one of
/// length `tolerance` is zero.
pub fn eliminate(
    columns: &[Vec<f64>],
    order: impl Iterator<Item = usize>,
    tolerance: f64,
) -> Elimination {
    let mut span = Span::default();
    let mut found = Elimination { members: Vec::new(), dependent: Vec::new(), zero: Vec::new() };
    for j in order {
        let length = norm(&columns[j]);
        if !(length > tolerance) {
            found.zero.push(j);
            continue;
        }
        let (components, rest) = span.split(&columns[j]);
        if norm(&rest) > tolerance * length {
            span.admit(components, rest);
            found.members.push(j);
            continue;
        }
        let factors = span.in_members(components).into_iter().zip(&found.members);
        let terms = factors
            .filter(|(factor, member)| {
                factor.abs() * norm(&columns[**member]) > NEGLIGIBLE * length
            })
            .map(|(factor, member)| (*member, factor))
            .collect();
        found.dependent.push((j, terms));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_found_with_their_factors() {
        let columns =
            [vec![1.0, 0.0], vec![0.0, 0.0], vec![0.0, 2.0], vec![3.0, 1.0], vec![0.0, 4.0]];
        let found = eliminate(&columns, 0..5, 1e-12);
        assert_eq!(found.members, [0, 2]);
        assert_eq!(found.zero, [1]);
        assert_eq!(found.dependent, [(3, vec![(0, 3.0), (2, 0.5)]), (4, vec![(2, 2.0)])]);
    }
}
