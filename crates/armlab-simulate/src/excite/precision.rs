//! Expected precision of the parameters, and what would improve the worst.
//!
//! For a parameter with variance `c = (A⁻¹)_kk`, `d ln c = −aᵀ dA a / c` with
//! `a = A⁻¹e_k`. Along the amplitudes of one coordinate's motion this says by how
//! many percent the variance falls per percent of more motion.

use super::error::ExciteError;
use super::evaluation::Evaluation;
use super::quality::deviations;
use super::setup::Setup;
use super::verify::LimitUse;
use armlab_dense::{Cholesky, Matrix};
use armlab_engine::text::significant;

/// Expected precision of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterPrecision {
    /// Its name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Value in the description.
    pub value: f64,
    /// Its size, against which a deviation is large or small: that of the terms
    /// it combines, so that sums that happen to vanish have one, too.
    pub size: f64,
    /// Expected standard deviation for the effort noise of the design.
    pub deviation: f64,
    /// What would help, for the least precise.
    pub advice: Option<String>,
}

impl ParameterPrecision {
    /// Deviation over size.
    pub fn relative(&self) -> f64 {
        self.deviation / self.size
    }
}

/// Parameters for which advice is given.
const ADVISED: usize = 5;

/// All parameters, the least precise first.
pub fn precision(
    setup: &Setup,
    x: &[f64],
    earlier: Option<&Matrix>,
    information: &Matrix,
    limits: &[LimitUse],
) -> Result<Vec<ParameterPrecision>, ExciteError> {
    let mut all = information.clone();
    if let Some(earlier) = earlier {
        all.as_mut_slice().iter_mut().zip(earlier.as_slice()).for_each(|(a, e)| *a += e);
    }
    let deviations = deviations(&all);
    let mut order: Vec<usize> = (0..setup.unknowns.len()).collect();
    let spread = setup.unknowns.spread(setup.robot);
    let size = |k: usize| spread.at(k, k).sqrt();
    let relative = |k: usize| deviations[k] / size(k);
    order.sort_by(|a, b| relative(*b).total_cmp(&relative(*a)));
    let mut evaluation = Evaluation::new(setup, true)?;
    evaluation.follow(&setup.grid, &setup.coefficients(x));
    evaluation.information(setup, &setup.grid);
    let factor = Cholesky::new(&all).ok();
    let seen = |(rank, &k): (usize, &usize)| ParameterPrecision {
        name: setup.unknowns.names[k].clone(),
        unit: setup.unknowns.units[k].clone(),
        value: setup.unknowns.values[k],
        size: size(k),
        deviation: deviations[k],
        advice: match &factor {
            Some(factor) if rank < ADVISED => advice(setup, &mut evaluation, factor, x, k, limits),
            _ => None,
        },
    };
    Ok(order.iter().enumerate().map(seen).collect())
}

fn advice(
    setup: &Setup,
    evaluation: &mut Evaluation,
    factor: &Cholesky,
    x: &[f64],
    k: usize,
    limits: &[LimitUse],
) -> Option<String> {
    let n = setup.unknowns.len();
    let mut a = vec![0.0; n];
    a[k] = 1.0;
    factor.solve(&mut a);
    let variance = a[k];
    let slope = Matrix::from_fn(n, n, |i, j| -a[i] * a[j] / variance);
    let mut slopes = vec![0.0; setup.dimension()];
    if !evaluation.add_information_slopes(setup, &setup.grid, &slope, &mut slopes) {
        return None;
    }
    let count = setup.basis.len();
    let coefficients = setup.coefficients(x);
    // Percent of variance per percent of amplitude.
    let gain = |j: usize| -> f64 {
        let range = j * count + 1..(j + 1) * count;
        -range.map(|i| slopes[i] * coefficients[i]).sum::<f64>()
    };
    let best = (0..setup.names.len()).max_by(|i, j| gain(*i).total_cmp(&gain(*j)))?;
    if !(gain(best) > 0.0) {
        return Some("no larger motion of a single coordinate helps; use a longer motion".into());
    }
    let name = &setup.names[best];
    let per_cent = significant(gain(best), 2);
    let tight = |l: &&LimitUse| l.limit.of == *name && l.share() > 0.98;
    let held: Vec<&str> = limits.iter().filter(tight).map(|l| l.limit.what).collect();
    let held = if held.is_empty() {
        String::new()
    } else {
        format!(", but its {} limit is reached", held.join(" and "))
    };
    Some(format!("1 % more motion of {name} reduces the variance by {per_cent} %{held}"))
}
