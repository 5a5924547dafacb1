//! `armlab studio`: the graphical simulator and identification lab in the browser.

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{self, note};
use armlab_studio::{Options, Running, StartError};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Open the studio in the browser.
#[derive(Args)]
#[command(after_help = "The server listens on 127.0.0.1 only and opens with the printed \
                        address, once; a program sends the token of --json. Ctrl-C ends it; everything is saved as it is done. Port and \
                        token stay the same from one start to the next, so that an open page \
                        goes on. docs/studio.md says more.")]
pub struct Studio {
    /// A built-in robot, a .urdf or .toml file, or a project's folder to begin with
    path: Option<String>,
    /// Port; 0 for any that is free [default: the last one]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Folder of the projects [default: below the user's data folder]
    #[arg(long, value_name = "PROJECTS")]
    dir: Option<PathBuf>,
}

/// What `--json` prints when the server listens.
#[derive(Serialize)]
struct StudioAddress<'a> {
    url: &'a str,
    origin: &'a str,
    token: &'a str,
}

impl Studio {
    pub fn run(self, common: &Common) -> Outcome {
        let options = Options { folder: self.dir, port: self.port, path: self.path };
        // An interrupt is how a server ends, not a failure.
        let _hold = interrupt::hold();
        let started = |running: &Running| {
            let Running { url, origin, token, .. } = running;
            let printed = if common.json {
                output::print_json(&StudioAddress { url, origin, token })
            } else {
                output::print(&format!("{url}\n"))
            };
            if printed.is_ok() && !common.json {
                note("Ctrl-C to stop");
            }
            if !self.no_open {
                browse(url);
            }
        };
        armlab_studio::run(&options, started).map_err(|error| {
            let hint = match &error {
                StartError::Port { .. } => "choose another with --port, or leave it out".into(),
                StartError::Folder { .. } => "choose another with --dir".into(),
                StartError::Busy { address: Some(address), .. } => {
                    format!("open {address} (it works once), or choose another folder with --dir")
                }
                StartError::Busy { .. } => "stop it, or choose another folder with --dir".into(),
                StartError::Open { .. } => "see `armlab robots` for built-in robots".into(),
                StartError::System(_) => "close other programs and try again".to_string(),
            };
            Failure::input(error, hint)
        })
    }
}

/// Opens the browser where there is one; where not, the address is printed anyway.
fn browse(url: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(opener);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // Reaped when it ends; nobody waits for it.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(_) => note("no browser was found; open the address above"),
    }
}
