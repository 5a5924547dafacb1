//! Damaged files: an error or another mesh, never a panic.

use super::written::{brick, every_format};
use armlab_engine::mesh::{ConvexHull, enclosing_capsules, parse_mesh};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Damaged copies of each file.
const COPIES: usize = 500;

#[test]
fn damaged_meshes_are_errors_or_meshes_and_never_a_panic() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for (name, whole) in every_format(&brick()) {
        let mut refused = 0;
        for copy in 0..COPIES {
            let mut bytes = whole.clone();
            match copy % 3 {
                0 => bytes.truncate(rng.random_range(0..whole.len())),
                1 => {
                    for _ in 0..rng.random_range(1..8) {
                        let at = rng.random_range(0..bytes.len());
                        bytes[at] = rng.random();
                    }
                }
                // Digits and signs replaced: still text, but other numbers.
                _ => {
                    for _ in 0..rng.random_range(1..4) {
                        let at = rng.random_range(0..bytes.len());
                        bytes[at] = b"0123456789-.e #\"{}[]<>/"[rng.random_range(0..23)];
                    }
                }
            }
            match parse_mesh(&bytes, name, None) {
                Err(error) => {
                    assert!(!error.message.is_empty() && !error.hint.is_empty());
                    refused += 1;
                }
                Ok(mesh) => {
                    mesh.enclosed();
                    ConvexHull::new(&mesh.vertices);
                    enclosing_capsules(&mesh, 3);
                }
            }
        }
        println!("{name}: {refused} of {COPIES} refused");
        assert!(refused > 0);
    }
}
