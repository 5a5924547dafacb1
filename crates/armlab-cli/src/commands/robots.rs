//! `armlab robots`: the built-in robots, or one robot in full.

pub mod document;
mod words;

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, Folder, file_name};
use crate::robot::{kinds, load};
use crate::table::table;
use armlab::robot::describe::{Description, FixedJoints, write_toml, write_urdf};
use armlab::robot::library;
use clap::Args;
use document::RobotDocument;
use serde::Serialize;

/// List the built-in robots, or show one.
#[derive(Args)]
pub struct Robots {
    /// A built-in robot's name, or a .urdf or .toml file; without it, the list
    robot: Option<String>,
    /// Print the robot as URDF
    #[arg(long, requires = "robot", conflicts_with_all = ["toml", "json"])]
    urdf: bool,
    /// Print the robot as TOML, armlab's own format
    #[arg(long, requires = "robot", conflicts_with = "json")]
    toml: bool,
    /// Keep links on fixed joints as links of their own, instead of merging them
    #[arg(long)]
    keep_fixed: bool,
}

#[derive(Serialize)]
struct List {
    robots: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    summary: String,
    joints: String,
    dofs: usize,
}

impl Robots {
    pub fn run(self, common: &Common) -> Outcome {
        match &self.robot {
            None => list(common),
            Some(robot) => self.show(robot, common),
        }
    }

    fn fixed_joints(&self) -> FixedJoints {
        if self.keep_fixed { FixedJoints::Keep } else { FixedJoints::Merge }
    }

    /// The robot that was named, with what the reader has to say.
    pub fn description(&self, common: &Common) -> Result<Description, Failure> {
        let robot = self.robot.as_deref().unwrap_or_default();
        crate::robot::read(robot, self.fixed_joints(), common)
    }

    fn show(&self, robot: &str, common: &Common) -> Outcome {
        let robot = load(robot, self.fixed_joints(), common)?;
        let folder = common.out.as_deref().map(Folder::open).transpose()?;
        if let Some(folder) = &folder {
            let name = file_name(robot.name());
            folder.write(&format!("{name}.urdf"), &write_urdf(&robot))?;
            folder.write(&format!("{name}.toml"), &write_toml(&robot))?;
        }
        if self.urdf {
            return output::print(&write_urdf(&robot));
        }
        if self.toml {
            return output::print(&write_toml(&robot));
        }
        let document = RobotDocument::of(&robot);
        if let Some(folder) = &folder {
            folder.write_json(&format!("{}.json", file_name(robot.name())), &document)?;
        }
        if common.json {
            output::print_json(&document)
        } else {
            output::print(&words::describe(&robot, &document))
        }
    }
}

fn list(common: &Common) -> Outcome {
    let entries =
        library::names().map(|name| entry(name, common)).collect::<Result<Vec<_>, _>>()?;
    let list = List { robots: entries };
    if let Some(out) = &common.out {
        Folder::open(out)?.write_json("robots.json", &list)?;
    }
    if common.json {
        return output::print_json(&list);
    }
    let rows = list
        .robots
        .iter()
        .map(|e| vec![e.name.clone(), e.joints.clone(), e.dofs.to_string(), e.summary.clone()]);
    let table = table(&["robot", "joints", "dofs", ""], rows.collect(), &[2]);
    output::print(&format!("{table}\n`armlab robots NAME` shows one in full.\n"))
}

fn entry(name: &str, common: &Common) -> Result<Entry, Failure> {
    let description = crate::robot::read(name, FixedJoints::default(), common)?;
    Ok(Entry {
        name: name.into(),
        summary: description.summary.unwrap_or_default(),
        joints: kinds(&description.robot),
        dofs: description.robot.dofs(),
    })
}
