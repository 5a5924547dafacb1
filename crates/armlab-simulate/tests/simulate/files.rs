//! Experiment files say the same as code, and mistakes in them are located.

use crate::support::*;
use armlab_log::Quantity;
use armlab_simulate::simulate::{
    Experiment, ExperimentFile, Method, Saturation, Start, read_experiment,
};

const SCARA: &str = r#"
seed = 184
rate = 100
start = "rest"
integration = { method = "rk4", step = 0.001 }

[controller]
kind = "pid"
kp = [0.5, 1, 40]
ki = [0, 0, 50]
kd = [0.37, 0.04, 10]
unit = "deg"
gravity = true

[trajectory]
kind = "beside"
[[trajectory.part]]
kind = "polynomial"
duration = 15
power = [
    [-1.622522864, -1.414071155, 1.499015512, -0.3272749124, 0.02606520006, -0.0006950720011],
    [-1.619283375, -0.6186031583, 0.4261308306, -0.05023057396, 0.001579110749, 3.642679187e-6],
]
[[trajectory.part]]
kind = "fourier"
form = "series"
frequency = 0.3183098861837907
duration = 15
offset = [0.15]
a = [[0.1]]
b = [[0]]

[[effect]]
kind = "white-noise"
sigma = { qd = [0.01, 0.02, 0.03] }
"#;

fn read(text: &str) -> Result<ExperimentFile, String> {
    let mut load = |name: &str| match name {
        "there.toml" => {
            Ok("kind = \"quintic\"\ntimes = [0, 1]\nq = [[0, 1], [0, 1], [0, 0.1]]".into())
        }
        "bad.toml" => {
            Ok("kind = \"quintic\"\ntimes = [0, 0]\nq = [[0, 1], [0, 1], [0, 0.1]]".into())
        }
        _ => Err("there is no such file".into()),
    };
    read_experiment(text, "e.toml", &built_in("scara"), &mut load).map_err(|e| e.to_string())
}

#[test]
fn the_scaras_experiment_as_a_file_gives_its_log() {
    let file = read(SCARA).unwrap();
    assert!(file.seeded && !file.platform && file.settings.seed == 184);
    let robot = built_in("scara");
    let trajectory = file.trajectory.unwrap();
    let law = file.law.unwrap();
    let settings = file.settings;
    let experiment = Experiment {
        robot: &robot,
        model: &robot,
        trajectory: &trajectory,
        law: law.as_ref(),
        settings: &settings,
    };
    let log = experiment.run().unwrap().log;
    for (k, row) in table("scara_clean.csv").iter().enumerate() {
        for j in 0..3 {
            let at = |q| log.channel(q, j).unwrap()[k];
            assert!((at(Quantity::Position) - row[1 + j]).abs() < 1e-9, "row {k}");
            assert!((at(Quantity::Effort) - row[10 + j]).abs() < 1e-9, "row {k}");
        }
    }
}

#[test]
fn usual_values_stand_where_nothing_is_said() {
    let file = read("").unwrap();
    assert!(file.trajectory.is_none() && file.law.is_none() && !file.seeded);
    assert_eq!((file.settings.rate, &file.settings.start), (1000.0, &Start::Rest));
    assert_eq!(file.settings.saturation, Saturation::Limits);
    assert_eq!(file.settings.method(), Method::Rk4 { step: 1e-3 });
    let file = read("trajectory = { file = \"there.toml\" }\nsaturation = [1, 2, 3]").unwrap();
    assert!(file.trajectory.is_some());
    assert_eq!(file.settings.saturation, Saturation::At(vec![1.0, 2.0, 3.0].into()));
}

#[test]
fn every_kind_of_effect_and_controller_is_read() {
    let text = r#"
coordinates = "platform"
start = { q = [0, 0, 0.1], qd = 0 }
saturation = "none"
integration = { method = "adaptive", tolerance = 1e-8 }
log = { reference = false, truth = true }
[controller]
kind = "computed-torque"
frequency = [10, 12, 14]
[[effect]]
kind = "white-noise"
snr = { tau = 40 }
[[effect]]
kind = "contamination"
fraction = 0.1
law = "student"
freedom = 3
scale = { tau = 5 }
[[effect]]
kind = "outliers"
fraction = 0.001
size = { q = 0.1 }
[[effect]]
kind = "quantisation"
step = 1e-4
velocity = "difference"
loop = true
[[effect]]
kind = "backlash"
width = 1e-3
[[effect]]
kind = "delay"
samples = 2
of = "q"
loop = true
[[effect]]
kind = "jitter"
sigma = 1e-5
[[effect]]
kind = "drops"
fraction = 0.01
burst = 3
[[effect]]
kind = "torque-ripple"
amplitude = [0.1, 0.1, 0]
order = 6
[[effect]]
kind = "friction-drift"
to = 0.8
time_constant = 600
[[effect]]
kind = "push"
at = 1
force = [0, 0, -10]
[[effect]]
kind = "temperature"
from = 20
to = [35, 30, 25]
time_constant = 900
"#;
    let file = read(text).unwrap();
    assert!(file.platform && file.settings.columns.truth && !file.settings.columns.reference);
    let kinds: Vec<&str> = file.settings.effects.iter().map(|e| e.kind().name).collect();
    let all: Vec<&str> =
        armlab_simulate::simulate::effects::EFFECTS.iter().map(|k| k.name).collect();
    assert_eq!(kinds, all);
    assert_eq!(file.law.unwrap().name(), "computed-torque");
    let open =
        "[controller]\nkind = \"open-loop\"\ntimes = [0, 1]\nefforts = [[0, 1], [0, 1], [0, 1]]";
    assert_eq!(read(open).unwrap().law.unwrap().name(), "open-loop");
}

#[test]
fn mistakes_are_located() {
    let cases: &[(&str, &str)] = &[
        ("rate = 0", "e.toml:1:8: the experiment: `rate` cannot be 0"),
        ("sed = 1", "e.toml:1:1: unknown key `sed` in the experiment\nhint: did you mean `seed`?"),
        ("seed = -1", "e.toml:1:8: `seed` of the experiment must be a count"),
        ("rate = \"fast\"", "e.toml:1:8: `rate` of the experiment must be a number, not string"),
        ("rate = inf", "is not a usable number"),
        ("rate = [", "this is not well-formed TOML"),
        ("\n[controller]\nkp = 1", "the controller has no `kind`"),
        (
            "[controller]\nkind = \"pdi\"",
            "e.toml:2:8: `kind` of the controller cannot be `pdi`\nhint: it is one of: pid,",
        ),
        (
            "[controller]\nkind = \"pid\"\nki = 1",
            "e.toml:3:6: the controller: `ki` cannot be given without `kp`",
        ),
        ("[controller]\nkind = \"pid\"\nkp = nan", "e.toml:3:6"),
        (
            "[controller]\nkind = \"computed-torque\"\ndamping = -1",
            "e.toml:3:11: the controller: `damping` cannot be -1",
        ),
        ("[[effect]]\nkind = \"drops\"", "effect 1 has no `fraction`"),
        (
            "[[effect]]\nkind = \"drops\"\nfraction = 1.5",
            "e.toml:3:12: effect 1: `fraction` cannot be 1.5",
        ),
        (
            "[[effect]]\nkind = \"drops\"\nfraction = 0.5\nbrust = 3",
            "e.toml:4:1: unknown key `brust` in effect 1\nhint: did you mean `burst`?",
        ),
        (
            "[[effect]]\nkind = \"white-noise\"\nsigma = { qqd = 1 }",
            "e.toml:3:11: unknown key `qqd`",
        ),
        (
            "[[effect]]\nkind = \"white-noise\"\nsnr = { q = 1 }\nloop = true",
            "e.toml:3:7: effect 1: `snr` cannot be given",
        ),
        (
            "[trajectory]\nkind = \"quintic\"\ntimes = [0, 1]\nq = [[0, 1], [0, 1]]",
            "e.toml:2:8: the trajectory moves 2 coordinates where 3 are needed",
        ),
        (
            "[trajectory]\nkind = \"quintic\"\n\ntimes = [0, 0]\nq = [[0, 1], [0, 1], [0, 1]]",
            "e.toml:4:13: the trajectory: time stamp 1",
        ),
        (
            "[trajectory]\nfile = \"nowhere.toml\"",
            "e.toml:2:8: the trajectory: `nowhere.toml` cannot be read: there is no such file",
        ),
        ("[trajectory]\nfile = \"bad.toml\"", "bad.toml:2:"),
        ("integration = { method = \"rk4\", tolerance = 1 }", "`tolerance` means nothing"),
        ("start = \"there\"", "`start` of the experiment cannot be `there`"),
        (
            "[controller]\nkind = \"pid\"\ngravity = 3",
            "e.toml:3:11: the controller: `gravity` cannot be `3`: it is a word",
        ),
        ("start = 3", "`start` of the experiment must be a table"),
    ];
    for (text, wanted) in cases {
        let words = read(text).expect_err(text);
        assert!(words.contains(wanted), "{text:?}\nwanted: {wanted}\ngot:    {words}");
        assert!(words.contains("hint: "), "{words}");
    }
}

#[test]
fn hostile_files_are_refused_quickly() {
    let deep = format!("a{} = 1", ".a".repeat(200_000));
    assert!(read(&deep).is_err());
    assert!(read(&"[".repeat(100_000)).is_err());
    let long = format!("rate = {}", "9".repeat(100_000));
    assert!(read(&long).is_err());
    assert!(read(&format!("{} = 1", "k".repeat(100_000))).unwrap_err().len() < 2000);
}
