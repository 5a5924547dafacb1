//! Which misprints are kept.

/// A misprint that can be evaluated. The table is in the [paper's module](crate::rosyid2020).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erratum {
    /// Eq 16–18: the multipliers stand on the left, against Eq 14 and 22.
    E1,
    /// Eq 16, 17, 21, 29: Ḃq̇ with the wrong sign.
    E2,
    /// Eq 13: Γ₅, Γ₇, Γ₉ without y_i.
    E4,
    /// Eq 3, and Eq 4 if read likewise: no ẏ_i in the kinetic energy.
    E5Kinetic,
    /// Eq 7 and the datum: no y_i in the potential energy.
    E5Potential,
    /// Eq 24, 25: the normal force with its sign.
    E6,
    /// Eq 4, 5: the table's inertias as central ones.
    E8,
    /// Eq 23: the speed with its sign in the exponent.
    E10,
    /// Eq 40, 41: a second viscous term.
    E11,
    /// Section 2.3: normal forces of the machine at rest, here kept for the whole motion.
    E15,
}

impl Erratum {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::E1,
        Self::E2,
        Self::E4,
        Self::E5Kinetic,
        Self::E5Potential,
        Self::E6,
        Self::E8,
        Self::E10,
        Self::E11,
        Self::E15,
    ];
}

/// A set of misprints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errata(u16);

impl Errata {
    /// Mechanics.
    pub const NONE: Self = Self(0);
    /// The page, as far as it can be evaluated (E3 cannot).
    pub const ALL: Self = {
        let mut all = Self::NONE;
        let mut i = 0;
        while i < Erratum::ALL.len() {
            all = all.with(Erratum::ALL[i]);
            i += 1;
        }
        all
    };

    /// The set with one more.
    pub const fn with(self, erratum: Erratum) -> Self {
        Self(self.0 | 1 << erratum as u16)
    }

    /// The set without one.
    pub const fn without(self, erratum: Erratum) -> Self {
        Self(self.0 & !(1 << erratum as u16))
    }

    /// Whether the set holds it.
    pub const fn has(self, erratum: Erratum) -> bool {
        self.0 & (1 << erratum as u16) != 0
    }
}

impl From<Erratum> for Errata {
    fn from(erratum: Erratum) -> Self {
        Self::NONE.with(erratum)
    }
}
