//! J. Batista, D. Souza, L. dos Reis, A. Barbosa, R. Araújo: *Dynamic Model and Inverse Kinematic
//! Identification of a 3-DOF Manipulator Using RLSPSO*, Sensors 20(2), 416 (2020),
//! <https://doi.org/10.3390/s20020416>.
//!
//! A cylindrical arm, `q = [θ₁, d₂, d₃]`: a column turns by θ₁ about the vertical, a carriage climbs
//! it by d₂, an arm slides out horizontally by d₃.
//!
//! # Errata
//!
//! The numbers the comments in [`printed`] refer to. The paper numbers the equations of its appendix
//! A1, A2, … as well: an erratum is written bare, an equation always as "Eq A1".
//!
//! | id | where | printed | correct |
//! |---|---|---|---|
//! | A1 | Table 2, Eq 2 | a₂ = 0.11 in the table, absent from every equation | one of the two; the equations agree on 0 |
//! | A2 | Eq 3, 4 | A₃ has d₃, the product has d₃ + 0.35 | d₃ + 0.35 in both |
//! | A3 | Eq 6 | Atan2(Px, Py) | atan2(−Px, Py) |
//! | A4–A6 | Eq 10–13 | z₂ = [s, c, 0], hence the third column of J | [−s, c, 0] |
//! | A7 | Eq 12, 13 | d₃ means the radius in one, the joint in the other | the joint; the radius is d₃ + 0.35 |
//! | A8, A9 | Eq A6–A8 | each mass meets one component of the velocity only, one with a wrong sign | its whole velocity |
//! | A11 | Eq A8, A17, A25 | d₂ has inertia m₃ and weight (m₂ + m₃)g | m₂ + m₃ in both |
//! | A13–A16 | Eq A19, A20, A26, A28 | derivatives of Eq A17 | squares of sines and cosines, factors d₃ and signs are lost |
//! | A17 | Eq 17, A21 | θ₁″ has −\[4(m₁s − m₂c)d₃ + I₃\] | +\[(m₁c² + m₂s²)d₃² + I₃\] |
//! | A18 | Eq 17 | (m₁ + m₂)sc d₃ multiplies d₃′² | d₃″, as in Eq A21 |
//! | A19 | Eq A21, A29, A30 | three signs differ between the scalar and the matrix form | one model |
//! | A20 | Eq A29, A30 | M₃₁ = m₁sc, M₁₃ = (m₁ + m₂)sc d₃ | −(m₁ + m₂)sc d₃ in both |
//! | A21 | Eq A29, A30 | M₃₃ = ±2(m₁s + m₂c) | m₁s² + m₂c² from Eq A17, m₃ from mechanics |
//!
//! (s = sin θ₁, c = cos θ₁. A10 and A12 concern equations that are not evaluated here, A22–A26 the
//! identification part of the paper.)

mod errata;
mod experiments;
mod operations;
mod parameters;
pub mod printed;
pub mod published;

pub use experiments::PAPER;
pub use parameters::Parameters;
