//! Connections: how many, how slow, and which go first when there are too many.
//!
//! A connection that never sends a whole request costs nothing but its place. Those that have
//! not shown the token are strangers; when there are more than [`MOST_STRANGERS`], the oldest
//! is closed, so that a newcomer (the page) always gets in.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// Most connections that have not shown the token.
pub const MOST_STRANGERS: usize = 128;
/// Most connections that have.
pub const MOST_TRUSTED: usize = 128;
/// Time to send the head of a request.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Time between two parts of a request's body.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(15);

/// Whether a connection has shown the token; requests carry it along.
#[derive(Clone, Default)]
pub struct Mark(Arc<AtomicBool>);

impl Mark {
    /// The token was shown.
    pub fn trust(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    fn is_trusted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// One connection, as the register sees it.
struct Open {
    mark: Mark,
    close: Arc<Notify>,
}

/// All connections that are open, the oldest first.
#[derive(Clone, Default)]
pub struct Register {
    open: Arc<Mutex<BTreeMap<u64, Open>>>,
    count: Arc<AtomicU64>,
}

/// A place in the register; it is given back when dropped.
pub struct Place {
    register: Register,
    number: u64,
    /// Shows whether the token was shown.
    pub mark: Mark,
    /// Tells that the connection must close.
    pub close: Arc<Notify>,
}

impl Register {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new connection; others may have to go for it.
    pub fn enter(&self) -> Place {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let (mark, close) = (Mark::default(), Arc::new(Notify::new()));
        let mut open = self.lock();
        for (trusted, most) in [(false, MOST_STRANGERS), (true, MOST_TRUSTED)] {
            let of_kind = |o: &Open| o.mark.is_trusted() == trusted;
            if open.values().filter(|o| of_kind(o)).count() >= most
                && let Some(oldest) = open.iter().find(|(_, o)| of_kind(o)).map(|(n, _)| *n)
                && let Some(oldest) = open.remove(&oldest)
            {
                oldest.close.notify_one();
            }
        }
        open.insert(number, Open { mark: mark.clone(), close: close.clone() });
        Place { register: self.clone(), number, mark, close }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lock().len()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.register.lock().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_stranger_leaves_for_a_newcomer_and_the_trusted_stay() {
        let register = Register::default();
        let trusted = register.enter();
        trusted.mark.trust();
        let strangers: Vec<Place> = (0..MOST_STRANGERS).map(|_| register.enter()).collect();
        assert_eq!(register.len(), 1 + MOST_STRANGERS);
        let newcomer = register.enter();
        assert_eq!(register.len(), 1 + MOST_STRANGERS);
        let open = register.lock();
        assert!(!open.contains_key(&strangers[0].number));
        assert!(open.contains_key(&trusted.number) && open.contains_key(&newcomer.number));
    }
}
