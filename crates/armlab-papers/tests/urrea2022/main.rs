//! The SCARA of Urrea & Agramonte 2022: its errata, the reference numbers, and the reproduction.
//!
//! Reference numbers that other crates' tests hold already are not repeated here: dynamics of 50 states
//! (`armlab/tests/vectors.rs`), the clean log and RMSE of every parameter set (`armlab/tests/simulate/scara.rs`),
//! when published parameters blow up (`…/divergence.rs`), least squares, their dilution and instruments
//! (`armlab/tests/identify`), recursive least squares, Adaline and Hopfield (`armlab-online/tests/rows`), states of
//! the filters, 20 other draws and the guesses from which they find the way (`armlab/tests/online_kalman`), searches
//! (`armlab/tests/online_rows/evolution.rs`).

mod filter;
mod loops;
mod model;
mod reference;
mod reproduce;
mod support;
mod tables;
