//! Structural identifiability: which parameters can be identified from efforts at
//! all, whatever the motion, from the robot's geometry alone.
//!
//! For a tree the result is exact: a recursion from the base outward
//! (`recursion.rs`) finds the identifiable combinations of every body, without
//! random states and with singular values that are zero or not by ten orders of
//! magnitude. For a robot with loops it is found from the regressor at random poses
//! ([`super::base_parameters`]), and a note states so.

mod assemble;
mod elimination;
mod recursion;
mod report;
mod subspace;
mod transfer;
mod unknowns;

pub use report::{
    BodyStructure, Combination, Identifiability, LinkIdentifiability, ParameterStructure, Structure,
};
pub use subspace::Gap;

use super::base_parameters::{BaseError, MOST_PARAMETERS, base_parameters};
use crate::robot::Robot;
use armlab_dense::NoConvergence;
use recursion::Recursion;
use thiserror::Error;
use unknowns::Unknowns;

/// Directions weaker than this are not there. Descriptions write quarter turns
/// with five digits, which leaves a few millionths where there should be none.
pub const ROUNDED: f64 = 2e-5;
/// The same for descriptions that are exact to the last digit.
pub const EXACT: f64 = 1e-9;

/// Why identifiability could not be determined.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StructureError {
    /// The base parameters of a machine with loops.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// Numbers of the description.
    #[error("the geometry of robot `{robot}` cannot be reduced: {source}")]
    Geometry {
        /// The robot.
        robot: String,
        /// Why.
        source: NoConvergence,
    },
}

/// Identifiability of the unknowns that the description of `robot` declares, or
/// else of all link parameters and rotor inertias.
pub fn structural_identifiability(robot: &Robot) -> Result<Structure, StructureError> {
    of_unknowns(robot, Unknowns::declared(robot))
}

/// Identifiability of all link parameters and rotor inertias, whatever the
/// description declares; for a robot with loops, of what is declared.
pub fn structural_identifiability_of_links(robot: &Robot) -> Result<Structure, StructureError> {
    of_unknowns(robot, Unknowns::links(robot))
}

fn of_unknowns(robot: &Robot, unknowns: Unknowns) -> Result<Structure, StructureError> {
    if !robot.is_tree() {
        return Ok(assemble::numerical(robot, &base_parameters(robot)?));
    }
    let count = robot.parameter_count();
    if count > MOST_PARAMETERS {
        return Err(BaseError::TooLarge { count }.into());
    }
    let failed = |source| StructureError::Geometry { robot: robot.name().into(), source };
    // To the last digit first; with room for rounded angles where that matters.
    let strict = Recursion::new(robot, EXACT).map_err(failed)?;
    let rounded = Recursion::new(robot, ROUNDED).map_err(failed)?;
    if strict.dimension() == rounded.dimension() {
        return Ok(assemble::exact(robot, &strict, EXACT, unknowns));
    }
    let mut structure = assemble::exact(robot, &rounded, ROUNDED, unknowns);
    structure.notes.push(format!(
        "angles of the description are rounded: taken to the last digit there would be {} base \
         parameters instead of {}; the additional ones have at most {:.0e} times the effect of the \
         others, too little to be identified",
        strict.dimension(),
        rounded.dimension(),
        rounded.gap.largest_dropped
    ));
    Ok(structure)
}
