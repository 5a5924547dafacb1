//! Items spread evenly over a sequence whose length nobody knows yet.

/// Every `2^k`-th item, with `k` as small as `most` items allow: when there are
/// too many, every second one goes.
#[derive(Clone, Debug)]
pub(super) struct Thinned<T> {
    kept: Vec<T>,
    most: usize,
    stride: u64,
    seen: u64,
}

impl<T> Thinned<T> {
    /// At most `most` items, an even number.
    pub(super) fn new(most: usize) -> Self {
        debug_assert!(most >= 2 && most.is_multiple_of(2));
        Self { kept: Vec::new(), most, stride: 1, seen: 0 }
    }
    /// How many items apart those are that are kept.
    pub(super) fn stride(&self) -> u64 {
        self.stride
    }
    /// Whether the next item is one to keep.
    pub(super) fn wants_next(&self) -> bool {
        self.seen.is_multiple_of(self.stride)
    }
    /// Passes over the next item.
    pub(super) fn skip(&mut self) {
        self.seen += 1;
    }
    /// Takes the next item.
    pub(super) fn push(&mut self, item: T) {
        if self.wants_next() {
            if self.kept.len() == self.most {
                let mut even = false;
                self.kept.retain(|_| {
                    even = !even;
                    even
                });
                self.stride *= 2;
            }
            // As `most` is even, this item is the next of the thinner ones.
            self.kept.push(item);
        }
        self.seen += 1;
    }
    /// What was kept, in order.
    pub(super) fn kept(&self) -> &[T] {
        &self.kept
    }
    /// What was kept, in order.
    pub(super) fn into_kept(self) -> Vec<T> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_spread_evenly_and_never_too_many() {
        for count in [0_u64, 1, 7, 8, 9, 100, 1000, 1025] {
            let mut thinned = Thinned::new(8);
            (0..count).for_each(|i| thinned.push(i));
            let kept = thinned.into_kept();
            let stride = kept.get(1).copied().unwrap_or(1);
            assert!(stride.is_power_of_two(), "{count}: {kept:?}");
            let all: Vec<u64> = (0..count).step_by(stride as usize).collect();
            assert_eq!(kept, all, "{count}");
            assert!(kept.len() <= 8 && (count < 8 || kept.len() > 4), "{count}: {kept:?}");
        }
    }

    #[test]
    fn short_sequences_are_kept_whole() {
        let mut thinned = Thinned::new(8);
        (0..8).for_each(|i| thinned.push(i));
        assert_eq!(thinned.kept(), [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
