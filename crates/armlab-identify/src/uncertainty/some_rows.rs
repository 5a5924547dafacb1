//! Rows of some samples of a recording, kept.

use crate::problem::{Model, ProblemError};
use crate::recording::Recording;
use armlab_dense::Matrix;

/// Some samples of a recording and their rows, joint by joint.
pub struct Part {
    /// Indices of the samples.
    pub picked: Vec<usize>,
    /// Rows along the recording as it is.
    pub rows: Vec<Matrix>,
    /// Samples of the recording for each one picked.
    pub stands_for: f64,
}

impl Part {
    /// At most so many samples, evenly spread.
    pub fn of(model: &Model, recording: &Recording, most: usize) -> Result<Self, ProblemError> {
        let samples = recording.samples();
        let stride = samples.div_ceil(most.max(1)).max(1);
        let picked: Vec<usize> = (0..samples).step_by(stride).collect();
        let rows = rows(model, &picks(recording, &picked))?;
        let stands_for = samples as f64 / picked.len().max(1) as f64;
        Ok(Self { picked, rows, stands_for })
    }
}

/// Those samples of a recording.
pub fn picks(recording: &Recording, picked: &[usize]) -> Recording {
    let pick = |columns: &Vec<Vec<f64>>| -> Vec<Vec<f64>> {
        columns.iter().map(|c| picked.iter().filter_map(|&k| c.get(k).copied()).collect()).collect()
    };
    Recording {
        name: recording.name.clone(),
        step: recording.step,
        start: recording.start,
        time: picked.iter().map(|&k| recording.time[k]).collect(),
        q: pick(&recording.q),
        qd: pick(&recording.qd),
        qdd: pick(&recording.qdd),
        effort: pick(&recording.effort),
        temperature: pick(&recording.temperature),
        cutoff: recording.cutoff,
        notes: Vec::new(),
    }
}

/// Rows of the unknowns, one matrix per joint.
pub fn rows(model: &Model, recording: &Recording) -> Result<Vec<Matrix>, ProblemError> {
    let (n, samples) = (model.unknowns(), recording.samples());
    let mut all: Vec<Matrix> = (0..model.joints()).map(|_| Matrix::zeros(samples, n)).collect();
    let mut first = 0;
    model.stream(recording, 0..samples, |block| {
        for (j, matrix) in all.iter_mut().enumerate() {
            let columns = block.columns_of(j);
            for k in (0..n).filter(|&k| model.shows(j, k)) {
                let out = &mut matrix.column_mut(k)[first..first + block.samples];
                out.copy_from_slice(columns[k]);
            }
        }
        first += block.samples;
        Ok(())
    })?;
    Ok(all)
}
