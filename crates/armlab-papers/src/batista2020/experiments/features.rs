//! What other features would have given, on this helix and on another, and under noise.

use super::super::published::{DIAGONALS, SCALARS};
use super::arm::{Arm, Run};
use crate::kinematic::{
    Axis, JointNoise, KinematicLog, Recursion, Scoring, Structure, least_squares, recursive, scores,
};
use crate::reproduce::{Item, PlainTable, ReproduceError, Section, Settings, values};
use armlab::motion::CartesianPath;
use armlab::motion::cartesian::{Shape, TimeLaw};

/// Draws of noise over which scores are averaged.
const DRAWS: u64 = 100;

fn structures() -> Vec<Structure> {
    vec![
        Structure::fir(&[Axis::X, Axis::Z, Axis::Y], 4),
        Structure::affine(3),
        Structure::quadratic(3),
        Structure::cubic(3),
        Structure::polar(3),
        Structure::cylindrical(3),
    ]
}

/// The section.
pub fn section(arm: &Arm, settings: &Settings) -> Result<Section, ReproduceError> {
    let training = arm.baseline_log()?;
    let held_out = other_helix(arm)?;
    let failed = ReproduceError::at("features");
    let three = |r2: &[f64]| r2.iter().map(|x| format!("{x:.4}")).collect::<Vec<_>>().join(" / ");
    let mut rows = Vec::new();
    for structure in structures() {
        let found = least_squares(&training.log, &structure, Scoring::AtTheEnd).map_err(&failed)?;
        let elsewhere = found.predict(&held_out, &structure, Scoring::AtTheEnd).map_err(&failed)?;
        let elsewhere = scores(&held_out.exact, &elsewhere, 0);
        let features = structure.joints.first().map_or(0, Vec::len);
        rows.push(vec![
            structure.name.clone(),
            features.to_string(),
            three(&found.r2),
            three(&elsewhere),
        ]);
    }
    let header = ["features", "number", "R² where it was learnt", "R² on another helix"];
    let better = PlainTable {
        name: "features".into(),
        caption: "Least squares on the plain helix, then tried on another (about (0.15, 0.8) m, radius 0.15 m, two turns). In angle, radius and height the arm is linear, so nothing is left.".into(),
        header: header.map(String::from).to_vec(),
        rows,
    };
    let noises = [
        ("σ = 0.05", JointNoise::sigma(0.05)),
        ("10 dB", JointNoise::snr(10.0)),
        (
            "σ = 0.05, a tenth of the samples five times as much",
            JointNoise::sigma(0.05).with_outliers(0.1, 5.0),
        ),
    ];
    let mut rows = Vec::new();
    for (name, noise) in noises {
        for structure in [Structure::affine(3), Structure::polar(3)] {
            let (noisy, clean) = under(&training, noise, &structure, settings)?;
            rows.push(vec![name.into(), structure.name.clone(), three(&noisy), three(&clean)]);
        }
    }
    let header =
        ["noise", "features", "R² against noisy joints", "R² against the joints themselves"];
    let noisy = PlainTable {
        name: "noise".into(),
        caption: format!(
            "Means over {DRAWS} draws. At 10 dB no model can have more than 10/11 = 0.909 against noisy joints, so such an R² cannot rank models; against the joints themselves it can."
        ),
        header: header.map(String::from).to_vec(),
        rows,
    };
    let candidates = candidates(&training)?;
    let what = "The paper stays with one structure. Here is what others explain, on the helix they learnt from, \
                on one they have not seen, and under noise. Since the arm has a closed-form inverse this is a \
                benchmark of estimators, not a way to solve kinematics.";
    Ok(Section::new(
        "Better features",
        what,
        vec![Item::Plain(candidates), Item::Plain(better), Item::Plain(noisy)],
    ))
}

/// Four features, as the printed 4 × 4 matrices have it: which structures could have made Table 3?
fn candidates(run: &Run) -> Result<PlainTable, ReproduceError> {
    let failed = ReproduceError::at("candidate structures");
    let inputs = [Axis::X, Axis::Z, Axis::Y];
    let structures = [
        Structure::affine(3),
        Structure::affine_with_output(3),
        Structure::autoregressive(&inputs),
        Structure::fir(&inputs, 4),
        Structure::planar_lagged(3),
        Structure::planar_radius(3),
    ];
    let three = |r2: &[f64]| r2.iter().map(|x| format!("{x:.3}")).collect::<Vec<_>>().join(" / ");
    let mut rows = Vec::new();
    for structure in structures {
        let ls = least_squares(&run.log, &structure, Scoring::BeforeLearning).map_err(&failed)?;
        let mut row = vec![structure.name.clone(), three(&ls.r2)];
        for covariance in [&[SCALARS[0].value()][..], &values(&DIAGONALS[0]), &[1e6]] {
            let recursion = Recursion { covariance: covariance.to_vec(), ..Recursion::default() };
            row.push(three(&recursive(&run.log, &structure, &recursion).map_err(&failed)?.r2));
        }
        rows.push(row);
    }
    let header =
        ["four features", "LS", "RLS from 4.999 I", "RLS from the printed P₀", "RLS from 10⁶ I"];
    Ok(PlainTable {
        name: "candidates".into(),
        caption: "R² of the joints on the plain helix, predictions scored before they are learnt. With x, y, z and 1 joint 2 is exactly linear (R² = 1), which Table 3's 0.7858 rules out; and recursive least squares beat LS on joint 3 there, which no score with final coefficients can."
            .into(),
        header: header.map(String::from).to_vec(),
        rows,
    })
}

fn other_helix(arm: &Arm) -> Result<KinematicLog, ReproduceError> {
    let shape = Shape::Helix {
        centre: [0.15, 0.8, 0.3],
        axis: [0.0, 0.0, 1.0],
        radius: 0.15,
        turns: 2.0,
        rise: 0.6,
        phase: 0.0,
    };
    let path =
        CartesianPath { law: TimeLaw::Even, samples: 300, ..CartesianPath::new(shape, 30.0) };
    KinematicLog::along(&arm.robot, &path).map_err(ReproduceError::at("another helix"))
}

/// Mean R² over draws: against noisy joints and against the joints themselves.
fn under(
    run: &Run,
    noise: JointNoise,
    structure: &Structure,
    settings: &Settings,
) -> Result<([f64; 3], [f64; 3]), ReproduceError> {
    let (mut noisy, mut clean) = ([0.0; 3], [0.0; 3]);
    for draw in 0..DRAWS {
        settings.check()?;
        let log = noise.add(&run.log, settings.seed.wrapping_mul(DRAWS).wrapping_add(draw));
        let found = least_squares(&log, structure, Scoring::AtTheEnd);
        let found = found.map_err(ReproduceError::at("features under noise"))?;
        let exact = scores(&log.exact, &found.predicted, 0);
        for j in 0..3 {
            noisy[j] += found.r2[j] / DRAWS as f64;
            clean[j] += exact[j] / DRAWS as f64;
        }
    }
    Ok((noisy, clean))
}
