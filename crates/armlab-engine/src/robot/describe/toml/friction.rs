//! Friction of a joint in TOML: one law, or a list of laws whose efforts add.
//!
//! ```toml
//! friction = { viscous = 0.1, coulomb = 0.05, offset = 0.01 }
//! friction = { law = "stribeck", static = 2, coulomb = 1, viscous = 0.3, stribeck_speed = 0.1 }
//! friction = [{ law = "coulomb", coulomb = 1, width = 0.01 }, { law = "offset", offset = 0.2 }]
//! ```

use super::fields::Fields;
use super::text::{quoted, vector};
use crate::friction::{Bearing, Friction, FrictionError, FrictionTerm, law, laws};
use crate::robot::describe::number::shortest;
use armlab_files::toml::TomlTable;
use armlab_files::{FileError, nearest_name, quoted as shown};

/// What may stand beside a law's parameters.
const BESIDE: [&str; 3] = ["law", "normal", "carries"];
/// The friction that needs no name.
const PLAIN: [&str; 3] = ["viscous", "coulomb", "offset"];

pub fn read(joint: &TomlTable, title: &str) -> Result<Friction, FileError> {
    let title = format!("the friction of {title}");
    if !joint.has("friction") {
        return Ok(Friction::default());
    }
    if joint.is_table("friction") {
        let table = joint.table("friction", title.as_str())?;
        return table.map_or(Ok(Friction::default()), |table| one(&table));
    }
    let mut sum = Friction::default();
    for table in joint.parts("friction")? {
        let part = one(&table.titled(title.as_str()))?;
        sum.terms.extend(part.terms);
        let Bearing { normal, carries } = part.bearing;
        sum.bearing.normal = sum.bearing.normal.or(normal);
        sum.bearing.carries.extend(carries);
    }
    Ok(sum)
}

fn one(section: &TomlTable) -> Result<Friction, FileError> {
    let title = section.title();
    let Some(name) = section.text("law")? else {
        section.only(&PLAIN)?;
        return plain(section, title);
    };
    // Version 0.1 called the law of a bearing's load so.
    let former = name == "load" && ["mu_s", "mu_c"].iter().any(|key| section.has(key));
    let name = if former { "bearing" } else { name };
    let Some(law) = law(name) else {
        let names = laws().into_iter().map(|law| law.name());
        let hint = match nearest_name(name, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("laws are {}", names.collect::<Vec<_>>().join(", ")),
        };
        return Err(section.error(
            "law",
            format!("there is no friction law {}", shown(name)),
            hint,
        ));
    };
    let keys: Vec<&str> =
        BESIDE.into_iter().chain(law.parameters().iter().map(|p| p.name)).collect();
    section.only(&keys)?;
    let mut stated = Vec::new();
    for parameter in law.parameters() {
        if let Some(value) = section.number(parameter.name)? {
            stated.push((parameter.name, value));
        }
    }
    let term =
        FrictionTerm::new(name, &stated).map_err(|error| complaint(section, title, &error))?;
    let carries = if section.has("carries") { section.factors("carries")? } else { Vec::new() };
    let bearing = Bearing { normal: section.vec3("normal")?, carries };
    if !law.needs_load() && bearing != Bearing::default() {
        let key = if section.has("normal") { "normal" } else { "carries" };
        let message = format!("{title} does not depend on a load, so `{key}` has no meaning");
        return Err(section.error(key, message, format!("delete `{key}`, or use law \"bearing\"")));
    }
    Ok(Friction { terms: vec![term], bearing })
}

fn plain(section: &TomlTable, title: &str) -> Result<Friction, FileError> {
    let mut values = [0.0; 3];
    for (value, key) in values.iter_mut().zip(PLAIN) {
        *value = section.number(key)?.unwrap_or(0.0);
        if *value < 0.0 && key != "offset" {
            let message =
                format!("`{key}` of {title} is {}; it must be zero or more", shortest(*value));
            return Err(section.error(key, message, "friction takes energy out of the motion"));
        }
    }
    let [viscous, coulomb, offset] = values;
    Ok(Friction::linear(viscous, coulomb, offset))
}

fn complaint(section: &TomlTable, title: &str, error: &FrictionError) -> FileError {
    let key = error.parameter().unwrap_or("law");
    let hint = match error {
        FrictionError::Missing { .. } => format!("add `{key}`"),
        _ => format!("change `{key}`"),
    };
    section.error(key, format!("{title}: {error}"), hint)
}

/// The value of the key `friction`, if there is any.
pub fn write(friction: &Friction) -> Option<String> {
    if friction.is_none() {
        return None;
    }
    if let Some(plain) = friction.as_linear()
        && Friction::linear(plain[0], plain[1], plain[2]) == *friction
    {
        let entries = PLAIN.iter().zip(plain).filter(|(_, value)| *value != 0.0);
        return Some(inline(entries.map(|(key, value)| format!("{key} = {}", shortest(value)))));
    }
    let mut bearing = bearing(&friction.bearing);
    let terms = friction.terms.iter().map(|term| {
        let mut entries = vec![format!("law = {}", quoted(term.law().name()))];
        for (p, value) in term.law().parameters().iter().zip(term.values()) {
            if p.default != Some(*value) {
                entries.push(format!("{} = {}", p.name, shortest(*value)));
            }
        }
        if term.law().needs_load() {
            entries.append(&mut bearing);
        }
        inline(entries.into_iter())
    });
    let terms: Vec<String> = terms.collect();
    Some(if terms.len() == 1 { terms.concat() } else { format!("[{}]", terms.join(", ")) })
}

fn bearing(bearing: &Bearing) -> Vec<String> {
    let normal = bearing.normal.map(|n| format!("normal = {}", vector(n)));
    let shares = bearing.carries.iter();
    let shares: Vec<String> =
        shares.map(|(link, share)| format!("{} = {}", quoted(link), shortest(*share))).collect();
    let carries = (!shares.is_empty()).then(|| format!("carries = {{ {} }}", shares.join(", ")));
    normal.into_iter().chain(carries).collect()
}

fn inline(entries: impl Iterator<Item = String>) -> String {
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}
