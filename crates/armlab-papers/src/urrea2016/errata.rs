//! What is printed wrongly. L3 and L5 are marked in [`super::printed`].

use crate::reproduce::Erratum;

/// All errata that are known.
pub fn errata() -> Vec<Erratum> {
    ALL.to_vec()
}

const fn erratum(
    number: &'static str,
    [place, printed, correct]: [&'static str; 3],
    consequence: &'static str,
    test: &'static str,
) -> Erratum {
    Erratum { number, place, printed, correct, consequence, test }
}

const ALL: &[Erratum] = &[
    erratum(
        "L1",
        ["eq 9", "−γ Eᵖ/wᵢ", "−γ ∂Eᵖ/∂wᵢ"],
        "the text below it has the right rule, γ δᵖ xᵢ",
        "urrea2016/equations.rs::the_delta_rule_is_the_slope_and_not_the_quotient",
    ),
    erratum(
        "L2",
        ["eq 10", "fᵢ(uⱼ)", "fⱼ(uⱼ)"],
        "an index; eq 11 to 16 are right",
        "urrea2016/equations.rs::neurons_are_weighted_by_their_own_outputs",
    ),
    erratum(
        "L3",
        ["eq 42, second row", "θ₁″ + θ₁″, θ₁″² sin θ₂", "θ₁″ + θ₂″, θ₁′² sin θ₂"],
        "least squares with it miss IZZ2 by 54 % and m_r by 81 % even without noise, so it was not used",
        "urrea2016/equations.rs::the_printed_regressor_cannot_have_made_the_printed_estimates",
    ),
    erratum(
        "L4",
        [
            "eq 26, 27 and the text",
            "RSD and RMS are percentages between 0 and 1",
            "eq 26 has the unit of the signal, eq 27 is relative; names are swapped against common use",
        ],
        "RSD/RMS in Table 6 is 1.7, the root mean square of the signal: the formulas were used as printed",
        "urrea2016/equations.rs::the_printed_indicators_differ_by_the_size_of_the_signal",
    ),
    erratum(
        "L5",
        [
            "eq 28",
            "Σ(|o′| − |p′|)² in the denominator; “IA index”",
            "Σ(|p′| + |o′|)² (Willmott); AI",
        ],
        "as printed the index is never above 0, and the table prints 1",
        "urrea2016/equations.rs::the_printed_index_is_never_positive",
    ),
    erratum(
        "L6",
        ["eq 31", "−2ḣ θ₁′θ₂′ − ḣ θ₂′²", "h, not its rate"],
        "see K8 of the 2022 paper",
        "urrea2022/model.rs::only_the_coriolis_terms_of_equation_36_are_wrong",
    ),
    erratum(
        "L7",
        ["caption of Fig. 3", "RPP manipulator", "RRP"],
        "none; the caption of Fig. 4 has it right",
        "urrea2016/tables.rs::the_robot_turns_turns_and_slides",
    ),
    erratum(
        "L8",
        ["section 4.1.1", "H in eq 44 and 45, W in the text", "one matrix"],
        "none but for the reader",
        "urrea2016/equations.rs::the_matrix_of_the_criterion_is_that_of_equation_44",
    ),
    erratum(
        "L9",
        ["Table 5, Kalman filter", "5.8152, 234.287 and 8.6 %", "5.8132, 243.287 and 8.625 %"],
        "transposed digits",
        "urrea2016/tables.rs::printed_errors_are_those_of_the_printed_estimates_but_for_the_filter",
    ),
    erratum(
        "L10",
        [
            "Table 8",
            "ranges within which trajectories can be simulated",
            "0.8 and 1.2 times the estimates",
        ],
        "the table says nothing; one corner of the box of ±20 % is no robot",
        "urrea2016/tables.rs::table_8_is_the_estimates_times_four_fifths_and_six_fifths",
    ),
    erratum(
        "L11",
        [
            "sections 4.3 and 4.4, Table 7",
            "1501 samples at 0.01 s; a mean “between 5 and 30 seconds”",
            "15 s or 30 s, not both",
        ],
        "the duration of the experiment is not known",
        "urrea2016/tables.rs::samples_of_15_seconds_are_not_averaged_until_30",
    ),
    erratum(
        "L12",
        [
            "section 4.4",
            "R = diag((5°)², (1°)², (5°)², (1°)², 0.02², 0.01²)",
            "positions and speeds take turns, as in the state",
        ],
        "5° are of positions and 1°/s of speeds",
        "urrea2016/tables.rs::deviations_of_the_printed_r_take_turns_as_the_state_does",
    ),
    erratum(
        "L13",
        ["section 4.3", "β = 0.01", "β of order 1 to 10"],
        "with β = 0.01 the network follows the noise of single samples, and an explicit step of 0.01 s diverges at once",
        "urrea2016/networks.rs::the_printed_beta_gives_other_estimates_than_the_published_ones",
    ),
    erratum(
        "L14",
        ["Table 2", "I₃ = 0.08 kg m²", "0.008 kg m²"],
        "see K20 of the 2022 paper",
        "urrea2022/tables.rs::real_values_follow_from_a_tenth_of_the_printed_inertia",
    ),
    erratum(
        "L15",
        ["eq 46", "the criterion is cond(W)", "the least singular value, or information"],
        "a motion that hardly moves has the least condition number, and least squares are then tens of percent off",
        "urrea2016/excitation.rs::the_least_condition_number_gives_the_worst_estimates",
    ),
    erratum(
        "L16",
        [
            "section 4.4",
            "P⁰ = Q = 10 diag of 9 ones",
            "10 states, and no process noise of constants",
        ],
        "see K23 and K30 of the 2022 paper",
        "urrea2022/filter.rs::the_printed_process_noise_keeps_the_filter_from_settling",
    ),
    erratum(
        "L17",
        ["Table 3", "two chromosomes, selection at random", "keep the best"],
        "without elitism the search wanders by tens of percent; with it, it lands on least squares",
        "urrea2016/networks.rs::two_chromosomes_wander_without_elitism",
    ),
    erratum(
        "L18",
        ["Table 6, NA", "“trajectories diverge”", "no robot has these parameters"],
        "IZZ2 (IZZ1 − IZZ2) − m_r² is negative for exactly these three methods",
        "urrea2016/tables.rs::not_applicable_are_those_that_no_robot_has",
    ),
];
