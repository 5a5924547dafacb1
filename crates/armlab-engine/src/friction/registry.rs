//! All laws: those of [`LAWS`](super::LAWS) and those that a program adds.

use super::{FrictionError, FrictionLaw, LAWS, MOST_PARAMETERS};
use std::sync::RwLock;

static ADDED: RwLock<Vec<&'static dyn FrictionLaw>> = RwLock::new(Vec::new());

/// Every law, in the order in which lists show them.
pub fn laws() -> Vec<&'static dyn FrictionLaw> {
    let added = ADDED.read().unwrap_or_else(|e| e.into_inner());
    LAWS.iter().chain(added.iter()).copied().collect()
}

/// The law called `name`.
pub fn law(name: &str) -> Option<&'static dyn FrictionLaw> {
    laws().into_iter().find(|law| law.name() == name)
}

/// Adds a law of one's own: descriptions, simulation and identification have it
/// from then on.
pub fn register(law: &'static dyn FrictionLaw) -> Result<(), FrictionError> {
    let taken = laws().iter().any(|other| other.name() == law.name());
    if taken || law.parameters().len() > MOST_PARAMETERS {
        let why = if taken { "its name is taken" } else { "it has too many parameters" };
        return Err(FrictionError::NotRegistered { law: law.name(), why });
    }
    ADDED.write().unwrap_or_else(|e| e.into_inner()).push(law);
    Ok(())
}
