//! How many standard deviations a limit must stand off for a rate of false alarms.

use armlab_random::normal_quantile;

/// Standard deviations at which one of `channels` numbers, watched `rate` times a second, strays
/// to either side once in `interval` seconds on average, if they are normal. Numbers that hang
/// together from sample to sample stray less often: the bound holds for them, too.
pub fn deviations(channels: usize, rate: f64, interval: f64) -> f64 {
    let trials = (channels.max(1) as f64 * rate * interval).max(1.0);
    normal_quantile(0.5 / trials)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarer_alarms_need_wider_limits() {
        let wide = deviations(7, 1000.0, 600.0);
        assert!(wide > deviations(7, 1000.0, 60.0) && wide > deviations(1, 1000.0, 600.0));
        assert!((5.0..6.0).contains(&wide), "{wide}");
    }
}
