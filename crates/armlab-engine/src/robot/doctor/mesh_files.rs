//! Meshes that were not found, or cannot be read: one finding for each reason.

use super::{Case, Finding, Severity};
use crate::robot::solids::WhyUnused;
use armlab_files::FileError;

/// Files, and a link that has each.
type Files<'a> = Vec<(&'a str, &'a str)>;

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    let Some(solids) = case.solids else { return };
    let mut missing: Vec<(Option<&str>, Files)> = Vec::new();
    let mut unreadable: Vec<(&FileError, Files)> = Vec::new();
    for mesh in &solids.unused {
        let link = mesh.links.first().map_or("", String::as_str);
        match &mesh.why {
            WhyUnused::NotFound { package } => {
                let package = package.as_deref();
                match missing.iter_mut().find(|(p, _)| *p == package) {
                    Some((_, files)) => files.push((&mesh.file, link)),
                    None => missing.push((package, vec![(&mesh.file, link)])),
                }
            }
            WhyUnused::Unreadable(error) => {
                let same = |(e, _): &&mut (&FileError, _)| e.message == error.message;
                match unreadable.iter_mut().find(same) {
                    Some((_, files)) => files.push((&mesh.file, link)),
                    None => unreadable.push((error, vec![(&mesh.file, link)])),
                }
            }
        }
    }
    let more = |count: usize| match count {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    for (error, files) in unreadable {
        let ((first, link), more) = (files[0], more(files.len()));
        let verb = if files.len() == 1 { "" } else { ": each " };
        findings.push(Finding {
            severity: Severity::Warning,
            subject: link.into(),
            code: "mesh-unreadable",
            message: format!("mesh `{}`{more}{verb} {}", shortened(first), error.message),
            why: "masses and inertias are not compared with meshes that cannot be read".into(),
            fix: error.hint.clone(),
        });
    }
    for (package, files) in missing {
        let ((first, link), more) = (files[0], more(files.len()));
        let place = package.map_or(String::new(), |p| format!(" of package `{p}`"));
        findings.push(Finding {
            severity: Severity::Info,
            subject: link.into(),
            code: "mesh-missing",
            message: format!("mesh `{}`{more}{place} not found", shortened(first)),
            why: "masses and inertias are not compared with meshes that are not there".into(),
            fix: match package {
                Some(package) => {
                    let name = shortened(package);
                    format!("say where the package is: --package {name}=FOLDER")
                }
                None => "put it beside the description, where its path leads".into(),
            },
        });
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.into(),
    }
}
