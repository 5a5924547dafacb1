//! What is known of link parameters beforehand, as linear conditions.
//!
//! A body must have a positive semidefinite pseudo-inertia, which is not linear.
//! What of it is linear is taken here: no mass is negative, no moment of inertia
//! either, each is at most the sum of the other two, and a centre of mass within
//! `reach` of the link's frame along each axis means `−reach·m ≤ h ≤ reach·m`.

use armlab_engine::base::BaseParameters;
use armlab_engine::robot::{Robot, nearest_name};
use thiserror::Error;

/// `lower ≤ Σ factor · unknown ≤ upper`, with a name for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// What it says, as `link2.m ≥ 0`.
    pub name: String,
    /// Terms: index into [`BaseParameters::unknowns`], and factor.
    pub terms: Vec<(usize, f64)>,
    /// Lower limit, or −∞.
    pub lower: f64,
    /// Upper limit, or ∞.
    pub upper: f64,
}

/// Why a condition cannot be stated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ConditionError {
    /// No unknown of this name.
    #[error("there is no unknown `{name}`{}", hint(.nearest))]
    Unknown {
        /// The name.
        name: String,
        /// One that looks like it.
        nearest: Option<String>,
    },
    /// Limits in the wrong order or not numbers.
    #[error("limits of `{name}`: {lower} to {upper} is not a range; give the smaller one first")]
    Range {
        /// The unknown.
        name: String,
        /// Lower limit.
        lower: f64,
        /// Upper limit.
        upper: f64,
    },
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |n| format!("; did you mean `{n}`?"))
}

/// Conditions on the unknowns of a robot's base parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conditions {
    /// All of them.
    pub all: Vec<Condition>,
}

impl Conditions {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// What holds for all bodies: masses, moments of inertia and rotor inertias are
    /// not negative, and no moment of inertia exceeds the sum of the other two.
    /// Only where an unknown moves the parameter.
    pub fn bodies(mut self, robot: &Robot, base: &BaseParameters) -> Self {
        let names = robot.parameter_names();
        let links = robot.links().len();
        for l in 0..links {
            let at = |p: usize| 10 * l + p;
            let (xx, yy, zz) = (at(4), at(6), at(9));
            self.at_least_zero(robot, base, format!("{} ≥ 0", names[at(0)]), &[(at(0), 1.0)]);
            for (a, b, c) in [(xx, yy, zz), (yy, zz, xx), (zz, xx, yy)] {
                let name = format!("{} ≤ {} + {}", names[a], names[b], names[c]);
                self.at_least_zero(robot, base, name, &[(a, -1.0), (b, 1.0), (c, 1.0)]);
            }
            for a in [xx, yy, zz] {
                self.at_least_zero(robot, base, format!("{} ≥ 0", names[a]), &[(a, 1.0)]);
            }
        }
        for rotor in 10 * links..names.len() {
            self.at_least_zero(robot, base, format!("{} ≥ 0", names[rotor]), &[(rotor, 1.0)]);
        }
        self
    }

    /// Centres of mass within `reach` metres of the links' frames, along each axis.
    pub fn centres_within(
        mut self,
        robot: &Robot,
        base: &BaseParameters,
        reach: f64,
    ) -> Result<Self, ConditionError> {
        check("reach of centres of mass", 0.0, reach)?;
        let names = robot.parameter_names();
        for l in 0..robot.links().len() {
            for p in 1..4 {
                let (mass, first) = (10 * l, 10 * l + p);
                let size = format!("|{}| ≤ {reach} m · {}", names[first], names[mass]);
                self.at_least_zero(robot, base, size.clone(), &[(mass, reach), (first, -1.0)]);
                self.at_least_zero(robot, base, size, &[(mass, reach), (first, 1.0)]);
            }
        }
        Ok(self)
    }

    /// The masses of all links together, kg.
    pub fn total_mass(
        mut self,
        robot: &Robot,
        base: &BaseParameters,
        lower: f64,
        upper: f64,
    ) -> Result<Self, ConditionError> {
        let name = format!("mass of all links from {lower} to {upper} kg");
        check("mass of all links", lower, upper)?;
        let masses: Vec<(usize, f64)> = (0..robot.links().len()).map(|l| (10 * l, 1.0)).collect();
        let (terms, known) = in_unknowns(robot, base, &masses);
        let (lower, upper) = (lower - known, upper - known);
        self.all.push(Condition { name, terms, lower, upper });
        Ok(self)
    }

    /// One unknown between limits; either may be infinite.
    pub fn between(
        mut self,
        base: &BaseParameters,
        name: &str,
        lower: f64,
        upper: f64,
    ) -> Result<Self, ConditionError> {
        check(name, lower, upper)?;
        let Some(k) = base.unknowns.iter().position(|n| n == name) else {
            let nearest = nearest_name(name, base.unknowns.iter().map(String::as_str));
            return Err(ConditionError::Unknown { name: name.into(), nearest });
        };
        let words = match (lower.is_finite(), upper.is_finite()) {
            (true, true) => format!("{name} from {lower} to {upper}"),
            (true, false) => format!("{name} ≥ {lower}"),
            _ => format!("{name} ≤ {upper}"),
        };
        self.all.push(Condition { name: words, terms: vec![(k, 1.0)], lower, upper });
        Ok(self)
    }

    /// Every unknown within a part of its value in the description, as 0.2 for
    /// 20 %; those that are zero there are left free.
    pub fn around_description(
        mut self,
        base: &BaseParameters,
        part: f64,
    ) -> Result<Self, ConditionError> {
        check("part of the description's values", 0.0, part)?;
        let percent = 100.0 * part;
        for (k, value) in base.prior().into_iter().enumerate().filter(|v| v.1 != 0.0) {
            let name = format!("{} within {percent} % of {value}", base.unknowns[k]);
            let (a, b) = (value * (1.0 - part), value * (1.0 + part));
            let terms = vec![(k, 1.0)];
            self.all.push(Condition { name, terms, lower: a.min(b), upper: a.max(b) });
        }
        Ok(self)
    }

    /// `Σ factor · parameter ≥ 0` over link parameters; nothing where no unknown
    /// moves any of them.
    fn at_least_zero(
        &mut self,
        robot: &Robot,
        base: &BaseParameters,
        name: String,
        parameters: &[(usize, f64)],
    ) {
        let (terms, known) = in_unknowns(robot, base, parameters);
        if !terms.is_empty() {
            self.all.push(Condition { name, terms, lower: -known, upper: f64::INFINITY });
        }
    }
}

fn check(name: &str, lower: f64, upper: f64) -> Result<(), ConditionError> {
    match lower <= upper && lower < f64::INFINITY && upper > f64::NEG_INFINITY {
        true => Ok(()),
        false => Err(ConditionError::Range { name: name.into(), lower, upper }),
    }
}

/// A sum of link parameters in the unknowns, and the part of it that no unknown
/// moves. Declared unknowns start from their values in the description.
fn in_unknowns(
    robot: &Robot,
    base: &BaseParameters,
    parameters: &[(usize, f64)],
) -> (Vec<(usize, f64)>, f64) {
    let described = robot.parameter_values();
    let prior = base.prior();
    let mut terms: Vec<(usize, f64)> = Vec::new();
    let mut known: f64 = parameters.iter().map(|&(i, factor)| factor * described[i]).sum();
    for (k, moves) in base.moves().iter().enumerate() {
        let factor: f64 = moves
            .iter()
            .map(|&(i, by)| {
                let asked = parameters.iter().filter(|p| p.0 == i).map(|p| p.1).sum::<f64>();
                by * asked
            })
            .sum();
        if factor != 0.0 {
            known -= factor * prior[k];
            terms.push((k, factor));
        }
    }
    (terms, known)
}
