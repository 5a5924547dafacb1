//! Folders of ROS 2 bags: `metadata.yaml` and the files it lists, read one after the other.

use super::Choice;
use super::ros::{self, Bag, Messages, Topic};
use crate::error::{LogError, Place, shown};
use crate::input::Input;
use crate::source::LogSource;
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;

/// Most files of a bag, and the longest `metadata.yaml`, in bytes.
const MOST_FILES: usize = 10_000;
const LONGEST_METADATA: usize = 16 << 20;

/// A folder with the files of a bag in their order.
struct FolderBag {
    parts: Rc<Vec<Box<dyn Bag>>>,
}

struct FolderMessages {
    parts: Rc<Vec<Box<dyn Bag>>>,
    topic: String,
    waiting: VecDeque<usize>,
    now: Option<Box<dyn Messages>>,
    unfinished: bool,
}

/// Opens the bag in a folder.
pub(super) fn open(
    input: &Input,
    folder: &Path,
    choice: &Choice,
) -> Result<Box<dyn LogSource>, LogError> {
    let files = files(input, folder)?;
    let parts = files.iter().map(|name| part(input, folder, name));
    let bag = FolderBag { parts: Rc::new(parts.collect::<Result<Vec<_>, _>>()?) };
    ros::open(input, &bag, choice)
}

fn complaint(input: &Input, message: impl Into<String>, hint: impl Into<String>) -> LogError {
    LogError::new(input.name(), Place::File, message, hint)
}

/// Names of the bag's files.
fn files(input: &Input, folder: &Path) -> Result<Vec<String>, LogError> {
    let metadata =
        armlab_files::read_text_if_exists(folder.join("metadata.yaml"), LONGEST_METADATA)?;
    if let Some(text) = metadata {
        let listed = listed_files(&text);
        if listed.is_empty() {
            let hint = "`ros2 bag reindex FOLDER` writes it anew";
            return Err(complaint(input, "its metadata.yaml lists no files", hint));
        }
        return Ok(listed);
    }
    let entries = std::fs::read_dir(folder).map_err(|e| LogError::reading(input.name(), &e))?;
    let names = entries.filter_map(|e| e.ok()?.file_name().into_string().ok());
    let mut all: Vec<String> = names.take(MOST_FILES).collect();
    all.sort_by_key(|name| (name.len(), name.clone()));
    let is_bag = |name: &&String| name.ends_with(".mcap") || name.ends_with(".db3");
    let bags: Vec<String> = all.iter().filter(is_bag).cloned().collect();
    if bags.is_empty() {
        let some: Vec<String> = all.iter().take(5).map(|name| shown(name)).collect();
        let what = if some.is_empty() { "nothing".into() } else { some.join(", ") };
        let message = format!("this is a folder without a ROS 2 bag; in it: {what}");
        return Err(complaint(input, message, "give the log file itself"));
    }
    Ok(bags)
}

/// The entries of `relative_file_paths` in `metadata.yaml`, which ROS writes as a plain list.
fn listed_files(text: &str) -> Vec<String> {
    let mut lines = text.lines().skip_while(|l| !l.trim().starts_with("relative_file_paths:"));
    let first = lines.next().and_then(|l| l.split_once(':')).map_or("", |l| l.1.trim());
    let clean = |name: &str| name.trim().trim_matches(['"', '\'']).to_string();
    // On one line: [a, b].
    if let Some(inside) = first.strip_prefix('[') {
        let names = inside.trim_end_matches(']').split(',').map(clean);
        return names.filter(|n| !n.is_empty()).take(MOST_FILES).collect();
    }
    let entries = lines.map_while(|l| l.trim().strip_prefix("- "));
    entries.map(clean).take(MOST_FILES).collect()
}

/// A file of the bag, by its content.
fn part(input: &Input, folder: &Path, name: &str) -> Result<Box<dyn Bag>, LogError> {
    let outside = Path::new(name)
        .components()
        .any(|c| !matches!(c, std::path::Component::Normal(_) | std::path::Component::CurDir));
    if outside {
        let message = format!("its metadata.yaml lists `{}`, outside of the folder", shown(name));
        return Err(complaint(input, message, "put the files of the bag beside metadata.yaml"));
    }
    // Older releases list files with the folder's name before.
    let bare = Path::new(name).file_name().unwrap_or_default();
    let path = [folder.join(name), folder.join(bare)].into_iter().find(|p| p.is_file());
    let Some(path) = path else {
        let message = format!("the file `{}` of the bag is missing", shown(name));
        return Err(complaint(input, message, "copy the whole folder"));
    };
    let file = Input::path(path);
    let start = super::beginning(&file)?;
    #[cfg(feature = "mcap")]
    if start.starts_with(super::MCAP) {
        return Ok(Box::new(super::mcap::McapBag::new(&file)));
    }
    #[cfg(feature = "db3")]
    if start.starts_with(super::SQLITE) {
        return Ok(Box::new(super::db3::Db3Bag::new(&file)));
    }
    if start.starts_with(&super::zstd::MAGIC) {
        let message = format!("the file `{}` of the bag is packed as a whole", shown(name));
        let hint = "unpack it (unzstd --rm FILE) and take `.zstd` off its name in metadata.yaml, or record with --compression-mode message";
        return Err(complaint(input, message, hint));
    }
    let message = format!(
        "the file `{}` of the bag is damaged, or of a format that is not read",
        shown(name)
    );
    Err(complaint(input, message, "bags in MCAP and SQLite are read"))
}

impl Bag for FolderBag {
    fn format(&self) -> &'static str {
        self.parts.first().map_or("ROS 2 bag", |p| p.format())
    }

    fn topics(&self) -> Result<Vec<Topic>, LogError> {
        let mut all: Vec<Topic> = Vec::new();
        for part in self.parts.iter() {
            for topic in part.topics()? {
                if !all.iter().any(|t| t.name == topic.name) {
                    all.push(topic);
                }
            }
        }
        Ok(all)
    }

    fn messages(&self, topic: &Topic) -> Result<Box<dyn Messages>, LogError> {
        let parts = self.parts.clone();
        let (waiting, topic) = ((0..parts.len()).collect(), topic.name.clone());
        Ok(Box::new(FolderMessages { parts, topic, waiting, now: None, unfinished: false }))
    }
}

impl Messages for FolderMessages {
    fn next(&mut self) -> Result<Option<i64>, LogError> {
        loop {
            if let Some(now) = &mut self.now {
                if let Some(time) = now.next()? {
                    return Ok(Some(time));
                }
                self.unfinished |= now.unfinished();
                self.now = None;
            }
            let Some(part) = self.waiting.pop_front().and_then(|i| self.parts.get(i)) else {
                return Ok(None);
            };
            // The same topic has other numbers in every file.
            if let Some(topic) = part.topics()?.iter().find(|t| t.name == self.topic) {
                self.now = Some(part.messages(topic)?);
            }
        }
    }

    fn data(&self) -> &[u8] {
        self.now.as_ref().map_or(&[], |now| now.data())
    }

    fn unfinished(&self) -> bool {
        self.unfinished
    }
}

#[cfg(test)]
mod tests {
    use super::listed_files;

    #[test]
    fn both_ways_to_write_the_list_are_read() {
        let text = "rosbag2_bagfile_information:\n  version: 5\n  relative_file_paths:\n    - a_0.db3\n    - \"a_1.db3\"\n  duration:\n    nanoseconds: 3\n";
        assert_eq!(listed_files(text), ["a_0.db3", "a_1.db3"]);
        assert_eq!(
            listed_files("x:\n  relative_file_paths: [a_0.mcap, 'b.mcap']\n"),
            ["a_0.mcap", "b.mcap"]
        );
        assert!(listed_files("nothing: here").is_empty());
    }
}
