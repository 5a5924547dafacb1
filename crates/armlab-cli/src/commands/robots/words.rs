//! One robot for people: tables, angles in degrees.

use super::document::{
    BaseDocument, IdentifiabilityDocument, JointDocument, LawDocument, LinkDocument, RobotDocument,
};
use crate::robot::kinds;
use crate::table::{number, numbers, table};
use armlab::robot::Robot;
use armlab::text::significant;
use std::fmt::Write;

/// More null vectors are for programs.
const NULL_VECTORS_SHOWN: usize = 8;

/// Everything about a robot.
pub fn describe(robot: &Robot, document: &RobotDocument) -> String {
    let mut text = String::new();
    let gravity = document.gravity.map(|g| significant(g, 7)).join(", ");
    let _ = writeln!(text, "{}: {} coordinates ({})", document.name, document.dofs, kinds(robot));
    let _ = writeln!(text, "gravity ({gravity}) m/s², base link `{}`", document.base_link);
    let tool = &document.tool;
    let _ = writeln!(text, "tool `{}` on `{}` at ({}) m\n", tool.name, tool.link, {
        numbers(tool.pose.xyz)
    });

    let header = ["joint", "kind", "parent → child", "origin m", "rpy °", "axis"];
    let rows = document.joints.iter().map(joint_row).collect();
    text.push_str(&table(&header, rows, &[]));
    text.push('\n');

    let header =
        ["joint", "from", "to", "", "speed", "acceleration", "effort", "friction", "rotor"];
    let moving = document.joints.iter().filter(|j| j.kind != "fixed");
    text.push_str(&table(&header, moving.map(limits_row).collect(), &[1, 2]));
    text.push('\n');

    let header = ["link", "mass kg", "centre of mass m", "inertia about it, kg m²"];
    let rows = document.links.iter().map(link_row).collect();
    text.push_str(&table(&header, rows, &[1]));
    if let Some(base) = &document.base {
        let _ = writeln!(
            text,
            "\n{} base parameters of {}:\n",
            base.len(),
            if document.unknowns.len() == document.parameters.len() {
                format!("{} link parameters", document.parameters.len())
            } else {
                format!("{} declared parameters", document.unknowns.len())
            }
        );
        text.push_str(&table(
            &["base parameter", "value", "unit"],
            base.iter().map(base_row).collect(),
            &[1],
        ));
    }
    let hidden = &document.null_vectors;
    if !hidden.is_empty() && hidden.len() <= NULL_VECTORS_SHOWN {
        let _ = writeln!(text, "\nChanges in these proportions have no effect on any effort:\n");
        for vector in hidden {
            let _ = writeln!(text, "  {}", combination(vector));
        }
    }
    if let Some(found) = &document.identifiability {
        text.push_str(&identifiability(found));
    }
    text
}

/// Which parameters can be identified, by link.
fn identifiability(found: &IdentifiabilityDocument) -> String {
    let mut text = format!("\nStructural identifiability: {}.\n\n", found.summary);
    let list = |names: &[String]| names.join(" ");
    let rows = found.by_link.iter().map(|row| {
        let lists = [&row.identifiable, &row.in_combination, &row.unidentifiable];
        std::iter::once(row.link.clone()).chain(lists.map(|names| list(names))).collect()
    });
    let header = ["", "identifiable", "in combination", "no effect"];
    text.push_str(&table(&header, rows.collect(), &[]));
    for note in &found.notes {
        let _ = writeln!(text, "\nNote: {note}.");
    }
    text
}

fn joint_row(joint: &JointDocument) -> Vec<String> {
    let turned = joint.origin.rpy.map(f64::to_degrees);
    let turned = if turned == [0.0; 3] { String::new() } else { numbers(turned) };
    vec![
        joint.name.clone(),
        joint.kind.into(),
        format!("{} → {}", joint.parent, joint.child),
        numbers(joint.origin.xyz),
        turned,
        numbers(joint.axis),
    ]
}

fn limits_row(joint: &JointDocument) -> Vec<String> {
    let turns = joint.units.position == "rad";
    let shown = |x: Option<f64>| match x {
        Some(x) => number(if turns { x.to_degrees() } else { x }),
        None => "no limit".into(),
    };
    let with_unit = |x: Option<f64>, per: &str| match x {
        Some(_) => format!("{} {}{per}", shown(x), if turns { "°" } else { "m" }),
        None => "no limit".into(),
    };
    let limits = &joint.limits;
    let terms: Vec<String> = joint.friction.laws.iter().map(law_in_words).collect();
    let rotor = match joint.rotor_inertia {
        0.0 => "none".into(),
        ia => format!("{} {}", number(ia), if turns { "kg m²" } else { "kg" }),
    };
    vec![
        joint.name.clone(),
        shown(limits.lower),
        shown(limits.upper),
        (if turns { "°" } else { "m" }).into(),
        with_unit(limits.velocity, "/s"),
        with_unit(limits.acceleration, "/s²"),
        limits
            .effort
            .map_or("no limit".into(), |e| format!("{} {}", number(e), joint.units.effort)),
        if terms.is_empty() { "none".into() } else { terms.join(", ") },
        rotor,
    ]
}

/// The law's parameters that are not zero; with its name unless it is viscous and
/// Coulomb friction and an offset.
fn law_in_words(law: &LawDocument) -> String {
    let stated = law.parameters.iter().filter(|p| p.value != 0.0);
    let values = stated.map(|p| format!("{} {} {}", p.name, number(p.value), p.unit));
    let values = values.map(|v| v.trim_end().to_string()).collect::<Vec<_>>().join(", ");
    if law.is_linear { values } else { format!("{}: {values}", law.law) }
}

fn link_row(link: &LinkDocument) -> Vec<String> {
    let (Some(mass), Some(tensor)) = (link.mass, &link.inertia) else {
        return vec![link.name.clone(), "not stated".into(), String::new(), String::new()];
    };
    let mut inertia =
        format!("xx {}, yy {}, zz {}", { number(tensor.xx) }, number(tensor.yy), number(tensor.zz));
    for (name, value) in [("xy", tensor.xy), ("xz", tensor.xz), ("yz", tensor.yz)] {
        if value.abs() > 1e-12 * (tensor.xx + tensor.yy + tensor.zz).abs() {
            let _ = write!(inertia, ", {name} {}", number(value));
        }
    }
    let center = link.center.map(numbers).unwrap_or_default();
    vec![link.name.clone(), number(mass), center, inertia]
}

fn base_row(base: &BaseDocument) -> Vec<String> {
    vec![in_words(base), number(base.value), base.unit.clone()]
}

/// The name, and for a declared name what it stands for.
fn in_words(base: &BaseDocument) -> String {
    let words = combination(&base.combination);
    let declared = !base.combination.iter().any(|(name, _)| base.name.contains(name.as_str()));
    if declared { format!("{} = {words}", base.name) } else { words }
}

/// `a + 0.25 b − c`
fn combination(terms: &[(String, f64)]) -> String {
    let mut words = String::new();
    for (name, factor) in terms {
        let sign = if *factor < 0.0 { "−" } else { "+" };
        let lead = match (words.is_empty(), *factor < 0.0) {
            (true, false) => String::new(),
            (true, true) => "−".into(),
            (false, _) => format!(" {sign} "),
        };
        let factor = match factor.abs() {
            f if (f - 1.0).abs() < 1e-9 => String::new(),
            f => format!("{} ", number(f)),
        };
        let _ = write!(words, "{lead}{factor}{name}");
    }
    words
}
