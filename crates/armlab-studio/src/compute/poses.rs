//! Where everything is along a motion, loops closed, and the forces that joints bear.

use crate::contract::{Poses, PosesRequest, Stopped};
use crate::failure::{Answer, Failure};
use crate::model::pose;
use armlab::dynamics::{Mechanism, Plant};
use armlab::kinematics::link_poses;
use armlab::robot::Robot;
use armlab::spatial::{Force, Transform};

/// Most rows of a request.
pub const MOST_ROWS: usize = 20_000;

/// Why a machine cannot be moved.
pub fn stuck(error: &dyn std::fmt::Display) -> Failure {
    Failure::wrong(error, "check the loops and the home pose of the model")
}

/// Poses at each row of driven coordinates.
pub fn poses(robot: &Robot, request: &PosesRequest) -> Answer<Poses> {
    let n = robot.driven_joints().count();
    check("q", &request.q, request.q.len(), n)?;
    let rates = match (&request.qd, &request.qdd) {
        (Some(qd), Some(qdd)) => {
            check("qd", qd, request.q.len(), n)?;
            check("qdd", qdd, request.q.len(), n)?;
            Some((qd, qdd))
        }
        _ => None,
    };
    let mut plant = Plant::new(robot).map_err(|e| stuck(&e))?;
    let mut found = Poses { reactions: rates.map(|_| Vec::new()), ..Poses::default() };
    let zeros = vec![0.0; n];
    let (mut tau, mut friction) = (vec![0.0; n], vec![0.0; n]);
    for (k, q) in request.q.iter().enumerate() {
        let moved = match rates {
            None => plant.mechanism().move_to(q, &zeros, &zeros).map_err(|e| e.to_string()),
            Some((qd, qdd)) => plant
                .inverse(q, &qd[k], &qdd[k], &mut tau, &mut friction)
                .map_err(|e| e.to_string()),
        };
        if let Err(why) = moved {
            found.stopped = Some(Stopped { sample: k, why });
            break;
        }
        let frames = add(robot, plant.mechanism(), &mut found);
        if let Some(reactions) = &mut found.reactions {
            reactions.push(in_base(plant.reactions(), &frames));
        }
    }
    Ok(found)
}

/// The pose of the home.
pub fn home(robot: &Robot) -> Answer<Poses> {
    let mechanism = Mechanism::new(robot).map_err(|e| stuck(&e))?;
    poses(robot, &PosesRequest { q: vec![mechanism.home()], qd: None, qdd: None })
}

/// Adds where everything is now; gives back the link frames.
fn add(robot: &Robot, mechanism: &Mechanism, found: &mut Poses) -> Vec<Transform<f64>> {
    let (q, _, _) = mechanism.motion();
    let frames = link_poses(robot, q);
    found.links.push(frames.iter().flat_map(pose).collect());
    found.tool.push(pose(&tool(robot, &frames)));
    found.q.push(q.to_vec());
    frames
}

/// The tool, given the link frames.
pub fn tool(robot: &Robot, frames: &[Transform<f64>]) -> Transform<f64> {
    let tool = robot.tool();
    match tool.link.and_then(|l| frames.get(l)) {
        Some(link) => link.compose(&tool.pose),
        None => tool.pose,
    }
}

fn in_base(reactions: &[Force<f64>], frames: &[Transform<f64>]) -> Vec<f64> {
    let one = |(reaction, frame): (&Force<f64>, &Transform<f64>)| {
        let force = frame.rotation.apply(reaction.force).to_array();
        let moment = frame.rotation.apply(reaction.moment).to_array();
        [force, moment].concat()
    };
    reactions.iter().zip(frames).flat_map(one).collect()
}

fn check(name: &str, rows: &[Vec<f64>], count: usize, n: usize) -> Answer<()> {
    if rows.len() > MOST_ROWS {
        let detail = format!("{} rows; {MOST_ROWS} are the most", rows.len());
        return Err(Failure::field(name, detail, "ask for fewer at once"));
    }
    if rows.len() != count {
        return Err(Failure::field(name, "it has another number of rows than q", "give as many"));
    }
    for (k, row) in rows.iter().enumerate() {
        if row.len() != n || !row.iter().all(|x| x.is_finite()) {
            let detail = format!("row {k} is not {n} finite numbers");
            return Err(Failure::field(format!("{name}[{k}]"), detail, "one per driven joint"));
        }
    }
    Ok(())
}
