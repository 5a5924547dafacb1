//! Advice in sentences.

use super::WeakUnknown;
use super::candidates::{Move, SECONDS};
use super::motion::JointMotion;
use super::shares::Shares;
use armlab_engine::text::significant;

fn known(unknown: &WeakUnknown, deviation: Option<f64>) -> String {
    match deviation {
        None => "not seen".into(),
        Some(d) if unknown.size > 0.0 => {
            format!("± {} %", significant(100.0 * d / unknown.size, 2))
        }
        Some(d) => format!("± {} {}", significant(d, 2), unknown.unit),
    }
}

/// One unknown, in a sentence.
pub fn sentence(unknown: &WeakUnknown, motions: &[JointMotion]) -> String {
    let Shares { pose, speed, acceleration, .. } = unknown.shares;
    let through = [(pose, "the pose"), (speed, "speed"), (acceleration, "acceleration")];
    let most = through.iter().max_by(|a, b| a.0.total_cmp(&b.0));
    let shows = match most {
        Some((share, word)) if *share > 0.0 => {
            format!("shows through {word} for {:.0} %", 100.0 * share)
        }
        _ => "does not show at all".to_string(),
    };
    let now = known(unknown, unknown.deviation);
    let name = &unknown.name;
    match unknown.remedy {
        Some((remedy, left)) => format!(
            "{name} is known badly ({now}; it {shows}): {}, which would leave {}",
            remedy.words(motions),
            known(unknown, Some(left))
        ),
        None => format!(
            "{name} is known badly ({now}; it {shows}), and no motion of a single joint helps much: \
             move longer, and several joints at once"
        ),
    }
}

/// One sentence per motion, the unknowns that it serves named together.
pub fn together(weak: &[WeakUnknown], motions: &[JointMotion]) -> Vec<String> {
    let mut groups: Vec<(Move, Vec<String>)> = Vec::new();
    let mut hopeless: Vec<&str> = Vec::new();
    for unknown in weak {
        let Some((remedy, left)) = unknown.remedy else {
            hopeless.push(&unknown.name);
            continue;
        };
        let served = format!(
            "{} ({} to {})",
            unknown.name,
            known(unknown, unknown.deviation),
            known(unknown, Some(left))
        );
        let same = |m: &Move| {
            m.joint() == remedy.joint()
                && std::mem::discriminant(m) == std::mem::discriminant(&remedy)
        };
        match groups.iter_mut().find(|g| same(&g.0)) {
            Some(group) => {
                // The larger one serves all of them.
                if remedy.size() > group.0.size() {
                    group.0 = remedy;
                }
                group.1.push(served);
            }
            None => groups.push((remedy, vec![served])),
        }
    }
    let mut all: Vec<String> = groups
        .iter()
        .map(|(remedy, served)| {
            format!(
                "{}; {SECONDS:.0} s of it would help {}",
                remedy.words(motions),
                served.join(", ")
            )
        })
        .collect();
    if !hopeless.is_empty() {
        all.push(format!(
            "no motion of a single joint helps {} much: move longer, and several joints at once",
            hopeless.join(", ")
        ));
    }
    all
}
