//! Methods by name, with typed settings.
//!
//! A method (an estimator, a solver of inverse kinematics, a controller) implements
//! [`Method`]: it has a name, a sentence about it, and [`Settings`], each with a
//! description, a unit, a range and a default. A [`Registry`] holds methods of one
//! kind, selects them by name ([`Selection`]) and changes their settings, from
//! `ekf.process_noise=1e-4` or from a table of a TOML file, with errors that name
//! the nearest known name and the line.
//!
//! ```
//! use armlab_settings::{Method, Range, Registry, method, settings};
//!
//! settings! {
//!     /// Damped descent.
//!     pub struct Descent {
//!         /// Iterations at most.
//!         iterations: usize = 100, "", Range::at_least(1.0);
//!         /// Length of a step.
//!         step: f64 = 0.1, "m", Range::POSITIVE;
//!     }
//! }
//! method!(Descent, "descent", "Goes downhill. Best for smooth functions.");
//!
//! let mut registry: Registry<dyn Method> = Registry::new("solver", "solvers", &["descent"]);
//! registry.register(Box::new(Descent::default()));
//! registry.set("descent.step", "0.5")?;
//! assert_eq!(registry.get("descent")?.settings().get("step").unwrap().to_string(), "0.5");
//! let error = registry.set("descent.stop", "0.5").unwrap_err();
//! assert!(error.to_string().contains("did you mean `step`?"));
//! # Ok::<(), armlab_settings::SettingError>(())
//! ```

mod error;
mod from_toml;
mod range;
mod registry;
mod settings;
mod value;

pub use armlab_files::nearest_name;
pub use error::SettingError;
pub use range::Range;
pub use registry::{Method, Registry, Selection};
pub use settings::{Setting, Settings};
pub use value::{SettingType, Value};
