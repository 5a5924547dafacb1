//! Settings that make no sense are refused in words.

use armlab_online::{
    Adaline, AdalineSettings, Hopfield, HopfieldSettings, InitialCovariance, Rates, Reach, Rls,
    RlsSettings, SettingsError, SquareRootRls, SquareRootSettings, WindUp,
};

#[track_caller]
fn says<T>(made: Result<T, SettingsError>, words: &str) {
    match made {
        Ok(_) => panic!("it was taken"),
        Err(error) => assert!(error.to_string().contains(words), "{error}"),
    }
}

#[test]
fn recursive_least_squares_want_a_factor_and_a_covariance() {
    let rls = |settings: RlsSettings| Rls::new(2, settings);
    for forgetting in [0.0, 1.1, -1.0, f64::NAN] {
        says(rls(RlsSettings { forgetting, ..Default::default() }), "`forgetting` is");
    }
    let covariances = [
        InitialCovariance::Scalar(0.0),
        InitialCovariance::Scalar(f64::INFINITY),
        InitialCovariance::Diagonal(vec![1.0, -1.0]),
        InitialCovariance::Full(vec![1.0, 2.0, 2.0, 1.0]),
        InitialCovariance::Full(vec![1.0, 0.5, 0.0, 1.0]),
    ];
    for covariance in covariances {
        let settings = RlsSettings { covariance: covariance.clone(), ..Default::default() };
        says(rls(settings), "symmetric and positive definite");
        let settings = SquareRootSettings { covariance: Some(covariance), ..Default::default() };
        says(SquareRootRls::new(2, settings), "symmetric and positive definite");
    }
    let covariance = InitialCovariance::Diagonal(vec![1.0]);
    says(rls(RlsSettings { covariance, ..Default::default() }), "has 1 numbers where 2");
    let wind_up = WindUp::ConstantTrace { trace: 1.0, floor: 0.6 };
    says(rls(RlsSettings { wind_up, ..Default::default() }), "trace floor");
    let wind_up = WindUp::TraceBound(0.0);
    says(rls(RlsSettings { wind_up, ..Default::default() }), "trace bound");
    says(rls(RlsSettings { reset_every: Some(0), ..Default::default() }), "between resets");
    says(rls(RlsSettings { noise: Some(0.0), ..Default::default() }), "`noise` is 0");
    says(rls(RlsSettings { start: Some(vec![1.0]), ..Default::default() }), "`start` has 1");
    let settings = SquareRootSettings { refresh: true, ..Default::default() };
    says(SquareRootRls::new(2, settings), "nothing to feed back");
}

#[test]
fn networks_want_rates_and_reaches() {
    let adaline = |rates| Adaline::new(2, AdalineSettings { rates, ..Default::default() });
    says(adaline(Rates::Same(0.0)), "`rate` is 0");
    says(adaline(Rates::PerOutput(vec![0.1, f64::NAN])), "`rate` is NaN");
    let settings = AdalineSettings { normalised: Some(-1.0), ..Default::default() };
    says(Adaline::new(2, settings), "`normalised` is -1");
    let hopfield = |settings| Hopfield::new(2, 1, settings);
    says(hopfield(HopfieldSettings { slowness: 0.0, ..Default::default() }), "`beta`");
    says(hopfield(HopfieldSettings { step: -0.01, ..Default::default() }), "`step`");
    says(hopfield(HopfieldSettings { substeps: 0, ..Default::default() }), "`substeps`");
    let reach = Reach::PerUnknown(vec![1.0, 0.0]);
    says(hopfield(HopfieldSettings { reach, ..Default::default() }), "`c` is 0");
    let settings = HopfieldSettings { start: Some(vec![0.0, 10.0]), ..Default::default() };
    says(hopfield(settings), "choose a larger c");
}
