//! Vectors, rotations, motions, forces and inertias, generic over the number
//! they are made of. This room knows nothing of robots.

mod arithmetic;
mod dispatch;
mod dual;
mod fused;
mod inertia;
mod lanes;
mod mat3;
mod principal;
mod quaternion;
mod scalar;
mod transform;
mod vec3;
mod wrench;

pub use arithmetic::{Arithmetic, Portable};
pub use armlab_dense::Instructions;
pub use dispatch::{Family, InstructionSet, Kernel, PerInstructionSet, dispatch};
pub use dual::Dual;
pub use fused::{Wide, Wider};
pub use inertia::{
    Inertia, Moments, PARAMETER_NAMES, PARAMETER_UNITS, acceleration_gradient, newton_euler,
};
pub use lanes::{Batch, Lanes, MOST_LANES, REDUCTION_LIMIT};
pub use mat3::{Mat3, Sym3};
pub use principal::principal_axes;
pub use scalar::{Scalar, Times};
pub use transform::Transform;
pub use vec3::{Vec3, vec3};
pub use wrench::{Force, Motion};
