//! `armlab identify ROBOT --log FILE --follow`: estimates while the log is still
//! being written.

mod output;

use super::options::{Identify, set};
use super::wrote;
use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::interrupt;
use crate::output::{note, this_command};
use armlab::Hint;
use armlab::identify::online::online_methods;
use armlab::online_identification::{LogTail, OnlineIdentification, TailEvent, read_state};
use armlab::recordings::Gains;
use armlab::robot::Robot;
use armlab_files::Lock;
use output::Output;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time between two savings of the state.
const SAVED: Duration = Duration::from_secs(5);

pub fn run(command: &Identify, robot: &Robot, common: &Common) -> Outcome {
    let [path] = &command.log[..] else {
        return Err(Failure::input("one log is followed at a time", "give --log once"));
    };
    let online = command.online(robot)?;
    let model = online.model()?;
    let _lock = command.state.as_deref().map(lock_state).transpose()?;
    let saved = command.state.as_deref().map(read_state).transpose()?.flatten();
    let mut session = match &saved {
        Some(state) => {
            note(format_args!("continuing after {} samples, at {} s", state.taken, state.last));
            online.resume(&model, state)?
        }
        None => online.start(&model)?,
    };
    // A file is read again from its beginning; a pipe brings what is new.
    if let Some(state) = saved.as_ref().filter(|_| path != Path::new("-")) {
        session.skip_until(state.last);
    }
    let idle = command.idle.map(Duration::from_secs_f64);
    let mut tail = LogTail::open(path, idle, interrupt::token())?;
    let mut output = Output::new(command, common, &model);
    let mut last_saved = Instant::now();
    let _hold = interrupt::hold();
    loop {
        match tail.read()? {
            TailEvent::Bytes(bytes) => {
                session.push_text_with(&bytes, |live| output.update(live))?
            }
            TailEvent::Nothing => {}
            TailEvent::End => break,
        }
        if session.live().has_ended() {
            break;
        }
        if let Some(file) = command.state.as_deref().filter(|_| last_saved.elapsed() > SAVED) {
            session.save_state(file)?;
            last_saved = Instant::now();
        }
    }
    session.finish()?;
    if let Some(file) = &command.state {
        session.save_state(file)?;
    }
    session.warnings().iter().for_each(note);
    if let Some(out) = &common.out {
        wrote(&session.save(out, Some(&this_command()))?);
    }
    output.end(&session.report())?;
    if session.live().diverged() > 0 {
        return Err(Failure::silent(CHECK_FAILED));
    }
    Ok(())
}

/// Keeps a state file for this process.
fn lock_state(file: &Path) -> Result<Lock, armlab::Error> {
    let mut name = file.as_os_str().to_owned();
    name.push(".lock");
    Lock::acquire(Path::new(&name), "").map_err(|e| {
        let hint = "wait until it has finished, or give another state file";
        armlab::Error::new(format_args!("{}: {e}", file.display())).hint(Hint::Text(hint.into()))
    })
}

impl Identify {
    fn online<'r>(&self, robot: &'r Robot) -> Result<OnlineIdentification<'r>, Failure> {
        let mut online = OnlineIdentification::new(robot)
            .methods(self.method.parse().map_err(armlab::Error::from)?)
            .registry(set(online_methods(), &self.set, self.settings.as_deref())?)
            .cancel(interrupt::token())
            .friction(self.friction()?)
            .columns(self.logs.columns()?)
            .noise_window(self.noise_window);
        if let Some(gains) = &self.logs.gains {
            online = online.gains(gains.parse::<Gains>()?);
        }
        for text in &self.coupling {
            online = online.coupling(text.parse()?);
        }
        Ok(online)
    }
}
