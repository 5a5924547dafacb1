//! Methods are types with names, capabilities and typed settings, and further ones can
//! be registered.

use armlab_engine::robot::library;
use armlab_identify::estimators::{Capabilities, Data, METHODS, Ordinary, Ridge, methods};
use armlab_identify::online::ONLINE_METHODS;
use armlab_identify::{
    Estimate, EstimationError, Estimator, FrictionModel, Model, Recording, least_squares_fit,
};
use armlab_settings::{Method, Range, Selection, Value, method, settings};

settings! {
    /// Least squares times a factor: what CONTRIBUTING's "an estimator" asks for, nothing more.
    pub struct Scaled {
        /// Factor on every unknown.
        factor: f64 = 2.0, "", Range::POSITIVE;
    }
}
method!(Scaled, "scaled", "Least squares times a factor. Best for this test.");

impl Estimator for Scaled {
    fn capabilities(&self) -> Capabilities {
        Capabilities::STREAMS
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weights = vec![1.0; data.reduced.joints()];
        let triangle = data.reduced.whole(&weights);
        let mut fit = least_squares_fit(&triangle, data, &weights, Vec::new())?;
        fit.x.iter_mut().for_each(|x| *x *= self.factor);
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}

/// Calls `f` with the data of a synthetic log of the SCARA.
fn with_data<T>(f: impl FnOnce(&Data) -> T) -> T {
    let robot = library::load("scara").unwrap().unwrap().robot;
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let (step, samples) = (0.01, 400);
    let time: Vec<f64> = (0..samples).map(|k| k as f64 * step).collect();
    let column = |f: &dyn Fn(f64, f64) -> f64| -> Vec<Vec<f64>> {
        (0..3).map(|j| time.iter().map(|t| f(*t, 1.0 + 0.7 * j as f64)).collect()).collect()
    };
    let mut recording = Recording {
        name: "log".into(),
        step,
        start: 0.0,
        q: column(&|t, w| 0.3 * (w * t).sin()),
        qd: column(&|t, w| 0.3 * w * (w * t).cos()),
        qdd: column(&|t, w| -0.3 * w * w * (w * t).sin()),
        effort: column(&|_, _| 0.0),
        temperature: Vec::new(),
        cutoff: None,
        notes: Vec::new(),
        time,
    };
    // A fifth heavier than described.
    let truth: Vec<f64> = model.base().parameters.iter().map(|p| 1.2 * p.value).collect();
    recording.effort = model.predict(&recording, &truth).unwrap();
    let recordings = [recording];
    let reduced = model.reduce(&recordings).unwrap();
    f(&Data::new(&model, &recordings, &reduced).unwrap())
}

/// Values, or why there are none.
fn outcome(method: &dyn Estimator) -> Result<Vec<f64>, String> {
    with_data(|data| method.estimate(data).map(|e| e.values()).map_err(|e| e.to_string()))
}

fn values(method: &dyn Estimator) -> Vec<f64> {
    with_data(|data| method.estimate(data).unwrap().values())
}

#[test]
fn a_method_from_elsewhere_is_listed_set_selected_and_run_by_name() {
    let mut registry = methods();
    registry.register(Box::new(Scaled::default()));
    assert!(registry.names().contains(&"scaled"));
    let listed = registry.get("scaled").unwrap().settings().list();
    assert_eq!((listed[0].name, listed[0].about), ("factor", "Factor on every unknown."));
    registry.parse_set(&["scaled.factor=3".into()]).unwrap();
    registry.set_from_toml("[methods.scaled]\nfactor = 4", "s.toml").unwrap();
    let selection: Selection = "ls, scaled".parse().unwrap();
    let chosen = registry.select(&selection).unwrap();
    let (plain, scaled) = (values(chosen[0]), values(chosen[1]));
    for (a, b) in plain.iter().zip(&scaled) {
        assert_eq!(4.0 * a, *b);
    }
    let all = registry.select(&Selection::All).unwrap();
    assert_eq!(all.len(), METHODS.names().len() + 1);
}

#[test]
fn library_users_can_pass_their_own_estimator_without_a_registry() {
    let own: &dyn Estimator = &Scaled { factor: 1.0 };
    assert_eq!(values(own), values(&Ordinary::default()));
}

#[test]
fn every_method_says_what_it_is_best_at_and_accepts_its_own_defaults() {
    let mut registry = methods();
    for name in registry.names() {
        let method = registry.get(name).unwrap();
        assert!(method.about().contains(". Best "), "{name}: {}", method.about());
        assert!(method.about().ends_with('.'), "{name}");
        for setting in method.settings().list() {
            assert!(setting.about.ends_with('.'), "{name}.{}", setting.name);
            let text = setting.default.to_string();
            registry.set(&format!("{name}.{}", setting.name), &text).unwrap();
            let now = registry.get(name).unwrap().settings().get(setting.name).unwrap();
            assert_eq!(now, setting.default, "{name}.{}", setting.name);
        }
    }
}

#[test]
fn numbers_out_of_range_words_and_other_settings_are_refused_by_every_method() {
    let mut registry = methods();
    for name in registry.names() {
        for setting in registry.get(name).unwrap().settings().list() {
            let path = format!("{name}.{}", setting.name);
            assert!(registry.set(&path, "nan").is_err(), "{path}");
            assert!(registry.set(&path, "neither").is_err(), "{path}");
        }
        assert!(registry.set(&format!("{name}.nothing_like_it"), "1").is_err());
    }
    let unknown = registry.set("ridg.weight", "1").unwrap_err().to_string();
    assert_eq!(unknown, "there is no method `ridg`; did you mean `ridge`?");
}

#[test]
fn settings_reach_the_estimate() {
    let mut registry = methods();
    let free = values(registry.get("ridge").unwrap());
    registry.set("ridge.weight", "1e12").unwrap();
    let held = values(registry.get("ridge").unwrap());
    let prior = with_data(|data| data.prior.clone());
    for ((held, prior), free) in held.iter().zip(&prior).zip(&free) {
        assert!((held - prior).abs() < 1e-6 * (1.0 + prior.abs()), "{held} {prior}");
        assert!((free - prior).abs() > 1e-3);
    }
    let typed = Ridge { weight: Some(1e12), ..Ridge::default() };
    assert_eq!(values(&typed), held);
    for (path, text) in [
        ("rls.forgetting", "0.9"),
        ("adaline.rate", "0.5"),
        ("hopfield.slowness", "50"),
        ("ekf.process_noise", "1e-4"),
        ("ukf.alpha", "0.9"),
        ("particle.particles", "20"),
        ("ga.population", "10"),
        ("pso.particles", "5"),
        ("de.factor", "0.9"),
        ("cma-es.most_generations", "3"),
        ("annealing.moves", "20"),
    ] {
        let name = path.split('.').next().unwrap();
        let before = outcome(METHODS.get(name).unwrap());
        registry.set(path, text).unwrap();
        assert_ne!(outcome(registry.get(name).unwrap()), before, "{path} changes nothing");
    }
}

#[test]
fn methods_that_follow_a_log_are_those_with_the_capability() {
    let able = METHODS.names_where(|m| m.capabilities().online);
    assert_eq!(able, ONLINE_METHODS.names());
    for name in able {
        let (own, other) = (METHODS.get(name).unwrap(), ONLINE_METHODS.get(name).unwrap());
        assert_eq!(own.settings().list(), other.settings().list(), "{name}");
    }
}

#[test]
fn a_name_is_parsed_into_a_method() {
    let ridge: Box<dyn Estimator> = "ridge".parse().unwrap();
    assert_eq!(ridge.name(), "ridge");
    assert_eq!(ridge.settings().get("weight"), Some(Value::Word("auto".into())));
    assert_eq!(METHODS.defaults(), ["wls", "physical"]);
}
