//! The constants of the printed equations.

/// What the printed equations need to become numbers. SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// m₁, m₂, m₃ in kg; printed in Table 1.
    ///
    /// m₁ equals m₂ + m₃ to the last digit: it is the load of joint 1, not the mass of the column,
    /// so every printed sum m₁ + m₂ counts the carriage twice.
    pub mass: [f64; 3],
    /// I₃ in kg m²; the paper uses it and gives no value. Assumed: a uniform rod, m₃ l₃²/12.
    pub inertia3: f64,
    /// Height of the carriage above the base at d₂ = 0, in m; printed in Eq 1.
    pub base_height: f64,
    /// Distance of the tool from the column at d₃ = 0, in m; printed in Eq 4, in no table (A2).
    pub tool_offset: f64,
    /// g in m/s²; not printed. Assumed: standard gravity.
    pub gravity: f64,
}

impl Parameters {
    /// The published values, completed by the assumptions stated on each field.
    pub fn published() -> Self {
        let mass = [36.367405, 12.632222, 23.735183];
        let arm_length = 0.9; // l₃ of Table 1
        Self {
            mass,
            inertia3: mass[2] * arm_length * arm_length / 12.0,
            base_height: 0.245,
            tool_offset: 0.35,
            gravity: 9.80665,
        }
    }
}
