//! Reference numbers of the cylindrical arm's paper.

use crate::support::{near, number, plain, row, run};
use armlab_papers::batista2020::published::{TABLE_3, table_5};
use armlab_papers::batista2020::{Parameters, printed};
use armlab_papers::reproduce::{Basis, Outcome};

const ID: &str = "batista2020";

#[test]
fn table_3_is_the_reconstruction_s_and_its_rows_are_tuned() {
    let run = run(ID);
    let reference = [
        ("LS", [0.8479, 0.7883, 0.7211]),
        ("RLS", [0.7881, 0.7593, 0.7993]),
        ("RLSPSO", [0.8473, 0.8054, 0.8406]),
    ];
    let mut square = 0.0;
    for (m, (method, r2)) in reference.into_iter().enumerate() {
        for (j, want) in r2.into_iter().enumerate() {
            let row = row(&run, "table-3", method, &format!("R² of joint {}", j + 1));
            near(&format!("{method}, joint {}", j + 1), row.printed, want, 5.5e-4);
            assert_eq!(row.published, Some(TABLE_3[m][j].into()));
            assert!(matches!(row.basis, Basis::Tuned(_)), "eleven free choices, nine numbers");
            assert_eq!(row.outcome(), Outcome::InTrend);
            square += (row.printed.unwrap() - TABLE_3[m][j].value()).powi(2) / 9.0;
            if method == "LS" {
                near("on features in which the arm is linear", row.corrected, 1.0, 1e-12);
            }
        }
    }
    near("rms over the nine", Some(square.sqrt()), 0.028, 5e-4);
    // Both recursions begin with the same covariance.
    for j in 1..=3 {
        let of = |method: &str| {
            row(&run, "table-3", method, &format!("R² of joint {j}")).corrected.unwrap()
        };
        near("RLSPSO as RLS", Some(of("RLSPSO")), of("RLS"), 1e-12);
    }
}

#[test]
fn table_4_lies_within_the_redraws_of_noise_with_outliers() {
    let run = run(ID);
    // Medians of Gaussian noise of the same size over 30 draws: .775, .717, .660, scatter .040, .018, .057.
    for (j, (centre, scatter)) in
        [(0.775, 0.040), (0.717, 0.018), (0.660, 0.057)].into_iter().enumerate()
    {
        let row = row(&run, "table-4", "LS", &format!("R² of joint {}", j + 1));
        let spread = row.held.as_ref().unwrap().spread();
        near("centre", Some(spread.median), centre, scatter);
        assert_eq!(row.outcome(), Outcome::Reproduced);
    }
}

#[test]
fn searches_return_the_ends_of_what_they_were_given() {
    let run = run(ID);
    for (noise, end) in [("without noise", 4.999), ("with noise", 8.999)] {
        let grid = row(&run, "covariance", noise, "exhaustive");
        near("the grid's best", grid.printed, end, 1e-12);
        assert_eq!(grid.outcome(), Outcome::Reproduced);
        for entry in 1..=4 {
            let found = row(&run, "covariance", noise, &format!("P₀ entry {entry}"));
            near("a corner of the box", found.printed, 50.0, 1e-12);
        }
        let still = row(&run, "covariance", noise, "stands still");
        assert_eq!(still.outcome(), Outcome::NotReproduced, "{noise}");
    }
    let costs = &plain(&run, "costs").rows;
    for (row, want) in costs.iter().zip([0.1689, 0.1506, 0.1452]) {
        near(&row[0], Some(number(&row[2])), want, 6e-5);
    }
    let swarms = plain(&run, "swarms");
    assert_eq!(swarms.rows[0][3], "0", "a clamped swarm asks for nothing absurd");
    assert!(swarms.rows[1][2].parse::<f64>().unwrap() > 1e4, "a free one leaves its box");
    assert!(swarms.rows[1][3].parse::<usize>().unwrap() > 100, "and asks for negative variances");
}

#[test]
fn the_swarm_needs_the_recursion_six_thousand_times() {
    let run = run(ID);
    for (k, kind) in ["additions", "multiplications", "divisions"].into_iter().enumerate() {
        let [rls, swarm] = ["RLS", "RLSPSO"].map(|m| row(&run, "table-5", m, kind));
        assert_eq!(swarm.corrected.unwrap(), 6000.0 * rls.printed.unwrap());
        let [theirs, of_swarm] = [rls, swarm].map(|r| r.published.unwrap().number().unwrap());
        assert_eq!(theirs, table_5(4.0)[1][k]);
        assert!(of_swarm <= theirs, "which the table denies");
    }
    // Eq 23–25 as they stand: 4M² + M and 6M² + 5M, where 3M² + 4M − 1 and 6M² + 11M + 1 are printed.
    let counted = |kind: &str| row(&run, "table-5", "RLS", kind).printed;
    near("additions", counted("additions"), 68.0, 1e-9);
    near("multiplications", counted("multiplications"), 116.0, 1e-9);
}

#[test]
fn printed_dynamics_have_the_reference_efforts_along_the_helix() {
    let run = run(ID);
    let reference = [
        ("Eq 17–19", 1.36, 1.89, None),
        ("Eq A21, A25, A29", 1.42, 1.89, Some([0.91, -0.94])),
        ("Eq A30", 1.84, 1.55, Some([-0.77, 0.88])),
    ];
    for (group, first, third, correlations) in reference {
        let effort =
            |joint: usize| row(&run, "dynamics", group, &format!("rms effort of joint {joint}"));
        near(group, effort(1).printed, first, 0.005);
        near(group, effort(3).printed, third, 0.005);
        near("mechanics, joint 1", effort(1).truth, 0.33, 0.005);
        near("mechanics, joint 2", effort(2).truth, 356.64, 0.005);
        near("mechanics, joint 3", effort(3).truth, 1.39, 0.005);
        for (joint, want) in [1, 3].into_iter().zip(correlations.into_iter().flatten()) {
            let row = row(&run, "dynamics", group, &format!("mechanics, joint {joint}"));
            near("correlation", row.printed, want, 0.006);
        }
    }
    let a30 = |quantity: &str| row(&run, "dynamics", "Eq A30", quantity);
    near("negative inertia, %", a30("inertia is negative").printed, 48.0, 0.5);
    near("negative mass, %", a30("mass is negative").printed, 50.3, 0.5);
    near("against the torque", a30("θ₁″").printed, -0.738, 5e-4);
    near("with the torque", a30("θ₁″").truth, 3.637, 5e-4);
    near("free fall", row(&run, "dynamics", "Eq 18", "free fall").printed, 15.026, 5e-4);
}

#[test]
fn better_features_have_the_reference_scores() {
    let run = run(ID);
    let reference = [
        ("x, y, z, 1", [0.982, 1.0, 0.996]),
        ("quadratic", [0.9994, 1.0, 0.9999]),
        ("polar", [1.0; 3]),
        ("cylindrical", [1.0; 3]),
    ];
    for (name, want) in reference {
        let row = plain(&run, "features").rows.iter().find(|r| r[0] == name).unwrap();
        let got = row[2].split(" / ").map(|x| x.parse::<f64>().unwrap());
        got.zip(want).for_each(|(g, w)| near(name, Some(g), w, 5.5e-4));
    }
    let ceiling = plain(&run, "noise").rows.iter().find(|r| r[0] == "10 dB" && r[1] == "polar");
    for r2 in ceiling.unwrap()[2].split(" / ") {
        near("ceiling of any model at 10 dB", r2.parse().ok(), 10.0 / 11.0, 0.005);
    }
}

#[test]
fn candidate_structures_have_the_reference_scores() {
    let run = run(ID);
    let reference = [
        ("x, y, z, 1", "0.982 / 1.000 / 0.996", "0.942 / 0.976 / 0.930", "0.958 / 0.995 / 0.960"),
        ("FIR-4", "0.982 / 0.856 / 0.807", "0.963 / 0.850 / 0.772", "0.971 / 0.853 / 0.774"),
        ("ARX", "0.991 / 1.000 / 0.969", "0.975 / 0.989 / 0.917", "0.980 / 0.997 / 0.927"),
    ];
    for (name, ls, scalar, swarm) in reference {
        let row = plain(&run, "candidates").rows.iter().find(|r| r[0] == name).unwrap();
        for (cell, want) in row[1..4].iter().zip([ls, scalar, swarm]) {
            for (got, want) in cell.split(" / ").zip(want.split(" / ")) {
                near(name, got.parse().ok(), want.parse().unwrap(), 1.1e-3);
            }
        }
    }
}

#[test]
fn the_product_of_the_printed_transforms_is_short_by_the_tool() {
    // A₁ A₂ A₃ with Eq 1–3 as printed: A₃ lifts by d₃ alone.
    let p = Parameters::published();
    let q = [0.7, 0.3, 0.4];
    let (s, c) = f64::sin_cos(q[0]);
    let product = [-s * q[2], c * q[2], p.base_height + q[1]];
    let eq_5 = printed::position_eq5(&p, q);
    let short = (0..3).map(|i| (eq_5[i] - product[i]).powi(2)).sum::<f64>().sqrt();
    near("distance", Some(short), 0.35, 1e-15);
    near(
        "the same in the report",
        row(&run(ID), "kinematics", "Eq 2–4", "reach").printed,
        0.35,
        1e-15,
    );
}

#[test]
fn a_deviation_of_005_is_not_ten_decibels_for_any_joint() {
    use armlab_papers::kinematic::{KinematicLog, helix, without_limits};
    let robot = armlab::robot::library::load("cylindrical").unwrap().unwrap().robot;
    let robot = without_limits(&robot).unwrap();
    let log = KinematicLog::along(&robot, &helix::baseline().path).unwrap();
    for (column, want) in log.exact.iter().zip([11.6, 10.8, 9.0]) {
        let mean = column.iter().sum::<f64>() / column.len() as f64;
        let square = column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / column.len() as f64;
        near("dB", Some(20.0 * (square.sqrt() / 0.05).log10()), want, 0.05);
    }
}
