//! The robot of a project: what is shown of it, what blank fields hold, and how it is
//! changed.

mod aside;
mod blank;
mod defaults;
mod draft;
mod edit;
mod finite;
mod loaded;
mod placing;
mod rewritten;
mod structure;
mod view;

pub use aside::Aside;
pub use blank::Blank;
pub use edit::edit;
pub use loaded::Loaded;
pub use rewritten::{Rewritten, is_rewritten, rewritten};

pub use view::{finding, pose, view};
