//! What `armlab reproduce` says, held against the reference numbers of an independent study of the
//! papers, and the frame that all papers share.

mod batista2020;
mod frame;
mod rosyid2020;
mod support;
mod urrea2020;
