//! What the 3PRR's efforts can tell about its parameters, found by the generic
//! code.

use crate::models::*;
use armlab_engine::base::base_parameters;

/// The exact null vectors of the 13 parameters (notes on the paper, section 4): a
/// point mass on a common pin, moved from leg *i* to the platform; and mass moved
/// from the legs to the sliders.
fn expected() -> Vec<Vec<(String, f64)>> {
    let term = |name: &str, value: f64| (name.to_string(), value);
    let mut all =
        vec![vec![term("m_s", 1.0), term("m_L1", -1.0), term("m_L2", -1.0), term("m_L3", -1.0)]];
    for i in 0..3 {
        let (k, l, p) = (i + 1, LEGS[i], OFFSETS[i]);
        let mut z = vec![
            term(&format!("m_L{k}"), 1.0),
            term("m_p", -1.0),
            term(&format!("h_L{k}"), l),
            term("h_p", -p),
            term(&format!("I_L{k}"), l * l),
            term("I_p", -p * p),
        ];
        z.retain(|t| t.1 != 0.0);
        all.push(z);
    }
    all
}

#[test]
fn nine_of_thirteen_parameters_show_and_the_four_null_vectors_come_out_by_themselves() {
    for name in ["parallel3prr", "parallel3prr-vertical", "parallel3prr-design"] {
        let base = base_parameters(&built_in(name)).unwrap();
        assert_eq!((base.unknowns.len(), base.len()), (13, 9), "{name}");
        assert_eq!(base.without_effect, [0_usize; 0]);
        let expected = expected();
        assert_eq!(base.null_vectors.len(), expected.len());
        for vector in &base.null_vectors {
            let named: Vec<(&str, f64)> =
                vector.iter().map(|&(i, x)| (base.unknowns[i].as_str(), x)).collect();
            let is = |wanted: &&Vec<(String, f64)>| {
                wanted.len() == named.len()
                    && wanted.iter().all(|(name, value)| {
                        named.iter().any(|(n, x)| n == name && (x - value).abs() < 1e-9)
                    })
            };
            assert!(expected.iter().any(|w| is(&w)), "{name}: {named:?}");
        }
    }
}

#[test]
fn base_parameters_of_a_machine_give_its_efforts() {
    for name in ["parallel3prr-vertical", "five-bar", "delta"] {
        let robot = built_in(name);
        let base = base_parameters(&robot).unwrap();
        let mut mechanism = armlab_engine::dynamics::Mechanism::new(&robot).unwrap();
        let home = mechanism.home();
        let n = home.len();
        for k in 0..20 {
            let [q, qd, qdd] = motion(&home, 0.2 * k as f64);
            let mut tau = vec![0.0; n];
            let mut full = vec![0.0; n * robot.parameter_count()];
            mechanism.inverse(&q, &qd, &qdd, &mut tau).unwrap();
            mechanism.regressor(&q, &qd, &qdd, &mut full).unwrap();
            let reduced = base.regressor(&full, n);
            for i in 0..n {
                let row = &reduced[i * base.len()..(i + 1) * base.len()];
                let effort: f64 = row.iter().zip(&base.parameters).map(|(y, p)| y * p.value).sum();
                let scale = tau.iter().fold(1.0_f64, |m, t| m.max(t.abs()));
                assert!((effort - tau[i]).abs() < 1e-9 * scale, "{name}: {effort} {}", tau[i]);
            }
        }
    }
}
