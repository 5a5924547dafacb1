//! Efforts that unknowns predict along a recording.

use crate::friction_columns::FrictionColumn;
use crate::problem::{Model, ProblemError, segments};
use crate::recording::Recording;
use rayon::prelude::*;
use std::ops::Range;

impl Model<'_> {
    /// Efforts that unknowns predict, one column per joint; friction that depends on
    /// efforts without friction takes those of the same unknowns.
    pub fn predict(
        &self,
        recording: &Recording,
        unknowns: &[f64],
    ) -> Result<Vec<Vec<f64>>, ProblemError> {
        match self.robot().is_tree() {
            true => self.predict_tree(recording, unknowns),
            false => self.predict_by_rows(recording, unknowns),
        }
    }

    /// The bodies' efforts by their parameters, which takes less than their columns, and friction
    /// column by column.
    fn predict_tree(
        &self,
        recording: &Recording,
        unknowns: &[f64],
    ) -> Result<Vec<Vec<f64>>, ProblemError> {
        let transmitted = self.transmitted(recording, Some(unknowns))?;
        let mut efforts = self.efforts_of_bodies(recording, unknowns, None)?;
        let values = unknowns.get(self.base().len()..).unwrap_or_default();
        let columns: Vec<(&FrictionColumn, f64)> =
            self.friction().iter().zip(values.iter().copied()).collect();
        self.with_motion(recording, &transmitted, |motion| {
            efforts.par_iter_mut().enumerate().for_each(|(j, efforts)| {
                let mut entries = vec![0.0; efforts.len()];
                for (column, value) in columns.iter().filter(|(c, _)| c.acts_on(j)) {
                    column.fill(j, motion, 0..entries.len(), &mut entries);
                    efforts.iter_mut().zip(&entries).for_each(|(effort, y)| *effort += value * y);
                }
            });
        });
        Ok(efforts)
    }

    /// By the rows of a regression.
    fn predict_by_rows(
        &self,
        recording: &Recording,
        unknowns: &[f64],
    ) -> Result<Vec<Vec<f64>>, ProblemError> {
        let samples = recording.samples();
        let transmitted = self.transmitted(recording, Some(unknowns))?;
        let cut: Vec<Range<usize>> = segments(samples).collect();
        let parts = cut.into_par_iter().map(|rows| {
            let mut out: Vec<Vec<f64>> = vec![Vec::new(); self.joints()];
            self.stream_with(recording, &transmitted, rows, |block| {
                for (j, out) in out.iter_mut().enumerate() {
                    let columns = block.columns_of(j);
                    let from = out.len();
                    out.resize(from + block.samples, 0.0);
                    for range in self.used(j) {
                        for k in range.start..range.end.min(unknowns.len()) {
                            let target = &mut out[from..];
                            let pairs = target.iter_mut().zip(columns[k]);
                            pairs.for_each(|(o, y)| *o += unknowns[k] * y);
                        }
                    }
                }
                Ok(())
            })?;
            Ok(out)
        });
        let parts = parts.collect::<Result<Vec<_>, ProblemError>>()?;
        let mut all: Vec<Vec<f64>> = vec![Vec::with_capacity(samples); self.joints()];
        for part in parts {
            all.iter_mut().zip(part).for_each(|(a, p)| a.extend(p));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_engine::friction::FrictionModel;
    use armlab_engine::robot::library;

    #[test]
    fn parameters_and_rows_predict_the_same() {
        for name in ["scara", "panda"] {
            let robot = library::load(name).unwrap().unwrap().robot;
            let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
            let (n, samples) = (model.joints(), 1500);
            let wave = |rate: f64, size: f64| -> Vec<Vec<f64>> {
                let at = |j: usize, k: usize| size * (rate * k as f64 + 0.7 * j as f64).sin();
                (0..n).map(|j| (0..samples).map(|k| at(j, k)).collect()).collect()
            };
            let recording = Recording {
                name: name.into(),
                step: 0.01,
                start: 0.0,
                time: (0..samples).map(|k| 0.01 * k as f64).collect(),
                q: wave(0.01, 1.0),
                qd: wave(0.023, 2.0),
                qdd: wave(0.031, 5.0),
                effort: wave(0.02, 1.0),
                temperature: Vec::new(),
                cutoff: None,
                notes: Vec::new(),
            };
            let at = |k: usize| (1.3 * k as f64).cos();
            let unknowns: Vec<f64> = (0..model.unknowns()).map(at).collect();
            let tree = model.predict_tree(&recording, &unknowns).unwrap();
            let rows = model.predict_by_rows(&recording, &unknowns).unwrap();
            for (a, b) in tree.iter().flatten().zip(rows.iter().flatten()) {
                assert!((a - b).abs() < 1e-11 * (1.0 + b.abs()), "{name}: {a} {b}");
            }
        }
    }
}
