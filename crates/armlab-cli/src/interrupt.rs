//! What an interrupt from the keyboard does: it ends the command, or, where a
//! command has results that are worth keeping, asks it to come to an end. A
//! second one ends it in any case.

use crate::failure::INTERRUPTED;
use std::sync::atomic::{AtomicBool, Ordering};

static GENTLE: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicBool = AtomicBool::new(false);

/// Takes interrupts from now on.
pub fn listen() {
    // A failure here leaves the system's own handling of the signal in place.
    let _ = ctrlc::set_handler(|| {
        if GENTLE.load(Ordering::SeqCst) && !ASKED.swap(true, Ordering::SeqCst) {
            eprintln!("note: interrupted; finishing what has begun (interrupt again to stop now)");
        } else {
            std::process::exit(INTERRUPTED.into());
        }
    });
}

/// From now on the first interrupt only asks.
pub fn gently() {
    GENTLE.store(true, Ordering::SeqCst);
}

/// Whether an end has been asked for.
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
