//! Clarabel's semidefinite cones call BLAS and LAPACK: OpenBLAS of the system has both.

fn main() {
    println!("cargo:rustc-link-lib=openblas");
    println!("cargo:rerun-if-changed=build.rs");
}
