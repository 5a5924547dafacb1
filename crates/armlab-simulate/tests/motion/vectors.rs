//! Trajectories of the papers' experiments, rebuilt where a paper gives no numbers,
//! against vectors in 40 digits.

use crate::support::{assert_near, numbers, sample, table, vectors};
use armlab_simulate::motion::movements::{Interpolation, Unit, parse_movements};
use armlab_simulate::motion::{
    AnyTrajectory, Beside, ChebyshevBasis, CubicTrajectory, FourierForm, LinearTrajectory,
    MovementTable, Trajectory, extremes, fourier, polynomial_from_powers,
};
use serde_json::Value;
use std::f64::consts::TAU;

/// The samples of `tests/vectors/motion.json` under a name.
fn check(name: &str, trajectory: &dyn Trajectory, tolerance: f64) {
    let file = vectors("motion.json");
    let samples = file[name].as_array().expect("samples");
    let wanted =
        |key: &str| -> Vec<f64> { samples.iter().flat_map(|s| numbers(&s[key])).collect() };
    let mut got = [Vec::new(), Vec::new(), Vec::new()];
    for s in samples {
        let at = sample(trajectory, s["t"].as_f64().expect("a time"));
        got.iter_mut().zip(at).for_each(|(all, at)| all.extend(at));
    }
    for (key, got) in ["q", "qd", "qdd"].into_iter().zip(&got) {
        assert_near(&format!("{name} {key}"), got, &wanted(key), tolerance);
    }
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().expect("rows").iter().map(numbers).collect()
}

fn excitation_3prr() -> LinearTrajectory<armlab_simulate::motion::FourierBasis> {
    let e = &vectors("3prr.json")["excitation"];
    let (f, t_f) = (e["f"].as_f64().unwrap(), e["t_f"].as_f64().unwrap());
    let offset = numbers(&e["q0"]);
    fourier(FourierForm::Swevers, f, t_f, &offset, &rows(&e["a"]), &rows(&e["b"])).unwrap()
}

#[test]
fn the_3prr_excitation_is_met_to_1e_12() {
    check("3prr_excitation", &excitation_3prr(), 1e-13);
}

#[test]
fn the_3prr_excitation_is_the_motion_of_its_log() {
    let excitation = excitation_3prr();
    for row in table("3prr_clean.csv") {
        let [q, ..] = sample(&excitation, row[0]);
        // The log has ten significant digits.
        for (q, logged) in q.iter().zip(&row[1..4]) {
            assert!((q - logged).abs() <= 5.1e-11 * (10.0 * logged.abs()).max(1e-3), "{}", row[0]);
        }
    }
}

#[test]
fn the_3prr_excitation_has_its_stated_ranges_and_is_at_rest_at_both_ends() {
    let found = extremes(&excitation_3prr(), 4001).unwrap();
    for (joint, (low, high)) in
        found.joints.iter().zip([(-0.130, 0.109), (0.280, 0.430), (-0.147, 0.360)])
    {
        // Stated to three decimals.
        assert!((joint.q.min - low).abs() <= 5.01e-4, "{joint:?}");
        assert!((joint.q.max - high).abs() <= 5.01e-4, "{joint:?}");
        for end in joint.end_velocity.iter().chain(&joint.end_acceleration) {
            assert!(end.abs() < 1e-12, "{joint:?}");
        }
    }
}

#[test]
fn the_scara_fourier_excitations_are_met_to_1e_12() {
    let file = vectors("scara.json");
    for name in ["fourier_cond", "fourier_smin", "fourier_rest_smin"] {
        let c = numbers(&file["excitation"][name]["coeffs"]);
        let every_second = |from: usize| (0..5).map(|i| c[from + 2 * i]).collect::<Vec<f64>>();
        let a = [every_second(1), every_second(12)];
        let b = [every_second(2), every_second(13)];
        let series = fourier(FourierForm::Swevers, 1.0 / 15.0, 15.0, &[c[0], c[11]], &a, &b);
        check(&format!("scara_{name}"), &series.unwrap(), 1e-13);
    }
}

#[test]
fn the_scara_quintics_are_met_to_1e_12_from_chebyshev_coefficients() {
    let file = vectors("scara.json");
    for name in ["quintic_free_cond", "quintic_free_smin", "quintic_rest_smin"] {
        let c = numbers(&file["excitation"][name]["coeffs"]);
        let basis = ChebyshevBasis::new(5, 15.0).unwrap();
        let coefficients = [&c[1..6], &c[7..12]].concat();
        let quintic = LinearTrajectory::new(basis, &[c[0], c[6]], &coefficients).unwrap();
        check(&format!("scara_{name}"), &quintic, 1e-13);
    }
}

fn scara_reference() -> Beside<AnyTrajectory> {
    let e = &vectors("scara.json")["experiment"];
    let powers = ["ref_joint1_power_coeffs", "ref_joint2_power_coeffs"].map(|k| numbers(&e[k]));
    let rotary = polynomial_from_powers(&powers, 15.0).unwrap();
    let third = &e["ref_joint3"];
    let at = |key: &str| third[key].as_f64().unwrap();
    let frequency = at("omega") / TAU;
    let (a, b) = ([vec![at("amplitude")]], [vec![0.0]]);
    let slide = fourier(FourierForm::Series, frequency, 15.0, &[at("offset")], &a, &b).unwrap();
    Beside::new(vec![rotary.into(), slide.into()]).unwrap()
}

#[test]
fn the_scara_experiment_is_met_to_1e_12_from_powers_of_time() {
    check("scara_experiment", &scara_reference(), 1e-12);
}

#[test]
fn the_scara_experiment_is_the_reference_of_its_log() {
    let reference = scara_reference();
    let log = table("scara_clean.csv");
    assert_eq!(log.len(), 1501);
    for row in log {
        let [q, ..] = sample(&reference, row[0]);
        for (q, logged) in q.iter().zip(&row[13..16]) {
            assert!((q - logged).abs() < 1e-12, "{}: {q} {logged}", row[0]);
        }
    }
}

#[test]
fn pchip_is_met_to_1e_12_on_uneven_knots() {
    let file = &vectors("planar6.json")["pchip_generic"];
    let list = |key: &str| numbers(&file[key]);
    let curve = CubicTrajectory::pchip(list("x"), vec![list("y")]).unwrap();
    let at: Vec<_> = list("t").into_iter().map(|t| sample(&curve, t)).collect();
    for (d, key) in ["pos", "vel", "acc"].into_iter().enumerate() {
        let got: Vec<f64> = at.iter().map(|s| s[d][0]).collect();
        assert_near(key, &got, &list(key), 1e-14);
    }
    // Just inside: a trajectory is at rest outside, and the last knot may be rounded.
    let slopes: Vec<f64> = list("x").iter().map(|t| sample(&curve, *t)[1][0]).collect();
    assert_near("slopes", &slopes, &list("knot_slopes"), 1e-14);
}

/// The plan of the paper's Figure 8 as its text prints it.
const FIGURE_8: &str =
    "\tAng. TI TF TR\tDist. TI TF TR\tAng. TI TF TR\tDist. TI TF TR\tAng. TI TF TR\tDist. TI TF TR
MOVEMENT 1\t90 1 2 3\t0 1 2 3\t-90 1 2 3\t40 1 2 3\t60 1 2 3\t0 1 2 3
MOVEMENT 2\t45 4 5 6\t10 4 5 6\t-45 4 5 6\t30 4 5 6\t-50 4 5 6\t5 4 5 6
MOVEMENT 3\t0 7 8 9\t20 7 8 9\t0 7 8 9\t20 7 8 9\t80 7 8 9\t10 7 8 9
MOVEMENT 4\t-45 10 11 12\t30 10 11 12\t45 10 11 12\t10 10 11 12\t-90 10 11 12\t20 10 11 12
MOVEMENT 5\t-90 13 14 15\t40 13 14 15\t90 13 14 15\t0 13 14 15\t50 13 14 15\t40 13 14 15
";

#[test]
fn the_movement_table_of_figure_8_is_met_to_1e_12_as_pasted() {
    let file = vectors("planar6.json");
    let plan = &file["pchip_plan_fig8"];
    let units = [Unit::Degree, Unit::Millimetre].repeat(3);
    let joints = parse_movements(FIGURE_8, &units).unwrap();
    let table = MovementTable { interpolation: Interpolation::Pchip, joints };
    let motion = table.into_trajectory().unwrap();
    assert_eq!((motion.dofs(), motion.duration()), (6, 15.0));
    let times = numbers(&plan["sample_t"]);
    for (j, name) in ["theta1", "d1", "theta2", "d2", "theta3", "d3"].into_iter().enumerate() {
        for (d, key) in ["pos", "vel", "acc"].into_iter().enumerate() {
            let wanted = numbers(&plan["joints"][name][key]);
            let si: Vec<f64> = wanted.iter().map(|x| units[j].to_si(*x)).collect();
            let got: Vec<f64> = times.iter().map(|t| sample(&motion, *t)[d][j]).collect();
            assert_near(&format!("{name} {key}"), &got, &si, 1e-13);
        }
    }
}
