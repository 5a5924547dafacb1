//! Windows of long recordings, which cut-off and friction are chosen on: what choices cost does
//! not grow with a log then, and they are those of the same log read in parts.

use crate::conditioning::FEWEST;
use crate::long::spread;
use crate::recording::RawRecording;
use std::ops::Range;

/// A window is at least so long, s.
const SHORTEST: f64 = 10.0;
/// Windows stand for a log in which every joint's way, in proportion to the samples, and every
/// joint's range are at least so many times those of the whole log.
const WAY: f64 = 0.5;
const RANGE: f64 = 0.8;
/// They are worth it if they hold no more than this part of all samples.
const WORTH: f64 = 0.5;

/// Windows spread over each recording, shorter ones as they are; nothing if they hold most of the
/// samples, or if a joint moves less in them than elsewhere.
pub(super) fn windows_of(recordings: &[RawRecording]) -> Option<Vec<RawRecording>> {
    let mut windows = Vec::new();
    for recording in recordings {
        let samples = recording.time().len();
        let kept = spread(samples, (SHORTEST / recording.step()).ceil() as usize);
        if kept.iter().map(Range::len).sum::<usize>() == samples {
            windows.push(recording.clone());
            continue;
        }
        let parts = within_stretches(&kept, recording.stretches());
        if !stand_for(&parts, recording) {
            return None;
        }
        windows.extend(parts.into_iter().map(|part| recording.part(part)));
    }
    let samples = |all: &[RawRecording]| all.iter().map(|r| r.time().len()).sum::<usize>();
    (samples(&windows) as f64 <= WORTH * samples(recordings) as f64).then_some(windows)
}

/// What ranges have in common with stretches, as far as that is long enough to be used.
fn within_stretches(ranges: &[Range<usize>], stretches: &[Range<usize>]) -> Vec<Range<usize>> {
    let common = ranges
        .iter()
        .flat_map(|range| stretches.iter().map(|s| range.start.max(s.start)..range.end.min(s.end)));
    common.filter(|part| part.len() >= FEWEST).collect()
}

/// Whether every joint moves in these parts of a recording as it does elsewhere.
fn stand_for(parts: &[Range<usize>], recording: &RawRecording) -> bool {
    let kept: usize = parts.iter().map(Range::len).sum();
    let share = kept as f64 / recording.time().len() as f64;
    recording.positions().iter().all(|q| {
        let (way, range) = motion_of(q, parts);
        let (whole_way, whole_range) = motion_of(q, recording.stretches());
        way >= WAY * share * whole_way && range >= RANGE * whole_range
    })
}

/// The way that a joint goes in some parts, and its range there.
fn motion_of(q: &[f64], parts: &[Range<usize>]) -> (f64, f64) {
    let (mut way, mut low, mut high) = (0.0, f64::INFINITY, f64::NEG_INFINITY);
    for part in parts {
        let q = &q[part.clone()];
        way += q.windows(2).map(|w| (w[1] - w[0]).abs()).sum::<f64>();
        (low, high) = q.iter().fold((low, high), |(low, high), &x| (low.min(x), high.max(x)));
    }
    (way, high - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(q: impl Fn(f64) -> [f64; 2], samples: usize, step: f64) -> RawRecording {
        let time: Vec<f64> = (0..samples).map(|k| k as f64 * step).collect();
        let column = |j: usize| time.iter().map(|&t| q(t)[j]).collect::<Vec<f64>>();
        let columns = [vec![column(0), column(1)], vec![], vec![], vec![column(1), column(0)]];
        RawRecording::of_stretch("log", step, time, columns)
    }

    fn samples(windows: &[RawRecording]) -> Vec<usize> {
        windows.iter().map(|w| w.time().len()).collect()
    }

    #[test]
    fn windows_are_spread_over_a_long_log_and_short_ones_stay() {
        let both = |t: f64| [t.sin(), (1.3 * t).cos()];
        let (long, short) = (recording(both, 300_000, 1e-3), recording(both, 50_000, 1e-3));
        assert!(windows_of(std::slice::from_ref(&short)).is_none());
        let found = windows_of(&[long.clone(), short]).unwrap();
        assert_eq!(samples(&found), [16_384, 16_384, 16_384, 50_000]);
        assert_eq!(found[1].time()[0], long.time()[8 * 16_384]);
        assert_eq!(found[1].start(), long.start());
        assert_eq!(found[2].positions()[1], long.positions()[1][16 * 16_384..17 * 16_384]);
        // Windows of seconds, however fast the log is.
        let fast = |samples| recording(|t| both(3.0 * t), samples, 1e-4);
        assert_eq!(samples(&windows_of(&[fast(900_000)]).unwrap()), [100_000; 3]);
        assert!(windows_of(&[fast(500_000)]).is_none());
    }

    #[test]
    fn a_log_whose_joints_move_one_after_the_other_stays_whole() {
        let first = |t: f64| (20.0..60.0).contains(&t);
        let in_turn = |t: f64| if first(t) { [t.sin(), 1.0] } else { [0.5, t.cos()] };
        assert!(windows_of(&[recording(in_turn, 300_000, 1e-3)]).is_none());
        let once_far = |t: f64| [t.sin(), if (20.0..22.0).contains(&t) { 3.0 } else { t.cos() }];
        assert!(windows_of(&[recording(once_far, 300_000, 1e-3)]).is_none());
    }
}
