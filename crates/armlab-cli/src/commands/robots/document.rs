//! One robot as a JSON document. Limits that are infinite are `null`.

use crate::output::note;
use armlab::base::structure::{LinkIdentifiability, Structure, structural_identifiability};
use armlab::base::{BaseParameters, base_parameters};
use armlab::friction::FrictionTerm;
use armlab::robot::{Frame, Joint, Link, LoopClosure, Robot};
use armlab::spatial::{PARAMETER_UNITS, Transform};
use serde::Serialize;

#[derive(Serialize)]
pub struct RobotDocument {
    pub name: String,
    pub dofs: usize,
    /// In the base frame, m/s².
    pub gravity: [f64; 3],
    pub base_link: String,
    pub joints: Vec<JointDocument>,
    pub links: Vec<LinkDocument>,
    pub frames: Vec<FrameDocument>,
    pub tool: FrameDocument,
    /// Loop closures; empty for a tree.
    pub loops: Vec<LoopDocument>,
    pub parameters: Vec<ParameterDocument>,
    /// Base parameters; absent where they could not be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Vec<BaseDocument>>,
    /// What the base parameters combine: declared unknowns or link parameters.
    pub unknowns: Vec<String>,
    /// Changes of the unknowns without effect on any effort: names and factors.
    pub null_vectors: Vec<Vec<(String, f64)>>,
    /// Which unknowns can be identified at all; absent where that could not be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identifiability: Option<IdentifiabilityDocument>,
}

#[derive(Serialize)]
pub struct IdentifiabilityDocument {
    /// True if found from the geometry, false if from the regressor at random poses.
    pub exact: bool,
    pub base_parameters: usize,
    pub parameters: Vec<ParameterIdentifiability>,
    pub notes: Vec<String>,
    #[serde(skip)]
    pub summary: String,
    #[serde(skip)]
    pub by_link: Vec<LinkIdentifiability>,
}

#[derive(Serialize)]
pub struct ParameterIdentifiability {
    pub name: String,
    /// `identifiable`, `in combination` or `unidentifiable`.
    pub status: &'static str,
    /// The base parameters it is part of.
    pub combinations: Vec<String>,
}

#[derive(Serialize)]
pub struct JointDocument {
    pub name: String,
    pub kind: &'static str,
    pub parent: String,
    pub child: String,
    pub axis: [f64; 3],
    pub origin: Pose,
    pub limits: LimitsDocument,
    pub friction: FrictionDocument,
    pub rotor_inertia: f64,
    /// Turns of the motor for one of the joint, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gear_ratio: Option<f64>,
    pub actuated: bool,
    /// The joint that it follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mimic: Option<MimicDocument>,
    pub units: JointUnits,
}

/// `q = multiplier · q_joint + offset`
#[derive(Serialize)]
pub struct MimicDocument {
    pub joint: String,
    pub multiplier: f64,
    pub offset: f64,
}

#[derive(Serialize)]
pub struct Pose {
    pub xyz: [f64; 3],
    pub rpy: [f64; 3],
}

#[derive(Serialize)]
pub struct LimitsDocument {
    pub lower: Option<f64>,
    pub upper: Option<f64>,
    pub velocity: Option<f64>,
    pub acceleration: Option<f64>,
    pub effort: Option<f64>,
}

#[derive(Serialize)]
pub struct FrictionDocument {
    /// Sums over all laws.
    pub viscous: f64,
    pub coulomb: f64,
    pub offset: f64,
    /// The laws, whose efforts add.
    pub laws: Vec<LawDocument>,
}

#[derive(Serialize)]
pub struct LawDocument {
    pub law: &'static str,
    pub equation: &'static str,
    pub parameters: Vec<LawParameterDocument>,
    /// Viscous and Coulomb friction and an offset are all of it.
    #[serde(skip)]
    pub is_linear: bool,
}

#[derive(Serialize)]
pub struct LawParameterDocument {
    pub name: &'static str,
    pub value: f64,
    pub unit: &'static str,
}

#[derive(Serialize)]
pub struct JointUnits {
    pub position: &'static str,
    pub effort: &'static str,
}

#[derive(Serialize)]
pub struct LinkDocument {
    pub name: String,
    /// `null` where the description states no inertial.
    pub mass: Option<f64>,
    pub center: Option<[f64; 3]>,
    /// About the centre of mass, in axes parallel to the link's frame.
    pub inertia: Option<TensorDocument>,
    /// The ten parameters about the link's frame, as in `parameters`.
    pub parameters: [f64; 10],
    pub units: LinkUnits,
}

#[derive(Serialize)]
pub struct TensorDocument {
    pub xx: f64,
    pub xy: f64,
    pub yy: f64,
    pub xz: f64,
    pub yz: f64,
    pub zz: f64,
}

#[derive(Serialize)]
pub struct LinkUnits {
    pub mass: &'static str,
    pub center: &'static str,
    pub inertia: &'static str,
    pub parameters: [&'static str; 10],
}

#[derive(Serialize)]
pub struct FrameDocument {
    pub name: String,
    pub link: String,
    pub pose: Pose,
}

#[derive(Serialize)]
pub struct LoopDocument {
    pub name: String,
    pub first: FrameDocument,
    pub second: FrameDocument,
    /// Directions that are held, in the axes of the first frame.
    pub directions: Vec<&'static str>,
}

#[derive(Serialize)]
pub struct ParameterDocument {
    pub name: String,
    pub value: f64,
    pub unit: &'static str,
}

#[derive(Serialize)]
pub struct BaseDocument {
    pub name: String,
    pub value: f64,
    pub unit: String,
    pub combination: Vec<(String, f64)>,
}

impl RobotDocument {
    pub fn of(robot: &Robot) -> Self {
        let pairs = robot.joints().iter().zip(robot.links());
        let names = robot.parameter_names();
        let numbers = robot.parameter_values().into_iter().zip(robot.parameter_units());
        let parameters = names.iter().zip(numbers).map(|(name, (value, unit))| ParameterDocument {
            name: name.clone(),
            value,
            unit,
        });
        let base = match base_parameters(robot) {
            Ok(base) => Some(base),
            Err(error) => {
                note(format_args!("no base parameters: {error}"));
                None
            }
        };
        let named = |base: &BaseParameters, terms: &[(usize, f64)]| {
            terms.iter().map(|&(i, factor)| (base.unknowns[i].clone(), factor)).collect()
        };
        let null_vectors = base
            .as_ref()
            .map_or(Vec::new(), |base| base.null_vectors.iter().map(|v| named(base, v)).collect());
        Self {
            unknowns: base.as_ref().map_or(names.clone(), |base| base.unknowns.clone()),
            null_vectors,
            name: robot.name().into(),
            dofs: coordinates(robot),
            gravity: robot.gravity().to_array(),
            base_link: robot.base().name.clone(),
            joints: pairs.map(|(joint, link)| joint_document(robot, joint, link)).collect(),
            links: robot.links().iter().map(link_document).collect(),
            frames: robot.frames().iter().map(|f| frame_document(robot, f)).collect(),
            tool: frame_document(robot, robot.tool()),
            loops: robot.loops().iter().map(|l| loop_document(robot, l)).collect(),
            parameters: parameters.collect(),
            base: base.as_ref().map(base_documents),
            identifiability: structural_identifiability(robot).ok().as_ref().map(identifiability),
        }
    }
}

/// Number of coordinates: joints that follow others have none.
pub fn coordinates(robot: &Robot) -> usize {
    if robot.loops().is_empty() { robot.driven_joints().count() } else { robot.dofs() }
}

fn identifiability(structure: &Structure) -> IdentifiabilityDocument {
    let combinations = |name: &str| {
        let of = structure.combinations_of(name).unwrap_or_default();
        of.into_iter().map(str::to_owned).collect()
    };
    let parameters = structure.parameters.iter().map(|p| ParameterIdentifiability {
        name: p.name.clone(),
        status: p.identifiability.name(),
        combinations: combinations(&p.name),
    });
    IdentifiabilityDocument {
        exact: structure.exact,
        base_parameters: structure.dimension,
        parameters: parameters.collect(),
        notes: structure.notes.clone(),
        summary: structure.summary(),
        by_link: structure.by_link(),
    }
}

fn base_documents(base: &BaseParameters) -> Vec<BaseDocument> {
    let in_words = |&(i, factor): &(usize, f64)| (base.unknowns[i].clone(), factor);
    let documents = base.parameters.iter().map(|p| BaseDocument {
        combination: p.combination.iter().map(in_words).collect(),
        name: p.name.clone(),
        value: p.value,
        unit: p.unit.clone(),
    });
    documents.collect()
}

fn joint_document(robot: &Robot, joint: &Joint, link: &Link) -> JointDocument {
    let finite = |x: f64| x.is_finite().then_some(x);
    let (limits, linear) = (joint.limits, joint.friction.linear_part());
    JointDocument {
        name: joint.name.clone(),
        kind: joint.kind.name(),
        parent: link_name(robot, joint.parent),
        child: link.name.clone(),
        axis: joint.axis.to_array(),
        origin: pose(&joint.origin),
        limits: LimitsDocument {
            lower: finite(limits.lower),
            upper: finite(limits.upper),
            velocity: finite(limits.velocity),
            acceleration: finite(limits.acceleration),
            effort: finite(limits.effort),
        },
        friction: FrictionDocument {
            viscous: linear.viscous,
            coulomb: linear.coulomb,
            offset: linear.offset,
            laws: joint.friction.terms.iter().map(|t| law_document(t, joint)).collect(),
        },
        rotor_inertia: joint.rotor_inertia,
        gear_ratio: Some(joint.gear_ratio).filter(|r| *r > 0.0),
        actuated: joint.actuated,
        mimic: joint.mimic.as_ref().map(|m| MimicDocument {
            joint: m.joint.clone(),
            multiplier: m.multiplier,
            offset: m.offset,
        }),
        units: JointUnits {
            position: joint.kind.position_unit(),
            effort: joint.kind.effort_unit(),
        },
    }
}

fn law_document(term: &FrictionTerm, joint: &Joint) -> LawDocument {
    let law = term.law();
    let parameters = law.parameters().iter().zip(term.values());
    let parameters = parameters.map(|(p, &value)| LawParameterDocument {
        name: p.name,
        value,
        unit: p.dimension.unit(joint.kind.turns()),
    });
    LawDocument {
        law: law.name(),
        equation: law.equation(),
        parameters: parameters.collect(),
        is_linear: law.linear_part(term.values()).is_all,
    }
}

fn link_document(link: &Link) -> LinkDocument {
    let tensor = link.inertia.map(|inertia| inertia.tensor_at_center());
    LinkDocument {
        name: link.name.clone(),
        mass: link.inertia.map(|inertia| inertia.mass),
        center: link.inertia.and_then(|i| i.center()).map(|c| c.to_array()),
        inertia: tensor.map(|t| TensorDocument {
            xx: t.xx,
            xy: t.xy,
            yy: t.yy,
            xz: t.xz,
            yz: t.yz,
            zz: t.zz,
        }),
        parameters: link.inertia.unwrap_or_default().to_array(),
        units: LinkUnits {
            mass: "kg", center: "m", inertia: "kg m²", parameters: PARAMETER_UNITS
        },
    }
}

fn frame_document(robot: &Robot, frame: &Frame) -> FrameDocument {
    FrameDocument {
        name: frame.name.clone(),
        link: link_name(robot, frame.link),
        pose: pose(&frame.pose),
    }
}

fn loop_document(robot: &Robot, closure: &LoopClosure) -> LoopDocument {
    LoopDocument {
        name: closure.name.clone(),
        first: frame_document(robot, &closure.first),
        second: frame_document(robot, &closure.second),
        directions: closure.directions.iter().map(|d| d.name()).collect(),
    }
}

fn link_name(robot: &Robot, link: Option<usize>) -> String {
    link.map_or(robot.base(), |i| &robot.links()[i]).name.clone()
}

fn pose(t: &Transform<f64>) -> Pose {
    Pose { xyz: t.translation.to_array(), rpy: t.rotation.to_rpy() }
}
