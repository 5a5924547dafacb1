//! `<inertial>`, and what `<compiler>` does to inertias.

use super::compiler::Compiler;
use super::place;
use super::values::Values;
use crate::robot::describe::xml::sources::Sources;
use crate::spatial::{Inertia, Sym3, principal_axes};
use armlab_files::FileError;

/// Inertia about the frame in which the element stands.
pub(super) fn read(
    sources: &Sources,
    compiler: &Compiler,
    values: &Values,
) -> Result<Inertia<f64>, FileError> {
    let Some(mass) = values.number(sources, "mass")? else {
        let hint = "add mass=\"…\" in kilograms";
        return Err(sources.error(values.at, "<inertial> has no `mass`", hint));
    };
    let pose = place::pose(sources, compiler, values)?;
    let tensor = if let Some([xx, yy, zz, xy, xz, yz]) = values.vector(sources, "fullinertia")? {
        Sym3 { xx, xy, yy, xz, yz, zz }
    } else {
        let [xx, yy, zz] = values.vector(sources, "diaginertia")?.unwrap_or([0.0; 3]);
        Sym3 { xx, yy, zz, ..Sym3::zero() }
    };
    let tensor = pose.rotation.congruence(&tensor);
    Ok(Inertia::from_center(mass, pose.translation, tensor))
}

/// The inertia within the bounds that the compiler sets.
pub(super) fn adjusted(inertia: Inertia<f64>, compiler: &Compiler) -> Inertia<f64> {
    let Compiler { bound_mass, bound_inertia, balance_inertia, .. } = *compiler;
    if !(bound_mass > 0.0 || bound_inertia > 0.0 || balance_inertia) {
        return inertia;
    }
    let Some(center) = inertia.center() else { return inertia };
    let (mut moments, axes) = principal_axes(&inertia.tensor_at_center());
    let mass = inertia.mass.max(bound_mass);
    moments = moments.map(|m| m.max(bound_inertia));
    let sum: f64 = moments.iter().sum();
    if balance_inertia && moments.iter().any(|m| sum - m < *m) {
        moments = [sum / 3.0; 3];
    }
    let [xx, yy, zz] = moments;
    let tensor = axes.congruence(&Sym3 { xx, yy, zz, ..Sym3::zero() });
    Inertia::from_center(mass, center, tensor)
}
