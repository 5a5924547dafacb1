//! `armlab convert`: a description in another format.

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, note};
use crate::robot;
use armlab::robot::describe::{FixedJoints, Format, Written};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Convert a description.
#[derive(Args)]
#[command(
    after_help = "The format is the ending of OUT: .urdf, .xml or .mjcf (MJCF), .sdf, .toml. What \
                        the format has no words for is listed; TOML, armlab's own, has words for \
                        everything. A URDF written as URDF keeps its text."
)]
pub struct Convert {
    /// A built-in robot's name or a file: URDF, xacro, MJCF, SDF or TOML
    #[arg(value_name = "IN")]
    robot: String,
    /// The file to write; - prints the text, in the format that --format names
    #[arg(value_name = "OUT")]
    to: PathBuf,
    /// Format, where the ending of OUT does not say it
    #[arg(long, value_name = "FORMAT", value_parser = ["urdf", "mjcf", "sdf", "toml"])]
    format: Option<String>,
    /// Merge links on fixed joints into what carries them
    #[arg(long)]
    merge_fixed: bool,
}

#[derive(Serialize)]
struct ConvertReport {
    robot: String,
    /// The file that was written.
    file: Option<String>,
    format: &'static str,
    /// What the new file does not state.
    lost: Vec<String>,
    /// What was left out of the old one when it was read.
    left_out: Vec<String>,
}

impl Convert {
    pub fn run(self, common: &Common) -> Outcome {
        let format = self.format()?;
        let fixed = if self.merge_fixed { FixedJoints::Merge } else { FixedJoints::Keep };
        let description = robot::read(&self.robot, fixed, common)?;
        let Written { text, lost } = format.write(&description.robot);
        let printed = self.to.as_os_str() == "-";
        if !printed {
            armlab_files::write(&self.to, &text)
                .map_err(|error| Failure::writing(&self.to, &error))?;
        }
        let left_out: Vec<String> = description.notes.iter().map(|n| n.to_string()).collect();
        if common.json {
            return output::print_json(&ConvertReport {
                robot: description.robot.name().into(),
                file: (!printed).then(|| self.to.display().to_string()),
                format: format.name(),
                lost,
                left_out,
            });
        }
        robot::show_notes(&description.notes);
        for what in &lost {
            note(format_args!("lost: {what}"));
        }
        if printed {
            return output::print(&text);
        }
        let (robot, file) = (description.robot.name(), self.to.display());
        let summary = match lost.len() {
            0 => "nothing is lost".to_string(),
            1 => "one thing is lost, see above".to_string(),
            n => format!("{n} things are lost, see above"),
        };
        output::print(&format!("{robot} as {} in {file}: {summary}\n", format.name()))
    }

    fn format(&self) -> Result<Format, Failure> {
        let named = self.format.as_deref();
        let by_name = Format::ALL.into_iter().find(|f| named == Some(&f.name().to_lowercase()));
        by_name.or_else(|| Format::of_path(&self.to)).ok_or_else(|| {
            Failure::input(
                format_args!("{}: the ending names no format", self.to.display()),
                "end it in .urdf, .xml (MJCF), .sdf or .toml, or give --format",
            )
        })
    }
}
