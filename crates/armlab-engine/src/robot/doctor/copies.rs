//! The same inertial on several links: sometimes equal modules, often a
//! forgotten copy.

use super::words::number;
use super::{Case, Finding, Severity};
use std::collections::HashMap;

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    let links = case.robot.links();
    let mut groups: HashMap<[u64; 10], Vec<usize>> = HashMap::new();
    for (i, link) in links.iter().enumerate() {
        if let Some(inertia) = link.inertia.filter(|b| b.mass > 0.0) {
            // Adding zero makes −0 the same number as 0.
            groups.entry(inertia.to_array().map(|x| (x + 0.0).to_bits())).or_default().push(i);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().filter(|g| g.len() > 1).collect();
    groups.sort();
    for group in groups {
        let others: Vec<String> =
            group[1..].iter().take(8).map(|&i| format!("`{}`", case.link(i))).collect();
        let more = match group.len() - 1 - others.len() {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let mass = links[group[0]].inertia.map_or(0.0, |b| b.mass);
        findings.push(Finding {
            severity: Severity::Info,
            subject: case.link(group[0]),
            code: "inertial-copied",
            message: format!(
                "has the same mass ({} kg), centre and inertia as {}{more}",
                number(mass),
                others.join(", ")
            ),
            why: "equal modules have equal inertials; otherwise one was copied and not changed"
                .into(),
            fix: "nothing, if the links are the same part".into(),
        });
    }
}
