//! Calls into other crates that end in an error, whatever happens within.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Calls `f`; a panic in it becomes a text. What `f` was working on is not used after one.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| (*s).to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        text.unwrap_or_else(|| "it makes no sense".into())
    })
}
