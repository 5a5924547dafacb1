//! Movement tables: shapes, and cells that make no sense.

use crate::support::{movement_table, sample};
use armlab_simulate::motion::movements::{Interpolation, Movement, Unit, parse_movements};
use armlab_simulate::motion::{MotionError, MovementTable, Trajectory};
use std::f64::consts::FRAC_PI_2;

fn table(text: &str, units: &[Unit]) -> Result<MovementTable, MotionError> {
    let joints = parse_movements(text, units)?;
    Ok(MovementTable { interpolation: Interpolation::Quintic, joints })
}

fn refused(text: &str) -> String {
    let made = table(text, &[Unit::Degree, Unit::Millimetre]).and_then(|t| t.into_trajectory());
    made.unwrap_err().to_string()
}

#[test]
fn movements_that_overlap_are_refused_by_the_name_of_their_cell() {
    let overlap = "0,0.1,0.2,0.3, 0,0.1,0.2,0.3\n10,1,2,3, 5,0.5,1.5,1.5\n20,4,5,6, 7,1.0,2,2\n";
    assert_eq!(
        refused(overlap),
        "joint 2, movement 3, TI: starts at 1.0 s before movement 2 has ended at 1.5 s"
    );
    assert_eq!(
        refused("10,1,2,3, 5,1,2,3\n20,2.5,5,6, 7,3,4,5\n"),
        "joint 1, movement 2, TI: starts at 2.5 s before the rest of movement 1 has ended at 3.0 s"
    );
}

#[test]
fn cells_that_make_no_sense_are_named() {
    for (text, wanted) in [
        (
            "10,-1,2,3, 5,1,2,3",
            "joint 1, movement 1, TI: starts at -1.0 s; the table begins at 0 s",
        ),
        (
            "10,1,2,3, 5,2,2,3",
            "joint 2, movement 1, TF: ends at 2.0 s, not after its start at 2.0 s",
        ),
        (
            "10,1,2,1.5, 5,1,2,3",
            "joint 1, movement 1, TR: rests until 1.5 s, before the movement ends at 2.0 s",
        ),
        ("10,1,2,3, 5,1,x,3", "line 1, column 15: joint 2, movement 1, TF: `x` is not a number"),
        ("10,1,2,3, 5,1,,3", "line 1, column 15: joint 2, movement 1, TF: `` is not a number"),
        (
            "10,1,2,3, 5,1,inf,3",
            "line 1, column 15: joint 2, movement 1, TF: `inf` is not a number",
        ),
        (
            "10\t1\t2\t3\t0,5\t1\t2\t3",
            "line 1, column 10: joint 2, movement 1, value: `0,5` is not a number; write decimals with a point",
        ),
        (
            "10;1;2;3;0,5;1;2;3",
            "line 1, column 10: joint 2, movement 1, value: `0,5` is not a number",
        ),
        (
            "10,1,2,3",
            "line 1, column 1: 4 cells, where 2 joints need 8: value, TI, TF, TR for each",
        ),
        ("a,b\nc,d\n", "no row with numbers"),
        ("", "no row with numbers"),
    ] {
        let message = refused(text);
        assert!(message.contains(wanted), "{text}: {message}");
    }
}

#[test]
fn tables_are_read_in_every_layout_people_paste() {
    let wanted = parse_movements("1,2,3,4, 5,6,7,8\n9,10,11,12, 13,14,15,16\n", &[Unit::Radian; 2]);
    let wanted = wanted.unwrap();
    assert_eq!(wanted[1].movements[0], Movement { value: 5.0, start: 6.0, end: 7.0, rest: 8.0 });
    for text in [
        "1\t2\t3\t4\t5\t6\t7\t8\n9\t10\t11\t12\t13\t14\t15\t16",
        "1;2;3;4;5;6;7;8\r\n9;10;11;12;13;14;15;16\r\n",
        "q1,TI,TF,TR,q2,TI,TF,TR\n1,2,3,4,5,6,7,8\n\n9,10,11,12,13,14,15,16\n",
        "move,q1,TI,TF,TR,q2,TI,TF,TR\nfirst,1,2,3,4,5,6,7,8\nsecond,9,10,11,12,13,14,15,16\n",
        "MOVEMENT 1\t1 2 3 4\t5 6 7 8\nMOVEMENT 2\t9 10 11 12\t13 14 15 16\n",
        "1 2 3 4 5 6 7 8\n9 10 11 12 13 14 15 16",
        "MOVEMENT 1 1 2 3 4 5 6 7 8\nMOVEMENT 2 9 10 11 12 13 14 15 16",
    ] {
        assert_eq!(parse_movements(text, &[Unit::Radian; 2]).as_ref(), Ok(&wanted), "{text}");
    }
    for text in [
        "1,2,3,4,,,,\n,,,,5,6,7,8",
        "m 1\t1 2 3 4\t-\nm 2\t\t5 6 7 8",
        "1 2 3 4 - - - -\n- - - - 5 6 7 8",
    ] {
        let joints = parse_movements(text, &[Unit::Radian; 2]).unwrap();
        assert!(joints.iter().all(|j| j.movements.len() == 1), "{text}: {joints:?}");
    }
}

#[test]
fn every_interpolation_meets_the_values_in_si_and_rests_between() {
    for interpolation in [
        Interpolation::Pchip,
        Interpolation::Quintic,
        Interpolation::Trapezoid,
        Interpolation::Linear,
    ] {
        let motion = movement_table(interpolation).into_trajectory().unwrap();
        assert_eq!(motion.duration(), 4.0);
        let at = |t: f64| sample(&motion, t);
        assert_eq!(at(0.3)[0], [0.0, 0.005, 0.4]);
        let rest = at(1.75);
        assert!((rest[0][0] - FRAC_PI_2).abs() < 1e-15 && rest[1][0] == 0.0 && rest[2][0] == 0.0);
        let end = at(3.9);
        assert!((end[0][0] + FRAC_PI_2 / 3.0).abs() < 1e-15);
        assert_eq!((end[1][0], end[2][0], end[0][2]), (0.0, 0.0, 0.4));
        assert!((end[0][1] - 0.04).abs() < 1e-15);
        let half = at(1.0);
        assert!((half[0][0] - 0.5 * FRAC_PI_2).abs() < 1e-15, "{interpolation:?}");
    }
}

#[test]
fn pchip_acceleration_jumps_at_the_ends_of_a_movement_and_the_quintic_does_not() {
    // The paper claims continuous acceleration; it jumps by 6·90 deg/s² for 90 deg in 1 s.
    let accelerations = |interpolation| {
        let motion = movement_table(interpolation).into_trajectory().unwrap();
        let [.., before] = sample(&motion, 0.5_f64.next_down());
        let [.., after] = sample(&motion, 0.5);
        (before[0].to_degrees(), after[0].to_degrees())
    };
    let (before, after) = accelerations(Interpolation::Pchip);
    assert!(before.abs() < 1e-9 && (after - 540.0).abs() < 1e-9, "{before} {after}");
    assert_eq!(accelerations(Interpolation::Quintic), (0.0, 0.0));
}

#[test]
fn a_table_in_which_nothing_moves_is_refused() {
    let mut still = movement_table(Interpolation::Pchip);
    still.joints.iter_mut().for_each(|joint| joint.movements.clear());
    assert!(still.clone().into_trajectory().unwrap_err().to_string().contains("no joint moves"));
    still.joints.clear();
    assert!(still.into_trajectory().is_err());
}

#[test]
fn a_table_begins_and_ends_at_rest_also_without_rests_in_it() {
    for interpolation in [Interpolation::Pchip, Interpolation::Quintic] {
        let joints = parse_movements("1,0,1,1\n3,1,2,2\n", &[Unit::Radian]).unwrap();
        let motion = MovementTable { interpolation, joints }.into_trajectory().unwrap();
        for t in [0.0, 2.0] {
            assert!(sample(&motion, t)[1][0].abs() < 1e-15, "{interpolation:?} {t}");
        }
        let through = sample(&motion, 1.0)[1][0];
        assert_eq!(through > 0.5, interpolation == Interpolation::Pchip, "{through}");
    }
}
