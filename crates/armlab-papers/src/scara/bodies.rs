//! The SCARA with other base parameters, and which of them a robot can have.
//!
//! `M(θ₂) > 0` for every θ₂ if and only if `m3 > 0`, `IZZ2 > 0` and
//!
//! ```text
//! IZZ2 (IZZ1 − IZZ2) > m_r²
//! ```
//!
//! because in `det M = (IZZ1 + 2 m_r c) IZZ2 − (IZZ2 + m_r c)²` with `c = cos θ₂` the terms linear in
//! `c` cancel: `det M = IZZ2 (IZZ1 − IZZ2) − m_r² c²`.

use crate::reproduce::ReproduceError;
use armlab::robot::Robot;

/// The robot with given base parameters, whether it could exist or not.
pub fn with_base(robot: &Robot, base: &[f64; 4]) -> Result<Robot, ReproduceError> {
    let names = robot.parameter_names();
    let mut values = robot.parameter_values();
    // From the outermost link inwards: each parameter moves one number that later ones leave alone.
    for (parameter, entry) in [(3, "link3.m"), (2, "link2.mx"), (1, "link2.Izz"), (0, "link1.Izz")]
    {
        let missing = || ReproduceError::missing("a link parameter of the SCARA");
        let place = names.iter().position(|n| n == entry).ok_or_else(missing)?;
        let declared = robot.declared_base_parameters().get(parameter).ok_or_else(missing)?;
        let sum: f64 = declared.combination.iter().map(|(i, f)| f * values[*i]).sum();
        let factor = declared.combination.iter().find(|(i, _)| *i == place).ok_or_else(missing)?.1;
        values[place] += (base[parameter] - sum) / factor;
    }
    robot
        .with_parameter_values(&values)
        .ok_or_else(|| ReproduceError::missing("the SCARA with other parameters"))
}

/// `IZZ2 (IZZ1 − IZZ2) − m_r²`: not positive for parameters that no robot has (minus infinity where
/// only the sign of a mass or inertia tells).
pub fn feasibility_margin(base: &[f64; 4]) -> f64 {
    let [izz1, izz2, m_r, m3] = *base;
    let margin = izz2 * (izz1 - izz2) - m_r * m_r;
    let positive = izz2 > 0.0 && m3 > 0.0;
    if positive || margin <= 0.0 { margin } else { f64::NEG_INFINITY }
}

/// Between which values one parameter may lie, the others as they are, for the mass matrix to stay
/// positive; `None` where it is not.
pub fn feasible_interval(base: &[f64; 4], parameter: usize) -> Option<(f64, f64)> {
    let [izz1, izz2, m_r, _] = *base;
    if !(feasibility_margin(base) > 0.0) {
        return None;
    }
    Some(match parameter {
        0 => (izz2 + m_r * m_r / izz2, f64::INFINITY),
        1 => {
            // IZZ2² − IZZ1 IZZ2 + m_r² < 0
            let root = (0.25 * izz1 * izz1 - m_r * m_r).max(0.0).sqrt();
            (0.5 * izz1 - root, 0.5 * izz1 + root)
        }
        2 => {
            let most = (izz2 * (izz1 - izz2)).sqrt();
            (-most, most)
        }
        _ => (0.0, f64::INFINITY),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scara::TRUTH;

    #[test]
    fn ends_of_the_intervals_have_no_margin() {
        for parameter in 0..3 {
            let (low, high) = feasible_interval(&TRUTH, parameter).unwrap();
            for end in [low, high].into_iter().filter(|e| e.is_finite()) {
                let mut base = TRUTH;
                base[parameter] = end;
                assert!(feasibility_margin(&base).abs() < 1e-14, "{parameter}: {end}");
            }
            assert!(low < TRUTH[parameter] && TRUTH[parameter] < high);
        }
    }

    #[test]
    fn negative_inertias_and_masses_have_no_margin_at_all() {
        for base in [[-4.0, -0.5, 0.0, 2.0], [4.0, 0.5, 0.1, -2.0]] {
            assert_eq!(feasibility_margin(&base), f64::NEG_INFINITY);
            assert_eq!(feasible_interval(&base, 0), None);
        }
    }
}
