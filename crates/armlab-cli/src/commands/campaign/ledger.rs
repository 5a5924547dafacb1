//! What is done is written down at once, a line per task, so that a campaign
//! that was stopped goes on, and shards can be put together.

use super::tasks_file;
use crate::failure::Failure;
use crate::output::note;
use armlab::campaign::{PlanRecord, Shard, TaskRecord};
use armlab_files::read_text_if_exists;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Largest file of tasks, in bytes.
const LARGEST: usize = 1 << 30;
/// Messages on the way, at most.
const MESSAGES: usize = 20;

/// The tasks of one shard.
pub struct Ledger {
    path: PathBuf,
    writing: Mutex<(File, usize)>,
}

impl Ledger {
    /// Opens a folder's ledger, and reads what is done. It must be of this plan.
    pub fn open(
        folder: &Path,
        plan: &PlanRecord,
        shard: Shard,
    ) -> Result<(Self, Vec<TaskRecord>), Failure> {
        let path = tasks_file(folder, shard);
        let mut done = Vec::new();
        if let Some(old) = read_plan(folder)? {
            if old != *plan {
                let hint = "choose another folder with --out, or give the old command again";
                let message = format!("{}: holds another campaign", folder.display());
                return Err(Failure::input(message, hint));
            }
            done = read_tasks(&path)?;
        }
        done.sort_by_key(|r| r.task);
        done.dedup_by_key(|r| r.task);
        let ledger = Self::begin(folder, plan, shard, &done)?;
        Ok((ledger, done))
    }

    /// Begins a ledger; tasks of an older one are gone.
    pub fn create(folder: &Path, plan: &PlanRecord, shard: Shard) -> Result<Self, Failure> {
        Self::begin(folder, plan, shard, &[])
    }

    /// Writes plan and finished tasks, each file at once, and goes on behind them.
    fn begin(
        folder: &Path,
        plan: &PlanRecord,
        shard: Shard,
        done: &[TaskRecord],
    ) -> Result<Self, Failure> {
        let failed = |path: &Path, e: &std::io::Error| Failure::writing(path, e);
        fs::create_dir_all(folder).map_err(|e| failed(folder, &e))?;
        let stated = folder.join("plan.json");
        let text = serde_json::to_string_pretty(plan).unwrap_or_default() + "\n";
        armlab_files::write(&stated, text).map_err(|e| failed(&stated, &e))?;
        let path = tasks_file(folder, shard);
        armlab_files::write(&path, lines(done)).map_err(|e| failed(&path, &e))?;
        let file = File::options().append(true).open(&path).map_err(|e| failed(&path, &e))?;
        Ok(Self { path, writing: Mutex::new((file, done.len())) })
    }

    /// Writes a task down, one of so many.
    pub fn add(&self, record: &TaskRecord, of: usize) -> Result<(), Failure> {
        let count = self.write(record)?;
        if count.is_multiple_of((of / MESSAGES).max(1)) {
            note(format_args!("{count} of {of} tasks done"));
        }
        Ok(())
    }

    fn write(&self, record: &TaskRecord) -> Result<usize, Failure> {
        let line = lines(std::slice::from_ref(record));
        // Whoever panicked has not left half a line: a line is one write.
        let mut writing = self.writing.lock().unwrap_or_else(|e| e.into_inner());
        writing.0.write_all(line.as_bytes()).map_err(|e| Failure::writing(&self.path, &e))?;
        writing.1 += 1;
        Ok(writing.1)
    }

    /// Puts all tasks into their order, each once.
    pub fn finish(self, records: &[TaskRecord]) -> Result<Vec<TaskRecord>, Failure> {
        let mut sorted = records.to_vec();
        sorted.sort_by_key(|r| r.task);
        sorted.dedup_by_key(|r| r.task);
        armlab_files::write(&self.path, lines(&sorted))
            .map_err(|e| Failure::writing(&self.path, &e))?;
        Ok(sorted)
    }
}

fn lines(records: &[TaskRecord]) -> String {
    records.iter().map(|r| serde_json::to_string(r).unwrap_or_default() + "\n").collect()
}

/// All tasks of some folders, which must be of one plan.
pub fn merged(folders: &[PathBuf]) -> Result<(PlanRecord, Vec<TaskRecord>), Failure> {
    let mut found: Option<PlanRecord> = None;
    let mut records: Vec<TaskRecord> = Vec::new();
    for folder in folders {
        let shown = folder.display();
        let Some(plan) = read_plan(folder)? else {
            let hint = "give folders that `armlab campaign --out` has written";
            return Err(Failure::input(format_args!("{shown}: holds no campaign"), hint));
        };
        if found.as_ref().is_some_and(|f| *f != plan) {
            let hint = "shards of one campaign differ in --shard and --out alone";
            return Err(Failure::input(format_args!("{shown}: is of another campaign"), hint));
        }
        found = Some(plan);
        let entries = fs::read_dir(folder).map_err(|e| unreadable(folder, &e))?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|e| e.ok().map(|e| e.path()))
            .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
            .collect();
        files.sort();
        for file in files {
            for record in read_tasks(&file)? {
                let same = records.iter().find(|r| r.task == record.task);
                match same {
                    Some(same) if same.timeless() != record.timeless() => {
                        let message = format!("{}: task {} differs", shown, record.task);
                        let hint = "the shards come from different versions of armlab";
                        return Err(Failure::input(message, hint));
                    }
                    Some(_) => {}
                    None => records.push(record),
                }
            }
        }
    }
    let Some(plan) = found else {
        return Err(Failure::input("no folder to merge", "give --merge a,b"));
    };
    records.sort_by_key(|r| r.task);
    Ok((plan, records))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("{}: cannot be read: {error}", path.display());
    Failure::input(message, "is it the right folder?")
}

fn read_plan(folder: &Path) -> Result<Option<PlanRecord>, Failure> {
    let path = folder.join("plan.json");
    let Some(text) = read_text_if_exists(&path, LARGEST)? else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|e| {
        let message = format!("{}: is no campaign's plan: {e}", path.display());
        Failure::input(message, "choose another folder with --out")
    })
}

/// Tasks of a file; a last line that was cut off in the middle is left out.
fn read_tasks(path: &Path) -> Result<Vec<TaskRecord>, Failure> {
    let Some(text) = read_text_if_exists(path, LARGEST)? else { return Ok(Vec::new()) };
    let lines: Vec<&str> = text.lines().collect();
    let mut records = Vec::with_capacity(lines.len());
    for (i, line) in lines.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(record) => records.push(record),
            Err(_) if i + 1 == lines.len() => {}
            Err(e) => {
                let message = format!("{}:{}: is no task: {e}", path.display(), i + 1);
                return Err(Failure::input(message, "delete the line to do its task again"));
            }
        }
    }
    Ok(records)
}
