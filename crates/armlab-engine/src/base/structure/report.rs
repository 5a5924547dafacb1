//! The result: which parameters are identifiable, alone or in combinations.

use super::subspace::Gap;
use armlab_dense::Matrix;

/// Whether a parameter can be identified from efforts.
#[derive(Clone, Debug, PartialEq)]
pub enum Identifiability {
    /// By itself.
    Identifiable,
    /// Only in combination with others: indices into [`Structure::combinations`].
    InCombination(Vec<usize>),
    /// It has no effect on any effort.
    Unidentifiable,
}

impl Identifiability {
    /// The status as one word or two.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Identifiable => "identifiable",
            Self::InCombination(_) => "in combination",
            Self::Unidentifiable => "unidentifiable",
        }
    }
}

/// One parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterStructure {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Whether it can be identified.
    pub identifiability: Identifiability,
}

/// A linear combination of parameters that is identifiable: a base parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Combination {
    /// The combination as text.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Terms: index into [`Structure::parameters`], and factor.
    pub terms: Vec<(usize, f64)>,
}

/// The parameters of one link, by status; names without the link's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkIdentifiability {
    /// The link, or the joint of a rotor inertia; empty for parameters that the
    /// description declares by a name of their own.
    pub link: String,
    /// Identifiable by themselves.
    pub identifiable: Vec<String>,
    /// Identifiable in combination with others only.
    pub in_combination: Vec<String>,
    /// Without effect on any effort.
    pub unidentifiable: Vec<String>,
}

/// The contribution of one body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyStructure {
    /// The link.
    pub link: String,
    /// Dimension of the motions that it can have, with gravity as one: at most 6.
    pub motions: usize,
    /// Base parameters that it adds to those of the bodies further out: at most 11.
    pub adds: usize,
    /// Changes without effect on any effort: of this link and its rotor, compensated
    /// in the parent link. Terms are indices into
    /// [`Robot::parameter_names`](crate::robot::Robot::parameter_names),
    /// and factors.
    pub transfers: Vec<Vec<(usize, f64)>>,
}

/// Which parameters of a robot can be identified from its efforts.
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
    /// Changes of the unknowns without effect on any effort, with as few terms as
    /// could be found; unknowns without any effect are not among them.
    pub null_vectors: Vec<Vec<(usize, f64)>>,
    /// Body by body; empty for a machine with loops.
    pub bodies: Vec<BodyStructure>,
    /// How clear the decisions were; `None` for a machine with loops.
    pub gap: Option<Gap>,
    /// Remarks on the method or on rounded angles.
    pub notes: Vec<String>,
}

impl Structure {
    /// The count of base parameters and of parameters by status, as one line.
    pub fn summary(&self) -> String {
        let count = |wanted: fn(&Identifiability) -> bool| {
            self.parameters.iter().filter(|p| wanted(&p.identifiability)).count()
        };
        let alone = count(|i| *i == Identifiability::Identifiable);
        let never = count(|i| *i == Identifiability::Unidentifiable);
        let combined = self.parameters.len() - alone - never;
        format!(
            "{} base parameters; of {} parameters {alone} are identifiable, {combined} only in \
             combination, {never} have no effect on any effort",
            self.dimension,
            self.parameters.len(),
        )
    }

    /// The parameters by link and status: the rows of a table.
    pub fn by_link(&self) -> Vec<LinkIdentifiability> {
        let mut rows: Vec<LinkIdentifiability> = Vec::new();
        for parameter in &self.parameters {
            let (link, name) = parameter.name.rsplit_once('.').unwrap_or(("", &parameter.name));
            let at = rows.iter().position(|row| row.link == link).unwrap_or_else(|| {
                rows.push(LinkIdentifiability { link: link.into(), ..Default::default() });
                rows.len() - 1
            });
            let list = match parameter.identifiability {
                Identifiability::Identifiable => &mut rows[at].identifiable,
                Identifiability::InCombination(_) => &mut rows[at].in_combination,
                Identifiability::Unidentifiable => &mut rows[at].unidentifiable,
            };
            list.push(name.into());
        }
        rows
    }

    /// The names of the base parameters that a parameter is part of; `None` if there
    /// is no parameter of this name.
    pub fn combinations_of(&self, name: &str) -> Option<Vec<&str>> {
        let parameter = self.parameters.iter().position(|p| p.name == name)?;
        let part = |c: &&Combination| c.terms.iter().any(|&(i, _)| i == parameter);
        Some(self.combinations.iter().filter(part).map(|c| c.name.as_str()).collect())
    }
}
