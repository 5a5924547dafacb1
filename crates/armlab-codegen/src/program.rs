//! All functions of a robot, whatever the language.

use crate::error::CodegenError;
use crate::function::{Array, Function, MOST_OPERATIONS, Results, Signature};
use crate::graph::Expr;
use crate::model::{CompactTree, Coordinates};
use crate::trace::friction::{JointFriction, Motion};
use crate::trace::{loops, tree};
use armlab_control::{Allowance, LOAD};
use armlab_engine::base::{BaseParameters, base_parameters};
use armlab_engine::kinematics::loops::Machine;
use armlab_engine::robot::Robot;

/// What is generated, and how.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Whether the regressor in the base parameters is generated, too.
    pub regressor: bool,
    /// Whether numbers are `float` or `f32`.
    pub single: bool,
    /// Speed, rad/s or m/s, over which signs in friction laws are rounded off.
    pub smooth: Option<f64>,
}

/// A robot's functions.
pub struct Program<'r> {
    /// The robot.
    pub robot: &'r Robot,
    /// What is computed without a loop or a branch.
    pub functions: Vec<Function>,
    /// What a user calls.
    pub public: Vec<Signature>,
    /// How the tree's joints hang together, for a machine with loops.
    pub loops: Option<Loops>,
    /// The base parameters of the regressor, if it was asked for.
    pub base: Option<BaseParameters>,
    /// Number of inertial constants in the code.
    pub constants: usize,
    /// Effort by which each coordinate's friction may be off near standstill.
    pub standstill: Vec<f64>,
}

/// Joints of a machine with loops.
pub struct Loops {
    /// Actuated joints, by their number in the tree.
    pub active: Vec<usize>,
    /// Passive joints, by their number in the tree.
    pub passive: Vec<usize>,
    /// Coordinates of the whole tree at home.
    pub home: Vec<f64>,
    /// Bearings on whose load friction depends.
    pub loads: usize,
    /// Whether friction of passive joints changes the loads that it depends on.
    pub implicit: bool,
}

impl<'r> Program<'r> {
    /// Records all functions of a robot.
    pub fn new(robot: &'r Robot, settings: &Settings) -> Result<Self, CodegenError> {
        if robot.dofs() == 0 {
            return Err(CodegenError::NoJoints { robot: robot.name().into() });
        }
        if let Some(coupling) = robot.couplings().first() {
            return Err(CodegenError::Coupled { joints: coupling.joints.clone() });
        }
        if let Some(width) = settings.smooth.filter(|w| !(*w > 0.0 && w.is_finite())) {
            let hint = "give a positive speed, rad/s or m/s";
            let value = width.to_string();
            return Err(CodegenError::Setting { what: "the smoothing speed", value, hint });
        }
        // Every entry of the mass matrix takes an operation or more.
        let entries = robot.dofs().saturating_mul(robot.dofs()) / 2;
        if entries > MOST_OPERATIONS {
            let (function, most) = ("mass_matrix", MOST_OPERATIONS);
            return Err(CodegenError::TooLarge { function, most });
        }
        let c = CompactTree::new(robot);
        let friction = JointFriction::new(robot, &c, settings.smooth)?;
        let base = settings.regressor.then(|| base_parameters(robot)).transpose()?;
        let columns = base.as_ref().map(BaseParameters::len);
        let constants = c.constants();
        let mut functions;
        let (public, loops) = if robot.loops().is_empty() {
            let joints = Coordinates::new(robot);
            functions = tree_functions(robot, &c, &joints, base.as_ref());
            functions.iter().try_for_each(Function::check_size)?;
            functions.push(tree_friction(&c, &friction, &joints));
            functions.push(forward(&c, &joints));
            functions.extend(load_momentum(robot));
            (signatures(joints.count, columns), None)
        } else {
            let every = Coordinates::every_joint(robot);
            functions = tree_functions(robot, &c, &every, base.as_ref());
            functions.iter().try_for_each(Function::check_size)?;
            let machine = Machine::new(robot)?;
            functions.extend(loop_functions(&machine, &c, &friction));
            let loops = Loops {
                active: machine.active().to_vec(),
                passive: machine.passive().to_vec(),
                home: machine.home().to_vec(),
                loads: friction.loaded().len(),
                implicit: friction.is_implicit(),
            };
            (signatures(loops.active.len(), columns), Some(loops))
        };
        functions.iter().try_for_each(Function::check_size)?;
        let n = robot.driven_joints().count();
        // Any noise: it only sets the speeds, which users of the code give themselves.
        let allowances = Allowance::of(robot, &vec![1.0; n]);
        let standstill = allowances.iter().map(|a| a.effort).collect();
        Ok(Self { robot, functions, public, loops, base, constants, standstill })
    }
    /// Number of coordinates.
    pub fn coordinates(&self) -> usize {
        self.robot.driven_joints().count()
    }
    /// A recorded function.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|f| f.signature.name == name)
    }
}

const Q: (&str, &str) = ("q", "positions, rad or m");
const QD: (&str, &str) = ("qd", "velocities, rad/s or m/s");
const QDD: (&str, &str) = ("qdd", "accelerations, rad/s^2 or m/s^2");
const TAU: (&str, &str) = ("tau", "efforts, N m or N");

fn vectors(n: usize, which: &[(&'static str, &'static str)]) -> Vec<Array> {
    which.iter().map(|&(name, about)| Array::vector(name, n, about)).collect()
}

/// The functions that every robot has, by name.
fn signatures(n: usize, columns: Option<usize>) -> Vec<Signature> {
    let motion = || vectors(n, &[Q, QD, QDD]);
    let one = |name, about, inputs, outputs| Signature { name, about, inputs, outputs };
    let mut all = vec![
        one(
            "inverse_dynamics",
            "Efforts of a motion, without friction.",
            motion(),
            vectors(n, &[TAU]),
        ),
        one(
            "gravity",
            "Efforts that hold the robot still, without friction.",
            vectors(n, &[Q]),
            vectors(n, &[TAU]),
        ),
        one(
            "mass_matrix",
            "Mass matrix, rotors included.",
            vectors(n, &[Q]),
            vec![Array::matrix("mass", n, n, "mass matrix, kg m^2, kg m or kg")],
        ),
        one(
            "forward_dynamics",
            "Accelerations that efforts cause; friction has to be subtracted from them before.",
            vectors(n, &[Q, QD, TAU]),
            vectors(n, &[QDD]),
        ),
        one(
            "friction",
            "Friction of a motion: the efforts that it takes beside inverse_dynamics.",
            motion(),
            vectors(n, &[("friction", "friction, N m or N")]),
        ),
        one(
            "momentum",
            "Generalised momentum, and its rate but for efforts and friction.",
            vectors(n, &[Q, QD]),
            vectors(n, &[("p", "momentum M(q) qd"), ("rate", "C(q, qd)^T qd - g(q), N m or N")]),
        ),
    ];
    if let Some(columns) = columns {
        let about = "one row per coordinate, one column per base parameter";
        all.push(one(
            "regressor",
            "Regressor of inverse_dynamics in the base parameters.",
            motion(),
            vec![Array::matrix("regressor", n, columns, about)],
        ));
    }
    all
}

/// The signature of a public name for all joints of a tree.
fn named(name: &str, n: usize, columns: usize) -> Signature {
    let found = signatures(n, Some(columns)).into_iter().find(|s| s.name == name);
    found.unwrap_or(Signature { name: "", about: "", inputs: Vec::new(), outputs: Vec::new() })
}

fn tree_functions(
    robot: &Robot,
    c: &CompactTree,
    joints: &Coordinates,
    base: Option<&BaseParameters>,
) -> Vec<Function> {
    let n = joints.count;
    let mut all = vec![
        Function::record(named("inverse_dynamics", n, 0), |x| {
            let [qd, qdd] = [joints.rates(x[1]), joints.rates(x[2])];
            joints.efforts(&tree::efforts(c, &joints.positions(x[0]), &qd, &qdd))
        }),
        Function::record(named("gravity", n, 0), |x| {
            joints.efforts(&tree::efforts(c, &joints.positions(x[0]), &[], &[]))
        }),
        Function::record(named("mass_matrix", n, 0), |x| {
            joints.masses(&tree::masses(c, &joints.positions(x[0])))
        }),
        Function::record(named("momentum", n, 0), |x| {
            let both = tree::momenta(c, &joints.positions(x[0]), &joints.rates(x[1]));
            let (p, rate) = both.split_at(both.len() / 2);
            [joints.efforts(p), joints.efforts(rate)].concat()
        }),
    ];
    if let Some(base) = base {
        all.push(Function::record(named("regressor", n, base.len()), |x| {
            let [qd, qdd] = [joints.rates(x[1]), joints.rates(x[2])];
            let rows = tree::base_regressor(robot, base, &joints.positions(x[0]), &qd, &qdd);
            joints.rows(&rows, base.len())
        }));
    }
    all
}

fn tree_friction(c: &CompactTree, friction: &JointFriction, joints: &Coordinates) -> Function {
    Function::record(named("friction", joints.count, 0), |x| {
        let (q, qd) = (joints.positions(x[0]), joints.rates(x[1]));
        let loads = match friction.loaded().as_slice() {
            [] => Vec::new(),
            _ => friction.loads(&tree::reactions(c, [&q, &qd, &joints.rates(x[2])], None)),
        };
        let motion = Motion { q: &q, qd: &qd };
        let mut efforts = friction.efforts(&motion, &loads);
        if friction.needs_transmitted() {
            let rigid = joints.efforts(&tree::efforts(c, &q, &qd, &joints.rates(x[2])));
            let others = joints.efforts(&efforts);
            friction.add_shares(&motion, &mut efforts, |joint, own| {
                let c = joints.coordinate(joint);
                rigid[c] + others[c] - own
            });
        }
        joints.efforts(&efforts)
    })
}

/// Forward dynamics by whichever algorithm takes fewer operations.
fn forward(c: &CompactTree, joints: &Coordinates) -> Function {
    let record = |compute: &dyn Fn(&[&[Expr]]) -> tree::Accelerations| {
        Function::record(named("forward_dynamics", joints.count, 0), |x| {
            let tree::Accelerations { qdd, pivots } = compute(x);
            Results { values: qdd, positive: pivots }
        })
    };
    let by_mass = record(&|x| {
        let (q, qd) = (joints.positions(x[0]), joints.rates(x[1]));
        let bias = joints.efforts(&tree::efforts(c, &q, &qd, &[]));
        tree::by_mass_matrix(joints.masses(&tree::masses(c, &q)), &bias, x[2])
    });
    if !joints.are_joints() {
        return by_mass;
    }
    let articulated = record(&|x| tree::by_articulated_bodies(c, x[0], x[1], x[2]));
    let cost = |f: &Function| {
        let o = f.operations();
        o.additions + o.multiplications + 8 * o.divisions
    };
    if cost(&articulated) < cost(&by_mass) { articulated } else { by_mass }
}

/// Momentum of unit loads at the tool, for a tree whose tool moves.
fn load_momentum(robot: &Robot) -> Option<Function> {
    let n = robot.dofs();
    if !robot.is_tree() || robot.tool().link.is_none() {
        return None;
    }
    let outputs = vec![Array::matrix("p", LOAD, n, ""), Array::matrix("free", LOAD, n, "")];
    let inputs = vectors(n, &[Q, QD]);
    let signature = Signature { name: "load_momentum", about: "", inputs, outputs };
    Some(Function::record(signature, |x| tree::load_momenta(robot, x[0], x[1]).unwrap_or_default()))
}

fn loop_functions(machine: &Machine, c: &CompactTree, friction: &JointFriction) -> Vec<Function> {
    let (n, rows) = (machine.robot().dofs(), machine.constraints().rows());
    let one = |name, inputs, outputs| Signature { name, about: "", inputs, outputs };
    let equations = one(
        "equations",
        vectors(n, &[Q]),
        vec![Array::vector("gap", rows, ""), Array::matrix("jacobian", rows, n, "")],
    );
    let bias = one("bias", vectors(n, &[Q, QD]), vec![Array::vector("bias", rows, "")]);
    let loads = friction.loaded().len();
    let mut friction_inputs = vectors(n, &[Q, QD]);
    if loads > 0 {
        friction_inputs.push(Array::vector("loads", loads, ""));
    }
    let lost = one("joint_friction", friction_inputs, vec![Array::vector("friction", n, "")]);
    let mut all = vec![
        Function::record(equations, |x| loops::equations(machine, x[0])),
        Function::record(bias, |x| loops::bias(machine, x[0], x[1])),
        Function::record(lost, |x| {
            let loads = x.get(2).copied().unwrap_or_default();
            friction.efforts(&Motion { q: x[0], qd: x[1] }, loads)
        }),
    ];
    if loads > 0 {
        let inputs = [vectors(n, &[Q, QD, QDD]), vec![Array::vector("lambda", rows, "")]].concat();
        let signature = one("loads", inputs, vec![Array::vector("loads", loads, "")]);
        all.push(Function::record(signature, |x| {
            loops::loads(machine, c, friction, [x[0], x[1], x[2]], x[3])
        }));
    }
    all
}
