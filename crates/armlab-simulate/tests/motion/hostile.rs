//! Files made of noise, and files built to exhaust the machine.

use crate::support::one_of_each;
use armlab_simulate::motion::movements::{Unit, parse_movements};
use armlab_simulate::motion::{ReadFor, Trajectory, read_trajectory, write_trajectory};
use proptest::prelude::*;

fn try_read(text: &str) {
    if let Ok(motion) = read_trajectory(text, "f", ReadFor::anything()) {
        let n = motion.dofs();
        let (mut q, mut qd, mut qdd) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        for t in [-1.0, 0.0, 0.3, motion.duration(), 1e300, f64::NAN] {
            motion.sample(t, &mut q, &mut qd, &mut qdd);
        }
    }
}

#[test]
fn huge_or_deep_files_are_refused_quickly() {
    let many_keys = format!("kind{} = 1", ".a".repeat(5_000_000));
    let deep = format!("kind = {}", "[".repeat(5_000_000));
    let tables = "[[a]]\n".repeat(2_000_000);
    let inline = format!("a = [{}]", "{b=1},".repeat(2_000_000));
    let numeric_keys = "1.2.3.4.5.6.7.8.9.10 = 1\n".repeat(200_000);
    let long = " ".repeat(33 << 20);
    for text in [many_keys, deep, tables, inline, numeric_keys, long] {
        let error = read_trajectory(&text, "f", ReadFor::anything()).unwrap_err();
        assert!(error.to_string().len() < 1000);
    }
}

#[test]
fn a_record_of_a_million_numbers_is_read() {
    let column = vec!["0.125"; 500_000].join(",");
    let times: Vec<String> = (0..500_000).map(|i| format!("{i}.5")).collect();
    let text = format!("kind = \"recorded\"\ntimes = [{}]\nq = [[{column}]]", times.join(","));
    assert_eq!(read_trajectory(&text, "f", ReadFor::dofs(1)).unwrap().duration(), 499_999.0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_change_of_a_file_makes_reading_panic(
        seed in 0_u64..3,
        pick in 0_usize..64,
        changes in proptest::collection::vec((0_usize..10_000, 0_u8..128), 1..6),
    ) {
        let all = one_of_each(seed);
        let mut bytes = write_trajectory(&all[pick % all.len()].1).into_bytes();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        try_read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_extreme_number_makes_reading_or_sampling_panic(
        seed in 0_u64..3,
        pick in 0_usize..64,
        which in 0_usize..200,
        number in prop::sample::select(vec![
            "0", "-1", "1e60", "-1e60", "1e-60", "1e-320", "1e308", "nan", "inf", "0x7fffffffffffffff", "99999999999",
        ]),
    ) {
        let all = one_of_each(seed);
        let text = write_trajectory(&all[pick % all.len()].1);
        // Replaces one number of the file.
        let ends = |c: char| matches!(c, '[' | ']' | ',' | ' ' | '\n');
        let words: Vec<(usize, &str)> = text
            .split(ends)
            .scan(0, |at, word| {
                let start = *at;
                *at += word.len() + 1;
                Some((start, word))
            })
            .filter(|(_, word)| word.parse::<f64>().is_ok())
            .collect();
        let (start, word) = words[which % words.len()];
        let changed = format!("{}{number}{}", &text[..start], &text[start + word.len()..]);
        try_read(&changed);
    }

    #[test]
    fn no_pasted_text_makes_parsing_panic(text in "[0-9a-z.,;\\-\t \n\r–µ]{0,200}") {
        let _ = parse_movements(&text, &[Unit::Degree, Unit::Metre]);
        try_read(&format!("kind = \"movements\"\nunits = [\"deg\"]\ntable = '''\n{text}'''"));
    }
}
