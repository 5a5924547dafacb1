//! What is printed wrongly. K1 to K13 are marked in [`super::printed`].

use crate::reproduce::Erratum;

/// All errata that are known.
pub fn errata() -> Vec<Erratum> {
    let all = FILTER.iter().chain(MODEL).chain(TABLES);
    all.cloned().collect()
}

const fn erratum(
    number: &'static str,
    [place, printed, correct]: [&'static str; 3],
    consequence: &'static str,
    test: &'static str,
) -> Erratum {
    Erratum { number, place, printed, correct, consequence, test }
}

/// Equations of the filters.
const FILTER: &[Erratum] = &[
    erratum(
        "K1",
        ["eq 6", "Wᵢ = γ/(2(L + γ))", "Wᵢ = 1/(2(L + γ))"],
        "the weights of a mean sum to γ(1 + L)/(L + γ): 0 for α = 1, κ = 0, and −1089 for α = 0.1, κ = 0 with ten states",
        "urrea2022/filter.rs::weights_as_printed_do_not_sum_to_one",
    ),
    erratum(
        "K2",
        [
            "text after eq 6",
            "the i-th row of the matrix square",
            "the i-th column of a lower root C, C Cᵀ = (L + γ)P",
        ],
        "rows of the lower root of [[4, 1.8], [1.8, 1]] stand for [[4.81, 0.39], [0.39, 0.19]]",
        "urrea2022/filter.rs::rows_of_a_lower_root_stand_for_another_covariance",
    ),
    erratum(
        "K3",
        ["eq 3 and 7", "(…)ᵢ − L; i = 1, …, 2L", "(…)ᵢ₋L; i = 0, …, 2L"],
        "an index printed as a term; the middle point would never be propagated",
        "urrea2022/filter.rs::without_the_middle_point_weights_do_not_sum_to_one",
    ),
    erratum(
        "K4",
        [
            "eq 11 to 18",
            "one Wᵢ, and the sigma set X⁻, y⁻ where a mean is meant",
            "W⁽ᵐ⁾ in means, W⁽ᶜ⁾ in covariances; the weighted means x̂⁻, ŷ⁻",
        ],
        "the middle point's two weights differ by 1 − α² + β, 2.99 for α = 0.1 and β = 2",
        "urrea2022/filter.rs::weights_of_means_and_covariances_differ",
    ),
    erratum(
        "K14",
        ["eq 12", "no process noise", "+ Q"],
        "the Q of eq 65 would have no place",
        "urrea2022/filter.rs::the_printed_prediction_has_no_place_for_the_printed_process_noise",
    ),
    erratum(
        "K15",
        ["eq 19", "K P K", "K P Kᵀ"],
        "10 × 6 times 6 × 6 times 10 × 6 is no product",
        "urrea2022/filter.rs::a_gain_must_be_transposed_to_make_a_covariance",
    ),
    erratum(
        "K22",
        ["eq 64", "(11111150,511,5)ᵀ", "(1, 1, 1, 1, 1, 1, 5, 0.5, 1, 1.5)ᵀ"],
        "decimal commas and missing spaces; the 2016 paper prints the list in full",
        "urrea2022/filter.rs::the_printed_start_is_a_list_with_decimal_commas",
    ),
    erratum(
        "K23",
        ["eq 65", "diag of 8 ones (9 in the 2016 paper)", "10 states"],
        "the matrix does not fit eq 61",
        "urrea2022/filter.rs::the_printed_covariance_has_not_one_entry_per_state",
    ),
    erratum(
        "K30",
        [
            "eq 65",
            "Q = 10 I for all states, parameters included",
            "no process noise of constants; Δt² M⁻¹ diag(σ²) M⁻ᵀ for the speeds",
        ],
        "the filter forgets within samples and never settles; “least squares beat the Kalman filters” is an artefact of this",
        "urrea2022/filter.rs::the_printed_process_noise_keeps_the_filter_from_settling",
    ),
];

/// Equations of the robot.
const MODEL: &[Erratum] = &[
    erratum(
        "K5",
        ["eq 30", "J_vc2[2,2] = −l_c2 cos(θ₁ + θ₂)", "+ l_c2 cos(θ₁ + θ₂)"],
        "the centre of mass of link 2 would move against the joint",
        "urrea2022/model.rs::jacobians_as_printed_are_not_slopes_of_the_printed_positions",
    ),
    erratum(
        "K6",
        [
            "eq 31",
            "J_vc3: −l_c2 sin(θ₁ + θ₂), −l_c2 cos(θ₁ + θ₂)",
            "−l₂ sin(θ₁ + θ₂), + l₂ cos(θ₁ + θ₂)",
        ],
        "link 3 hangs at l₂, not at the centre of mass of link 2",
        "urrea2022/model.rs::jacobians_as_printed_are_not_slopes_of_the_printed_positions",
    ),
    erratum(
        "K16",
        ["eq 32, 33", "½ m vᵀ; U = m g r⃗", "½ m vᵀv; U = m g z"],
        "energies would be vectors",
        "urrea2022/model.rs::kinetic_energy_needs_the_square_of_the_speed",
    ),
    erratum(
        "K7",
        ["eq 35", "½ (m₂ l_c2² + m₃ l₂² + I₃) θ₂′²", "+ I₂ in the bracket"],
        "a ninth of the kinetic energy of joint 2 alone is missing, against eq 42",
        "urrea2022/model.rs::the_printed_lagrangian_lacks_the_inertia_of_link_2",
    ),
    erratum(
        "K8",
        ["eq 36 (eq 31 of the 2016 paper)", "−2ḣ θ₁′θ₂′ − ḣ θ₂′²", "h, not its rate"],
        "Coriolis torques of third order in the speeds",
        "urrea2022/model.rs::only_the_coriolis_terms_of_equation_36_are_wrong",
    ),
    erratum(
        "K9",
        ["eq 37", "τ₂ = M₁₁ θ₁″ + …", "M₁₂ θ₁″"],
        "the mass matrix is not symmetric; an extended filter with this model finds a negative IZZ2, as the paper's does",
        "urrea2022/filter.rs::equation_37_as_printed_makes_the_second_inertia_negative",
    ),
    erratum(
        "K10",
        ["eq 38", "F₃ = M₃₃ d₃″ + G", "− G (eq 33 of the 2016 paper is right)"],
        "the slide would have to be pushed down to stand still; d₃ is positive downwards",
        "urrea2022/model.rs::equation_38_weighs_the_slide_upwards",
    ),
    erratum(
        "K11",
        ["eq 45", "a further line −(…) sin θ₂ θ₁′θ₂′", "drop it"],
        "three instead of two of the Coriolis term",
        "urrea2022/model.rs::equation_45_has_one_coriolis_term_too_many",
    ),
    erratum(
        "K12",
        ["eq 47, 51", "m₃ d₃′ and m₃ d₃", "m₃ d₃″"],
        "units of force do not come out",
        "urrea2022/model.rs::the_slide_s_force_needs_its_acceleration",
    ),
    erratum(
        "K13",
        ["eq 49, 50", "IZZ2 + m_r cos θ₂ θ″", "(IZZ2 + m_r cos θ₂) θ″"],
        "a robot at rest would need the torque IZZ2",
        "urrea2022/model.rs::missing_brackets_make_a_resting_robot_push",
    ),
    erratum(
        "K17",
        [
            "text before eq 55, and before eq 59",
            "“shown in (36) and as a matrix in (37)”; “condition (3.1)”",
            "(55) and (56); (59)",
        ],
        "references of an earlier numbering",
        "urrea2022/model.rs::the_vector_form_is_equation_55_and_the_matrix_form_equation_56",
    ),
    erratum(
        "K18",
        [
            "text after eq 54",
            "m_r is the mass centre of links 1 and 2",
            "l₁ times the first moment of links 2 and 3 about joint 2",
        ],
        "its unit is kg m²",
        "urrea2022/model.rs::m_r_is_a_length_times_a_first_moment",
    ),
    erratum(
        "K19",
        ["eq 59, 60", "the condition holds for all intervals", "only where the motion excites"],
        "at rest the regressor's rank is 1 of 4, so a network learns nothing but m3 there",
        "urrea2022/model.rs::at_rest_the_regressor_shows_the_slide_s_mass_only",
    ),
];

/// Tables and the text about them.
const TABLES: &[Erratum] = &[
    erratum(
        "K20",
        ["Table 1", "I₃ = 0.08 kg m²", "0.008 kg m²"],
        "with 0.08 the real values would be 5.040 and 0.720 instead of 4.968 and 0.648",
        "urrea2022/tables.rs::real_values_follow_from_a_tenth_of_the_printed_inertia",
    ),
    erratum(
        "K21",
        ["caption of Table 2", "Parameters of manipulator robot", "PID gains"],
        "and no unit is printed",
        "urrea2022/loops.rs::table_2_holds_the_gains_of_the_controllers",
    ),
    erratum(
        "K29",
        [
            "Table 2",
            "gains without a unit",
            "N m per degree (rotary joints), N per metre, and the slide's weight fed forward",
        ],
        "per radian the loop has a time constant of 42 s and misses by radians",
        "urrea2022/loops.rs::gains_track_per_degree_and_not_per_radian",
    ),
    erratum(
        "K24",
        ["Table 6", "m3 = 1.9968, error 0.0062 %", "0.160 %"],
        "the error is that of least squares' m3",
        "urrea2022/tables.rs::printed_errors_are_those_of_the_printed_estimates_but_for_two",
    ),
    erratum(
        "K25",
        ["Tables 6 and 7", "IZZ2 of the unscented filter 0.480 and 0.48600", "0.480"],
        "25.92 % belongs to 0.480; 0.486 would be 25.0 %",
        "urrea2022/tables.rs::printed_errors_are_those_of_the_printed_estimates_but_for_two",
    ),
    erratum(
        "K26",
        [
            "Tables 8 to 10",
            "ISE/RMSE² = 29.4, 23.7 to 25.4 and 27.9 s",
            "the duration, for every joint and method",
        ],
        "RMSE was taken over the samples of a variable-step solver; resample before computing it",
        "urrea2022/tables.rs::published_indexes_are_not_of_even_samples",
    ),
    erratum(
        "K27",
        [
            "text to Table 9",
            "HNN and UKF stand out, very close to the real values",
            "least squares and the extended filter are closest",
        ],
        "a smaller tracking error only means an underestimated inertia",
        "urrea2022/tables.rs::least_squares_and_the_extended_filter_are_closest_in_table_9",
    ),
    erratum(
        "K28",
        [
            "Section 4",
            "the excellent response of the extended filter",
            "it has the IZZ2 of least squares",
        ],
        "with the filter's own estimates the simulation breaks off, since no robot has a negative inertia",
        "urrea2022/tables.rs::the_extended_filter_s_own_estimates_cannot_be_simulated",
    ),
];
