//! The SCARA of Urrea & Pascal 2016: its errata, the reference numbers, and the reproduction. What the
//! 2022 paper shares is tested there.

mod equations;
mod excitation;
mod networks;
mod reproduce;
#[path = "../urrea2022/support.rs"]
mod support;
mod tables;
