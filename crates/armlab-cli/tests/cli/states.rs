//! Files of states that are not: every complaint says where.

use crate::support::{armlab, armlab_reading, file};

#[track_caller]
fn complains(content: &[u8], what: &str) {
    let run = armlab_reading(&["dynamics", "scara", "--states", "-", "--json"], content);
    run.complains(&format!("standard input:{what}"));
}

#[test]
fn an_empty_file_has_no_header() {
    complains(b"", "1:1: the file is empty");
    complains(b"\n \n\r\n", "1:1: the file is empty");
}

#[test]
fn a_header_alone_has_no_states() {
    complains(b"q1,q2,q3\n", "1:1: there are no states");
}

#[test]
fn a_missing_header_is_seen() {
    complains(b"0.1,0.2,0.3\n", "1:1: the header is missing");
}

#[test]
fn missing_columns_are_named() {
    complains(b"q1,q3\n0,0\n", "1:1: the header lacks q2");
    complains(b"q1,q2,q3,qd2\n0,0,0,0\n", "1:1: the header lacks qd1, qd3");
    complains(b"x,y\n0,0\n", "1:1: the header lacks q1, q2, q3");
}

#[test]
fn columns_of_joints_that_do_not_exist_are_seen() {
    complains(b"q1,q2,q3,q4\n0,0,0,0\n", "1:10: column `q4` is of a joint that `scara` does not");
    complains(b"q0,q1,q2,q3\n0,0,0,0\n", "1:1: column `q0`");
    complains(b"q1,q2,q99999999999999999999999\n0,0,0\n", "1:7: column");
    complains(b"q.theta3,q2,q3\n0,0,0\n", "1:1: column `q.theta3`: `scara` has no driven joint");
}

#[test]
fn columns_given_twice_are_seen() {
    complains(b"q1,q2,q3,q2\n0,0,0,0\n", "1:10: column `q2` says the same as column 2");
    complains(b"q1,q2,q3,q.d3\n0,0,0,0\n", "1:10: column `q.d3` says the same as column 3");
}

#[test]
fn bad_numbers_are_located() {
    complains(b"q1,q2,q3\n0,0,0\n0, abc,0\n", "3:4: `abc` is not a number");
    complains(b"q1,q2,q3\n0,,0\n", "2:3: a number is missing");
    complains(b"q1,q2,q3\n0,NaN,0\n", "2:3: `NaN` is not a finite number");
    complains(b"q1,q2,q3\n0,0,-inf\n", "2:5: `-inf` is not a finite number");
    complains(b"q1,q2,q3\n0,0,1e999\n", "2:5: `1e999` is not a finite number");
    complains("q1,q2,q3\n0,ä,0,\n".as_bytes(), "2:3: `ä` is not a number");
}

#[test]
fn ragged_lines_are_located() {
    complains(b"q1,q2,q3\n0,0\n", "2:4: this line has 2 fields, the header 3");
    complains(b"q1,q2,q3\n0,0,0,7\n", "2:7: this line has 4 fields, the header 3");
}

#[test]
fn other_separators_are_recognised() {
    let run = armlab_reading(&["dynamics", "scara", "--states", "-"], b"q1;q2;q3\n0;0;0\n");
    run.complains("separated by commas");
}

#[test]
fn bytes_that_are_not_text_are_located() {
    complains(b"q1,q2,q3\n0,\xff,0\n", "2:3: this is not UTF-8 text");
    let long = [b"q1,q2,q3\n".to_vec(), vec![b'1'; 3 << 20]].concat();
    complains(&long, "2:1: this line is longer than 1 MB");
}

#[test]
fn a_file_is_named_by_its_path() {
    let path = file("states-bad.csv", b"q1,q2,q3\n1,2,x\n");
    let run = armlab(&["dynamics", "scara", "--states", &path]);
    run.complains(&format!("{path}:2:5: `x` is not a number"));
}

#[test]
fn a_typed_state_is_checked_too() {
    let with = |q: &str| armlab(&["dynamics", "scara", "--q", q]);
    with("0,0").complains("--q has 2 entries; the robot has 3 coordinates");
    with("0,zero,0").complains("--q: entry 2 is `zero`, not a finite number");
    with("0,0,inf").complains("--q: entry 3 is `inf`");
    with("").complains("--q: entry 1");
    let run = armlab(&["dynamics", "scara", "--q", "0,0,0", "--qd", "-1,2"]);
    run.complains("--qd has 2 entries");
}

#[test]
fn arbitrary_bytes_never_break_it() {
    // A small linear congruential generator: the same bytes in every run.
    let mut seed = 7_u64;
    for length in [1, 3, 17, 200, 4000] {
        for printable in [true, false] {
            let bytes: Vec<u8> = (0..length)
                .map(|_| {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
                    let byte = (seed >> 33) as u8;
                    if printable { b"q123.,-\ne \"d"[byte as usize % 12] } else { byte }
                })
                .collect();
            let run = armlab_reading(&["dynamics", "scara", "--states", "-"], &bytes);
            assert!(matches!(run.code, Some(0 | 2)), "{:?} {}", run.code, run.stderr);
        }
    }
}
