//! Every claim about the crate, in one program: each further one links everything again.

mod factorisations;
mod nist;
mod streaming;
