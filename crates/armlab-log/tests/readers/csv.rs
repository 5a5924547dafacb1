//! Texts as people and tools write them.

use crate::read;
use armlab_log::{Input, Log, Quantity, ReadOptions};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Two samples of one joint, whatever they are written like.
#[track_caller]
fn holds(text: &str) {
    let log = read(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(log.time(), [0.0, 0.5], "{text}");
    assert_eq!(log.channel(Quantity::Position, 0).unwrap(), [1.5, -2e-3], "{text}");
    assert_eq!(log.channel(Quantity::Effort, 0).unwrap(), [3.0, 4.25], "{text}");
}

#[test]
fn every_delimiter_is_found() {
    for d in [",", ";", "\t", "|", " ", "   "] {
        holds(&"t,q1,tau1\n0,1.5,3\n0.5,-2e-3,4.25\n".replace(',', d));
    }
}

#[test]
fn decimal_commas_are_found() {
    holds("t;q1;tau1\n0;1,5;3\n0,5;-2e-3;4,25\n");
    holds("t\tq1\ttau1\n0\t1,5\t3\n0,5\t-0,002\t4,25\n");
}

#[test]
fn marks_line_ends_comments_and_blank_lines_do_not_matter() {
    holds("\u{feff}t,q1,tau1\r\n0,1.5,3\r\n0.5,-2e-3,4.25\r\n");
    holds("# made by a robot\n% at night\nt,q1,tau1\n\n0,1.5,3\n# pause\n  \n0.5,-2e-3,4.25\n");
    holds("t,q1,tau1\n0,1.5,3,\n0.5,-2e-3,4.25,\n");
    holds(" t , q1 , tau1 \n 0 , 1.5 , 3 \n 0.5 , -2e-3 , 4.25 \n");
    holds("\"t\",\"q1\",\"tau1\"\n\"0\",\"1.5\",\"3\"\n\"0.5\",\"-2e-3\",\"4.25\"\n");
    holds("t,q1,tau1\n+0,+1.5,3.\n.5,-2D-3,4.25E0\n");
}

#[test]
fn a_header_in_a_comment_is_a_header() {
    holds("# t q1 tau1\n0 1.5 3\n0.5 -2e-3 4.25\n");
    holds("%time,field.position0,field.effort0\n0,1.5,3\n0.5,-2e-3,4.25\n");
}

#[test]
fn units_in_brackets_or_below_the_names_are_converted() {
    holds("t [ms],q1 [mrad],tau1 (N mm)\n0,1500,3000\n500,-2,4250\n");
    holds("t;q1;tau1\n[ms];[mrad];[Nmm]\n0;1500;3000\n500;-2;4250\n");
    holds("time_ms,q1,tau1\n0,1.5,3\n500,-2e-3,4.25\n");
    let log = read("t,q1 [°],qd1 [rpm]\n0,180,60\n1,90,30\n").unwrap();
    let pi = std::f64::consts::PI;
    assert_eq!(log.channel(Quantity::Position, 0).unwrap(), [pi, pi / 2.0]);
    assert_eq!(log.channel(Quantity::Velocity, 0).unwrap(), [2.0 * pi, pi]);
}

#[test]
fn a_degree_sign_of_an_old_tool_is_understood() {
    let input = Input::bytes("old.csv", &b"t;q1 [\xb0]\n0;180\n1;0\n"[..]);
    let log = Log::read_with(&input, &ReadOptions::default()).unwrap();
    assert_eq!(log.channel(Quantity::Position, 0).unwrap(), [std::f64::consts::PI, 0.0]);
}

#[test]
fn a_gzipped_text_is_read_as_it_is() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(b"t,q1\n0,1\n1,2\n").unwrap();
    let input = Input::bytes("log.gz", packed.finish().unwrap());
    let log = Log::read_with(&input, &ReadOptions::default()).unwrap();
    assert_eq!(log.channel(Quantity::Position, 0).unwrap(), [1.0, 2.0]);
}

#[test]
fn empty_cells_and_words_for_nothing_are_nan() {
    let log = read("t,q1\n0,\n1,NaN\n2,null\n3,N/A\n4,-nan\n5,7\n").unwrap();
    let q = log.channel(Quantity::Position, 0).unwrap();
    assert!(q[..5].iter().all(|x| x.is_nan()) && q[5] == 7.0, "{q:?}");
}

#[test]
fn columns_that_are_not_used_need_not_be_numbers() {
    let log = read("date,t,q1,remark\n2024-01-01,0,1,\"slow, then fast\"\nx,1,2,\n").unwrap();
    assert_eq!(log.channel(Quantity::Position, 0).unwrap(), [1.0, 2.0]);
}

#[test]
fn complaints_name_line_and_column() {
    for (text, place, what) in [
        ("t,q1\n0,1\n1,abc\n", ":3:3: ", "`abc` in column `q1` is not a number"),
        ("t,q1\n0,1\n1\n2,3\n", ":3:2: ", "this line has 1 fields, the header 2"),
        ("t,q1\n0,1\n1,2,3\n", ":3:5: ", "this line has 3 fields, the header 2"),
        ("", ": ", "the file is empty"),
        ("# only\n\n", ":1:1: ", "nothing but comments"),
        ("t,q1\n", ": ", "there are no samples"),
        ("t,q1\n0,1\n1,2\0\n", ": byte 12: ", "this is not text"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("log.csv{place}")), "{error}");
        assert!(error.contains(what) && error.contains("hint: "), "{error}");
    }
}

#[test]
fn a_last_line_without_its_end_may_be_cut_and_is_left_out_and_told() {
    for last in ["2,5", "2,5,-1", "2,5,-19.11"] {
        let log = read(&format!("t,q1,q2\n0,1,2\n1,3,4\n{last}")).unwrap();
        assert_eq!(log.rows(), 2);
        let note = "line 4: it has no line end, so its last number may be cut; it was left out";
        assert_eq!(log.provenance()[0].notes, [note]);
    }
    assert_eq!(read("t,q1,q2\n0,1,2\n1,3,4\n2,5,-19.11\n").unwrap().rows(), 3);
}

#[test]
fn stamps_since_1970_are_counted_from_the_first_in_the_unit_of_their_size() {
    for (first, step) in
        [(1.7e9, 1.0), (1.7e12, 1e3), (1.7e15, 1e6), (1_700_000_000_000_000_000.0, 1e9)]
    {
        let text = format!("time,q1\n{first},1\n{},2\n", first + 2.0 * step);
        assert_eq!(read(&text).unwrap().time(), [0.0, 2.0], "{text}");
    }
}

#[test]
fn numbers_are_rounded_correctly() {
    // The first needs more digits than a double has; the others are at the ends of the range.
    for text in [
        "0.1000000000000000055511151231257827021181583404541015625",
        "9007199254740993",
        "1.7976931348623157e308",
        "5e-324",
        "2.2250738585072011e-308",
        "123456789.123456789e-5",
    ] {
        let log = read(&format!("t,q1\n0,{text}\n")).unwrap();
        let q = log.channel(Quantity::Position, 0).unwrap()[0];
        assert_eq!(q.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
    }
}
