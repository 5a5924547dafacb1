//! What several test binaries share. Not every binary uses every part.
#![allow(dead_code)]

pub mod claim;
pub mod random;
pub mod reference;
