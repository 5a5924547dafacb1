//! A robot beside its correction, before it is taken over.

use crate::contract::{CorrectedLink, CorrectedView, FindingView};
use crate::model::{Loaded, finding};
use armlab::robot::Link;
use armlab::robot::doctor::Finding;
use armlab::spatial::principal_axes;

/// The present robot and the corrected one, link by link, with what the checks say.
pub fn compare(method: &str, now: &Loaded, new: &Loaded) -> CorrectedView {
    let link = |other: &Link| {
        let own = now.robot.link_index(&other.name).map(|i| &now.robot.links()[i]);
        let (mass, centre, moments) = numbers(own);
        let (new_mass, new_centre, new_moments) = numbers(Some(other));
        CorrectedLink {
            link: other.name.clone(),
            mass: [mass, new_mass],
            centre,
            new_centre,
            moments,
            new_moments,
        }
    };
    CorrectedView {
        method: method.into(),
        links: new.robot.links().iter().map(link).collect(),
        new_findings: beyond(&new.findings, &now.findings),
        resolved: beyond(&now.findings, &new.findings),
    }
}

fn numbers(link: Option<&Link>) -> (f64, [f64; 3], [f64; 3]) {
    let inertia = link.and_then(|l| l.inertia).unwrap_or_default();
    let centre = inertia.center().unwrap_or_default().to_array();
    let mut moments = principal_axes(&inertia.tensor_at_center()).0;
    moments.sort_by(f64::total_cmp);
    (inertia.mass, centre, moments)
}

/// Findings of one list that the other has not, by kind and subject.
fn beyond(list: &[Finding], other: &[Finding]) -> Vec<FindingView> {
    let known = |f: &&Finding| !other.iter().any(|o| o.code == f.code && o.subject == f.subject);
    list.iter().filter(known).map(finding).collect()
}
