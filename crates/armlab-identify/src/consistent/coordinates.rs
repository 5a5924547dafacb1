//! Coordinates in which data and what they cannot tell are apart.
//!
//! Base parameters `β = P x` take the place of the first unknown of each where that
//! stands in no other; the other unknowns stay. Where declared base parameters share
//! unknowns, `x = P⁺β + N y` with the columns of `N` an orthonormal basis of the
//! directions that `P` does not see.

use armlab_dense::{Matrix, dot};
use armlab_engine::base::BaseParameters;

/// Squares of singular values below this are zero.
const UNSEEN: f64 = 1e-12;

/// Base parameters, then what is left of the unknowns.
pub(crate) struct Coordinates {
    count: usize,
    /// Every unknown in the coordinates.
    unknowns: Vec<Vec<(usize, f64)>>,
    /// Every coordinate in the unknowns.
    coordinates: Vec<Vec<(usize, f64)>>,
}

impl Coordinates {
    pub fn new(base: &BaseParameters) -> Self {
        let leads: Vec<(usize, f64)> =
            base.parameters.iter().filter_map(|p| p.combination.first().copied()).collect();
        let alone = |lead: usize| {
            let has = |p: &&armlab_engine::base::BaseParameterValue| {
                p.combination.iter().any(|t| t.0 == lead)
            };
            base.parameters.iter().filter(has).count() == 1
        };
        let all = leads.len() == base.len() && leads.iter().all(|t| alone(t.0));
        if all { Self::by_leads(base, &leads) } else { Self::by_singular_values(base) }
    }

    fn by_leads(base: &BaseParameters, leads: &[(usize, f64)]) -> Self {
        let mut coordinates: Vec<Vec<(usize, f64)>> =
            base.parameters.iter().map(|p| p.combination.clone()).collect();
        let mut place = vec![0; base.unknowns.len()];
        for (i, place) in place.iter_mut().enumerate() {
            if !leads.iter().any(|t| t.0 == i) {
                *place = coordinates.len();
                coordinates.push(vec![(i, 1.0)]);
            }
        }
        let unknown = |i: usize| match leads.iter().position(|t| t.0 == i) {
            None => vec![(place[i], 1.0)],
            Some(k) => {
                let factor = leads[k].1;
                let others = base.parameters[k].combination.iter().filter(|t| t.0 != i);
                let mut terms = vec![(k, 1.0 / factor)];
                terms.extend(others.map(|&(j, f)| (place[j], -f / factor)));
                terms
            }
        };
        let unknowns = (0..base.unknowns.len()).map(unknown).collect();
        Self { count: coordinates.len(), unknowns, coordinates }
    }

    fn by_singular_values(base: &BaseParameters) -> Self {
        let (b, u) = (base.len(), base.unknowns.len());
        let mut p = Matrix::zeros(b, u);
        for (k, parameter) in base.parameters.iter().enumerate() {
            parameter.combination.iter().for_each(|&(i, factor)| p.set(k, i, factor));
        }
        let null = p.gram().symmetric_eigen().map_or_else(
            |_| Matrix::zeros(u, 0),
            |eigen| {
                let largest = eigen.values.last().copied().unwrap_or(0.0);
                let count = eigen.values.iter().take_while(|v| **v <= UNSEEN * largest).count();
                Matrix::from_fn(u, count, |i, k| eigen.vectors.at(i, k))
            },
        );
        // x = P⁺β, column by column.
        let inverse: Vec<Vec<f64>> = match p.svd() {
            Ok(svd) => (0..b)
                .map(|k| {
                    let unit: Vec<f64> = (0..b).map(|i| f64::from(u8::from(i == k))).collect();
                    svd.minimum_norm(&unit, UNSEEN.sqrt())
                })
                .collect(),
            Err(_) => vec![vec![0.0; u]; b],
        };
        let entry = |i: usize, k: usize| if k < b { inverse[k][i] } else { null.at(i, k - b) };
        let count = b + null.columns();
        let row = |i: usize| (0..count).map(|k| (k, entry(i, k))).filter(|t| t.1 != 0.0).collect();
        let mut coordinates: Vec<Vec<(usize, f64)>> =
            base.parameters.iter().map(|p| p.combination.clone()).collect();
        coordinates
            .extend((0..null.columns()).map(|k| (0..u).map(|i| (i, null.at(i, k))).collect()));
        Self { count, unknowns: (0..u).map(row).collect(), coordinates }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.count
    }
    /// An unknown in the coordinates.
    pub fn unknown(&self, i: usize) -> &[(usize, f64)] {
        &self.unknowns[i]
    }
    /// Coordinates of unknowns.
    pub fn of(&self, unknowns: &[f64]) -> Vec<f64> {
        sums(&self.coordinates, unknowns)
    }
    /// Unknowns at coordinates.
    pub fn unknowns(&self, at: &[f64]) -> Vec<f64> {
        sums(&self.unknowns, at)
    }
}

fn sums(terms: &[Vec<(usize, f64)>], values: &[f64]) -> Vec<f64> {
    let sum = |row: &Vec<(usize, f64)>| {
        let (of, factors): (Vec<f64>, Vec<f64>) = row.iter().map(|&(i, f)| (values[i], f)).unzip();
        dot(&of, &factors)
    };
    terms.iter().map(sum).collect()
}
