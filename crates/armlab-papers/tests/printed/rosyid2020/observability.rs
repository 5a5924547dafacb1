//! What the forces can tell about the 13 parameters of Table 1: nine combinations (E19), and a
//! tenth for the one that Eq 1 hides (E9).
//!
//! Moving a point mass from the end of leg i to the platform's pin there changes nothing, nor does
//! moving mass from the sliders to the legs' feet:
//!
//! ```text
//! Z_i: m_Li + 1, h_i + l_i, I_i + l_i²,  m_p − 1, h_p − p_i, I_p − p_i²       Z_4: m_s + 1, m_Li − 1
//! ```

use super::samples::{assert_measured, motions, rms};
use armlab_papers::rosyid2020::Mounting::{self, Horizontal, Vertical};
use armlab_papers::rosyid2020::closed_form::{SliderForces, slider_forces};
use armlab_papers::rosyid2020::{Geometry, Inertial, Machine};

fn forces_of(inertial: Inertial, mounting: Mounting) -> Vec<SliderForces> {
    let machine = Machine { inertial, ..Machine::published(mounting) };
    motions().iter().map(|motion| slider_forces(&machine, motion).unwrap()).collect()
}

/// Z_1 … Z_4 in the order of Table 1.
fn unobservable() -> [[f64; 13]; 4] {
    let geometry = Geometry::published();
    let mut z = [[0.0; 13]; 4];
    for i in 0..3 {
        let (l, p) = (geometry.leg[i], geometry.offset[i]);
        z[i][1 + i] = 1.0;
        z[i][5 + i] = l;
        z[i][9 + i] = l * l;
        z[i][4] = -1.0;
        z[i][8] = -p;
        z[i][12] = -p * p;
    }
    z[3][..4].copy_from_slice(&[1.0, -1.0, -1.0, -1.0]);
    z
}

#[test]
fn e19_four_directions_of_table_1_change_neither_efforts_nor_rail_reactions() {
    let mut worst = 0.0_f64;
    for mounting in [Horizontal, Vertical] {
        for z in unobservable() {
            for f in forces_of(Inertial::from_array(z), mounting) {
                worst = f.effort.iter().chain(&f.normal).fold(worst, |m, x| m.max(x.abs()));
            }
        }
    }
    println!("force of one unit of Z: {worst:.1e} N");
    assert!(worst < 1e-13, "{worst}");
}

/// Singular values, largest first, by Jacobi rotations of the columns until they are orthogonal.
fn singular_values(mut columns: Vec<Vec<f64>>) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    for _ in 0..30 {
        for j in 1..columns.len() {
            let (before, after) = columns.split_at_mut(j);
            for left in before {
                let right = &mut after[0];
                let (a, b, c) = (dot(left, left), dot(right, right), dot(left, right));
                if c.abs() <= 1e-300 {
                    continue;
                }
                let half = (b - a) / (2.0 * c);
                let t = 1.0_f64.copysign(half) / (half.abs() + (1.0 + half * half).sqrt());
                let cos = 1.0 / (1.0 + t * t).sqrt();
                for (x, y) in left.iter_mut().zip(right.iter_mut()) {
                    (*x, *y) = (cos * (*x - t * *y), cos * (t * *x + *y));
                }
            }
        }
    }
    let mut values: Vec<f64> = columns.iter().map(|c| dot(c, c).sqrt()).collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

/// The observation matrix over the excitation, one column per parameter times its design value;
/// with the parameter of E9 behind the others.
fn observation(mounting: Mounting) -> Vec<Vec<f64>> {
    let design = Inertial::design().to_array();
    let mut units: Vec<Inertial> = (0..13)
        .map(|k| {
            let mut unit = [0.0; 13];
            unit[k] = design[k];
            Inertial::from_array(unit)
        })
        .collect();
    let mut across = Inertial::from_array([0.0; 13]);
    across.platform_moment_across = design[8];
    units.push(across);
    units
        .into_iter()
        .map(|unit| forces_of(unit, mounting).iter().flat_map(|f| f.effort).collect())
        .collect()
}

#[test]
fn e19_the_printed_criterion_is_the_condition_of_a_matrix_of_rank_nine() {
    // An earlier study has σ₉/σ₁ = 2.3e-4 lying flat.
    for (mounting, want) in [(Horizontal, 2.8e-4), (Vertical, 0.92e-4)] {
        let mut columns = observation(mounting);
        let with_e9 = singular_values(columns.clone());
        columns.truncate(13);
        let values = singular_values(columns);
        let relative: Vec<f64> = values.iter().map(|s| s / values[0]).collect();
        println!(
            "{mounting:?}: σ₈/σ₁ {:.1e}, σ₉/σ₁ {:.1e}, σ₁₀/σ₁ {:.1e}",
            relative[7], relative[8], relative[9]
        );
        println!("{mounting:?}: cond(W) = {:.0e}", values[0] / values[12]);
        assert!(relative[8] > 5e-5, "rank nine");
        assert!(relative[9] < 1e-15, "and no more");
        assert!((relative[8] - want).abs() < 0.051e-4);
        // E9: the hidden parameter is seen.
        println!("{mounting:?}: with E9's parameter σ₁₀/σ₁ = {:.1e}", with_e9[9] / with_e9[0]);
        assert!(with_e9[9] / with_e9[0] > 5e-5 && with_e9[10] / with_e9[0] < 1e-15);
    }
}

#[test]
fn e9_a_centre_of_mass_at_the_printed_distance_in_another_direction_needs_other_forces() {
    let straight = Inertial::estimate();
    let (s, c) = 10_f64.to_radians().sin_cos();
    let mut turned = straight;
    turned.platform_moment = straight.platform_moment * c;
    turned.platform_moment_across = straight.platform_moment * s;
    for (mounting, want) in [(Horizontal, [1.7, 4.9, 6.7]), (Vertical, [2.3, 9.8, 12.1])] {
        let (a, b) = (forces_of(turned, mounting), forces_of(straight, mounting));
        let change =
            a.iter().zip(&b).map(|(a, b)| std::array::from_fn(|i| a.effort[i] - b.effort[i]));
        assert_measured("E9, centre turned by 10°, effort", rms(change), want, 0.1);
    }
}

/// Table 1 with m_s = h_i = 0 and the nine combinations in the places of the others.
fn base(p: Inertial) -> Inertial {
    let Geometry { leg, offset } = Geometry::published();
    let moved: [f64; 3] = std::array::from_fn(|i| p.leg_moment[i] / leg[i]);
    let pins = |power: i32| (0..3).map(|i| offset[i].powi(power) * moved[i]).sum::<f64>();
    Inertial {
        slider_mass: 0.0,
        leg_mass: std::array::from_fn(|i| p.slider_mass + p.leg_mass[i] - moved[i]),
        platform_mass: p.platform_mass + moved.iter().sum::<f64>(),
        leg_moment: [0.0; 3],
        platform_moment: p.platform_moment + pins(1),
        leg_inertia: std::array::from_fn(|i| p.leg_inertia[i] - leg[i] * p.leg_moment[i]),
        platform_inertia: p.platform_inertia + pins(2),
        ..p
    }
}

#[test]
fn nine_combinations_replace_the_thirteen_parameters() {
    for (table, want) in [
        (
            Inertial::design(),
            [12.930, 11.376, 13.588, 44.802, 10.207, -0.6266, -0.2995, -0.8132, 3.221],
        ),
        (
            Inertial::estimate(),
            [13.7296, 12.2802, 15.6875, 48.1009, 11.5004, -0.8176, -0.4002, -0.6948, 3.8683],
        ),
    ] {
        let base = base(table);
        let [_, a1, a2, a3, m, _, _, _, h, j1, j2, j3, i] = base.to_array();
        for (got, want) in [a1, a2, a3, m, h, j1, j2, j3, i].into_iter().zip(want) {
            assert!((got - want).abs() < 5.1e-4, "{got} is not {want}");
        }
        let mut worst = 0.0_f64;
        for mounting in [Horizontal, Vertical] {
            for (a, b) in forces_of(base, mounting).iter().zip(forces_of(table, mounting)) {
                for i in 0..3 {
                    worst = worst.max((a.effort[i] - b.effort[i]).abs());
                    worst = worst.max((a.normal[i] - b.normal[i]).abs());
                }
            }
        }
        println!("base parameters: the same forces to {worst:.1e} N");
        assert!(worst < 1e-12, "{worst}");
    }
}

#[test]
fn most_of_the_published_change_from_the_design_is_invisible_to_the_forces() {
    let (design, estimate) = (Inertial::design().to_array(), Inertial::estimate().to_array());
    let dot = |a: &[f64; 13], b: &[f64; 13]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    // Orthonormal Z in parameters relative to the design.
    let mut basis: Vec<[f64; 13]> = Vec::new();
    for z in unobservable() {
        let mut v: [f64; 13] = std::array::from_fn(|i| z[i] / design[i]);
        for _ in 0..2 {
            for b in &basis {
                let along = dot(&v, b);
                v = std::array::from_fn(|i| v[i] - along * b[i]);
            }
        }
        let size = dot(&v, &v).sqrt();
        basis.push(v.map(|x| x / size));
    }
    let change: [f64; 13] = std::array::from_fn(|i| estimate[i] / design[i] - 1.0);
    let share = basis.iter().map(|b| dot(&change, b).powi(2)).sum::<f64>() / dot(&change, &change);
    println!(
        "invisible share of the change: {:.1} %; by chance {:.1} %",
        100.0 * share,
        400.0 / 13.0
    );
    assert!((share - 0.63).abs() < 0.005, "{share}");
}
