//! Which topic of a bag is the log.

use super::cdr::Decoder;
use super::columns::names_slot;
use super::definition::{Definition, short};
use super::{Bag, Topic, known};
use crate::error::{LogError, Place, shown};
use crate::formats::Choice;
use crate::input::Input;

const JOINT_STATE: &str = "sensor_msgs/JointState";
/// The topic on which ROS drivers publish what is measured.
const USUAL: &str = "/joint_states";
/// Most topics that are considered, and the longest definition, in bytes.
const MOST_TOPICS: usize = 4096;
const LONGEST_DEFINITION: usize = 1 << 18;

/// A topic that can be read; more than one decoder if releases of ROS differ.
pub struct Readable {
    pub topic: Topic,
    pub decoders: Vec<Decoder>,
}

/// How likely a topic is the log; the lower the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    JointState,
    /// Names of joints, and positions.
    Named,
    /// Only if it is asked for.
    Other,
}

/// The topic that was asked for, or the only one with joint states.
pub fn chosen(input: &Input, bag: &dyn Bag, choice: &Choice) -> Result<Readable, LogError> {
    let topics = bag.topics()?;
    let fail = |message: String, hint: String| {
        Err(LogError::new(input.name(), Place::File, message, hint))
    };
    if let Some(wanted) = &choice.topic {
        return asked_for(input, topics, wanted);
    }
    let mut ranked: Vec<(Rank, Topic)> = Vec::new();
    let mut others = Vec::new();
    for topic in topics.into_iter().take(MOST_TOPICS) {
        others.push(listed(&topic));
        if let Ok(Readable { topic, decoders }) = readable(topic) {
            ranked.push((rank(&topic, &decoders), topic));
        }
    }
    let best = ranked.iter().map(|r| r.0).min().unwrap_or(Rank::Other);
    let mut found: Vec<Topic> =
        ranked.into_iter().filter(|r| r.0 == best && best < Rank::Other).map(|r| r.1).collect();
    // Other topics of the same type are usually commands.
    if found.iter().any(|t| t.name == USUAL) {
        found.retain(|t| t.name == USUAL);
    }
    let names: Vec<String> = found.iter().map(|t| shown(&t.name)).collect();
    match (found.pop(), names.len()) {
        (Some(only), 1) => readable(only)
            .map_err(|why| LogError::new(input.name(), Place::File, why, "choose another topic")),
        (Some(_), _) => fail(
            format!("several topics have joint states: {}", some(&names)),
            "choose one topic".into(),
        ),
        (None, _) => fail(
            format!("there are no messages of type sensor_msgs/msg/JointState, nor others with names and positions of joints; topics: {}", some(&others)),
            "record the topic of joint states (ros2 bag record /joint_states), or name a topic whose messages hold numbers".into(),
        ),
    }
}

fn asked_for(input: &Input, topics: Vec<Topic>, wanted: &str) -> Result<Readable, LogError> {
    let list: Vec<String> = topics.iter().map(listed).collect();
    let Some(topic) = topics.into_iter().find(|t| t.name == wanted) else {
        let message = format!("there are no joint states on topic `{}`", shown(wanted));
        let hint = format!("topics of this bag: {}", some(&list));
        return Err(LogError::new(input.name(), Place::File, message, hint));
    };
    readable(topic).map_err(|why| {
        let message = format!("topic `{}` cannot be read: {why}", shown(wanted));
        let hint = format!("topics of this bag: {}", some(&list));
        LogError::new(input.name(), Place::File, message, hint)
    })
}

fn listed(topic: &Topic) -> String {
    let other = if topic.encoding == "cdr" { "" } else { &topic.encoding };
    let comma = if other.is_empty() { "" } else { ", written as " };
    format!("{} ({}{comma}{})", shown(&topic.name), shown(&topic.kind), shown(other))
}

fn some(list: &[String]) -> String {
    let more = if list.len() > 12 { ", …" } else { "" };
    let shown: Vec<&str> = list.iter().take(12).map(String::as_str).collect();
    if shown.is_empty() { "none".into() } else { format!("{}{more}", shown.join(", ")) }
}

/// A topic with what decodes it, or why there is nothing that does.
fn readable(topic: Topic) -> Result<Readable, String> {
    if topic.encoding != "cdr" {
        let encoding = shown(&topic.encoding);
        return Err(format!("its messages are written as `{encoding}`, not as ROS 2 writes them"));
    }
    let name = short(&topic.kind);
    let own = topic.definition.clone();
    let own = own.as_deref().filter(|d| !d.trim().is_empty() && d.len() <= LONGEST_DEFINITION);
    let mut decoders = Vec::new();
    let mut why = format!("the bag does not say what a {} is", shown(&topic.kind));
    let texts: Vec<&str> = own.into_iter().chain(known::texts(&name)).collect();
    for text in texts {
        match Definition::parse(&topic.kind, text) {
            Ok(definition) => decoders.extend(Decoder::new(definition)),
            Err(reason) => why = reason,
        }
    }
    if decoders.is_empty() { Err(why) } else { Ok(Readable { topic, decoders }) }
}

fn rank(topic: &Topic, decoders: &[Decoder]) -> Rank {
    if short(&topic.kind) == JOINT_STATE {
        return Rank::JointState;
    }
    let Some(decoder) = decoders.first() else { return Rank::Other };
    let positions = ["position", "positions", "interface_names"];
    let has = decoder.find(|s| s.list && positions.iter().any(|p| s.path.ends_with(p))).is_some();
    if has && names_slot(decoder).is_some() { Rank::Named } else { Rank::Other }
}
