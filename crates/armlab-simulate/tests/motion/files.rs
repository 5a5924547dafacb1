//! Trajectory files: exact round trips, located complaints.

use crate::support::{one_of_each, sample};
use armlab_engine::robot::{Robot, library};
use armlab_simulate::motion::{
    AnyTrajectory, ReadFor, Trajectory, read_trajectory, write_trajectory,
};

fn read(text: &str) -> Result<AnyTrajectory, String> {
    read_trajectory(text, "move.toml", ReadFor::anything()).map_err(|e| e.to_string())
}

fn cylindrical() -> Robot {
    library::load("cylindrical").unwrap().unwrap().robot
}

#[test]
fn every_kind_is_written_and_read_back_bit_for_bit() {
    for seed in 0..10 {
        for (name, trajectory, _) in one_of_each(seed) {
            let text = write_trajectory(&trajectory);
            let again = read(&text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
            assert_eq!(again, trajectory, "{name}\n{text}");
            assert_eq!(write_trajectory(&again), text, "{name}");
        }
    }
}

#[test]
fn a_path_is_written_and_solved_again_to_the_same_motion() {
    let robot = cylindrical();
    let helix = r#"
kind = "helix"
centre = [0, 0.75, 0.3]
radius = 0.2
turns = 3
rise = 0.6
duration = 30
samples = 201
"#;
    let first = read_trajectory(helix, "helix.toml", ReadFor::robot(&robot)).unwrap();
    let text = write_trajectory(&first);
    let again = read_trajectory(&text, "helix.toml", ReadFor::robot(&robot)).unwrap();
    assert_eq!(again, first);
    let error = read(helix).unwrap_err();
    assert!(error.starts_with("move.toml:2:8: a path of the tool needs a robot"), "{error}");
    let far = helix.replace("radius = 0.2", "radius = 5");
    let error = read_trajectory(&far, "helix.toml", ReadFor::robot(&robot)).unwrap_err();
    assert!(error.to_string().contains("which the arm misses by"), "{error}");
}

#[test]
fn files_as_people_write_them_are_read() {
    let text = r#"
# The SCARA experiment: two quintics, and a slide that swings.
kind = "beside"

[[part]]
kind = "polynomial"
duration = 15
power = [
    [-1.622522864, -1.414071155, 1.499015512, -0.3272749124, 0.02606520006, -0.0006950720011],
    [-1.619283375, -0.6186031583, 0.4261308306, -0.05023057396, 0.001579110749, 3.642679187e-6],
]

[[part]]
kind = "fourier"
form = "series"
frequency = 0.3183098861837907
duration = 15
offset = [0.15]
a = [[0.1]]
b = [[0]]
"#;
    let motion = read_trajectory(text, "scara.toml", ReadFor::dofs(3)).unwrap();
    let [q, qd, _] = sample(&motion, 0.0);
    assert!((q[0] + 1.622522864).abs() < 1e-14 && (qd[0] + 1.414071155).abs() < 1e-13);
    assert!((qd[2] - 0.2).abs() < 1e-15);

    let table = r#"
kind = "movements"
interpolation = "quintic"
units = ["deg", "mm"]
table = """
        Ang. TI TF TR   Dist. TI TF TR
MOVE 1, 90 1 2 3,       40 1 2 3
MOVE 2, 45 4 5 6,       10 4 5 6
"""
"#;
    let motion = read(table).unwrap();
    assert_eq!((motion.dofs(), motion.duration()), (2, 6.0));
    assert!((sample(&motion, 2.5)[0][0] - 90_f64.to_radians()).abs() < 1e-15);
}

#[test]
fn complaints_say_where_and_what_to_do() {
    for (text, wanted) in [
        ("kind = \"fourrier\"", "move.toml:1:8: `kind` of the trajectory cannot be `fourrier`"),
        ("", "move.toml:1:1: the trajectory has no `kind`"),
        ("kind = 3", "move.toml:1:8: `kind` of the trajectory must be a string, not integer"),
        ("kind = \"pchip\"\ntimes = [0, 1]\n", "move.toml:1:1: the trajectory has no `q`"),
        (
            "kind = \"pchip\"\ntimes = [0, 1]\nq = [[0, 1]]\nqq = 1",
            "move.toml:4:1: unknown key `qq`",
        ),
        (
            "kind = \"pchip\"\ntimes = [0, 2, 1]\nq = [[0, 1, 2]]",
            "move.toml:2:16: the trajectory: time stamp 2",
        ),
        (
            "kind = \"pchip\"\ntimes = [1, 2]\nq = [[0, 1]]",
            "move.toml:2:9: the trajectory: `times` cannot be begun at 1 s",
        ),
        (
            "kind = \"pchip\"\ntimes = [0, 1]\nq = [[0, 1, 2]]",
            "move.toml:3:5: the trajectory: `q` has 3 entries; there must be 2",
        ),
        (
            "kind = \"pchip\"\ntimes = [0, \"1\"]\nq = [[0, 1]]",
            "move.toml:2:13: `times` of the trajectory must be a number, not string",
        ),
        (
            "kind = \"pchip\"\ntimes = [0, nan]\nq = [[0, 1]]",
            "move.toml:2:13: `times` of the trajectory: `nan` is not a usable number",
        ),
        (
            "kind = \"fourier\"\nfrequency = -1\noffset = [0]\na = [[1]]\nb = [[1]]",
            "move.toml:2:13: the trajectory: `frequency` cannot be -1",
        ),
        (
            "kind = \"fourier\"\nfrequency = 1\noffset = [0, 1]\na = [[1]]\nb = [[1]]",
            "move.toml:4:5: the trajectory: `a` has 1 entries; there must be 2",
        ),
        (
            "kind = \"bspline\"\nspans = 1.5\nduration = 1",
            "move.toml:2:9: `spans` of the trajectory must be a count",
        ),
        (
            "kind = \"spline\"\ntimes = [0, 1]\nq = [[0, 1]]\nfirst = [1]",
            "move.toml:4:9: `first` means nothing here",
        ),
        (
            "kind = \"movements\"\n[[joint]]\nmovements = [[1, 0, 1, 1]]\n[[joint]]\nmovements = [[1, 0, 1.5, 1.5],\n  [2, 1.0, 3, 3]]",
            "move.toml:6:7: joint 2: joint 2, movement 2, TI: starts at 1.0 s before movement 1 has ended at 1.5 s",
        ),
        (
            "kind = \"movements\"\n[[joint]]\nmovements = [[1, 0]]",
            "move.toml:3:13: movement 1 has 2 entries",
        ),
        (
            "kind = \"beside\"\n[[part]]\nkind = \"beside\"",
            "move.toml:3:8: a part cannot have parts of its own",
        ),
        ("kind = \"beside\"\n[[part]]\nkind = \"pchip\"", "move.toml:2:1: part 1 has no `times`"),
        ("kind = \"pchip\"\ntimes = [0, 1\nq = 3", "move.toml:3:1: this is not well-formed TOML"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.starts_with(wanted), "\n{text}\n{error}\nwanted {wanted}");
        assert!(error.contains("\nhint: "), "{error}");
    }
}

#[test]
fn the_number_of_coordinates_is_checked() {
    let text = "kind = \"pchip\"\ntimes = [0, 1]\nq = [[0, 1], [2, 3]]";
    let error = read_trajectory(text, "m", ReadFor::dofs(3)).unwrap_err().to_string();
    assert!(error.contains("moves 2 coordinates where 3 are needed"), "{error}");
    assert!(read_trajectory(text, "m", ReadFor::dofs(2)).is_ok());
    assert!(read_trajectory(text, "m", ReadFor::robot(&cylindrical())).is_err());
}
