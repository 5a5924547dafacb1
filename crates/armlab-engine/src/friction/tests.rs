use super::*;

/// Values of every law's parameters that make sense and differ.
fn values(law: &dyn FrictionLaw, width: f64) -> Vec<f64> {
    let value = |(k, p): (usize, &FrictionParameter)| match p.name {
        "width" => width,
        "exponent" => 1.4,
        "stribeck_speed" => 0.3,
        _ => 0.7 + 0.2 * k as f64,
    };
    law.parameters().iter().enumerate().map(value).collect()
}

#[test]
fn every_law_knows_its_slopes() {
    let load = Load { normal: 3.0, constant: 1.5 };
    for &law in LAWS {
        for width in [0.0, 0.05] {
            let p = values(law, width);
            for speed in [-0.8, -0.02, 0.01, 0.4, 2.0] {
                let at = |speed, load| Sliding::loaded(speed, load);
                let mut slopes = Slopes::default();
                law.effort(&p, at(speed, load), Some(&mut slopes));
                let h = 1e-6;
                let differs = |what: &str, plus: f64, minus: f64, slope: f64| {
                    let numeric = (plus - minus) / (2.0 * h);
                    let tolerance = 1e-7 * (1.0 + numeric.abs());
                    let name = law.name();
                    assert!(
                        (numeric - slope).abs() < tolerance,
                        "{name} {what} at {speed}: {numeric} {slope}"
                    );
                };
                let f = |s, l| law.effort(&p, at(s, l), None);
                differs("speed", f(speed + h, load), f(speed - h, load), slopes.speed);
                let more = |d| Load { normal: load.normal + d, ..load };
                differs("normal", f(speed, more(h)), f(speed, more(-h)), slopes.normal);
                let more = |d| Load { constant: load.constant + d, ..load };
                differs("constant", f(speed, more(h)), f(speed, more(-h)), slopes.constant);
                for (k, parameter) in law.parameters().iter().enumerate() {
                    if parameter.name == "width" && width == 0.0 {
                        continue;
                    }
                    let moved = |d: f64| {
                        let mut p = p.clone();
                        p[k] += d;
                        law.effort(&p, at(speed, load), None)
                    };
                    differs(parameter.name, moved(h), moved(-h), slopes.parameters[k]);
                }
            }
        }
    }
}

#[test]
fn linear_parameters_are_linear_and_laws_fit_the_slopes() {
    for &law in LAWS {
        assert!(law.parameters().len() <= MOST_PARAMETERS, "{}", law.name());
        let p = values(law, 0.0);
        let at = Sliding::loaded(0.4, Load { normal: 3.0, constant: 1.5 });
        for (k, _) in law.parameters().iter().enumerate().filter(|(_, p)| p.linear) {
            let moved = |d: f64| {
                let mut p = p.clone();
                p[k] += d;
                law.effort(&p, at, None)
            };
            assert!((moved(1.0) + moved(-1.0) - 2.0 * moved(0.0)).abs() < 1e-14, "{}", law.name());
        }
    }
}

#[test]
fn friction_takes_energy_out_at_any_speed() {
    for &law in LAWS.iter().filter(|law| law.name() != "offset") {
        let p = values(law, 0.0);
        for k in -40..=40 {
            let speed = f64::from(k) * 0.05;
            let at = Sliding::loaded(speed, Load { normal: 2.0, constant: 1.0 });
            assert!(law.effort(&p, at, None) * speed >= 0.0, "{} at {speed}", law.name());
        }
    }
}

#[test]
fn a_joint_holds_at_rest_what_it_takes_to_start_sliding() {
    let load = Load { normal: 2.0, constant: 1.0 };
    for &law in LAWS.iter().filter(|law| law.bristle().is_none() && law.name() != "offset") {
        let p = values(law, 0.0);
        for side in [-1.0, 1.0] {
            let starting = law.effort(&p, Sliding { speed: 0.0, side, load }, None);
            assert!((side * starting - law.holds(&p, side, load)).abs() < 1e-15, "{}", law.name());
        }
    }
}

#[test]
fn lugre_settles_on_its_steady_law_and_sticks_below_break_away() {
    let law = law("lugre").unwrap();
    let bristle = law.bristle().unwrap();
    let p = [1e5, 300.0, 1.5, 1.0, 0.4, 0.01, 2.0];
    for speed in [-0.2, -0.005, 0.02, 0.3] {
        let (mut z, h) = (0.0, 1e-6);
        for _ in 0..200_000 {
            z += h * bristle.rate(&p, speed, z);
        }
        let steady = law.effort(&p, Sliding::at(speed), None);
        assert!((bristle.effort(&p, speed, z) - steady).abs() < 1e-6, "{speed}");
    }
}

#[test]
fn values_out_of_range_are_named_with_what_they_must_be() {
    let stribeck = |stated: &[(&str, f64)]| FrictionTerm::new("stribeck", stated).unwrap_err();
    let says =
        |error: FrictionError, part: &str| assert!(error.to_string().contains(part), "{error}");
    says(stribeck(&[]), "needs `stribeck_speed`");
    says(stribeck(&[("stribeck_speed", 0.0)]), "must be more than zero");
    says(stribeck(&[("stribeck_speed", 0.1), ("coulomb", -1.0)]), "`coulomb`");
    says(stribeck(&[("stribeck_sped", 0.1)]), "no parameter `stribeck_sped`");
    says(FrictionTerm::new("dry", &[]).unwrap_err(), "no friction law `dry`");
}

#[test]
fn the_linear_law_reads_back() {
    for [v, c, o] in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [1.0, 2.0, 3.0], [0.0, 0.0, -1.0]]
    {
        let friction = Friction::linear(v, c, o);
        assert_eq!(friction.as_linear(), Some([v, c, o]));
        assert_eq!(friction.effort(Sliding::at(-2.0)), -2.0 * v - c + o);
    }
}
