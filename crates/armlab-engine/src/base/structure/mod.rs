//! Which parameters a robot's efforts can tell at all, from its geometry alone.
//!
//! For a tree the answer is exact: a recursion from the base outward
//! (`recursion.rs`) finds what shows of every body, without random states and with
//! decisions that are clear by ten orders of magnitude. A machine with loops is
//! judged from the regressor at random poses ([`super::base_parameters`]), and
//! says so.

mod assemble;
mod elimination;
mod recursion;
mod report;
mod subspace;
mod transfer;
mod unknowns;

pub use report::{BodyStructure, Combination, Identifiability, ParameterStructure, Structure};
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

/// Why nothing can be said.
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

/// What the efforts of `robot` can tell about the unknowns that its description
/// declares, or else about all link parameters and rotor inertias.
pub fn structural_identifiability(robot: &Robot) -> Result<Structure, StructureError> {
    of_unknowns(robot, Unknowns::declared(robot))
}

/// The same about all link parameters and rotor inertias, whatever the
/// description declares; of a machine with loops it stays with what is declared.
pub fn structural_identifiability_of_links(robot: &Robot) -> Result<Structure, StructureError> {
    of_unknowns(robot, Unknowns::links(robot))
}

fn of_unknowns(robot: &Robot, unknowns: Unknowns) -> Result<Structure, StructureError> {
    if !robot.loops().is_empty() {
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
        "angles of the description are rounded: taken to the last digit, the links would have {} \
         base parameters instead of {}, the further ones at most {:.0e} times as strong as others, \
         which is less than any log can tell",
        strict.dimension(),
        rounded.dimension(),
        rounded.gap.largest_dropped
    ));
    Ok(structure)
}
