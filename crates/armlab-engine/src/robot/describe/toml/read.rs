//! A robot from TOML.

use super::dh;
use super::fields::Fields;
use super::friction;
use super::links::{self, INERTIA_FRAMES, InertiaFrame};
use super::{couplings, loops};
use crate::robot::describe::assemble::{self, Places};
use crate::robot::describe::part::Part;
use crate::robot::describe::source::Notes;
use crate::robot::describe::{Description, LARGEST_FILE, ReadOptions, TOO_LARGE};
use crate::robot::{
    DhConvention, DhPlace, Direction, Joint, JointKind, Limits, Link, Mimic, Mounting,
    RobotBuilder, nearest_name,
};
use crate::spatial::{Transform, Vec3, vec3};
use armlab_files::toml::{TomlDocument, TomlFormat, TomlTable};
use armlab_files::{FileError, Source};
use std::collections::HashMap;

const TOP_KEYS: [&str; 14] = [
    "name",
    "description",
    "gravity",
    "mount",
    "dh",
    "inertia_frame",
    "tool",
    "base",
    "joint",
    "frame",
    "loop",
    "coupling",
    "base_parameter",
    "parameter",
];
const JOINT_KEYS: [&str; 15] = [
    "name",
    "kind",
    "parent",
    "dh",
    "origin",
    "offset",
    "axis",
    "limits",
    "friction",
    "rotor_inertia",
    "gear_ratio",
    "actuated",
    "home",
    "mimic",
    "link",
];
const BASE_KEYS: [&str; 8] = [
    "name",
    "mass",
    "center",
    "first_moment",
    "inertia",
    "inertia_at_origin",
    "extent",
    "capsules",
];
const MIMIC_KEYS: [&str; 3] = ["joint", "multiplier", "offset"];
const POSE_KEYS: [&str; 3] = ["xyz", "rpy", "rotation"];
const PLACED_KEYS: [&str; 5] = ["name", "link", "xyz", "rpy", "rotation"];
const LIMIT_KEYS: [&str; 5] = ["lower", "upper", "velocity", "acceleration", "effort"];
const MODEL_PARAMETER_KEYS: [&str; 3] = ["name", "unit", "moves"];
const BASE_PARAMETER_KEYS: [&str; 3] = ["name", "unit", "combination"];
const KINDS: [(&str, JointKind); 4] = [
    ("revolute", JointKind::Revolute),
    ("continuous", JointKind::Continuous),
    ("prismatic", JointKind::Prismatic),
    ("fixed", JointKind::Fixed),
];
/// Shortest axis that still has a direction.
const SHORTEST_AXIS: f64 = 1e-30;

const FORMAT: TomlFormat = TomlFormat {
    limit: LARGEST_FILE,
    too_large: TOO_LARGE,
    malformed: "docs/robot-format.md shows the format",
};

/// Reads a robot from the text of a TOML file; `file` is what errors call it.
pub fn read_toml(text: &str, file: &str, options: &ReadOptions) -> Result<Description, FileError> {
    let document = TomlDocument::parse(text, file, &FORMAT)?;
    let source = document.source();
    let top = document.root("the robot");
    top.only(&TOP_KEYS)?;
    let mut reader = Reader::new(&top)?;
    for joint in top.parts("joint")? {
        reader.joint(joint)?;
    }
    for frame in top.parts("frame")? {
        reader.frame(&frame.titled("the frame"))?;
    }
    for closure in top.parts("loop")? {
        reader.closure(&closure.titled("the loop"))?;
    }
    for parameter in top.parts("base_parameter")? {
        reader.base_parameter(&parameter.titled("the base parameter"))?;
    }
    for parameter in top.parts("parameter")? {
        reader.model_parameter(&parameter.titled("the parameter"))?;
    }
    reader.tool = Some(reader.chosen_tool(&top)?);
    let summary = top.text("description")?.map(str::to_string);
    let mut builder = RobotBuilder::new(top.required_name("name", "robot")?);
    top.exclusive("gravity", "mount")?;
    if let Some(gravity) = top.vec3("gravity")? {
        builder = builder.gravity(gravity);
    }
    if let Some(mounting) = mounting(&top)? {
        builder = builder.gravity(mounting.gravity(Mounting::STANDARD_GRAVITY));
    }
    let (builder, places) = reader.into_builder(builder);
    let notes = Notes::on(source);
    let mut read = assemble::finish(builder, &places, source, options, summary, notes)?;
    read.robot = couplings::read(&top, read.robot)?;
    Ok(read)
}

/// `mount = "wall"`, or roll, pitch and yaw of the base in degrees.
fn mounting(top: &TomlTable) -> Result<Option<Mounting>, FileError> {
    if !top.is_text("mount") {
        return Ok(top.vector("mount")?.map(|rpy| Mounting { rpy }));
    }
    let words =
        [("table", Mounting::TABLE), ("wall", Mounting::WALL), ("ceiling", Mounting::CEILING)];
    top.word("mount", &words)
}

/// A name, the link it is fixed to, and where on it.
type Placement = (String, String, Transform<f64>);

/// A loop closure: name, link and frame of both ends, and what is held.
type Closure = (String, (String, Transform<f64>), (String, Transform<f64>), Vec<Direction>);

/// Name, unit and terms of a declared parameter.
type Declared = (String, String, Vec<(String, f64)>);

/// Which frame is the tool.
enum Tool {
    Frame(String),
    At(Placement),
}

/// What has been read so far.
struct Reader<'s> {
    source: &'s Source<'s>,
    places: Places,
    convention: Option<DhConvention>,
    inertia_frame: InertiaFrame,
    base: Link,
    joints: Vec<(String, Joint, Link)>,
    frames: Vec<Placement>,
    tool: Option<Tool>,
    loops: Vec<Closure>,
    base_parameters: Vec<Declared>,
    model_parameters: Vec<Declared>,
    /// Where things that hang on each link stand in its frame: the identity,
    /// except for links of standard DH rows.
    rests: HashMap<String, Transform<f64>>,
    /// The link read last, on which the next joint hangs unless it says otherwise.
    last: String,
}

impl<'s> Reader<'s> {
    fn new(top: &TomlTable<'s>) -> Result<Self, FileError> {
        let base = match top.section("base", "[base]", &BASE_KEYS)? {
            None => Link::massless("base"),
            Some(section) => {
                let name = section.name("name", "link")?.unwrap_or_else(|| "base".into());
                links::link(&section, name, InertiaFrame::Joint, &Transform::identity())?
            }
        };
        let inertia_frame = top.word("inertia_frame", &INERTIA_FRAMES)?;
        let mut reader = Self {
            source: top.source(),
            places: Places::new(0),
            convention: top.word("dh", &DhConvention::ALL)?,
            inertia_frame: inertia_frame.unwrap_or(InertiaFrame::Joint),
            base,
            joints: Vec::new(),
            frames: Vec::new(),
            tool: None,
            loops: Vec::new(),
            base_parameters: Vec::new(),
            model_parameters: Vec::new(),
            rests: HashMap::new(),
            last: String::new(),
        };
        let name = reader.base.name.clone();
        reader.remember(&name, top.byte_of("base"), Transform::identity())?;
        Ok(reader)
    }

    fn into_builder(self, builder: RobotBuilder) -> (RobotBuilder, Places) {
        let mut builder = builder.base(self.base);
        for (parent, joint, link) in self.joints {
            builder = builder.joint(parent, joint, link);
        }
        for (name, link, pose) in self.frames {
            builder = builder.frame(name, link, pose);
        }
        builder = match self.tool {
            Some(Tool::Frame(name)) => builder.tool(name),
            Some(Tool::At((name, link, pose))) => builder.tool_at(name, link, pose),
            None => builder,
        };
        for (name, first, second, directions) in self.loops {
            builder = builder.loop_closure(name, first, second, directions);
        }
        for (name, unit, terms) in self.base_parameters {
            builder = builder.base_parameter(name, unit, terms);
        }
        for (name, unit, terms) in self.model_parameters {
            builder = builder.model_parameter(name, unit, terms);
        }
        (builder, self.places)
    }

    /// Notes that a link exists, where it was described and what hangs where.
    fn remember(&mut self, link: &str, at: usize, rest: Transform<f64>) -> Result<(), FileError> {
        self.places.add(self.source, Part::LinkOrFrame, link, at)?;
        self.rests.insert(link.to_string(), rest);
        self.last = link.to_string();
        Ok(())
    }

    fn joint(&mut self, section: TomlTable<'s>) -> Result<(), FileError> {
        let number = self.joints.len() + 1;
        let title = match section.text("name") {
            Ok(Some(name)) => format!("joint `{name}`"),
            _ => format!("joint {number}"),
        };
        let section = section.titled(title.as_str());
        section.only(&JOINT_KEYS)?;
        let name = section.required_name("name", "joint")?;
        self.places.add(self.source, Part::Joint, &name, section.byte_of("name"))?;
        let kind = section.word("kind", &KINDS)?.ok_or_else(|| {
            let hint = "add `kind`: revolute, continuous, prismatic or fixed";
            section.error("kind", format!("{title} has no `kind`"), hint)
        })?;
        let parent = section.name("parent", "link")?.unwrap_or_else(|| self.last.clone());
        let hanging = self.rest_of(&section, "parent", &parent)?;
        let axis = axis(&section, kind, &title)?;
        let placed = self.placed(&section, kind, axis, &title)?;

        let mut joint = Joint::new(name, kind, hanging.compose(&placed.origin), axis);
        joint.limits = limits(&section, kind, &title)?;
        joint.friction = friction::read(&section, &title)?;
        joint.rotor_inertia = section.number("rotor_inertia")?.unwrap_or(0.0);
        joint.gear_ratio = gear_ratio(&section)?;
        joint.actuated = section.flag("actuated")?.unwrap_or(true);
        joint.home = section.number("home")?.unwrap_or(0.0);
        joint.mimic = mimic(&section, &title)?;

        let usual = format!("link{number}");
        let described = section.section("link", format!("the link of {title}"), &links::KEYS)?;
        let link = match &described {
            None => Link::massless(usual),
            Some(link) => {
                let name = link.name("name", "link")?.unwrap_or(usual);
                links::link(link, name, self.inertia_frame, &placed.rest)?
            }
        };
        let at = described.map_or(section.byte(), |link| link.byte_of("name"));
        self.remember(&link.name, at, placed.rest)?;
        self.joints.push((parent, joint, link));
        Ok(())
    }

    fn placed(
        &self,
        section: &TomlTable,
        kind: JointKind,
        axis: Vec3<f64>,
        title: &str,
    ) -> Result<DhPlace, FileError> {
        section.exclusive("dh", "origin")?;
        let row = section.section("dh", format!("the DH row of {title}"), &dh::KEYS)?;
        let offset = offset(section, row.as_ref(), kind, title)?;
        if let Some(row) = row {
            if section.has("axis") {
                let message = format!("{title} has a DH row, whose axis is always z");
                return Err(section.error("axis", message, "delete `axis`, or use `origin`"));
            }
            return dh::row(&row, kind, self.convention, offset);
        }
        let title = format!("the origin of {title}");
        let origin = match section.section("origin", title, &POSE_KEYS)? {
            Some(origin) => origin.pose()?,
            None => Transform::identity(),
        };
        let direction = axis.scale(1.0 / axis.norm());
        let origin = match kind {
            _ if offset == 0.0 => origin,
            JointKind::Prismatic => {
                let slid = Transform { translation: direction.scale(offset), ..Default::default() };
                origin.compose(&slid)
            }
            _ => origin.compose(&Transform::rotation(direction, offset)),
        };
        Ok(DhPlace { origin, rest: Transform::identity() })
    }

    /// Where things that hang on a link stand in its frame. Links are described
    /// before what hangs on them, so a ring cannot be written down.
    fn rest_of(
        &self,
        section: &TomlTable,
        key: &str,
        link: &str,
    ) -> Result<Transform<f64>, FileError> {
        self.rests.get(link).copied().ok_or_else(|| {
            let near = nearest_name(link, self.rests.keys().map(String::as_str));
            let hint = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "describe a link before what hangs on it".to_string(),
            };
            section.error(key, format!("there is no link `{link}` above this place"), hint)
        })
    }

    fn frame(&mut self, section: &TomlTable) -> Result<(), FileError> {
        section.only(&PLACED_KEYS)?;
        let frame = self.placement(section)?;
        self.places.add(self.source, Part::LinkOrFrame, &frame.0, section.byte_of("name"))?;
        self.frames.push(frame);
        Ok(())
    }

    /// Name, link and place of a frame or of the tool.
    fn placement(&self, section: &TomlTable) -> Result<Placement, FileError> {
        let name = section.required_name("name", "frame")?;
        let link = section.name("link", "link")?.unwrap_or_else(|| self.last.clone());
        let rest = self.rest_of(section, "link", &link)?;
        Ok((name, link, rest.compose(&section.pose()?)))
    }

    fn chosen_tool(&mut self, top: &TomlTable) -> Result<Tool, FileError> {
        self.places.tool = Some(top.byte_of("tool"));
        if top.is_table("tool")
            && let Some(section) = top.section("tool", "the tool", &PLACED_KEYS)?
        {
            return Ok(Tool::At(self.placement(&section)?));
        }
        let (name, link) = match top.name("tool", "tool")? {
            Some(name) => (name.clone(), name),
            None => ("tool".to_string(), self.last.clone()),
        };
        // A link as the tool means the place where things hang on it.
        Ok(match self.rests.get(&link) {
            Some(rest) => Tool::At((name, link, *rest)),
            None => Tool::Frame(name),
        })
    }

    fn closure(&mut self, section: &TomlTable) -> Result<(), FileError> {
        section.only(&loops::KEYS)?;
        let name = section.required_name("name", "loop")?;
        self.places.add(self.source, Part::Loop, &name, section.byte_of("name"))?;
        let title = format!("loop `{name}`");
        let first = self.loop_end(section, "first", &title)?;
        let second = self.loop_end(section, "second", &title)?;
        self.loops.push((name, first, second, loops::directions(section)?));
        Ok(())
    }

    /// Link and frame of one end of a loop.
    fn loop_end(
        &self,
        section: &TomlTable,
        key: &str,
        title: &str,
    ) -> Result<(String, Transform<f64>), FileError> {
        let Some(end) = section.section(key, format!("`{key}` of {title}"), &loops::END_KEYS)?
        else {
            let hint = format!("add `{key} = {{ link = \"…\", xyz = [0, 0, 0] }}`");
            return Err(section.error(key, format!("{title} has no `{key}`"), hint));
        };
        let link = end.required_name("link", "link")?;
        let rest = self.rest_of(&end, "link", &link)?;
        Ok((link, rest.compose(&end.pose()?)))
    }

    fn base_parameter(&mut self, section: &TomlTable) -> Result<(), FileError> {
        section.only(&BASE_PARAMETER_KEYS)?;
        let name = section.required_name("name", "base parameter")?;
        self.places.add(self.source, Part::BaseParameter, &name, section.byte_of("name"))?;
        let unit = section.text("unit")?.unwrap_or_default().to_string();
        self.base_parameters.push((name, unit, section.factors("combination")?));
        Ok(())
    }

    fn model_parameter(&mut self, section: &TomlTable) -> Result<(), FileError> {
        section.only(&MODEL_PARAMETER_KEYS)?;
        let name = section.required_name("name", "parameter")?;
        self.places.add(self.source, Part::ModelParameter, &name, section.byte_of("name"))?;
        let unit = section.text("unit")?.unwrap_or_default().to_string();
        self.model_parameters.push((name, unit, section.factors("moves")?));
        Ok(())
    }
}

/// What the joint's variable is at coordinate zero, from the joint or its row.
fn offset(
    section: &TomlTable,
    row: Option<&TomlTable>,
    kind: JointKind,
    title: &str,
) -> Result<f64, FileError> {
    let in_row = row.map(|row| row.number("offset")).transpose()?.flatten();
    let offset = section.number("offset")?;
    if offset.and(in_row).is_some() {
        let message = format!("{title} has an `offset`, and so has its DH row");
        return Err(section.error("offset", message, "give one of the two"));
    }
    let offset = offset.or(in_row);
    if kind == JointKind::Fixed && offset.is_some() {
        let message = format!("{title} is fixed and has no variable to offset");
        let at = if in_row.is_some() { row.unwrap_or(section) } else { section };
        return Err(at.error("offset", message, "put it into `origin`, `theta` or `d`"));
    }
    Ok(offset.unwrap_or(0.0))
}

fn axis(section: &TomlTable, kind: JointKind, title: &str) -> Result<Vec3<f64>, FileError> {
    let axis = section.vec3("axis")?.unwrap_or(vec3(0.0, 0.0, 1.0));
    if kind.moves() && axis.norm() < SHORTEST_AXIS {
        let message = format!("{title} has an axis of length zero");
        return Err(section.error("axis", message, "give it a direction such as [0, 0, 1]"));
    }
    Ok(axis)
}

/// The joint that a joint follows.
fn mimic(section: &TomlTable, title: &str) -> Result<Option<Mimic>, FileError> {
    let led = section.section("mimic", format!("`mimic` of {title}"), &MIMIC_KEYS)?;
    let Some(led) = led else { return Ok(None) };
    Ok(Some(Mimic {
        joint: led.required_name("joint", "joint")?,
        multiplier: led.number("multiplier")?.unwrap_or(1.0),
        offset: led.number("offset")?.unwrap_or(0.0),
    }))
}

fn limits(section: &TomlTable, kind: JointKind, title: &str) -> Result<Limits, FileError> {
    let mut limits = Limits::default();
    let Some(stated) = section.section("limits", format!("the limits of {title}"), &LIMIT_KEYS)?
    else {
        return Ok(limits);
    };
    if let (JointKind::Continuous, Some(key)) =
        (kind, ["lower", "upper"].into_iter().find(|k| stated.has(k)))
    {
        let message = format!("{title} turns without end and cannot have `{key}`");
        return Err(stated.error(key, message, "make it `kind = \"revolute\"`, or delete it"));
    }
    let slots = [
        ("lower", &mut limits.lower),
        ("upper", &mut limits.upper),
        ("velocity", &mut limits.velocity),
        ("acceleration", &mut limits.acceleration),
        ("effort", &mut limits.effort),
    ];
    for (key, slot) in slots {
        *slot = stated.limit(key)?.unwrap_or(*slot);
    }
    Ok(limits)
}

/// Turns of the motor for one of the joint; zero if it is not stated.
fn gear_ratio(section: &TomlTable) -> Result<f64, FileError> {
    let ratio = section.number("gear_ratio")?.unwrap_or(0.0);
    if ratio < 0.0 {
        let hint = "give the turns of the motor for one turn of the joint, a positive number";
        return Err(section.titled_error("gear_ratio", "`gear_ratio` is negative", hint));
    }
    Ok(ratio)
}
