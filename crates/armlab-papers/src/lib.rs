//! The papers, as printed and as experiments.
//!
//! armlab's own models are derived from mechanics and tested against it. This crate keeps what the
//! papers themselves put on the page, misprints included, so that a published number can be
//! recomputed and a published equation can be held against the physics it claims to describe.
//! Nothing in the library depends on it.
//!
//! | module | paper | robot |
//! |---|---|---|
//! | [`batista2020`] | Batista, Souza, dos Reis, Barbosa & Araújo (2020) | RPP cylindrical arm |
//! | [`rosyid2020`] | Rosyid & El-Khasawneh (2020) | planar 3PRR parallel machine |
//! | [`urrea2016`] | Urrea & Pascal (2016) | SCARA, with [`scara`] |
//! | [`urrea2020`] | Urrea & Saa (2020) | RPRPRP planar arm |
//! | [`urrea2022`] | Urrea & Agramonte (2022) | SCARA, with [`scara`] |
//!
//! Each `printed` module holds one paper's equations and nothing else: pure functions of the joint
//! state, the equation number on each, and next to every term that is printed wrongly the number of
//! its erratum, listed in the paper's module.
//!
//! # Inverse dynamics only
//!
//! The printed models answer "which effort would this motion need, according to the page?". They
//! deliberately do not answer "which motion follows from this effort?": that inverts the mass
//! matrix, and the printed ones are indefinite (the cylindrical arm accelerates backwards in
//! about half of its poses) or do not belong to the printed velocity terms (the planar arm gains energy from
//! nothing). The tests of this crate measure how badly.

pub mod batista2020;
pub mod kinematic;
pub mod methods;
pub mod reproduce;
pub mod rosyid2020;
pub mod scara;
pub mod urrea2016;
pub mod urrea2020;
pub mod urrea2022;

use reproduce::Paper;

/// All papers, in the order in which `reproduce all` runs them.
pub const PAPERS: &[Paper] =
    &[batista2020::PAPER, urrea2022::PAPER, urrea2016::PAPER, urrea2020::PAPER, rosyid2020::PAPER];

/// The paper of this name.
pub fn paper(id: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|p| p.id == id)
}
