//! What a structure speaks of: declared unknowns, or link parameters.

use crate::robot::Robot;
use crate::spatial::PARAMETER_UNITS;

/// Unknowns and the link parameters that each moves.
pub struct Unknowns {
    /// Names.
    pub names: Vec<String>,
    /// Units.
    pub units: Vec<String>,
    /// Link parameters that each moves, and by how much.
    pub moves: Vec<Vec<(usize, f64)>>,
    /// What is taken as known, for people.
    pub note: Option<String>,
}

impl Unknowns {
    /// All link parameters and rotor inertias.
    pub fn links(robot: &Robot) -> Self {
        let names = robot.parameter_names();
        let moves = (0..names.len()).map(|i| vec![(i, 1.0)]).collect();
        Self { units: units(robot), names, moves, note: None }
    }

    /// Those of the description: its unknowns, or the link parameters that its
    /// base parameters mention (others are known), or all.
    pub fn declared(robot: &Robot) -> Self {
        let own = robot.model_parameters();
        if !own.is_empty() && robot.declared_base_parameters().is_empty() {
            return Self {
                names: own.iter().map(|p| p.name.clone()).collect(),
                units: own.iter().map(|p| p.unit.clone()).collect(),
                moves: own.iter().map(|p| p.moves.clone()).collect(),
                note: Some("the unknowns are those that the description declares".into()),
            };
        }
        let all = Self::links(robot);
        let base = robot.declared_base_parameters();
        if base.is_empty() {
            return all;
        }
        let mentioned: Vec<usize> = (0..all.names.len())
            .filter(|i| base.iter().any(|b| b.combination.iter().any(|t| t.0 == *i)))
            .collect();
        let pick = |from: &[String]| mentioned.iter().map(|&i| from[i].clone()).collect();
        Self {
            names: pick(&all.names),
            units: pick(&all.units),
            moves: mentioned.iter().map(|&i| vec![(i, 1.0)]).collect(),
            note: Some(
                "parameters that no declared base parameter mentions are taken as known".into(),
            ),
        }
    }

    /// What one unit of each unknown is in units in which lengths are divided by
    /// `length`: kg stay, kg m and kg m² are divided by it once and twice.
    pub fn scales(&self, robot: &Robot, length: f64) -> Vec<f64> {
        let units = units(robot);
        let scale = |moves: &Vec<(usize, f64)>| match moves.first().map(|t| units[t.0].as_str()) {
            Some(unit) if unit == PARAMETER_UNITS[1] => 1.0 / length,
            Some(unit) if unit == PARAMETER_UNITS[4] => 1.0 / (length * length),
            _ => 1.0,
        };
        self.moves.iter().map(scale).collect()
    }
}

fn units(robot: &Robot) -> Vec<String> {
    robot.parameter_units().iter().map(|u| u.to_string()).collect()
}
