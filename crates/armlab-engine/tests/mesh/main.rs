//! Files of meshes: one body in every format is the same body, damaged files
//! are refused without panic, and the doctor sees what does not fit a mesh.

mod damaged;
mod doctor;
mod formats;
mod written;
