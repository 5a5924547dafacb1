//! Figure 4: friction over speed, without and with the Stribeck effect (Eq 23).

use super::super::Mounting;
use super::bench::Bench;
use crate::reproduce::{Item, Section};
use armlab::report::{Figure, Panel, Series, Style};

/// Speeds that are drawn reach from minus to plus this, m/s.
const FASTEST: f64 = 0.8;
/// Points to either side of rest.
const POINTS: i32 = 200;

/// The section.
pub fn section(bench: &Bench) -> Section {
    let law = &bench.law;
    let weight = bench.machine.inertial.slider_mass
        + bench.machine.inertial.leg_mass[0]
        + super::super::WEIGHT_SHARE[0] * bench.machine.inertial.platform_mass;
    let normal = weight * Mounting::Horizontal.gravity_out_of_plane();
    let speeds: Vec<f64> =
        (-POINTS..=POINTS).map(|k| FASTEST * f64::from(k) / f64::from(POINTS)).collect();
    let at = |v: f64, extra: f64| v.signum() * (law.coulomb * normal + extra) + law.viscous * v;
    let stiction = (law.stiction - law.coulomb) * normal;
    let of = |extra: &dyn Fn(f64) -> f64| -> Vec<f64> {
        // At rest friction is whatever holds the slider: the line is broken there.
        speeds.iter().map(|v| if *v == 0.0 { f64::NAN } else { at(*v, extra(*v)) }).collect()
    };
    let stribeck = |v: f64| stiction * (-(v.abs() / law.stribeck_speed).powf(law.exponent)).exp();
    // Static friction is a point at either side of rest.
    let at_rest = |v: f64| if v.abs() <= FASTEST / f64::from(POINTS) { stiction } else { 0.0 };
    let panel = |title: &str, values: Vec<f64>| Panel {
        title: title.into(),
        label: "friction (N)".into(),
        series: vec![Series { name: "friction".into(), values, style: Style::Blue }],
    };
    let figure = Figure {
        title: "Friction over speed".into(),
        subtitle: format!(
            "Table 1's coefficients under {normal:.0} N, the weight that slider 1 carries"
        ),
        x_label: "speed (m/s)".into(),
        panels: vec![
            panel("(a) static, Coulomb and viscous", of(&at_rest)),
            panel("(b) Stribeck", of(&stribeck)),
        ],
        x: speeds.clone(),
    };
    Section::new(
        "Friction over speed",
        "The paper draws two laws: static, Coulomb and viscous friction, and the same with the Stribeck effect between \
         (Eq 23). Here they are with the coefficients of Table 1 and the speed's size in the exponent (E10).",
        vec![Item::figure(
            "figure-04-friction",
            "Figure 4",
            figure,
            "In (a) static friction holds at rest only; in (b) it dies away over the Stribeck speed.",
        )],
    )
}
