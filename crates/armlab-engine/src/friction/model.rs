//! Friction to be identified: a sum of laws whose shape is chosen and whose linear
//! parameters are unknown.
//!
//! As text it is the names of laws joined by `+`, each with its shape where it has
//! one: `coulomb-viscous+offset`, `stribeck:0.05+cubic`,
//! `stribeck:stribeck_speed=0.05,exponent=1+offset`. A word alone stands for what
//! the laws say it does ([`FrictionLaw::models`]): `viscous`, `coulomb-viscous`,
//! `cubic`, `load`, `smooth:0.02` and `stribeck:0.05` have an offset; `none+viscous` has
//! not. A sum of laws that only add to sliding friction, as `load+hysteresis`, has Coulomb and
//! viscous friction and an offset, too; `none+load+hysteresis` has not. `ripple`, `warm-up` and `temperature`
//! without a shape leave it to the data.

use super::joint::find;
use super::{
    Bearing, Dimension, Friction, FrictionError, FrictionLaw, FrictionParameter, FrictionTerm,
    LawColumn, Role, coulomb_viscous, laws, offset, ripple,
};
use std::fmt;
use std::str::FromStr;

/// Laws of a joint with chosen shapes and unknown linear parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrictionModel {
    /// Linear parameters are zero, but for laws of a described geometry, which have the described
    /// ones: those that are zero there are known.
    terms: Vec<FrictionTerm>,
}

impl FrictionModel {
    /// No friction.
    pub fn none() -> Self {
        Self::default()
    }
    /// Viscous and Coulomb friction and an offset: what the field usually identifies.
    pub fn standard() -> Self {
        Self::without_offset().and(&offset::Offset)
    }
    /// Viscous and Coulomb friction.
    pub fn without_offset() -> Self {
        Self::none().and(&coulomb_viscous::CoulombViscous)
    }
    /// The laws with their shapes.
    pub fn terms(&self) -> &[FrictionTerm] {
        &self.terms
    }
    /// True without any law.
    pub fn is_none(&self) -> bool {
        self.terms.is_empty()
    }
    /// True where it has a law of this name.
    pub fn has(&self, law: &str) -> bool {
        self.terms.iter().any(|t| t.law().name() == law)
    }

    /// Laws whose shape is left to be found from data.
    pub fn open_laws(&self) -> Vec<&'static dyn FrictionLaw> {
        self.terms.iter().filter(|t| is_open(t)).map(FrictionTerm::law).collect()
    }
    /// The same without these laws.
    pub fn closed(&self) -> Self {
        Self { terms: self.terms.iter().filter(|t| !is_open(t)).cloned().collect() }
    }
    /// The same with torque ripple of so many waves a turn, so many seconds late.
    pub fn with_ripple(&self, order: f64, delay: f64) -> Self {
        let mut model = self.closed();
        let ripple = FrictionTerm::with_values(&ripple::Ripple, vec![0.0, 0.0, order, delay]);
        model.terms.retain(|t| t.law().name() != "ripple");
        let last_but_offset = model.terms.iter().take_while(|t| t.law().name() != "offset").count();
        ripple.into_iter().for_each(|term| model.terms.insert(last_but_offset, term));
        model
    }
    /// The same with what a described friction has of a geometry that it states.
    pub fn with_described(&self, friction: &Friction) -> Self {
        let mut model = self.clone();
        for term in friction.terms.iter().filter(|t| t.law().is_described()) {
            model.terms.retain(|t| t.law().name() != term.law().name());
            let at = model.terms.iter().take_while(|t| t.law().name() != "offset").count();
            model.terms.insert(at, term.clone());
        }
        model
    }
    /// The same with another value of a law's parameter; nothing where it has no such law or value.
    pub fn with_value(&self, law: &str, parameter: &str, value: f64) -> Option<Self> {
        let mut model = self.clone();
        let term = model.terms.iter_mut().find(|t| t.law().name() == law)?;
        let k = term.law().parameters().iter().position(|p| p.name == parameter)?;
        let mut values = term.values().to_vec();
        values[k] = value;
        *term = FrictionTerm::with_values(term.law(), values)?;
        Some(model)
    }
    /// The value of a law's parameter.
    pub fn value(&self, law: &str, parameter: &str) -> Option<f64> {
        let term = self.terms.iter().find(|t| t.law().name() == law)?;
        let k = term.law().parameters().iter().position(|p| p.name == parameter)?;
        Some(term.values()[k])
    }

    /// Regression columns of one joint, one for each linear parameter; none of laws whose
    /// shape is still to be found.
    pub fn columns(&self) -> Vec<LawColumn> {
        let mut columns = Vec::new();
        for term in self.terms.iter().filter(|t| !is_open(t)) {
            for (k, p) in term.law().parameters().iter().enumerate() {
                if p.is_linear() && !is_known(term, k) {
                    columns.push(LawColumn::new(term.law(), k, term.values()));
                }
            }
        }
        columns
    }
    /// A joint's friction from the values of its columns, by symbol.
    pub fn friction(&self, value: impl Fn(&str) -> f64) -> Friction {
        let mut terms = self.terms.clone();
        for term in &mut terms {
            let fixed = term.law().parameters().iter().zip(term.values());
            let values: Vec<f64> =
                fixed.map(|(p, &v)| if p.is_linear() { value(p.symbol) } else { v }).collect();
            term.set_values(&values);
        }
        Friction { terms, bearing: Bearing::default() }.simplified()
    }
    /// Values of the columns that come nearest to a described friction: parameters
    /// of the same symbol, over all its laws.
    pub fn values_of(&self, friction: &Friction) -> Vec<f64> {
        let total = |column: LawColumn| {
            let all =
                friction.terms.iter().flat_map(|t| t.law().parameters().iter().zip(t.values()));
            all.filter(|(p, _)| p.symbol == column.symbol()).map(|(_, value)| value).sum()
        };
        self.columns().into_iter().map(total).collect()
    }

    /// A law that depends on more than the motion: on the time since the start or the temperature.
    pub fn law_beyond_motion(&self) -> Option<&'static str> {
        let beyond = |law: &&dyn FrictionLaw| law.needs_elapsed() || law.needs_temperature();
        self.terms.iter().map(FrictionTerm::law).find(beyond).map(FrictionLaw::name)
    }
    /// True where some friction at rest follows from how the joint came there.
    pub fn remembers(&self) -> bool {
        let follows = |t: &FrictionTerm| t.law().bristle().is_some_and(|b| b.follows_position());
        self.terms.iter().any(follows)
    }
    /// True where its shape depends on a speed: friction rises or falls near rest.
    pub fn is_shaped_near_rest(&self) -> bool {
        let mut parameters =
            self.terms.iter().flat_map(|t| t.law().parameters().iter().zip(t.values()));
        parameters.any(|(p, v)| !p.is_linear() && p.dimension == Dimension::Speed && *v > 0.0)
    }
    /// Half-width of the speeds around rest at which the friction is uncertain when
    /// speeds have noise of this standard deviation.
    pub fn uncertain_speed(&self, noise: f64) -> f64 {
        let of = |t: &FrictionTerm| t.law().uncertain_speed(t.values(), noise);
        self.terms.iter().map(of).fold(0.0, f64::max)
    }
    /// The speed over which jumps at rest are rounded off; zero where they are sharp.
    pub fn rounding(&self) -> f64 {
        let parameters =
            self.terms.iter().flat_map(|t| t.law().parameters().iter().zip(t.values()));
        let widths = parameters.filter(|(p, _)| matches!(p.role, Role::Rounding(_)));
        widths.map(|(_, width)| *width).fold(0.0, f64::max)
    }
    /// The same with jumps at rest rounded off over a speed.
    pub fn rounded_off(&self, width: f64) -> Self {
        let mut model = self.clone();
        for term in &mut model.terms {
            let set = |p: &FrictionParameter, value: f64| match p.role {
                Role::Rounding(_) => width,
                _ => value,
            };
            let all = term.law().parameters().iter().zip(term.values());
            let values: Vec<f64> = all.map(|(p, &value)| set(p, value)).collect();
            term.set_values(&values);
        }
        model
    }

    /// Laws that selection from data tries, one after the other.
    pub fn selectable_laws() -> Vec<&'static dyn FrictionLaw> {
        laws().into_iter().filter(|law| law.is_selectable() && law.has_columns()).collect()
    }
    /// This model with one more law, which replaces its special cases, or with other
    /// shapes of a law that it has: one model for each value to try. A shape that a
    /// replaced law had stays.
    pub fn refinements(&self, law: &'static dyn FrictionLaw) -> Vec<Self> {
        let own = |term: &FrictionTerm| term.law().name() == law.name();
        let replaced = |term: &FrictionTerm| own(term) || overlap(term.law(), law).is_some();
        let before: Vec<&FrictionTerm> = self.terms.iter().filter(|t| replaced(t)).collect();
        let kept = |p: &FrictionParameter| {
            let all = before.iter().flat_map(|t| t.law().parameters().iter().zip(t.values()));
            let same = all.filter(|(q, _)| q.name == p.name && !q.is_linear());
            same.map(|(_, value)| *value).next()
        };
        let extended = !self.terms.iter().any(own);
        let tried = law.parameters().iter().find(|p| match p.role {
            Role::Shape(values) => !values.is_empty() && p.default.is_none(),
            Role::Rounding(values) => !values.is_empty() && !extended,
            _ => false,
        });
        let at = self.terms.iter().position(replaced);
        let with = |candidate: Option<f64>| -> Option<Self> {
            let value = |p: &FrictionParameter| match tried {
                Some(tried) if tried.name == p.name => candidate,
                _ => kept(p).or_else(|| not_given(p)),
            };
            let values: Option<Vec<f64>> = law.parameters().iter().map(value).collect();
            let term = FrictionTerm::with_values(law, values?)?;
            let mut terms: Vec<FrictionTerm> =
                self.terms.iter().filter(|t| !replaced(t)).cloned().collect();
            let last_but_offset = terms.iter().take_while(|t| t.law().name() != "offset").count();
            terms.insert(at.unwrap_or(last_but_offset).min(terms.len()), term);
            Some(Self { terms })
        };
        match tried {
            Some(tried) => tried.candidates().iter().filter_map(|&c| with(Some(c))).collect(),
            None if extended => with(None).into_iter().collect(),
            None => Vec::new(),
        }
    }
    /// This model without one of its laws, one model for each; a law that contains
    /// simpler ones is replaced by the standard one.
    pub fn simplifications(&self) -> Vec<Self> {
        let standard = Self::standard();
        let own = |k: usize| {
            let law = self.terms[k].law();
            !standard.has(law.name()) && !law.is_described()
        };
        let without = |k: usize| {
            let rest = self.terms.iter().enumerate().filter(|(i, _)| *i != k);
            let mut terms: Vec<FrictionTerm> = rest.map(|(_, t)| t.clone()).collect();
            let law = self.terms[k].law();
            for term in standard.terms.iter().rev() {
                if overlap(term.law(), law).is_some() && !terms.contains(term) {
                    terms.insert(0, term.clone());
                }
            }
            Self { terms }.rounded_off(self.rounding())
        };
        (0..self.terms.len()).filter(|&k| own(k)).map(without).collect()
    }
    /// All models that selection from data compares at least, those with fewer
    /// parameters first.
    pub fn candidates() -> Vec<Self> {
        let standard = Self::standard();
        let mut all = vec![standard.clone()];
        for law in Self::selectable_laws() {
            all.extend(standard.refinements(law));
        }
        all.sort_by_key(|model| model.columns().len());
        all
    }

    /// Words for models with a line on each, for lists.
    pub fn names() -> Vec<(String, &'static str)> {
        let mut names = vec![("none".to_string(), "no friction")];
        let listed = |law: &&dyn FrictionLaw| law.has_columns() && !law.is_described();
        for law in laws().into_iter().filter(listed) {
            let mut add = |name: &str, argument: Option<&FrictionParameter>, about| {
                let example = argument.and_then(|p| p.candidates().first());
                names.push((example.map_or(name.into(), |e| format!("{name}:{e}")), about));
            };
            if law.models().is_empty() {
                let needed = |p: &&FrictionParameter| !p.is_linear() && p.default.is_none();
                add(law.name(), law.parameters().iter().find(needed), law.about());
            }
            for word in law.models() {
                let argument = law.parameters().iter().find(|p| Some(p.name) == word.argument);
                add(word.name, argument, word.about);
            }
        }
        names
    }
    /// In words, as `stribeck (stribeck_speed 0.05, exponent 2), offset`.
    pub fn words(&self) -> String {
        let term = |t: &FrictionTerm| {
            let shape: Vec<String> =
                stated(t).map(|(p, value)| format!("{} {value}", p.name)).collect();
            if shape.is_empty() {
                t.law().name().to_string()
            } else {
                format!("{} ({})", t.law().name(), shape.join(", "))
            }
        };
        let terms: Vec<String> = self.terms.iter().map(term).collect();
        if terms.is_empty() { "none".into() } else { terms.join(", ") }
    }

    fn and(mut self, law: &'static dyn FrictionLaw) -> Self {
        let values: Option<Vec<f64>> = law.parameters().iter().map(not_given).collect();
        self.terms.extend(values.and_then(|values| FrictionTerm::with_values(law, values)));
        self
    }
}

/// The law, or a special case of it, that two laws have in common: their columns would
/// depend on each other.
fn overlap(a: &dyn FrictionLaw, b: &dyn FrictionLaw) -> Option<&'static str> {
    let cases = |law: &dyn FrictionLaw| {
        std::iter::once(law.name()).chain(law.generalises().iter().copied()).collect::<Vec<_>>()
    };
    let (mine, other) = (cases(a), cases(b));
    mine.into_iter().find(|name| other.contains(name))
}

/// Whether laws only add to sliding friction, which none of them is.
fn only_add<'l>(laws: impl Iterator<Item = &'l dyn FrictionLaw> + Clone) -> bool {
    let base = coulomb_viscous::CoulombViscous.name();
    let adds = |law: &dyn FrictionLaw| {
        law.name() != base && law.models().iter().any(|m| m.laws.split('+').any(|l| l == base))
    };
    laws.clone().any(adds) && laws.into_iter().all(|law| adds(law) || law.is_element())
}

/// Whether a law's shape is left to be found.
fn is_open(term: &FrictionTerm) -> bool {
    let parameters = term.law().parameters().iter().zip(term.values());
    let found = term.law().found_shape();
    parameters.into_iter().any(|(p, value)| found == Some(p.name) && *value == 0.0)
}

/// Whether a linear parameter of a described geometry is known to be zero: beside another that is
/// not, or behind the first.
fn is_known(term: &FrictionTerm, k: usize) -> bool {
    let linear = || (0..term.values().len()).filter(|&i| term.law().parameters()[i].is_linear());
    let unknown = linear().find(|&i| term.values()[i] != 0.0).or(linear().next());
    term.law().is_described() && term.values()[k] == 0.0 && unknown != Some(k)
}

/// Value of a parameter that a model does not state.
fn not_given(p: &FrictionParameter) -> Option<f64> {
    match p.role {
        Role::Shape([first, ..]) if p.default.is_some() => Some(*first),
        _ => p.default,
    }
}

/// Shape parameters that differ from what they are if not given.
fn stated(term: &FrictionTerm) -> impl Iterator<Item = (&'static FrictionParameter, f64)> {
    let all = term.law().parameters().iter().zip(term.values());
    let open = is_open(term).then(|| term.law().found_shape()).flatten();
    let stated = move |p: &FrictionParameter, value: f64| {
        !p.is_linear() && not_given(p) != Some(value) && open != Some(p.name)
    };
    all.filter(move |(p, value)| stated(p, **value)).map(|(p, v)| (p, *v))
}

/// The parameter that a number behind a law's name gives.
fn argument(law: &dyn FrictionLaw, word: &str) -> Option<&'static FrictionParameter> {
    let named = law.models().iter().find(|m| m.name == word).and_then(|m| m.argument);
    let parameters = law.parameters();
    let by_name = named.and_then(|name| parameters.iter().find(|p| p.name == name));
    let needed = || parameters.iter().find(|p| !p.is_linear() && p.default.is_none());
    let rounding = || parameters.iter().find(|p| matches!(p.role, Role::Rounding(_)));
    by_name.or_else(needed).or_else(rounding)
}

/// The law that a word names, and the laws that the word alone stands for.
fn named(word: &str) -> Result<(&'static dyn FrictionLaw, String), FrictionError> {
    let all = laws();
    let models = all.iter().flat_map(|law| law.models().iter().map(|m| (*law, m)));
    for (law, model) in models {
        if model.name == word {
            return Ok((law, model.laws.into()));
        }
    }
    Ok((find(word)?, format!("{word}+offset")))
}

/// A law with the shape that text gives.
fn term(law: &'static dyn FrictionLaw, word: &str, shape: &str) -> Result<FrictionTerm, String> {
    let mut given: Vec<(&str, f64)> = Vec::new();
    let number = |text: &str| {
        let value = text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
        value.ok_or_else(|| format!("`{}` is not a number", text.trim()))
    };
    for part in shape.split(',').filter(|part| !part.trim().is_empty()) {
        match part.split_once('=') {
            Some((name, value)) => given.push((name.trim(), number(value)?)),
            None => match argument(law, word) {
                Some(p) => given.push((p.name, number(part)?)),
                None => return Err(format!("`{word}` has no shape to give")),
            },
        }
    }
    let open = law.parameters().iter().filter(|p| p.is_linear()).map(|p| p.name);
    if let Some(name) = open.into_iter().find(|name| given.iter().any(|(given, _)| given == name)) {
        return Err(format!("`{name}` is what is to be identified"));
    }
    let example = |p: &FrictionParameter| {
        let value = p.candidates().first().copied().unwrap_or(1.0);
        format!("give its {} as in {word}:{value}", p.name)
    };
    let alone = law.models().iter().find(|m| m.name == word).and_then(|m| m.argument);
    let mut open = false;
    for p in law.parameters() {
        if given.iter().any(|(name, _)| *name == p.name) {
            continue;
        }
        if law.found_shape() == Some(p.name) {
            given.push((p.name, 0.0));
            open = true;
            continue;
        }
        match not_given(p) {
            Some(_) if alone == Some(p.name) => return Err(example(p)),
            Some(value) => given.push((p.name, value)),
            None => return Err(example(p)),
        }
    }
    if !law.has_columns() {
        return Err(format!("`{}` is not linear in its parameters", law.name()));
    }
    if open {
        let stated = |p: &FrictionParameter| given.iter().find(|(name, _)| *name == p.name);
        let values = law.parameters().iter().map(|p| stated(p).map_or(0.0, |(_, value)| *value));
        let term = FrictionTerm::with_values(law, values.collect());
        return term.ok_or_else(|| format!("`{word}` cannot be found from data"));
    }
    FrictionTerm::new(law.name(), &given).map_err(|error| error.to_string())
}

impl FromStr for FrictionModel {
    type Err = FrictionError;
    fn from_str(text: &str) -> Result<Self, FrictionError> {
        let wrong = |why: String| FrictionError::Model { text: text.into(), why };
        let parts: Vec<(&str, &str)> = text
            .split('+')
            .map(str::trim)
            .map(|part| part.split_once(':').unwrap_or((part, "")))
            .collect();
        let mut terms: Vec<FrictionTerm> = Vec::new();
        let mut add = |new: FrictionTerm| {
            let symbols = |t: &FrictionTerm| t.law().parameters().iter().filter(|p| p.is_linear());
            for old in &terms {
                if let Some(both) =
                    symbols(old).find(|p| symbols(&new).any(|q| q.symbol == p.symbol))
                {
                    let (a, b) = (old.law().name(), new.law().name());
                    return Err(wrong(format!("`{a}` and `{b}` both have a {} term", both.name)));
                }
                if let Some(both) = overlap(old.law(), new.law()) {
                    let (a, b) = (old.law().name(), new.law().name());
                    return Err(wrong(format!("`{a}` and `{b}` both contain `{both}` friction")));
                }
            }
            terms.push(new);
            Ok(())
        };
        match parts[..] {
            [("none", "")] => {}
            [(word, shape)] => {
                let (law, composition) = named(word)?;
                for name in composition.split('+') {
                    let own = name == law.name();
                    let (word, shape) = if own { (word, shape) } else { (name, "") };
                    add(term(find(name)?, word, shape).map_err(wrong)?)?;
                }
            }
            _ => {
                let alone = parts.iter().any(|part| part.0 == "none");
                for (word, shape) in parts.into_iter().filter(|part| part.0 != "none") {
                    add(term(named(word)?.0, word, shape).map_err(wrong)?)?;
                }
                if !alone && only_add(terms.iter().map(FrictionTerm::law)) {
                    terms.splice(0..0, Self::without_offset().terms);
                    terms.extend(Self::none().and(&offset::Offset).terms);
                }
            }
        }
        Ok(Self { terms })
    }
}

impl fmt::Display for FrictionModel {
    /// Text that [`FromStr`] reads as this model.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.terms.len() < 2 || only_add(self.terms.iter().map(FrictionTerm::law)) {
            f.write_str(if self.is_none() { "none" } else { "none+" })?;
        }
        for (k, t) in self.terms.iter().enumerate() {
            let (law, plus) = (t.law(), if k > 0 { "+" } else { "" });
            write!(f, "{plus}{}", law.name())?;
            let shape: Vec<(&FrictionParameter, f64)> = stated(t).collect();
            match shape[..] {
                [(p, value)] if argument(law, law.name()).is_some_and(|a| a.name == p.name) => {
                    write!(f, ":{value}")?;
                }
                _ => {
                    for (i, (p, value)) in shape.into_iter().enumerate() {
                        write!(f, "{}{}={value}", if i > 0 { "," } else { ":" }, p.name)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Which friction is identified.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum FrictionChoice {
    /// The model that is best in cross-validation.
    #[default]
    Auto,
    /// This model.
    Model(FrictionModel),
    /// The laws of the robot's description with all their parameters, by nonlinear
    /// least squares: for laws that depend on the loads of bearings.
    Described,
}

impl FrictionChoice {
    /// The model, if one is chosen.
    pub fn model(&self) -> Option<&FrictionModel> {
        match self {
            Self::Model(model) => Some(model),
            Self::Auto | Self::Described => None,
        }
    }
    /// Whether it asks for the laws of a description with these frictions. Version 0.1
    /// called the law of a bearing's load `load`, which still stands for it where the
    /// description has that law.
    pub fn is_described<'f>(&self, frictions: impl IntoIterator<Item = &'f Friction>) -> bool {
        let named = |model: &FrictionModel| "load".parse().is_ok_and(|load| *model == load);
        let bearing = || frictions.into_iter().any(Friction::needs_load);
        *self == Self::Described || (self.model().is_some_and(named) && bearing())
    }
    /// Words with a line on each, for lists.
    pub fn names() -> Vec<(String, &'static str)> {
        let mut names = vec![("auto".to_string(), "the model that is best in cross-validation")];
        names.extend(FrictionModel::names());
        let loaded = laws().into_iter().filter(|law| law.needs_load());
        names.extend(loaded.map(|law| (law.name().into(), law.about())));
        names
    }
}

impl From<FrictionModel> for FrictionChoice {
    fn from(model: FrictionModel) -> Self {
        Self::Model(model)
    }
}

impl FromStr for FrictionChoice {
    type Err = FrictionError;
    fn from_str(text: &str) -> Result<Self, FrictionError> {
        match text.trim() {
            "auto" => Ok(Self::Auto),
            "described" => Ok(Self::Described),
            name if laws().iter().any(|l| l.name() == name && l.needs_load()) => {
                Ok(Self::Described)
            }
            other => Ok(Self::Model(other.parse()?)),
        }
    }
}

impl fmt::Display for FrictionChoice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Model(model) => model.fmt(f),
            Self::Described => f.write_str("bearing"),
        }
    }
}
