//! Methods compared over many simulated experiments, as `armlab campaign`.

use super::experiment::ProjectExperiment;
use super::identify::{cancelled, chosen};
use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use crate::contract::{CampaignOptions, RunRequest};
use crate::failure::{Answer, Failure};
use crate::project::{OpenProject, run_folder, write};
use armlab::campaign::CampaignResult;
use armlab::documents::typed;
use armlab::identification::{FrictionChoice, FrictionModel};
use armlab::identify::estimators::Estimator;
use armlab::progress::{Event, Observer};
use armlab::simulate::Sizes;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Most tasks of a campaign that is run for a page.
const MOST_TASKS: u64 = 100_000;
/// Files with the plan and the finished tasks.
const LEDGER: [&str; 2] = ["plan.json", "tasks-1-of-1.jsonl"];
/// Least time between two intermediate results.
const REFRESH: Duration = Duration::from_secs(2);

/// A checked campaign.
pub struct Campaign {
    experiment: ProjectExperiment,
    options: CampaignOptions,
    methods: Vec<&'static dyn Estimator>,
    noise: Option<Sizes>,
    friction: Option<FrictionModel>,
    /// Folder of the campaign that is continued.
    earlier: Option<PathBuf>,
}

impl Campaign {
    pub fn prepare(project: &OpenProject, options: &CampaignOptions) -> Answer<Self> {
        let experiment = ProjectExperiment::prepare(project, &options.experiment)?;
        if experiment.file.platform {
            let hint = "choose a motion of the driven joints";
            let detail = "a campaign's motion is one of the driven joints, not of the platform";
            return Err(Failure::field("experiment", detail, hint));
        }
        if options.levels.iter().any(|l| !(*l >= 0.0 && l.is_finite())) {
            let hint = "give factors such as 0.3, 1, 3";
            return Err(Failure::field("levels", "a noise level is not a factor", hint));
        }
        let tasks = (options.levels.len().max(1) as u64).saturating_mul(options.seeds.unwrap_or(1));
        if !(1..=MOST_TASKS).contains(&tasks) {
            let detail = format!("{tasks} experiments; between 1 and {MOST_TASKS} are possible");
            return Err(Failure::field("seeds", detail, "choose other seeds or levels"));
        }
        if options.initial_scale.is_some_and(|s| !(s > 0.0 && s.is_finite())) {
            let hint = "give a positive factor, such as 1.2";
            return Err(Failure::field("initial_scale", "it is not positive", hint));
        }
        let noise = options.noise.as_deref().map(|text| {
            text.parse::<Sizes>()
                .map_err(|e| Failure::field("noise", e, "write q=1e-4,qd=1e-3,tau=0.1"))
        });
        let methods = match options.methods.is_empty() {
            true => Vec::new(),
            false => chosen(&options.methods)?,
        };
        Ok(Self {
            methods,
            noise: noise.transpose()?,
            friction: options.friction.as_deref().map(friction).transpose()?,
            earlier: options.continues.map(|run| earlier(project, run)).transpose()?,
            options: options.clone(),
            experiment,
        })
    }

    pub fn title(&self) -> String {
        let robot = self.experiment.loaded.robot.name();
        match self.methods.len() {
            0 => format!("{robot}: methods compared"),
            count => format!("{robot}: {count} methods compared"),
        }
    }

    pub fn inputs(&self) -> Vec<(String, String)> {
        self.experiment.inputs()
    }

    pub fn command(&self, robot: &str, run: u32) -> String {
        let o = &self.options;
        let mut words: Vec<String> = vec!["armlab".into(), "campaign".into(), robot.into()];
        let mut add = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("--{name}={value}")));
        };
        add("experiment", Some(format!("runs/{run}/experiment.toml")));
        let names: Vec<&str> = self.methods.iter().map(|m| m.name()).collect();
        add("method", Some(names.join(",")).filter(|n| !n.is_empty()));
        add("noise", o.noise.clone());
        let levels: Vec<String> = o.levels.iter().map(|l| format!("{l:?}")).collect();
        add("levels", Some(levels.join(",")).filter(|l| !l.is_empty()));
        add("seeds", o.seeds.map(|n| n.to_string()));
        add("friction", o.friction.clone());
        add("initial-scale", o.initial_scale.map(|s| format!("{s:?}")));
        add("seed", o.seed.map(|n| n.to_string()));
        add("out", Some(format!("runs/{run}/again")));
        words.extend((o.accelerations == Some(true)).then(|| "--accelerations".into()));
        words.push("--json".into());
        typed(words)
    }

    /// The library's campaign, whose finished tasks are kept in a folder.
    fn campaign(&self, folder: &Path) -> armlab::Campaign<'_> {
        let o = &self.options;
        let ProjectExperiment { loaded, file, .. } = &self.experiment;
        let mut campaign = armlab::Campaign::new(&loaded.robot)
            .experiment_settings(file.clone())
            .accelerations(o.accelerations == Some(true))
            .seed(o.seed.unwrap_or(0))
            .ledger(folder);
        if !self.methods.is_empty() {
            campaign = campaign.methods(self.methods.iter().copied());
        }
        if let Some(noise) = &self.noise {
            campaign = campaign.noise(noise.clone());
        }
        if !o.levels.is_empty() {
            campaign = campaign.levels(o.levels.clone());
        }
        if let Some(seeds) = o.seeds {
            campaign = campaign.seeds(seeds);
        }
        if let Some(friction) = &self.friction {
            campaign = campaign.friction(friction.clone());
        }
        if let Some(scale) = o.initial_scale {
            campaign = campaign.initial_scale(scale);
        }
        campaign
    }

    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        let folder = run_folder(&ticket.project.folder, ticket.run);
        if let Some(earlier) = &self.earlier {
            for name in LEDGER.iter().filter(|name| earlier.join(name).is_file()) {
                write(folder.join(name), &std::fs::read(earlier.join(name))?)?;
            }
        }
        let observer = Intermediate { ticket, folder: &folder, last: Mutex::default() };
        let found = self.campaign(&folder).run_with_observer(&observer, ticket.token());
        ticket.end_computing();
        let (result, stopped) = match found {
            Ok(result) => (result, false),
            Err(error) if error.is_cancelled() => match armlab::Campaign::merge([&folder]) {
                Ok(result) if !result.records().is_empty() => (result, true),
                _ => return Ok(cancelled()),
            },
            Err(error) => return Err(error.into()),
        };
        let command = super::record(&ticket.project, ticket.run, |r| r.command.clone());
        let failed = result.statistics().methods.iter().filter(|m| m.failed > 0);
        let warning = |m: &armlab::campaign::MethodStatistics| {
            let why = m.failure.as_deref().unwrap_or("");
            format!("{} failed {} times at level {}: {why}", m.method, m.failed, m.level)
        };
        Ok(Outcome {
            result: json(result.report())?,
            files: vec![(
                "report.html".into(),
                result.page(command.as_deref()).to_html().into_bytes(),
            )],
            warnings: failed.map(warning).collect(),
            message: told(&result),
            stopped,
            ..Outcome::default()
        })
    }
}

/// How much is done.
fn told(result: &CampaignResult) -> String {
    let statistics = result.statistics();
    format!("{} of {} experiments", statistics.done, statistics.tasks)
}

/// The folder of a campaign that was stopped.
fn earlier(project: &OpenProject, run: u32) -> Answer<PathBuf> {
    let request = project.lock().runs.get(&run).map(|r| r.request.clone());
    let request = request.and_then(|r| serde_json::from_value::<RunRequest>(r).ok());
    match request {
        Some(RunRequest::Campaign(_)) => Ok(run_folder(&project.folder, run)),
        _ => {
            let hint = "choose a campaign of this project that was stopped";
            Err(Failure::field("continues", "this run is no campaign", hint))
        }
    }
}

/// The friction that all experiments identify.
fn friction(text: &str) -> Answer<FrictionModel> {
    let hint = "give the friction that all experiments identify, as coulomb-viscous, or none";
    let choice = text.parse::<FrictionChoice>();
    let choice = choice.map_err(|e| Failure::field("friction", e, hint))?;
    choice.model().cloned().ok_or_else(|| {
        let detail = "a campaign's friction cannot be chosen for each experiment";
        Failure::field("friction", detail, hint)
    })
}

/// Shows progress, and writes the result of the experiments that are done from time to time.
struct Intermediate<'t> {
    ticket: &'t Ticket,
    folder: &'t Path,
    /// When the last result was written, and how long that took.
    last: Mutex<Option<(Instant, Duration)>>,
}

impl Observer for Intermediate<'_> {
    fn event(&self, event: &Event) {
        if let Ok(mut last) = self.last.try_lock() {
            let due = |(at, took): &(Instant, Duration)| at.elapsed() > REFRESH.max(20 * *took);
            if last.as_ref().is_none_or(due) {
                let began = Instant::now();
                if let Ok(result) = armlab::Campaign::merge([self.folder])
                    && let Ok(text) = json(result.report())
                {
                    // It is written again at the end.
                    let _ = write(self.folder.join("result.json"), text.as_bytes());
                }
                *last = Some((Instant::now(), began.elapsed()));
            }
        }
        self.ticket.event(event);
    }
    fn cancels(&self, task: &str) -> bool {
        self.ticket.is_method_stopped(task)
    }
}
