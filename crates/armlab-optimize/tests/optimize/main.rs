//! Every claim about the crate, in one program: each further one links everything again.

mod gradients;
mod least_squares;
mod linear_programme;
mod pattern_search;
mod populations;
mod semidefinite;
