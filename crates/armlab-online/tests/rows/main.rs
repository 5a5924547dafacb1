//! Claims about estimators that learn from rows.

mod adaline;
mod forgetting;
mod hopfield;
mod least_squares;
mod scara;
mod settings;
mod trust;
