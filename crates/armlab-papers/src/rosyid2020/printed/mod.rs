//! The paper's equations, with a switch on each misprint that can be evaluated.
//!
//! Every function takes the [`Errata`] to keep: [`Errata::ALL`] is the page, [`Errata::NONE`] is
//! mechanics. E3 has no switch, since a vector of three cannot be added to a matrix of 3 × 9; its
//! place is always corrected.
//!
//! | file | equations |
//! |---|---|
//! | `terms` | 2–8, 13: M, N, B, Ḃq̇ |
//! | `descriptor` | 16, 17, 27, 28 |
//! | `multipliers` | 18, 22 |
//! | `compact` | 19–21, 29 |
//! | `friction` | 23–25, 39–41 |

mod compact;
mod descriptor;
mod errata;
mod friction;
mod multipliers;
mod terms;

pub use compact::{bias, effort, mass};
pub use descriptor::{Descriptor, descriptor};
pub use errata::{Errata, Erratum};
pub use friction::{
    InputForces, constant_friction, input_forces, out_of_plane_normals, varying_friction,
};
pub use multipliers::{multipliers, normal_force, rail_reactions, reactions};
pub use terms::{SingularPose, Terms};
