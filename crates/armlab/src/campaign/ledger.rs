//! The finished tasks of a shard, a line of JSON each, so that a campaign that was stopped
//! continues, and shards can be merged.
//!
//! The plan is written once. Tasks are only ever appended, a line in one write; a last line
//! that is incomplete is cut off before the next is appended.

use super::plan::Shard;
use super::record::{PlanRecord, TaskRecord};
use crate::error::Result;
use crate::saving::{cannot_write, error, located};
use armlab_files::{Lock, read_text_if_exists};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Largest file of tasks, in bytes.
const LARGEST: usize = 1 << 30;

/// The tasks of one shard.
pub struct Ledger {
    path: PathBuf,
    file: Mutex<File>,
    _lock: Lock,
}

impl Ledger {
    /// Opens a folder's ledger, and reads what is finished. It must be of this plan.
    pub fn open(folder: &Path, plan: &PlanRecord, shard: Shard) -> Result<(Self, Vec<TaskRecord>)> {
        match read_plan(folder)? {
            Some(old) if old != *plan => {
                let hint = "choose another folder, or continue with the old options";
                let message = format_args!("{}: holds another campaign", folder.display());
                return Err(error(message, hint));
            }
            Some(_) => {}
            None => write_plan(folder, plan)?,
        }
        let path = tasks_file(folder, shard);
        let lock =
            Lock::acquire(folder.join(format!(".tasks-{}-of-{}.lock", shard.index, shard.of)), "");
        let lock = lock.map_err(|e| {
            let hint = "wait until it has finished, or choose another folder";
            error(format_args!("{}: {e}", path.display()), hint)
        })?;
        let (done, complete) = read_tasks(&path, plan)?;
        let open = || -> io::Result<File> {
            let file = File::options().create(true).append(true).open(&path)?;
            if file.metadata()?.len() != complete {
                file.set_len(complete)?;
            }
            Ok(file)
        };
        let file = Mutex::new(open().map_err(|e| cannot_write(&path, &e))?);
        Ok((Self { path, file, _lock: lock }, done))
    }

    /// Appends a finished task.
    pub fn append(&self, record: &TaskRecord) -> Result<()> {
        let line = lines(std::slice::from_ref(record));
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).map_err(|e| cannot_write(&self.path, &e))
    }

    /// Replaces the file by one with all tasks in order.
    pub fn finish(self, records: &[TaskRecord]) -> Result<()> {
        let written = armlab_files::write(&self.path, lines(records));
        written.map_err(|e| cannot_write(&self.path, &e))
    }
}

/// The file of a shard's tasks.
fn tasks_file(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("tasks-{}-of-{}.jsonl", shard.index, shard.of))
}

fn lines(records: &[TaskRecord]) -> String {
    records.iter().map(|r| serde_json::to_string(r).unwrap_or_default() + "\n").collect()
}

fn write_plan(folder: &Path, plan: &PlanRecord) -> Result<()> {
    fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
    let path = folder.join("plan.json");
    let text = crate::saving::json(plan)?;
    armlab_files::write(&path, text).map_err(|e| cannot_write(&path, &e))
}

/// Writes a plan and tasks into a folder that holds no other campaign.
pub fn write(folder: &Path, plan: &PlanRecord, records: &[TaskRecord]) -> Result<()> {
    let (ledger, _) = Ledger::open(folder, plan, Shard::WHOLE)?;
    ledger.finish(records)
}

/// All tasks of some folders, which must be of one plan.
pub fn merged<P: AsRef<Path>>(
    folders: impl IntoIterator<Item = P>,
) -> Result<(PlanRecord, Vec<TaskRecord>)> {
    let mut found: Option<PlanRecord> = None;
    let mut records: BTreeMap<u64, TaskRecord> = BTreeMap::new();
    for folder in folders {
        let folder = folder.as_ref();
        let shown = folder.display();
        let Some(plan) = read_plan(folder)? else {
            let hint = "give the output folders of a campaign's shards";
            return Err(error(format_args!("{shown}: holds no campaign"), hint));
        };
        if found.as_ref().is_some_and(|f| *f != plan) {
            let hint = "shards of one campaign have the same options";
            return Err(error(format_args!("{shown}: is of another campaign"), hint));
        }
        let plan = found.insert(plan);
        let entries = fs::read_dir(folder).map_err(|e| {
            let message = format_args!("{shown}: cannot be read: {e}").to_string();
            error(message, "check the folder")
        })?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|e| e.ok().map(|e| e.path()))
            .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
            .collect();
        files.sort();
        for file in files {
            for record in read_tasks(&file, plan)?.0 {
                match records.get(&record.task) {
                    Some(same) if same.timeless() != record.timeless() => {
                        let message = format_args!("{shown}: task {} differs", record.task);
                        let hint = "the shards come from different versions of armlab";
                        return Err(error(message, hint));
                    }
                    Some(_) => {}
                    None => drop(records.insert(record.task, record)),
                }
            }
        }
    }
    let plan = found.ok_or_else(|| error("no folder to merge", "give output folders"))?;
    Ok((plan, records.into_values().collect()))
}

fn read_plan(folder: &Path) -> Result<Option<PlanRecord>> {
    let path = folder.join("plan.json");
    let Some(text) = read_text_if_exists(&path, LARGEST).map_err(located)? else {
        return Ok(None);
    };
    let plan = serde_json::from_str::<PlanRecord>(&text).map_err(|e| e.to_string());
    let plan = plan.and_then(|plan| plan.check().map(|()| plan));
    plan.map(Some).map_err(|why| {
        let message = format_args!("{}: is no plan of a campaign: {why}", path.display());
        error(message, "choose another folder")
    })
}

/// The tasks of a file, and the length of its complete lines in bytes: a last line that was
/// cut off is left out.
fn read_tasks(path: &Path, plan: &PlanRecord) -> Result<(Vec<TaskRecord>, u64)> {
    let Some(text) = read_text_if_exists(path, LARGEST).map_err(located)? else {
        return Ok((Vec::new(), 0));
    };
    let complete = text.rfind('\n').map_or(0, |i| i + 1);
    let mut records = Vec::new();
    for (i, line) in text[..complete].lines().enumerate() {
        let record = serde_json::from_str::<TaskRecord>(line).map_err(|e| e.to_string());
        let record = record.and_then(|record| plan.check_task(&record).map(|()| record));
        records.push(record.map_err(|why| {
            let message = format_args!("{}:{}: is no task: {why}", path.display(), i + 1);
            error(message, "delete the line to run its task again")
        })?);
    }
    Ok((super::in_order(records), complete as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::MethodRecord;

    fn plan() -> PlanRecord {
        PlanRecord {
            robot: "r".into(),
            names: vec!["m".into()],
            truth: vec![2.0],
            methods: vec!["ls".into()],
            levels: vec![1.0],
            seeds: 3,
            first_seed: 0,
            settings: Vec::new(),
        }
    }

    fn record(task: u64) -> TaskRecord {
        let method = MethodRecord {
            method: "ls".into(),
            values: vec![2.1],
            deviations: vec![Some(0.1)],
            intervals: vec![Some([1.9, 2.3])],
            unseen: Some(1.0),
            error: None,
            seconds: 0.0,
        };
        TaskRecord { task, level: 1.0, seed: task, methods: vec![method] }
    }

    #[test]
    fn a_ledger_continues_behind_a_line_that_was_cut_off() {
        let folder = std::env::temp_dir().join(format!("armlab-ledger-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let (ledger, done) = Ledger::open(&folder, &plan(), Shard::WHOLE).unwrap();
        assert!(done.is_empty());
        ledger.append(&record(2)).unwrap();
        let path = tasks_file(&folder, Shard::WHOLE);
        let mut file = File::options().append(true).open(&path).unwrap();
        file.write_all(b"{\"task\":0,\"lev").unwrap();
        let refused = Ledger::open(&folder, &plan(), Shard::WHOLE).err().unwrap();
        assert!(refused.message().contains("in use by another process"), "{refused}");
        drop(ledger);
        let (ledger, done) = Ledger::open(&folder, &plan(), Shard::WHOLE).unwrap();
        assert_eq!(done, [record(2)]);
        ledger.append(&record(1)).unwrap();
        drop(ledger);
        let (ledger, done) = Ledger::open(&folder, &plan(), Shard::WHOLE).unwrap();
        assert_eq!(done, [record(1), record(2)]);
        // A task of another campaign is refused, not counted.
        ledger.append(&record(7)).unwrap();
        assert!(merged([&folder]).unwrap_err().message().contains("is no task"));
        let _ = fs::remove_dir_all(&folder);
    }
}
