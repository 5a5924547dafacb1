//! What a description says of a model's unknowns.

use super::problem::Model;
use armlab_engine::robot::Robot;

impl Model<'_> {
    /// Values of the unknowns in a description of this robot, the model's own or
    /// another: base parameters from its inertials, friction from its laws where
    /// the unknowns can hold it. Nothing if it is another robot.
    pub fn values_of(&self, description: &Robot) -> Option<Vec<f64>> {
        let base = self.base();
        let links = description.parameter_values();
        let names =
            |r: &Robot| -> Vec<String> { r.driven_joints().map(|j| j.name.clone()).collect() };
        let same = links.len() == self.robot().parameter_count()
            && names(description) == names(self.robot());
        if !same {
            return None;
        }
        let unknowns = base.unknown_values(self.robot(), &links);
        let combined = base
            .parameters
            .iter()
            .map(|p| p.combination.iter().map(|&(i, f)| f * unknowns[i]).sum::<f64>());
        let mut values: Vec<f64> = combined.collect();
        for (j, joint) in description.driven_joints().enumerate() {
            values.extend(self.friction_models().of(j).values_of(&joint.friction));
        }
        let coupled = self.friction().iter().filter_map(|c| c.coupled());
        values.extend(coupled.map(|column| column.described(description)));
        Some(values)
    }
}
