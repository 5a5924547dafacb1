//! What is chosen of a model beside its bodies.

use crate::coupling::Coupling;
use crate::problem::Model;
use armlab_engine::base::BaseParameters;
use armlab_engine::friction::FrictionModels;
use armlab_engine::robot::Robot;
use serde::{Deserialize, Serialize};

/// Friction, coupled joints, and the bodies by which efforts without friction are told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]

pub struct ModelShape {
    /// Friction of every joint.
    #[serde(with = "as_text")]
    pub friction: FrictionModels,
    /// Joints whose motors turn together.
    pub couplings: Vec<Coupling>,
    /// Base parameters by which efforts without friction are told; empty where nothing
    /// depends on them.
    pub transmitting: Vec<f64>,
    /// Joints whose friction describes rows near standstill, too, by what it leaves of them;
    /// empty where that was not looked at.
    pub near_rest: Vec<bool>,
}

impl ModelShape {
    /// The unknowns of a robot with it.
    pub fn model<'r>(&self, robot: &'r Robot, base: BaseParameters) -> Model<'r> {
        let model = Model::with_base(robot, base, self.friction.clone(), &self.couplings)
            .near_rest(&self.near_rest);
        if self.transmitting.is_empty() { model } else { model.transmitted_by(&self.transmitting) }
    }
}

/// Friction as text in documents.
mod as_text {
    use armlab_engine::friction::FrictionModels;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(models: &FrictionModels, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(models)
    }
    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<FrictionModels, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
