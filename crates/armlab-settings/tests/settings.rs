//! Settings are typed, checked and found by name.

use armlab_settings::{
    Method, Range, Registry, Selection, SettingError, Settings, Value, method, nearest_name,
    settings, words,
};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Shape {
    #[default]
    Round,
    Square,
}
words!(Shape { Round = "round", Square = "square" });

settings! {
    /// Everything that a setting can be.
    pub struct Everything {
        /// A length,
        /// over two lines.
        length: f64 = 1e-4, "m", Range::POSITIVE;
        /// A count.
        count: usize = 3, "", Range::at_least(1.0);
        /// A flag.
        flag: bool = false, "", Range::ANY;
        /// A word.
        shape: Shape = Shape::Round, "", Range::ANY;
        /// A number that may be found.
        found: Option<f64> = None, "Hz", Range::POSITIVE;
        /// Several numbers.
        several: Vec<f64> = vec![1.0, 2.5], "s", Range::between(0.0, 10.0);
    }
}
method!(Everything, "everything", "Has every type of setting. Best for tests.");

settings! {
    /// Nothing to set.
    pub struct Bare {}
}
method!(Bare, "bare", "Has no settings.");

fn registry() -> Registry<dyn Method> {
    let mut registry: Registry<dyn Method> = Registry::new("method", "methods", &["bare"]);
    registry.register(Box::new(Everything::default()));
    registry.register(Box::new(Bare::default()));
    registry
}

#[test]
fn every_type_of_setting_is_set_from_text_and_read_back() {
    let mut registry = registry();
    let given = [
        ("length", "0.5", "0.5"),
        ("count", "12", "12"),
        ("flag", "true", "true"),
        ("shape", "square", "square"),
        ("found", "3", "3"),
        ("found", "auto", "auto"),
        ("several", "1, 2,3", "1,2,3"),
        ("several", "[4]", "4"),
    ];
    for (name, text, expected) in given {
        registry.set(&format!("everything.{name}"), text).unwrap();
        let value = registry.get("everything").unwrap().settings().get(name).unwrap();
        assert_eq!(value.to_string(), expected, "{name}");
    }
}

#[test]
fn what_is_listed_has_description_unit_range_and_default() {
    let all = Everything::default().list();
    assert_eq!(all[0].about, "A length, over two lines.");
    assert_eq!((all[0].unit, all[0].range.to_string().as_str()), ("m", "> 0"));
    assert_eq!(all[0].default.to_string(), "0.0001");
    assert_eq!(all[3].accepts(), "round, square");
    assert_eq!(all[4].accepts(), "> 0, or auto");
    let json = serde_json::to_value(&all[1]).unwrap();
    assert_eq!(json["default"], 3);
    assert_eq!(json["range"], "≥ 1");
}

#[test]
fn wrong_names_types_and_numbers_are_refused_with_what_is_right() {
    let mut registry = registry();
    let cases = [
        ("everythin.length", "1", "there is no method `everythin`; did you mean `everything`?"),
        (
            "everything.lenght",
            "1",
            "everything: there is no setting `lenght`; did you mean `length`?",
        ),
        ("everything.length", "-1", "everything: `length` cannot be -1: it must be > 0"),
        ("everything.length", "inf", "everything: `length` cannot be inf: it must be > 0"),
        ("everything.length", "long", "everything: `length` cannot be `long`: it is a number"),
        ("everything.count", "1.5", "everything: `count` cannot be `1.5`: it is a whole number"),
        ("everything.count", "0", "everything: `count` cannot be 0: it must be ≥ 1"),
        ("everything.flag", "1", "everything: `flag` cannot be `1`: it is a true or false"),
        (
            "everything.shape",
            "oval",
            "everything: `shape` cannot be `oval`: it is a word (round, square)",
        ),
        (
            "everything.several",
            "1,20",
            "everything: `several` cannot be 1,20: it must be ≥ 0 and ≤ 10",
        ),
        ("bare.x", "1", "bare: there is no setting `x`"),
    ];
    for (path, text, expected) in cases {
        let error = registry.set(path, text).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(!error.hint().is_empty());
    }
    let form = registry.parse_set(&["everything.length".into()]).unwrap_err();
    assert_eq!(form, SettingError::Form("everything.length".into()));
    // Nothing that was refused has changed anything.
    let all = registry.get("everything").unwrap().settings();
    assert!(all.list().iter().all(|s| all.get(s.name).as_ref() == Some(&s.default)));
}

#[test]
fn methods_are_selected_by_names_all_or_default() {
    let registry = registry();
    let names = |text: &str| -> Result<Vec<&str>, SettingError> {
        Ok(registry.select(&text.parse::<Selection>()?)?.iter().map(|m| m.name()).collect())
    };
    assert_eq!(names("all").unwrap(), ["everything", "bare"]);
    assert_eq!(names("default").unwrap(), ["bare"]);
    assert_eq!(names(" bare , everything").unwrap(), ["bare", "everything"]);
    assert!(matches!(names("bare,,everything"), Err(SettingError::EmptyName(_))));
    let unknown = names("bare,evrything").unwrap_err();
    assert_eq!(unknown.to_string(), "there is no method `evrything`; did you mean `everything`?");
}

#[test]
fn a_toml_file_sets_methods_and_its_errors_have_a_line() {
    let mut registry = registry();
    let text = "[solvers.dls]\nx = 1\n\n[methods.everything]\nlength = 2e-3\nseveral = [1, 2.0]\nshape = \"square\"\nfound = \"auto\"\nflag = true\n";
    registry.set_from_toml(text, "settings.toml").unwrap();
    let own = registry.get("everything").unwrap().settings();
    assert_eq!(own.get("length"), Some(Value::Number(2e-3)));
    assert_eq!(own.get("several"), Some(Value::List(vec![1.0, 2.0])));
    assert_eq!(own.get("shape"), Some(Value::Word("square".into())));
    let cases = [
        (
            "[methods.everything]\n\n  lenght = 1",
            "s.toml:3:12: everything: there is no setting `lenght`; did you mean `length`?",
        ),
        ("[methods.nothing]", "s.toml:1:1: there is no method `nothing`"),
        (
            "\n[method.everything]\n",
            "s.toml:2:2: unknown key `method` in the file of settings\nhint: did you mean `methods`?",
        ),
        (
            "methods = 3",
            "s.toml:1:11: `methods` of the file of settings must be a table, not integer",
        ),
        (
            "[methods.everything]\ncount = \"many\"",
            "s.toml:2:9: everything: `count` cannot be `many`: it is a whole number",
        ),
        (
            "[methods.everything]\ncount = {}",
            "s.toml:2:9: `count` of everything must be a number, not table",
        ),
    ];
    for (text, expected) in cases {
        let error = registry.set_from_toml(text, "s.toml").unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}\n{expected}");
    }
    assert!(
        registry
            .set_from_toml("[methods", "s.toml")
            .unwrap_err()
            .to_string()
            .starts_with("s.toml:1:")
    );
}

#[test]
fn a_method_of_the_same_name_takes_the_place_of_the_first() {
    let mut registry = registry();
    registry.register(Box::new(Everything { count: 7, ..Everything::default() }));
    assert_eq!(registry.names(), ["everything", "bare"]);
    let own = registry.get("everything").unwrap().settings().get("count");
    assert_eq!(own, Some(Value::Number(7.0)));
}

#[test]
fn the_nearest_name_is_near() {
    let names = || ["ekf", "ukf", "physical"].into_iter();
    assert_eq!(nearest_name("eky", names()).as_deref(), Some("ekf"));
    assert_eq!(nearest_name("something else", names()), None);
}
