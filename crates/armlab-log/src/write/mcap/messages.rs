//! Messages of the topics that are written: common data representation, least byte first.

use crate::block::Block;
use crate::formats::ros::known::{JOINT_STATE, NAMED_VALUES};
use crate::write::arrays::split;

/// A topic: its messages have a header, names and lists of numbers.
pub struct Topic {
    pub name: &'static str,
    pub kind: &'static str,
    pub definition: &'static str,
    /// Names and their lists of columns; an index that is none stands for NaN.
    names: Vec<u8>,
    lists: Vec<Vec<Option<usize>>>,
}

/// The topics that the columns of a log make.
pub fn topics(header: &[String], joint_names: &[String]) -> Vec<Topic> {
    let mut topics = vec![of_joints("/joint_states", ["q", "qd", "tau"], header, joint_names)];
    let references = ["qref", "qdref", "tauref"];
    topics.push(of_joints("/joint_references", references, header, joint_names));
    topics.retain(|t: &Topic| t.lists.iter().any(|l| !l.is_empty()));
    let written: Vec<usize> =
        topics.iter().flat_map(|t| t.lists.iter().flatten()).flatten().copied().collect();
    let others: Vec<usize> = (1..header.len()).filter(|i| !written.contains(i)).collect();
    if !others.is_empty() {
        let names = others.iter().filter_map(|&i| header.get(i)).cloned().collect::<Vec<_>>();
        topics.push(Topic {
            name: "/other_channels",
            kind: "armlab_msgs/msg/NamedValues",
            definition: NAMED_VALUES,
            names: name_list(&names),
            lists: vec![others.into_iter().map(Some).collect()],
        });
    }
    topics
}

fn of_joints(
    name: &'static str,
    stems: [&str; 3],
    header: &[String],
    joint_names: &[String],
) -> Topic {
    let columns = |stem: &str| -> Vec<(usize, usize)> {
        let of = |(i, name): (usize, &String)| {
            split(name).filter(|(s, _)| *s == stem).map(|(_, number)| (number, i))
        };
        header.iter().enumerate().filter_map(of).collect()
    };
    let found = stems.map(columns);
    // A joint's number is not larger than the number of columns; see `mapping`.
    let joints = found.iter().flatten().map(|f| f.0).max().unwrap_or(0).min(header.len());
    let list = |found: &Vec<(usize, usize)>| -> Vec<Option<usize>> {
        let of = |joint: usize| found.iter().find(|f| f.0 == joint).map(|f| f.1);
        if found.is_empty() { Vec::new() } else { (1..=joints).map(of).collect() }
    };
    let named = |j: usize| joint_names.get(j).cloned().unwrap_or_else(|| format!("joint{}", j + 1));
    Topic {
        name,
        kind: "sensor_msgs/msg/JointState",
        definition: JOINT_STATE,
        names: name_list(&(0..joints).map(named).collect::<Vec<_>>()),
        lists: found.iter().map(list).collect(),
    }
}

/// A list of names as it stands in a message at a multiple of four bytes.
fn name_list(names: &[String]) -> Vec<u8> {
    let mut bytes = (names.len() as u32).to_le_bytes().to_vec();
    for name in names {
        align(&mut bytes, 4, 0);
        bytes.extend((name.len() as u32 + 1).to_le_bytes());
        bytes.extend(name.as_bytes());
        bytes.push(0);
    }
    bytes
}

fn align(bytes: &mut Vec<u8>, to: usize, from: usize) {
    bytes.resize(from + (bytes.len() - from).next_multiple_of(to), 0);
}

impl Topic {
    /// The message of a row at a time in s.
    pub fn write(&self, block: &Block, row: usize, time: f64, message: &mut Vec<u8>) {
        let total = (time * 1e9).round() as i64;
        let (seconds, rest) = (total.div_euclid(1_000_000_000), total.rem_euclid(1_000_000_000));
        message.extend([0, 1, 0, 0]);
        message.extend((seconds as i32).to_le_bytes());
        message.extend((rest as u32).to_le_bytes());
        // An empty frame.
        message.extend([1, 0, 0, 0, 0]);
        align(message, 4, 4);
        message.extend(&self.names);
        for list in &self.lists {
            align(message, 4, 4);
            message.extend((list.len() as u32).to_le_bytes());
            if !list.is_empty() {
                align(message, 8, 4);
            }
            for column in list {
                let value = column.and_then(|c| block.column(c).get(row)).copied();
                message.extend(value.unwrap_or(f64::NAN).to_le_bytes());
            }
        }
    }
}
