//! `armlab demo`: design, simulate, identify with every method, validate, report.

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Folder, Paint, note};
use crate::progress::ProgressLine;
use crate::robot::load;
use armlab::demo;
use armlab::robot::describe::FixedJoints;
use clap::Args;
use std::path::Path;

/// Default output folder.
const FOLDER: &str = "out/demo";
/// What to do after the demo.
const NEXT: &str = "next:
  armlab identify my-robot.urdf --log my-log.csv --out out/mine   your own robot and log
  armlab studio                                                   all of it in the browser
  armlab reproduce all                                            five papers, published and computed
";

/// Show what armlab does: design a motion, simulate it, identify with every method, validate.
#[derive(Args)]
pub struct Demo {
    /// A built-in robot's name, or a .urdf or .toml file with masses and inertias
    #[arg(default_value = "scara")]
    robot: String,
}

impl Demo {
    pub fn run(self, common: &Common) -> Outcome {
        let folder = common.out.as_deref().unwrap_or(Path::new(FOLDER));
        Folder::open(folder)?;
        let robot = load(&self.robot, FixedJoints::Merge, common)?;
        interrupt::graceful();
        note("a robot with friction, whose description has masses that are 25 % too large");
        let mut demo = demo::Demo::new(&robot)?
            .registry(armlab_papers::methods::estimators())
            .seed(common.seed)
            .command(output::this_command());
        let line = ProgressLine::everywhere();
        let result = demo.run_with_observer(&line, interrupt::token())?;
        let files = result.save(folder)?;
        drop(line);
        if interrupt::is_requested() {
            return Err(Failure::interrupted());
        }
        note(format_args!("wrote {} files into {}", files.len(), folder.display()));
        if common.json {
            return output::print_json(result.report());
        }
        let report = folder.join("report.html");
        let text = format!("\n{result}\nreport: {}\n\n{NEXT}", report.display());
        output::print(&Paint::new(common).report(&text))
    }
}
