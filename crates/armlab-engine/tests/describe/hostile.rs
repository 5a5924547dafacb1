//! Files made to hurt: bounded in time, memory and stack.

use super::{refused, toml, urdf};
use armlab_engine::robot::describe::{Description, FileError, LARGEST_FILE};
use std::time::{Duration, Instant};

/// Generous: a shared machine may be slow, but quadratic work on this
/// much text takes hours.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads on a thread with a small stack, so that recursion shows.
fn bounded(
    read: fn(&str) -> Result<Description, FileError>,
    text: String,
) -> Result<Description, FileError> {
    let start = Instant::now();
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let result = small.spawn(move || read(&text)).unwrap().join().unwrap();
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
    if let Err(e) = &result {
        assert!(e.line >= 1 && e.column >= 1, "{e}");
        assert!(e.to_string().len() < 4000);
    }
    result
}

#[test]
fn entities_are_not_expanded() {
    let laughs = r#"<!DOCTYPE lolz [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><robot name="&c;"/>"#;
    let (error, _) = refused(bounded(urdf, laughs.into()));
    assert_eq!(error, "1:1: document type declarations are not read");
    let (error, _) = refused(bounded(urdf, "<robot name=\"&c;\"/>".into()));
    assert_eq!(error, "1:1: the robot has no links");
}

#[test]
fn deep_nesting_is_refused() {
    let deep = "<a>".repeat(100_000);
    let (error, _) = refused(bounded(urdf, format!("<robot name='r'>\n{deep}")));
    assert_eq!(error, "2:766: elements are nested more than 256 deep");
    let closed = format!("<robot name='r'>{deep}{}</robot>", "</a>".repeat(100_000));
    refused(bounded(urdf, closed));
    for text in [
        format!("name = {}", "[".repeat(100_000)),
        format!("name = {}{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
        format!("[{}a]", "a.".repeat(100_000)),
        format!("name = {}", "{a=".repeat(100_000)),
        format!("{}a=1", "[a]\n[[b]]\n".repeat(100_000)),
    ] {
        refused(bounded(toml, text));
    }
}

#[test]
fn files_beyond_the_limit_are_refused_unread() {
    for read in [urdf, toml] {
        let (error, _) = refused(bounded(read, " ".repeat(LARGEST_FILE + 1)));
        assert_eq!(error, "1:1: the file is larger than 32 MiB");
    }
}

/// The beginning of a file, what is repeated to fill it, and its end.
type Filled<'a> = (&'a str, &'a dyn Fn(usize) -> String, &'a str);

#[test]
fn a_file_full_of_one_thing_takes_no_longer_than_reading_it() {
    let fill = |head: &str, unit: &dyn Fn(usize) -> String, tail: &str| {
        let mut text = String::from(head);
        for i in 0.. {
            let next = unit(i);
            if text.len() + next.len() + tail.len() > LARGEST_FILE {
                break;
            }
            text.push_str(&next);
        }
        text + tail
    };
    let x = |_: usize| "x".repeat(1 << 16);
    let numbers = |_: usize| "1 ".repeat(1 << 15);
    let xml: &[Filled] = &[
        ("<robot ", &|i| format!("a{i}='' "), "/>"),
        ("<robot name='", &x, "'/>"),
        ("<robot name='r'><link name='", &x, "'/></robot>"),
        ("<robot name='r'><", &x, "/></robot>"),
        ("<robot name='r'>", &|_| "<a/>".into(), "</robot>"),
        ("<robot name='r'>", &|_| "<a></a>".into(), ""),
        ("<robot name='r'>", &|i| format!("<a xmlns:n{i}='u{i}'/>"), "</robot>"),
        ("<robot name='r'>", &|i| format!("<link name='{i}' b='1'/>"), "</robot>"),
        ("<robot name='r'><armlab gravity='", &numbers, "'/></robot>"),
        ("<robot name='r'><!--", &x, ""),
        ("<robot name='r'>", &|_| "<".into(), ""),
        ("<robot name='r'>", &|_| "<!--".into(), ""),
        ("<robot name='r'>", &|_| "&amp;".into(), "</robot>"),
        ("", &|_| "<?a?>".into(), "<robot name='r'/>"),
        ("<robot name='r'><link name='a'/>", &|_| "<gazebo/>".into(), "</robot>"),
    ];
    for (head, unit, tail) in xml {
        let _ = bounded(urdf, fill(head, unit, tail));
    }
    let tables: &[Filled] = &[
        ("name = \"", &x, "\""),
        ("", &|i| format!("a{i}=1\n"), ""),
        ("name='r'\n", &|i| format!("[[joint]]\nname='{i}'\nkind='fixed'\n"), ""),
        ("name='r'\n", &|_| "[[joint]]\n".into(), ""),
        ("gravity = [", &|_| "1,".into(), "]"),
        ("name = ", &|_| "9".into(), ""),
        ("", &|_| "\n".into(), ""),
        ("", &|_| "[".into(), ""),
        ("", &|_| "\"".into(), ""),
        ("", &|i| format!("[a{i}.b.c.d]\n"), ""),
        ("", &|i| format!("[a{i}{}]\n", ".b".repeat(70)), ""),
        ("", &|i| format!("{i}.2=1\n"), ""),
        ("", &|i| format!("\"{i}\" . \"b\" . 'c'=1\n"), ""),
        ("x = [", &|_| "{a.b.c=1},".into(), "]"),
        ("x = [", &|_| "[],".into(), "]"),
        ("", &|_| "a ".into(), ""),
        ("", &|_| "# c\n".into(), ""),
        ("name='r'\n[[base_parameter]]\nname='p'\ncombination={", &|i| format!("p{i}=1,"), "}"),
    ];
    // As many tables, and as many values, as just pass the guard.
    let passing = [
        (0..62_000).map(|i| format!("[a{i}.b.c.d]\n")).collect::<String>(),
        "a ".repeat(5_900_000),
        format!("gravity = [{}]", "1,".repeat(2_900_000)),
    ];
    for (head, unit, tail) in tables {
        let _ = bounded(toml, fill(head, unit, tail));
    }
    for text in passing {
        let _ = bounded(toml, text);
    }
}

/// A chain of links in URDF: `n` joints of the given kind.
fn chain(n: usize, kind: &str) -> String {
    let mut text = String::from("<robot name='chain'>\n<link name='l0'/>\n");
    for i in 1..=n {
        text += &format!(
            "<link name='l{i}'><inertial><mass value='1'/><origin xyz='0 0 .1'/>\
             <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>\n\
             <joint name='j{i}' type='{kind}'><parent link='l{}'/><child link='l{i}'/>\
             <origin xyz='0 0 .1' rpy='.1 .2 .3'/><axis xyz='0 1 0'/>\
             <limit lower='-1' upper='1' effort='1' velocity='1'/></joint>\n",
            i - 1
        );
    }
    text + "</robot>"
}

#[test]
fn twenty_thousand_links_are_read_in_the_time_it_takes() {
    let start = Instant::now();
    let chained = bounded(urdf, chain(19_999, "revolute")).unwrap().robot;
    assert_eq!(chained.dofs(), 19_999);
    let read = start.elapsed();
    assert!(read < Duration::from_secs(20), "{read:?}");
    let merged = bounded(urdf, chain(19_998, "fixed").replacen("'fixed'", "'revolute'", 1));
    assert_eq!(merged.unwrap().robot.frames().len(), 19_997);
    let (error, _) = refused(bounded(urdf, chain(40_001, "revolute")));
    assert!(error.ends_with("more than 40001 links"), "{error}");
    let rows = |n| "[[joint]]\nkind = 'revolute'\nname = 'j'\n".repeat(n);
    let unique = |n: usize| {
        let rows = (0..n).map(|i| format!("[[joint]]\nkind = 'revolute'\nname = 'j{i}'\n"));
        format!("name = 'r'\n{}", rows.collect::<String>())
    };
    assert_eq!(bounded(toml, unique(20_000)).unwrap().robot.dofs(), 20_000);
    let (error, _) = refused(bounded(toml, unique(20_001)));
    assert!(error.ends_with("more than 20000 joint"), "{error}");
    refused(bounded(toml, format!("name = 'r'\n{}", rows(1000))));
}

#[test]
fn a_flood_of_strange_tags_is_counted_not_listed() {
    let text = format!(
        "<robot name='r'><link name='a'/><link name='b'/>{}<joint name='j' type='continuous'>\
         <parent link='a'/><child link='b'/></joint></robot>",
        "<gazebo/>".repeat(100_000)
    );
    let notes = bounded(urdf, text).unwrap().notes;
    assert_eq!(notes.len(), 201);
    assert_eq!(notes[200].message, "and 99800 more notes like these");
}

#[test]
fn values_that_grow_out_of_bounds_together_are_refused() {
    let grown = |big: &str, n| {
        let text = chain(n, "fixed").replacen("'fixed'", "'revolute'", 1);
        let text = text.replace("value='1'", &format!("value='{big}'"));
        bounded(urdf, text.replace("0 0 .1", &format!("{big} {big} {big}")))
    };
    let (error, _) = refused(grown("1e60", 50));
    assert_eq!(error, "3:1: inertia of `l1` comes out beyond 1e60 in SI units");
    let robot = grown("1e18", 50).unwrap().robot;
    assert!(robot.links().iter().all(|l| l.inertia.is_some_and(|i| i.is_finite())));
}
