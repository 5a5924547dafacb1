//! Whatever the bytes, a reader answers with a robot or a located error.

use super::{KEEP, MERGE, random};
use armlab_engine::robot::describe::{read_toml, read_urdf, write_toml, write_urdf};
use armlab_engine::robot::library;
use proptest::prelude::*;

fn answers(text: &str) {
    for options in [KEEP, MERGE] {
        for read in [read_urdf, read_toml] {
            match read(text, "file", &options) {
                // What was read must also be fit to be written and read again.
                Ok(read) => {
                    let again = read_toml(&write_toml(&read.robot), "again", &KEEP);
                    assert_eq!(again.unwrap().robot.joints(), read.robot.joints());
                    read_urdf(&write_urdf(&read.robot), "again", &KEEP).unwrap();
                }
                Err(e) => assert!(e.line >= 1 && e.column >= 1, "{e}"),
            }
        }
    }
}

fn seeds() -> Vec<String> {
    let mut rng = random::generator(11);
    let mut seeds: Vec<String> =
        library::names().filter_map(library::source).map(String::from).collect();
    for size in [1, 3, 8] {
        let robot = random::robot(&mut rng, size, true);
        seeds.extend([write_urdf(&robot), write_toml(&robot)]);
    }
    seeds
}

/// Replaces, inserts, deletes or doubles pieces of a good file.
fn mutated(mut text: String, edits: &[(f64, f64, u8, String)]) -> String {
    for (at, length, what, insert) in edits {
        let snap = |mut i: usize| {
            while !text.is_char_boundary(i) {
                i -= 1;
            }
            i
        };
        let start = snap((at * text.len() as f64) as usize);
        let end = snap((start + (length * 30.0) as usize).min(text.len())).max(start);
        match what % 3 {
            0 => text.replace_range(start..end, insert),
            1 => text.insert_str(start, insert),
            _ => {
                let piece = text[start..end].to_string();
                text.insert_str(start, &piece);
            }
        }
    }
    text
}

fn edit() -> impl Strategy<Value = (f64, f64, u8, String)> {
    let words = prop_oneof![
        Just(String::new()),
        "[ -~]{0,6}",
        "\\PC{0,4}",
        Just("nan".into()),
        Just("-1e999".into()),
        Just("1e60".into()),
        Just("0".into()),
        Just("\"".into()),
        Just("</link>".into()),
        Just("<joint".into()),
        Just("[[joint]]\n".into()),
        Just("link1".into()),
        Just("fixed".into()),
        Just("dh = {}\n".into()),
    ];
    (0.0..1.0, 0.0..1.0, any::<u8>(), words)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_string(text in "\\PC{0,200}") {
        answers(&text);
    }

    #[test]
    fn any_bytes_that_pass_for_text(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        answers(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn anything_that_looks_like_xml(
        parts in prop::collection::vec(prop_oneof![
            Just("<robot name=\"r\">"), Just("</robot>"), Just("<link name=\"a\"/>"),
            Just("<link name=\"b\">"), Just("</link>"), Just("<inertial>"), Just("</inertial>"),
            Just("<mass value=\"1\"/>"), Just("<joint name=\"j\" type=\"revolute\">"),
            Just("<joint name=\"k\" type=\"fixed\">"), Just("</joint>"), Just("<parent link=\"a\"/>"),
            Just("<child link=\"b\"/>"), Just("<parent link=\"b\"/>"), Just("<child link=\"c\"/>"),
            Just("<link name=\"c\"/>"), Just("<axis xyz=\"0 0 1\"/>"), Just("<armlab tool=\"a\">"),
            Just("</armlab>"), Just("<armlab frame=\"true\"/>"), Just("<!--"), Just("-->"),
            Just("<![CDATA["), Just("]]>"), Just("<?x"), Just("?>"), Just("'"), Just("&lt;"),
        ], 0..30)
    ) {
        answers(&parts.concat());
    }

    #[test]
    fn good_files_with_mistakes(
        which in 0usize..12,
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        let seeds = seeds();
        answers(&mutated(seeds[which % seeds.len()].clone(), &edits));
    }
}
