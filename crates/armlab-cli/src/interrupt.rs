//! Ctrl-C: one [`CancelToken`] for all commands, and exit code 130.
//!
//! An interrupt cancels the token and ends the process with 130: at once, or, for a
//! command that called [`graceful`], after [`GRACE`], so that it can end by itself.
//! While a [`Hold`] exists (results are being written, or the command ends by an
//! interrupt) the process is not ended. A second interrupt always ends it.

use crate::failure::INTERRUPTED;
use crate::output::{clear_line, note};
use armlab::progress::CancelToken;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

/// How long a cancelled command may take to end by itself.
const GRACE: Duration = Duration::from_millis(350);
/// How often it is asked whether results are written.
const POLL: Duration = Duration::from_millis(20);

static TOKEN: LazyLock<CancelToken> = LazyLock::new(CancelToken::new);
static GRACEFUL: AtomicBool = AtomicBool::new(false);
static HOLDS: AtomicUsize = AtomicUsize::new(0);
static FINAL_NOTE: Mutex<&str> = Mutex::new("");

/// Handles interrupts from now on.
pub fn listen() {
    // A failure here leaves the system's own handling of the signal in place.
    let _ = ctrlc::set_handler(|| {
        let second = TOKEN.is_cancelled();
        TOKEN.cancel();
        if second || !GRACEFUL.load(Ordering::SeqCst) {
            end();
        }
        if HOLDS.load(Ordering::SeqCst) > 0 {
            note("interrupted; writing the results so far (interrupt again to stop now)");
        }
        std::thread::spawn(|| {
            std::thread::sleep(GRACE);
            while HOLDS.load(Ordering::SeqCst) > 0 {
                std::thread::sleep(POLL);
            }
            end();
        });
    });
}

fn end() -> ! {
    clear_line();
    let message = *FINAL_NOTE.lock().unwrap_or_else(PoisonError::into_inner);
    if !message.is_empty() {
        note(message);
    }
    std::process::exit(INTERRUPTED.into())
}

/// The token that an interrupt cancels.
pub fn token() -> CancelToken {
    TOKEN.clone()
}

/// From now on the first interrupt lets the command end by itself, within [`GRACE`].
pub fn graceful() {
    GRACEFUL.store(true, Ordering::SeqCst);
}

/// What is said when an interrupt ends the process.
pub fn say_at_end(message: &'static str) {
    *FINAL_NOTE.lock().unwrap_or_else(PoisonError::into_inner) = message;
}

/// Whether the command was interrupted.
pub fn is_requested() -> bool {
    TOKEN.is_cancelled()
}

/// Keeps the process alive after an interrupt until it is dropped.
#[must_use]
pub struct Hold(());

/// Results are about to be written: an interrupt waits until the hold is dropped.
pub fn hold() -> Hold {
    HOLDS.fetch_add(1, Ordering::SeqCst);
    graceful();
    Hold(())
}

impl Drop for Hold {
    fn drop(&mut self) {
        HOLDS.fetch_sub(1, Ordering::SeqCst);
    }
}
