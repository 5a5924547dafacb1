//! Designs for the SCARA, a 7R arm and the 3PRR machine, with their times:
//! `cargo run --release -p armlab-bench -- excite [scara|panda|3prr] [key=value …]`.

use armlab::excite::objective::objective;
use armlab::excite::{
    BasisKind, Coordinates, DesignOptions, DesignedMotion, Ends, ExcitationLimits, FrictionColumns,
    LimitsFile, PlatformAxis, Scaling, design,
};
use armlab::progress::Progress;
use armlab::robot::library;
use std::time::Instant;

/// Designs for one of the robots, or all.
pub fn run(words: &[&str]) -> Result<(), String> {
    let which = words.first().copied().unwrap_or("all");
    let named = |name: &str| which == name || which == "all";
    if named("scara") {
        for (name, ends) in [
            ("sigma-min", Ends::Free),
            ("sigma-min", Ends::Rest),
            ("condition", Ends::Free),
            ("determinant", Ends::Rest),
        ] {
            let options = DesignOptions {
                objective: objective(name).unwrap(),
                scaling: Some(Scaling::None),
                parameters: ["IZZ1", "IZZ2", "m_r"].map(String::from).to_vec(),
                duration: 15.0,
                ends,
                ..DesignOptions::default()
            };
            show("scara", &format!("{name} {ends:?}"), LimitsFile::default(), options, words);
        }
    }
    if named("panda") {
        for name in ["balanced", "determinant", "deviations", "condition"] {
            let options =
                DesignOptions { objective: objective(name).unwrap(), ..DesignOptions::default() };
            show("panda", name, LimitsFile::default(), options, words);
        }
    }
    if named("3prr") {
        let axes = vec![PlatformAxis::Along(0), PlatformAxis::Along(1), PlatformAxis::About(2)];
        let limits = LimitsFile::default()
            .with_coordinate("x", -0.15, 0.15)
            .with_coordinate("y", 0.28, 0.43)
            .with_coordinate("rz", -0.35, 0.40);
        let options = DesignOptions {
            objective: objective("mixed").unwrap(),
            scaling: Some(Scaling::Values),
            coordinates: Coordinates::Platform(axes),
            friction: FrictionColumns::shared(),
            duration: 4.0,
            rate: 250.0,
            noise: Some(vec![3003_f64.sqrt(); 3]),
            ..DesignOptions::default()
        };
        show("parallel3prr-design", "mixed", limits, options, words);
    }
    Ok(())
}

fn show(robot: &str, what: &str, file: LimitsFile, mut options: DesignOptions, words: &[&str]) {
    for word in words {
        match word.split_once('=') {
            Some(("starts", n)) => options.starts = n.parse().unwrap(),
            Some(("iterations", n)) => options.iterations = n.parse().unwrap(),
            Some(("seed", n)) => options.seed = n.parse().unwrap(),
            Some(("duration", n)) => options.duration = n.parse().unwrap(),
            Some(("harmonics", n)) => {
                options.basis = BasisKind::Fourier { harmonics: n.parse().unwrap() }
            }
            _ => {}
        }
    }
    let robot = library::load(robot).unwrap().unwrap().robot;
    let limits = ExcitationLimits::of(&robot, &options.coordinates, &file).unwrap();
    let began = Instant::now();
    let found: DesignedMotion = design(&robot, limits, &options, &Progress::none()).unwrap();
    let median = found.random[found.random.len() / 2];
    let q = found.quality;
    println!(
        "{} {what}: {:.2} s, {} evaluations, shrunk to {:.4}, {} given up",
        robot.name(),
        began.elapsed().as_secs_f64(),
        found.evaluations,
        found.factor,
        found.given_up
    );
    println!("  starts {:.4?}", found.starts);
    println!(
        "  sigma_min {:.4} (random {:.4}), cond {:.4} ({:.4}), unit columns {:.4} ({:.4}), scaled {:.4} {:.4}, lndet {:.3} ({:.3})",
        q.sigma_min,
        median.sigma_min,
        q.condition,
        median.condition,
        q.condition_unit_columns,
        median.condition_unit_columns,
        q.sigma_min_scaled,
        q.condition_scaled,
        q.log_determinant,
        median.log_determinant
    );
    let mut used = found.limits.clone();
    used.sort_by(|a, b| b.share().total_cmp(&a.share()));
    for l in used.iter().take(4) {
        println!("  {} of {}: {:.4} of the limit", l.limit.what, l.limit.of, l.share());
    }
    for seen in found.precision.iter().take(3) {
        println!(
            "  {}: {:.3} ± {:.3} {}; {}",
            seen.name,
            seen.value,
            seen.deviation,
            seen.unit,
            seen.advice.as_deref().unwrap_or("")
        );
    }
}
