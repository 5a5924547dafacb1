//! The robot of a project: what is shown of it, what blank fields hold, and how it is
//! changed.

mod defaults;
mod edit;
mod loaded;
mod rebuild;
mod view;

pub use defaults::Blank;
pub use edit::edit;
pub use loaded::Loaded;

pub use view::{finding, pose, view};
