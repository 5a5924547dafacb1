//! Built-in robots and everything that can be chosen by name.

use super::poses;
use crate::contract::{
    Catalogue, Choice, FrictionLawCard, FrictionLawParameter, MethodCard, RobotCard, SettingCard,
};
use crate::model::pose;
use crate::motion::INTERPOLATIONS;
use armlab::dynamics::Mechanism;
use armlab::excite::objective::OBJECTIVES;
use armlab::friction::{FrictionLaw, FrictionModel, laws};
use armlab::identify::online::online_methods;
use armlab::kinematics::link_poses;
use armlab::robot::{Robot, library};
use armlab::settings::{Method, Registry};
use armlab::simulate::controller::CONTROLLERS;
use armlab::simulate::effects::EFFECTS;
use armlab_papers::methods::{ESTIMATORS, IK_SOLVERS};

fn choice(name: &str, summary: &str) -> Choice {
    Choice { name: name.into(), summary: summary.into() }
}

fn methods<M: Method + ?Sized>(registry: &Registry<M>) -> Vec<MethodCard> {
    let one = |method: &M| {
        let settings = method.settings().list().into_iter().map(|s| SettingCard {
            name: s.name.into(),
            about: s.about.into(),
            kind: s.kind.into(),
            unit: s.unit.into(),
            accepts: s.accepts(),
            words: s.words.iter().map(|w| w.to_string()).collect(),
            default: s.default.to_string(),
        });
        MethodCard {
            name: method.name().into(),
            summary: method.about().into(),
            settings: settings.collect(),
        }
    };
    registry.iter().map(one).collect()
}

/// Every name that requests may hold.
pub fn catalogue() -> Catalogue {
    let parameters = |law: &'static dyn FrictionLaw| {
        let parameters = law.parameters().iter().map(|p| FrictionLawParameter {
            name: p.name.into(),
            symbol: p.symbol.into(),
            unit_turning: p.dimension.unit(true).into(),
            unit_sliding: p.dimension.unit(false).into(),
            usual: p.default,
        });
        FrictionLawCard {
            name: law.name().into(),
            equation: law.equation().into(),
            parameters: parameters.collect(),
        }
    };
    let selected = ("auto".to_string(), "the model that is best in cross-validation");
    let models = std::iter::once(selected).chain(FrictionModel::names());
    let models = models.map(|(name, about)| choice(&name, about)).collect();
    Catalogue {
        ik_methods: methods(&IK_SOLVERS),
        estimators: methods(&ESTIMATORS),
        online_methods: online_methods().iter().map(|m| choice(m.name(), m.about())).collect(),
        usual_estimators: ESTIMATORS.defaults().iter().map(|n| n.to_string()).collect(),
        objectives: OBJECTIVES.iter().map(|o| choice(o.name(), o.words())).collect(),
        controllers: CONTROLLERS.iter().map(|c| choice(c.name(), c.about())).collect(),
        effects: EFFECTS.iter().map(|e| choice(e.name, e.summary)).collect(),
        friction_laws: laws().into_iter().map(parameters).collect(),
        friction_shapes: models,
        interpolations: INTERPOLATIONS.iter().map(|(n, s, _)| choice(n, s)).collect(),
    }
}

/// All built-in robots.
pub fn robots() -> Vec<RobotCard> {
    library::names()
        .filter_map(|name| {
            let found = library::load(name)?.ok()?;
            Some(card(name, found.summary.unwrap_or_default(), &found.robot))
        })
        .collect()
}

fn card(name: &str, summary: String, robot: &Robot) -> RobotCard {
    let q = match Mechanism::new(robot) {
        Ok(mut mechanism) => {
            let home = mechanism.home();
            let zeros = vec![0.0; home.len()];
            let _ = mechanism.move_to(&home, &zeros, &zeros);
            mechanism.motion().0.to_vec()
        }
        Err(_) => robot.home(),
    };
    let frames = link_poses(robot, &q);
    let tool = poses::tool(robot, &frames);
    let place = |link: Option<usize>| match link.and_then(|l| frames.get(l)) {
        Some(frame) => *frame,
        None => Default::default(),
    };
    let line = |from: [f64; 3], to: [f64; 3]| [from[0], from[1], from[2], to[0], to[1], to[2]];
    let at = |link: Option<usize>| place(link).translation.to_array();
    let joints = robot.joints().iter().zip(&frames);
    let mut lines: Vec<[f64; 6]> =
        joints.map(|(j, f)| line(at(j.parent), f.translation.to_array())).collect();
    for end in robot.loops().iter().flat_map(|l| [&l.first, &l.second]) {
        let to = place(end.link).compose(&end.pose).translation.to_array();
        lines.push(line(at(end.link), to));
    }
    lines.push(line(at(robot.tool().link), tool.translation.to_array()));
    RobotCard {
        name: name.into(),
        summary,
        joints: robot.dofs(),
        driven: robot.driven_joints().count(),
        looped: !robot.loops().is_empty(),
        frames: frames.iter().map(pose).collect(),
        parents: robot.joints().iter().map(|j| j.parent).collect(),
        tool: pose(&tool),
        lines,
    }
}
