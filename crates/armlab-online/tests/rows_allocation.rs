//! No learner allocates while it learns. A binary and a test of its own, so that
//! nothing else allocates meanwhile; only this thread's allocations are counted.

#[path = "../../../tests/counting_allocator.rs"]
mod counting_allocator;

use armlab_online::{
    Adaline, AdalineSettings, Hopfield, HopfieldSettings, InitialCovariance, Rls, RlsSettings,
    RowLearner, SquareRootRls, SquareRootSettings, WindUp,
};
use counting_allocator::allocations;

#[test]
fn no_learner_allocates_while_it_learns() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8; 3]))), 1);
    let (unknowns, outputs) = (60, 7);
    let mut learners: Vec<Box<dyn RowLearner>> = Vec::new();
    let protections = [
        WindUp::Off,
        WindUp::TraceBound(1e3),
        WindUp::ConstantTrace { trace: 1e3, floor: 0.1 },
        WindUp::Directional,
    ];
    for wind_up in protections {
        let settings =
            RlsSettings { forgetting: 0.99, wind_up, reset_every: Some(3), ..Default::default() };
        learners.push(Box::new(Rls::new(unknowns, settings).unwrap()));
    }
    let settings = SquareRootSettings {
        forgetting: 0.99,
        covariance: Some(InitialCovariance::Scalar(1e4)),
        refresh: true,
        ..Default::default()
    };
    learners.push(Box::new(SquareRootRls::new(unknowns, settings).unwrap()));
    learners.push(Box::new(Adaline::new(unknowns, AdalineSettings::default()).unwrap()));
    let settings = HopfieldSettings { average_after: Some(2), ..Default::default() };
    learners.push(Box::new(Hopfield::new(unknowns, outputs, settings).unwrap()));
    let row = |k: usize| (0..unknowns * outputs).map(|i| ((i + k) as f64 * 0.7).sin()).collect();
    let rows: Vec<Vec<f64>> = (0..10).map(row).collect();
    for learner in &mut learners {
        let counted = allocations(|| {
            for row in &rows {
                learner.learn(row, &[0.1; 7]).unwrap();
                // Bad numbers do not, either.
                learner.learn(row, &[f64::NAN; 7]).unwrap();
            }
        });
        assert_eq!(counted, 0, "{}", learner.name());
    }
}
