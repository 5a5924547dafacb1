//! The robot a command works on.

use crate::arguments::{Common, RobotArguments};
use crate::failure::Failure;
use crate::output::note;
use armlab::mesh::MeshFolders;
use armlab::robot::describe::{self, Base, Description, FixedJoints, Note, ReadOptions};
use armlab::robot::{JointKind, Robot, nearest_name};
use std::path::Path;

/// Most notes of a reader that are shown.
const MOST_NOTES: usize = 20;

/// Reads a built-in robot or a file.
pub fn read(
    robot: &str,
    fixed_joints: FixedJoints,
    common: &Common,
) -> Result<Description, Failure> {
    Ok(describe::read(robot, &options(fixed_joints, &common.robot)?)?)
}

/// What was typed about the reading of descriptions.
fn options(fixed_joints: FixedJoints, typed: &RobotArguments) -> Result<ReadOptions, Failure> {
    let mut options = ReadOptions::new(fixed_joints);
    if typed.base.is_some() {
        options.base = Base::Fixed;
    }
    for text in &typed.arguments {
        // xacro writes name:=value.
        let split = text.split_once(":=").or_else(|| text.split_once('='));
        let (name, value) = split.ok_or_else(|| {
            Failure::input(format_args!("--arg: `{text}` has no value"), "write NAME=VALUE")
        })?;
        options.arguments.push((name.trim().into(), value.into()));
    }
    for text in &typed.packages {
        let (name, folder) = text.split_once('=').unwrap_or(("", text));
        if !Path::new(folder).is_dir() {
            let hint = "give a folder, as NAME=DIR or as DIR with packages in it";
            return Err(Failure::input(format_args!("--package: `{folder}` is no folder"), hint));
        }
        options.packages.push((name.into(), folder.into()));
    }
    Ok(options)
}

/// Reads a robot for computing with it, with notes on what was left out.
pub fn load(robot: &str, fixed_joints: FixedJoints, common: &Common) -> Result<Robot, Failure> {
    let description = read(robot, fixed_joints, common)?;
    show_notes(&description.notes);
    Ok(description.robot)
}

/// The robot with the frame that was typed as its tool.
pub fn with_frame(robot: Robot, file: &str, frame: Option<&str>) -> Result<Robot, Failure> {
    let Some(name) = frame else { return Ok(robot) };
    let found = robot.find_frame(name).ok_or_else(|| {
        let frames = robot.frames().iter().map(|f| f.name.as_str());
        let links = robot.links().iter().map(|l| l.name.as_str());
        let near = nearest_name(name, frames.chain(links));
        let near = near.map(|n| format!("did you mean `{n}`? ")).unwrap_or_default();
        Failure::input(
            format_args!("--frame: `{}` has no frame or link `{name}`", robot.name()),
            format_args!("{near}see `armlab robots {file}`"),
        )
    })?;
    Ok(robot.with_tool(found))
}

/// The same; says which frame it is.
pub fn framed(robot: Robot, file: &str, frame: Option<&str>) -> Result<Robot, Failure> {
    let robot = with_frame(robot, file, frame)?;
    let tool = robot.tool();
    if !robot.moves_frame(tool) {
        note(format_args!(
            "no joint moves frame `{}`: its Jacobian is zero; choose another with --frame",
            tool.name
        ));
    } else if frame.is_none() {
        let link = tool.link.and_then(|i| robot.links().get(i)).map_or("", |l| l.name.as_str());
        let on = if link == tool.name { String::new() } else { format!(" on `{link}`") };
        note(format_args!("tool frame: `{}`{on} (--frame NAME chooses another)", tool.name));
    }
    Ok(robot)
}

/// Shows what a reader left out or assumed.
pub fn show_notes(notes: &[Note]) {
    for message in notes.iter().take(MOST_NOTES) {
        note(message);
    }
    if notes.len() > MOST_NOTES {
        note(format_args!("… and {} more", notes.len() - MOST_NOTES));
    }
}

/// Where meshes are looked for beside the description: in the packages that were typed.
pub fn mesh_folders(common: &Common) -> Result<MeshFolders, Failure> {
    let options = options(FixedJoints::Keep, &common.robot)?;
    let add = |folders: MeshFolders, (name, folder)| folders.with_package(name, folder);
    Ok(options.packages.into_iter().fold(MeshFolders::default(), add))
}

/// The kinds of the moving joints, as engineers write them: `RRP`.
pub fn kinds(robot: &Robot) -> String {
    robot
        .moving_joints()
        .map(|joint| match joint.kind {
            JointKind::Prismatic => 'P',
            _ => 'R',
        })
        .collect()
}
