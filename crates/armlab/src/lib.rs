//! armlab
