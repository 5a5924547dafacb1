use super::*;

/// Values of every law's parameters that are permitted and differ.
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
fn slopes_of_every_law_are_those_of_its_effort() {
    let load =
        Load { normal: 3.0, constant: 1.5, transmitted: -2.5, elapsed: 0.4, temperature: 3.4 };
    for &law in LAWS {
        for width in [0.0, 0.05] {
            let p = values(law, width);
            for speed in [-0.8, -0.02, 0.01, 0.4, 2.0] {
                let at = |speed, load| Sliding::loaded(speed, load).from_position(0.3);
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
                let moved = |d: f64| law.effort(&p, at(speed, load).from_position(0.3 + d), None);
                differs("position", moved(h), moved(-h), slopes.position);
                let more = |d| Load { normal: load.normal + d, ..load };
                differs("normal", f(speed, more(h)), f(speed, more(-h)), slopes.normal);
                let more = |d| Load { constant: load.constant + d, ..load };
                differs("constant", f(speed, more(h)), f(speed, more(-h)), slopes.constant);
                // It is the slope over the size.
                let more = |d| Load { transmitted: load.transmitted - d, ..load };
                let (plus, minus) = (f(speed, more(h)), f(speed, more(-h)));
                differs("transmitted", plus, minus, slopes.transmitted);
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
        let at = Sliding::loaded(
            0.4,
            Load { normal: 3.0, constant: 1.5, transmitted: -2.5, elapsed: 0.4, temperature: 3.4 },
        );
        for (k, _) in law.parameters().iter().enumerate().filter(|(_, p)| p.is_linear()) {
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
fn a_law_takes_energy_out_at_any_speed_or_states_why_not() {
    for &law in LAWS {
        // Permitted values, those that may be negative at either end.
        let extreme = |sign: f64, width: f64| -> Vec<f64> {
            let all = law.parameters().iter().zip(values(law, width));
            all.map(|(p, v)| if p.range == Range::Any { sign * 3.0 * v } else { v }).collect()
        };
        let mut feeds = false;
        for p in [extreme(1.0, 0.0), extreme(-1.0, 0.0), extreme(1.0, 0.05), extreme(-1.0, 0.05)] {
            for k in -40..=40 {
                let speed = f64::from(k) * 0.05;
                let at = Sliding::loaded(
                    speed,
                    Load {
                        normal: 2.0,
                        constant: 1.0,
                        transmitted: -1.5,
                        elapsed: 0.4,
                        temperature: 3.4,
                    },
                );
                feeds |= law.effort(&p, at.from_position(0.3), None) * speed < 0.0;
            }
        }
        assert_eq!(feeds, law.dissipation() != Dissipation::Always, "{}", law.name());
    }
}

#[test]
fn a_joint_holds_at_rest_what_it_takes_to_start_sliding() {
    let load =
        Load { normal: 2.0, constant: 1.0, transmitted: -1.5, elapsed: 0.4, temperature: 3.4 };
    for &law in LAWS.iter().filter(|law| law.bristle().is_none()) {
        let p = values(law, 0.0);
        // Weights, springs and waves push at rest, too.
        if law.effort(&p, Sliding { load, ..Sliding::default() }, None) != 0.0 {
            continue;
        }
        for side in [-1.0, 1.0] {
            let starting = law.effort(&p, Sliding { side, load, ..Sliding::default() }, None);
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
            let mut rate = [0.0];
            bristle.rates(&p, speed, &[z], &mut rate);
            z += h * rate[0];
        }
        let steady = law.effort(&p, Sliding::at(speed), None);
        assert!((bristle.effort(&p, speed, &[z]) - steady).abs() < 1e-6, "{speed}");
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

#[test]
fn laws_with_columns_are_sums_of_their_columns() {
    // What remembers its way has columns of the whole motion.
    for &law in LAWS.iter().filter(|law| law.has_columns() && law.bristle().is_none()) {
        let p = values(law, 0.05);
        let speed = [-0.8, -0.02, 0.0, 0.01, 2.0];
        let position = [0.1, 0.2, 0.3, 0.4, 0.5];
        let motion = JointMotion { position: &position, speed: &speed, ..JointMotion::default() };
        let mut sum = [0.0; 4];
        for (k, parameter) in law.parameters().iter().enumerate() {
            if parameter.is_linear() {
                assert_eq!(parameter.default, Some(0.0), "{}: an open coefficient", law.name());
                let mut column = [0.0; 4];
                LawColumn::new(law, k, &p).fill(&motion, 1..5, &mut column);
                sum.iter_mut().zip(column).for_each(|(sum, c)| *sum += p[k] * c);
            }
        }
        for ((sum, v), q) in sum.into_iter().zip(&speed[1..]).zip(&position[1..]) {
            let effort = law.effort(&p, Sliding::at(*v).from_position(*q), None);
            assert!((sum - effort).abs() < 1e-14, "{} at {v}: {sum} {effort}", law.name());
        }
    }
}

#[test]
fn columns_that_are_found_together_are_those_found_each_for_itself() {
    for &law in LAWS.iter().filter(|law| law.has_columns() && law.bristle().is_none()) {
        for (width, exponent) in [(0.0, 1.0), (0.0, 2.0), (0.05, 1.4)] {
            let mut p = values(law, width);
            let shape = law.parameters().iter().position(|p| p.name == "exponent");
            shape.into_iter().for_each(|k| p[k] = exponent);
            let speed = [7.0, -0.8, -0.02, 0.0, -0.0, 0.01, 2.0, 9.0, -60.0, 300.0, f64::NAN];
            let position = [0.1; 11];
            let motion =
                JointMotion { position: &position, speed: &speed, ..JointMotion::default() };
            let linear = law.parameters().iter().enumerate().filter(|(_, p)| p.is_linear());
            let each: Vec<Vec<f64>> = linear
                .map(|(k, _)| {
                    let mut column = vec![0.0; 10];
                    LawColumn::new(law, k, &p).fill(&motion, 1..11, &mut column);
                    column
                })
                .collect();
            let mut together = vec![vec![0.0; 10]; each.len()];
            LawColumn::new(law, 0, &p).fill_same_shape(&motion, 1..11, &mut together);
            for (found, expected) in together.iter().flatten().zip(each.iter().flatten()) {
                let same = found == expected || found.is_nan() && expected.is_nan();
                assert!(same, "{}: {found} instead of {expected}", law.name());
            }
        }
    }
}

#[test]
fn nothing_is_left_of_a_decay_that_is_not_computed() {
    let at = |power: f64| Sliding::at(power).stribeck(1.0, 1.0).value;
    assert!(at(745.0) > 0.0);
    assert_eq!(at(745.0), (-745.0_f64).exp());
    assert_eq!([at(747.0), at(f64::INFINITY)], [0.0; 2]);
    assert_eq!((-746.0_f64).exp(), 0.0);
}

#[test]
fn linear_parts_are_the_effort_where_they_are_all_of_it() {
    for &law in LAWS {
        let mut p = values(law, 0.0);
        let part = law.linear_part(&p);
        let efforts = |p: &[f64], part: LinearPart, v: f64| {
            let linear = part.viscous * v + part.coulomb * v.signum() + part.offset;
            (law.effort(p, Sliding::at(v), None), linear)
        };
        let same = |p: &[f64], part| {
            [-1.0, -0.1, 0.2, 2.0].iter().all(|v| {
                let (effort, linear) = efforts(p, part, *v);
                (effort - linear).abs() < 1e-12
            })
        };
        assert!(!part.is_all || same(&p, part), "{}", law.name());
        // Equal values of like parameters make special cases.
        p.fill(0.0);
        let part = law.linear_part(&p);
        assert!(!part.is_all || same(&p, part), "{}", law.name());
    }
}

#[test]
fn models_are_read_as_written_and_say_what_is_wrong() {
    let model = |text: &str| text.parse::<FrictionModel>();
    let symbols = |text: &str| -> Vec<&str> {
        model(text).unwrap().columns().iter().map(LawColumn::symbol).collect()
    };
    assert_eq!(symbols("none"), [""; 0]);
    assert_eq!(symbols("viscous"), ["fv", "fo"]);
    assert_eq!(symbols("none+viscous"), ["fv"]);
    assert_eq!(symbols("viscous+coulomb+offset"), ["fv", "fc", "fo"]);
    assert_eq!(symbols("coulomb-viscous"), ["fv", "fc", "fo"]);
    assert_eq!(symbols("cubic"), ["fv", "fc", "fv3", "fo"]);
    assert_eq!(symbols("stribeck:0.05"), ["fs", "fc", "fv", "fo"]);
    assert_eq!(symbols("asymmetric"), ["fc+", "fc-", "fv+", "fv-"]);
    assert_eq!(model("smooth:0.02").unwrap().rounding(), 0.02);
    assert_eq!(model("coulomb-viscous").unwrap(), FrictionModel::standard());
    assert_eq!(model("stribeck:0.05").unwrap().terms()[0].values()[4], 2.0);
    let mut texts: Vec<String> = FrictionModel::names().into_iter().map(|(name, _)| name).collect();
    texts.extend(
        [
            "none+coulomb:0.01",
            "stribeck:stribeck_speed=0.1,exponent=1,width=0.01+cubic",
            "load+hysteresis",
            "none+load+hysteresis",
        ]
        .map(String::from),
    );
    for text in texts {
        let read = model(&text).unwrap();
        assert_eq!(model(&read.to_string()).unwrap(), read, "{text} is {read}");
    }
    for (text, part) in [
        ("dry", "there are viscous, coulomb"),
        ("stribeck", "as in stribeck:0.02"),
        ("smooth", "as in smooth:0.01"),
        ("stribeck:-1", "more than zero"),
        ("stribeck:x", "`x` is not a number"),
        ("viscous:1", "no shape"),
        ("viscous+coulomb-viscous", "both have a viscous term"),
        ("viscous:viscous=2", "to be identified"),
        ("bearing+offset", "stribeck_speed"),
        ("", "there is no friction law"),
    ] {
        let error = model(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    assert_eq!("auto".parse(), Ok(FrictionChoice::Auto));
    assert_eq!("bearing".parse(), Ok(FrictionChoice::Described));
    assert_eq!(symbols("load"), ["fv", "fc", "fl", "fo"]);
    assert_eq!(
        symbols("load+asymmetric+hysteresis"),
        ["fl", "fc+", "fc-", "fv+", "fv-", "fh1", "fh2", "fh3"]
    );
    assert_eq!(symbols("load+hysteresis"), ["fv", "fc", "fl", "fh1", "fh2", "fh3", "fo"]);
    assert_eq!(symbols("none+load+hysteresis"), ["fl", "fh1", "fh2", "fh3"]);
    assert_eq!(symbols("coulomb-viscous+load"), ["fv", "fc", "fl"]);
    let narrow = model("hysteresis:width=0.08").unwrap().with_value("hysteresis", "width", 0.001);
    assert_eq!(narrow, model("hysteresis:width=0.001").ok());
    assert_eq!(model("viscous").unwrap().with_value("hysteresis", "width", 0.001), None);
}

#[test]
fn models_of_several_joints_are_read_as_written() {
    let mut models = FrictionModels::from(FrictionModel::standard());
    models.set(1, "load+asymmetric+hysteresis".parse().unwrap());
    models.set(4, "stribeck:0.05".parse().unwrap());
    let text = models.to_string();
    assert_eq!(text.parse(), Ok(models), "{text}");
    assert_eq!(
        "cubic".parse(),
        Ok(FrictionModels::from("cubic".parse::<FrictionModel>().unwrap()))
    );
    for wrong in ["cubic; load", "cubic; joint 0: load", "cubic; joint 2", "cubic; joint x: load"] {
        let error = wrong.parse::<FrictionModels>().unwrap_err().to_string();
        assert!(error.contains("joint 2: load"), "{error}");
    }
}

#[test]
fn refinements_replace_special_cases_and_keep_shapes() {
    let standard = FrictionModel::standard();
    let named = |name: &str| law(name).unwrap();
    let texts = |models: Vec<FrictionModel>| -> Vec<String> {
        models.iter().map(FrictionModel::to_string).collect()
    };
    let rounded = standard.refinements(named("coulomb-viscous"));
    assert_eq!(
        texts(rounded.clone()),
        ["0.01", "0.02", "0.05", "0.005", "0.002"]
            .map(|w| format!("coulomb-viscous:width={w}+offset"))
            .map(|t| t.replace("width=", ""))
    );
    let cubic = rounded[1].refinements(named("cubic"));
    assert_eq!(texts(cubic.clone()), ["coulomb-viscous:0.02+cubic+offset"]);
    let stribeck = texts(cubic[0].refinements(named("stribeck")));
    assert_eq!(stribeck[1], "stribeck:stribeck_speed=0.05,width=0.02+cubic+offset");
    assert_eq!(texts(standard.refinements(named("asymmetric"))), ["none+asymmetric"]);
    assert_eq!(FrictionModel::candidates().len(), 17);
}

#[test]
fn a_model_and_its_values_make_the_friction_of_a_joint() {
    let model: FrictionModel = "stribeck:0.05".parse().unwrap();
    let value = |symbol: &str| {
        ["fs", "fc", "fv", "fo"].iter().position(|s| *s == symbol).unwrap() as f64 + 1.0
    };
    let friction = model.friction(value);
    assert_eq!(model.values_of(&friction), [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(friction.holds(1.0, Load::default()), 1.0);
    assert_eq!(FrictionModel::standard().friction(|_| 0.0), Friction::default());
    let viscous = FrictionModel::standard().friction(|s| f64::from(u8::from(s == "fv")));
    assert_eq!(viscous, Friction::linear(1.0, 0.0, 0.0));
}

#[test]
fn noise_of_speed_hides_jumps_and_nothing_else() {
    let at = |text: &str| text.parse::<FrictionModel>().unwrap().uncertain_speed(1e-3);
    assert_eq!(at("none"), 0.0);
    assert_eq!(at("viscous"), 0.0);
    assert_eq!(at("coulomb-viscous"), 3e-3);
    assert_eq!(at("smooth:0.02"), 0.0);
    assert_eq!(at("smooth:0.005"), 3e-3);
}

#[test]
fn every_law_is_the_formula_that_code_is_generated_from() {
    let load =
        Load { normal: 3.0, constant: 1.5, transmitted: -2.5, elapsed: 0.4, temperature: 3.4 };
    for &law in LAWS {
        for width in [0.0, 0.05] {
            let p = values(law, width);
            // Generated code is told neither time nor temperature.
            if law.needs_elapsed() || law.needs_temperature() {
                assert!(law.formula(&p).is_none());
                continue;
            }
            let formula = law.formula(&p).unwrap_or_else(|| panic!("{} has none", law.name()));
            for speed in [-2.0, -0.3, -0.01, 0.0, 1e-4, 0.2, 1.7] {
                let at = Sliding::loaded(speed, load).from_position(0.3);
                let (got, want) = (formula.at(at), law.effort(&p, at, None));
                let name = law.name();
                assert!((got - want).abs() <= 1e-14 * (1.0 + want.abs()), "{name} at {speed}");
            }
        }
    }
}
