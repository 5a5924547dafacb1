//! What is handed out: names, numbers and sentences.

use super::subspace::Gap;
use armlab_dense::Matrix;

/// Whether efforts can tell a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Identifiability {
    /// By itself.
    Alone,
    /// Only together with others, in these of [`Structure::combinations`].
    Combined(Vec<usize>),
    /// Not at all: it has no effect on any effort.
    Never,
}

/// One parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterStructure {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Whether efforts can tell it.
    pub identifiability: Identifiability,
}

/// A sum of parameters that efforts can tell: a base parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Combination {
    /// The sum in words.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Terms: index into [`Structure::parameters`], and factor.
    pub terms: Vec<(usize, f64)>,
}

/// What efforts tell about one body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyStructure {
    /// The link.
    pub link: String,
    /// Dimension of the motions that it can have, with gravity as one: at most 6.
    pub motions: usize,
    /// Base parameters that it adds to those of the bodies further out: at most 11.
    pub adds: usize,
    /// Changes that no effort shows: of this link and its rotor, made good in the
    /// parent link. Terms are indices into
    /// [`Robot::parameter_names`](crate::robot::Robot::parameter_names),
    /// and factors.
    pub transfers: Vec<Vec<(usize, f64)>>,
}

/// What the efforts of a robot can tell about its parameters.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The robot.
    pub robot: String,
    /// True if found from the geometry, false if from random poses.
    pub exact: bool,
    /// Number of base parameters.
    pub dimension: usize,
    /// Every unknown.
    pub parameters: Vec<ParameterStructure>,
    /// Base parameters.
    pub combinations: Vec<Combination>,
    /// Orthonormal rows that span the base parameters, over the unknowns in SI
    /// units.
    pub basis: Matrix,
    /// Changes of the unknowns that no effort shows, as few terms as could be
    /// found; unknowns without any effect are not among them.
    pub null_vectors: Vec<Vec<(usize, f64)>>,
    /// Body by body; empty for a machine with loops.
    pub bodies: Vec<BodyStructure>,
    /// How clear the decisions were; `None` for a machine with loops.
    pub gap: Option<Gap>,
    /// What else should be known.
    pub notes: Vec<String>,
}

impl Structure {
    /// In sentences, for people.
    pub fn sentences(&self) -> Vec<String> {
        let count = |wanted: fn(&Identifiability) -> bool| {
            self.parameters.iter().filter(|p| wanted(&p.identifiability)).count()
        };
        let alone = count(|i| *i == Identifiability::Alone);
        let never = count(|i| *i == Identifiability::Never);
        let combined = self.parameters.len() - alone - never;
        let mut sentences = vec![format!(
            "{}: efforts tell {} base parameters of {} parameters: {alone} show by themselves, \
             {combined} only in combination, {never} not at all",
            self.robot,
            self.dimension,
            self.parameters.len(),
        )];
        sentences.extend(self.notes.iter().cloned());
        sentences
    }

    /// What can be said of one parameter, in a sentence; `None` if there is none
    /// of this name.
    pub fn sentence(&self, name: &str) -> Option<String> {
        let parameter = self.parameters.iter().find(|p| p.name == name)?;
        Some(match &parameter.identifiability {
            Identifiability::Alone => format!("{name} shows by itself"),
            Identifiability::Never => format!("{name} has no effect on any effort"),
            Identifiability::Combined(all) => {
                let sums: Vec<&str> = all
                    .iter()
                    .filter_map(|k| self.combinations.get(*k))
                    .map(|c| c.name.as_str())
                    .collect();
                format!("{name} shows only in {}", sums.join("; and in "))
            }
        })
    }
}
