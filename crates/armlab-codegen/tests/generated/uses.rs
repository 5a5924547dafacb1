//! Observer, collisions, payload and controllers of the generated code against the library's.

use crate::driver::{SANITIZED, compile_c, compile_rust, has, run_text};
use crate::{built_in, support::claim::Claim};
use armlab_codegen::{Generated, Settings};
use armlab_control::{
    Allowance, CollisionDetector, MomentumObserver, PayloadObserver, Sample, Thresholds,
    computed_torque, feed_forward, gravity_compensation,
};
use armlab_engine::dynamics::Plant;
use armlab_engine::friction::Friction;
use armlab_engine::robot::Robot;

const STEP: f64 = 2e-3;
const RATE: f64 = 40.0;
const SAMPLES: usize = 300;

/// A motion with efforts that are not the model's: positions, speeds, efforts.
fn sample(home: &[f64], k: usize) -> [Vec<f64>; 3] {
    let t = k as f64 * STEP;
    let wave = |j: usize| 2.0 + 0.5 * j as f64;
    let at = |f: &dyn Fn(usize) -> f64| (0..home.len()).map(f).collect();
    [
        at(&|j| home[j] + 0.05 * (wave(j) * t).sin()),
        at(&|j| 0.05 * wave(j) * (wave(j) * t).cos()),
        at(&|j| 3.0 * (1.0 + j as f64 - t).cos()),
    ]
}

fn robots() -> Vec<Robot> {
    let ur5 = built_in("ur5");
    let rough: Vec<(String, Friction)> =
        ur5.moving_joints().map(|j| (j.name.clone(), Friction::linear(1.0, 0.7, 0.1))).collect();
    vec![ur5.with_friction(&rough).expect("its own joints"), built_in("parallel3prr")]
}

/// What the library says at every sample: efforts from outside, the joint beyond its limit
/// (from 1, or 0), feed-forward, computed torque and gravity compensation; at the end the load.
fn by_the_library(robot: &Robot) -> (Vec<Vec<f64>>, Option<Vec<f64>>) {
    let mut plant = Plant::new(robot).expect("a plant");
    let home = plant.mechanism().home();
    let n = home.len();
    let mut observer = MomentumObserver::new(robot, RATE).expect("an observer");
    let mut payload = PayloadObserver::new(robot, robot.tool(), RATE, &vec![0.5; n], 10.0).ok();
    // Limits of 4 N m or N; friction counts below 0.02 rad/s or m/s.
    let thresholds = Thresholds { deviations: 4.0, noise: vec![1.0; n] };
    let allowances: Vec<Allowance> = Allowance::of(robot, &vec![1.0; n])
        .into_iter()
        .map(|a| Allowance { speed: 0.02, effort: a.effort })
        .collect();
    let mut detector = CollisionDetector::new(thresholds, allowances, RATE).expect("a detector");
    let mut lines = Vec::new();
    for k in 0..SAMPLES {
        let [q, qd, tau] = sample(&home, k);
        let seen = Sample { q: &q, qd: &qd, tau: &tau, dt: STEP };
        let mut line = observer.update(&seen).expect("updated").to_vec();
        let hit = detector.update(&line, &qd, &[], STEP);
        if let Some(payload) = &mut payload {
            payload.update(&q, &qd, &line, STEP).expect("updated");
        }
        line.push(hit.map_or(0.0, |j| j as f64 + 1.0));
        let mut out = vec![0.0; n];
        feed_forward(&mut plant, &q, &qd, &tau, &mut out).expect("efforts");
        line.extend(&out);
        let (w, d) = (vec![10.0; n], vec![0.7; n]);
        computed_torque(&mut plant, [&q, &qd, &tau], [&home, &tau], &w, &d, &mut out)
            .expect("efforts");
        line.extend(&out);
        gravity_compensation(&mut plant, &q, &qd, &d, &mut out).expect("efforts");
        line.extend(&out);
        lines.push(line);
    }
    let load = payload.and_then(|p| p.load()).map(|l| vec![l.mass]);
    (lines, load)
}

fn c_program(generated: &Generated, home: &[f64], load: bool) -> String {
    let p = &generated.identifier;
    let n = home.len();
    let posed = generated.program.loops.is_some();
    let (pose, decl) = match posed {
        true => ("&pose, ", format!("{p}_pose pose; if ({p}_home(&pose) != 0) {{ return 9; }}")),
        false => ("", String::new()),
    };
    let payload = match load {
        true => format!(
            "static {p}_payload load; double noise[{n}]; double m; double h[3]; {p}_payload_reset(&load); \
             for (j = 0; j < {n}; j++) {{ noise[j] = 0.5; }}"
        ),
        false => String::new(),
    };
    let update = match load {
        true => {
            format!("bad |= {p}_payload_update(&load, &o, q, qd, noise, {STEP:?}, {RATE:?}, 0.1);")
        }
        false => String::new(),
    };
    let shown = match load {
        true => format!("bad |= {p}_payload_load(&load, &m, h); printf(\" %.17g\\n\", m);"),
        false => String::new(),
    };
    let list: Vec<String> = home.iter().map(|x| format!("{x:?}")).collect();
    format!(
        "#include \"{p}.h\"\n#include <stdio.h>\n#include <math.h>\n\
         static void show(const double *x, int n) {{ int i; for (i = 0; i < n; i++) {{ printf(\" %.17g\", x[i]); }} }}\n\
         int main(void) {{\n\
         const double home[{n}] = {{{}}}; int k; int j; int bad = 0;\n\
         double w[{n}], d[{n}], limit[{n}], slow[{n}];\n\
         {p}_observer o; {p}_detector c; {decl}\n\
         {payload}\n\
         {p}_observer_reset(&o); {p}_detector_reset(&c);\n\
         for (j = 0; j < {n}; j++) {{ w[j] = 10.0; d[j] = 0.7; limit[j] = 4.0; slow[j] = 0.02; }}\n\
         for (k = 0; k < {SAMPLES}; k++) {{\n\
         double q[{n}], qd[{n}], tau[{n}], out[{n}], hit; const double t = k * {STEP:?};\n\
         for (j = 0; j < {n}; j++) {{ const double a = 2.0 + 0.5 * j;\n\
         q[j] = home[j] + 0.05 * sin(a * t); qd[j] = 0.05 * a * cos(a * t); tau[j] = 3.0 * cos(1.0 + j - t); }}\n\
         bad |= {p}_observer_update(&o, {pose}q, qd, tau, {STEP:?}, {RATE:?}); show(o.external, {n});\n\
         hit = {p}_collision(&c, &o, qd, limit, slow, {STEP:?}, {RATE:?});\n\
         {update}\n\
         show(&hit, 1);\n\
         bad |= {p}_feed_forward({pose}q, qd, tau, out); show(out, {n});\n\
         bad |= {p}_computed_torque({pose}q, qd, tau, home, tau, w, d, out); show(out, {n});\n\
         bad |= {p}_gravity_compensation({pose}q, qd, d, out); show(out, {n});\n\
         printf(\"\\n\"); }}\n\
         {shown}\n\
         return bad; }}\n",
        list.join(", ")
    )
}

fn rust_program(generated: &Generated, home: &[f64], load: bool) -> String {
    let posed = generated.program.loops.is_some();
    let pose = if posed { "&mut pose, " } else { "" };
    let start = if posed { "let mut pose = Pose::home().unwrap();" } else { "" };
    let update = match load {
        true => {
            format!("load.update(&o, &q, &qd, &[0.5; JOINTS], {STEP:?}, {RATE:?}, 0.1).unwrap();")
        }
        false => String::new(),
    };
    let (begin, shown) = match load {
        true => ("let mut load = Payload::new();", "println!(\" {:?}\", load.load().unwrap().0);"),
        false => ("", ""),
    };
    format!(
        "use generated::*;\n\
         fn show(x: &[f64]) {{ for x in x {{ print!(\" {{x:?}}\"); }} }}\n\
         fn main() {{ let home = {home:?}; {start} {begin}\n\
         let (mut o, mut c) = (Observer::new(), Detector::new());\n\
         for k in 0..{SAMPLES} {{ let t = k as f64 * {STEP:?};\n\
         let wave = |j: usize| 2.0 + 0.5 * j as f64;\n\
         let q: [f64; JOINTS] = std::array::from_fn(|j| home[j] + 0.05 * (wave(j) * t).sin());\n\
         let qd: [f64; JOINTS] = std::array::from_fn(|j| 0.05 * wave(j) * (wave(j) * t).cos());\n\
         let tau: [f64; JOINTS] = std::array::from_fn(|j| 3.0 * (1.0 + j as f64 - t).cos());\n\
         o.update({pose}&q, &qd, &tau, {STEP:?}, {RATE:?}).unwrap(); show(&o.external);\n\
         let hit = c.collision(&o, &qd, &[4.0; JOINTS], &[0.02; JOINTS], {STEP:?}, {RATE:?});\n\
         {update}\n\
         show(&[hit.map_or(0.0, |j| j as f64 + 1.0)]);\n\
         show(&feed_forward({pose}&q, &qd, &tau).unwrap());\n\
         show(&computed_torque({pose}[&q, &qd, &tau], [&home, &tau], &[10.0; JOINTS], &[0.7; JOINTS]).unwrap());\n\
         show(&gravity_compensation({pose}&q, &qd, &[0.7; JOINTS]).unwrap()); println!(); }}\n\
         {shown} }}\n"
    )
}

#[test]
fn observer_collisions_payload_and_controllers_are_the_librarys_in_both_languages() {
    if !(has("cc") && has("rustc")) {
        return;
    }
    for robot in robots() {
        let generated = Generated::new(&robot, Settings::default(), Vec::new()).expect("generated");
        let home = Plant::new(&robot).expect("a plant").mechanism().home();
        let (wanted, load) = by_the_library(&robot);
        assert!(wanted.iter().any(|l| l[home.len()] > 0.0), "no collision is tried");
        let c = compile_c(&generated, SANITIZED, &c_program(&generated, &home, load.is_some()));
        let rust = compile_rust(&generated, &rust_program(&generated, &home, load.is_some()));
        for (program, what) in [(c, "C"), (rust, "Rust")] {
            let lines = run_text(&program);
            let mut claim = Claim::new("generated uses = library", 1e-9);
            assert_eq!(lines.len(), wanted.len() + usize::from(load.is_some()));
            for (k, (got, want)) in lines.iter().zip(&wanted).enumerate() {
                let size = want.iter().fold(1.0_f64, |a, x| a.max(x.abs()));
                claim.check_scaled(got, want, size, format!("{}, {what}, {k}", robot.name()));
            }
            if let Some(load) = &load {
                let size = load[0].abs().max(0.1);
                claim.check_scaled(&lines[wanted.len()], load, size, format!("{what}, load"));
            }
        }
    }
}
