//! What is known of a robot's bodies beforehand: how far the description is to
//! be believed, and bounds that masses and centres of mass must keep.

use armlab_engine::robot::Robot;
use thiserror::Error;

/// How a distance from the description is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Geometry {
    /// Squares of parameters' differences, each relative to the link's largest
    /// of its kind. Depends on the choice of frames.
    Euclidean,
    /// `½ tr((P⁻¹(J − P))²)`: the quadratic form that distances between bodies
    /// have near the description's pseudo-inertia `P`, whatever frames and units
    /// (Lee, Wensing & Park 2020: constant pull-back of the Riemannian metric).
    Pullback,
    /// `tr(P⁻¹J) − log det(P⁻¹J) − 4`: the log-det (Bregman) divergence, which is
    /// the entropic one, relative entropy of the mass distributions. Keeps
    /// bodies from shrinking to nothing.
    LogDet,
}

impl Geometry {
    /// Names on the command line.
    pub const NAMES: [(&str, Self); 4] = [
        ("euclidean", Self::Euclidean),
        ("pullback", Self::Pullback),
        ("log-det", Self::LogDet),
        ("entropic", Self::LogDet),
    ];
    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, g)| *g == self).map_or("", |(name, _)| name)
    }
}

/// The description as a prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// How distance is measured.
    pub geometry: Geometry,
    /// How much it counts beside rows of unit noise: 1 believes every link of the
    /// description to about its own size.
    pub weight: f64,
}

impl std::str::FromStr for Prior {
    type Err = KnowledgeError;
    /// `euclidean`, `pullback`, `log-det` or `entropic`, with `:WEIGHT` (1 by default).
    fn from_str(text: &str) -> Result<Self, KnowledgeError> {
        let (kind, weight) = text.split_once(':').unwrap_or((text, "1"));
        let geometry = Geometry::NAMES.iter().find(|(name, _)| *name == kind).map(|(_, g)| *g);
        let weight = weight.parse::<f64>().ok().filter(|w| *w > 0.0 && w.is_finite());
        match (geometry, weight) {
            (Some(geometry), Some(weight)) => Ok(Self { geometry, weight }),
            _ => Err(KnowledgeError::NoPrior(text.into())),
        }
    }
}

/// A bound on one link.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkBound {
    /// Mass between two values, kg.
    Mass {
        /// The link.
        link: usize,
        /// Least.
        least: f64,
        /// Most; infinity for none.
        most: f64,
    },
    /// Centre of mass in a box, in the link's frame, m.
    CentreInBox {
        /// The link.
        link: usize,
        /// Lower corner.
        lower: [f64; 3],
        /// Upper corner.
        upper: [f64; 3],
    },
    /// Centre of mass in an ellipsoid along the axes of the link's frame, m.
    CentreInEllipsoid {
        /// The link.
        link: usize,
        /// Its middle.
        middle: [f64; 3],
        /// Its half axes.
        radii: [f64; 3],
    },
}

/// Everything known beforehand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knowledge {
    /// The description as a prior.
    pub prior: Option<Prior>,
    /// Bounds.
    pub bounds: Vec<LinkBound>,
}

/// Why something cannot be known.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum KnowledgeError {
    /// Text that names no prior.
    #[error(
        "`{0}` is not a prior; give euclidean, pullback, log-det or entropic, with :WEIGHT if needed"
    )]
    NoPrior(String),
    /// A bound that nothing keeps.
    #[error("the bounds of {what} of link `{link}` contradict each other: {least} > {most}")]
    Empty {
        /// Mass or centre of mass.
        what: &'static str,
        /// The link.
        link: String,
        /// Lower bound.
        least: f64,
        /// Upper bound.
        most: f64,
    },
    /// A weight or radius that is not positive.
    #[error("{what} must be a positive number, not {value}")]
    NotPositive {
        /// What.
        what: &'static str,
        /// Its value.
        value: f64,
    },
}

impl Knowledge {
    /// Fails where a bound contradicts itself.
    pub fn check(&self, robot: &Robot) -> Result<(), KnowledgeError> {
        let name = |link: usize| robot.links()[link].name.clone();
        let ordered = |what, link: usize, least: f64, most: f64| match least <= most {
            true => Ok(()),
            false => Err(KnowledgeError::Empty { what, link: name(link), least, most }),
        };
        let positive = |what, value: f64| match value > 0.0 && value.is_finite() {
            true => Ok(()),
            false => Err(KnowledgeError::NotPositive { what, value }),
        };
        if let Some(prior) = self.prior {
            positive("the weight of the prior", prior.weight)?;
        }
        for bound in &self.bounds {
            match *bound {
                LinkBound::Mass { link, least, most } => ordered("the mass", link, least, most)?,
                LinkBound::CentreInBox { link, lower, upper } => {
                    for (least, most) in lower.into_iter().zip(upper) {
                        ordered("the centre of mass", link, least, most)?;
                    }
                }
                LinkBound::CentreInEllipsoid { radii, .. } => {
                    radii.into_iter().try_for_each(|r| positive("a half axis", r))?;
                }
            }
        }
        Ok(())
    }
}
