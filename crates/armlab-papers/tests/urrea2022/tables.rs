//! The published tables against themselves.

use crate::support::*;
use armlab_papers::reproduce::values;
use armlab_papers::scara::{TRUTH, Task, error_percent, feasibility_margin, responses};
use armlab_papers::urrea2022::printed::base_parameters;
use armlab_papers::urrea2022::published::{
    EKF, Estimates, HOPFIELD, INDEXES, LEAST_SQUARES, REAL, UKF, UKF_IZZ2_IN_TABLE_7, VALIDATED,
    ekf_as_validated, table_1,
};

#[test]
fn real_values_follow_from_a_tenth_of_the_printed_inertia() {
    assert_near(
        "as printed",
        &base_parameters(table_1::INERTIA[2]),
        &[5.04, 0.72, 1.2, 2.0],
        1e-14,
    );
    assert_near("a tenth", &base_parameters(0.1 * table_1::INERTIA[2]), &values(&REAL), 1e-14);
    assert_eq!(values(&REAL), TRUTH);
}

#[test]
fn printed_errors_are_those_of_the_printed_estimates_but_for_two() {
    let off = |e: &Estimates| -> Vec<usize> {
        // Estimates have four decimals, errors up to four digits after the point.
        let differs = |k: &usize| {
            let error = error_percent(e.values()[*k], TRUTH[*k]).abs();
            let digits = 100.0 * 5.1e-5 / TRUTH[*k] + 0.01;
            (error - e.errors[*k].value()).abs() > digits
        };
        (0..4).filter(differs).collect()
    };
    for table in [&HOPFIELD, &EKF, &LEAST_SQUARES] {
        assert!(off(table).is_empty(), "{}: {:?}", table.table, off(table));
    }
    assert_eq!(off(&UKF), [3], "m3 of Table 6");
    assert_near("m3", &[error_percent(UKF.values()[3], TRUTH[3])], &[-0.16], 1e-12);
    assert_near("0.480", &[error_percent(UKF.values()[1], TRUTH[1])], &[-25.93], 5e-3);
    assert_near("0.486", &[error_percent(UKF_IZZ2_IN_TABLE_7.value(), TRUTH[1])], &[-25.0], 1e-12);
}

#[test]
fn printed_deviations_are_not_below_the_errors() {
    // As must be for a root mean square about the truth if the estimate is the mean.
    for table in [&HOPFIELD, &EKF] {
        let deviations = table.deviations.unwrap();
        for k in 0..4 {
            assert!(
                deviations[k].value() >= (table.values()[k] - TRUTH[k]).abs(),
                "{} {k}",
                table.table
            );
        }
    }
}

#[test]
fn published_indexes_are_not_of_even_samples() {
    let ratios = |joint: usize| {
        INDEXES[joint]
            .iter()
            .map(values)
            .map(|[rmse, _, ise]| ise / (rmse * rmse))
            .collect::<Vec<f64>>()
    };
    for (joint, low, high) in [(0, 29.2, 29.5), (1, 23.6, 25.5), (2, 27.8, 28.0)] {
        let found = ratios(joint);
        assert!(found.iter().all(|r| (low..high).contains(r)), "{joint}: {found:?}");
    }
    // On even samples the ratio is the duration for all of them, up to the ends of the trapezoids.
    let response = respond(&bench(), &TRUTH);
    for m in &response.tracking {
        assert!((m.ise / m.rmse.powi(2) - 15.0).abs() < 0.02, "{m:?}");
    }
}

#[test]
fn least_squares_and_the_extended_filter_are_closest_in_table_9() {
    let rmse = INDEXES[1].map(|row| row[0].value());
    let mut order: Vec<usize> = (1..5).collect();
    order.sort_by(|a, b| (rmse[*a] - rmse[0]).abs().total_cmp(&(rmse[*b] - rmse[0]).abs()));
    assert_eq!(order.map_names(), ["least squares", "EKF", "UKF", "HNN"]);
}

trait Names {
    fn map_names(&self) -> Vec<&'static str>;
}

impl Names for Vec<usize> {
    fn map_names(&self) -> Vec<&'static str> {
        self.iter().map(|k| VALIDATED[*k]).collect()
    }
}

#[test]
fn the_extended_filter_s_own_estimates_cannot_be_simulated() {
    let bench = bench();
    assert!(feasibility_margin(&EKF.values()) < 0.0);
    assert!(respond(&bench, &EKF.values()).broken.is_some());
    assert!(feasibility_margin(&ekf_as_validated()) > 0.0);
    assert!(respond(&bench, &ekf_as_validated()).broken.is_none());
}

#[test]
fn tables_8_to_10_nearly_follow_from_a_start_off_a_reference_at_rest() {
    // The note's numbers: IAE .793, .289, .0591; ISE .451, .276, .0030; RMSE .1227, .0962, .0100.
    let bench = bench();
    let task = Task::set_point([0.0, 2.06, 0.0], [0.993, 0.368, 0.1], 30.0).unwrap();
    let found = responses(&bench, &task, &[TRUTH]).unwrap().remove(0).tracking;
    for (j, m) in found.iter().enumerate() {
        let published = values(&INDEXES[j][0]);
        for (ours, theirs) in [m.rmse, m.iae, m.ise].into_iter().zip(published) {
            assert!((ours / theirs - 1.0).abs() < 0.1, "joint {}: {ours} {theirs}", j + 1);
        }
    }
    // Before, from rest on the reference of the identification, ISE of joint 2 was 0.0122.
    let before = respond(&bench, &TRUTH).tracking[1].ise;
    assert!(before < 0.05 * INDEXES[1][0][2].value());
}
