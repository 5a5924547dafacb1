//! Damaged copies of files that other tools wrote: an error or a log, in bounded memory, and an
//! error wherever the file has a checksum.

use crate::{fixture, read};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Copies of each file.
const COPIES: usize = 500;

/// A file of every format.
const FILES: &[&str] = &[
    "numpy.npz",
    "numpy_odd.npz",
    "text.csv.gz",
    "text.csv.zst",
    "scipy.mat",
    "scipy_struct.mat",
    "big_endian.mat",
    "matlab73.mat",
    "matlab73_cells.mat",
    "h5py.h5",
    "h5py_v110.h5",
    "pyarrow_snappy.parquet",
    "pyarrow_zstd.parquet",
    "pyarrow_zstd_odd.parquet",
    "polars.parquet",
    "pyarrow.feather",
    "pyarrow_odd.feather",
    "polars.arrow",
    "mcap_plain.mcap",
    "mcap_zstd.mcap",
    "mcap_lz4.mcap",
    "bag_mcap/bag_mcap.mcap",
    "bag_db3/bag_db3.db3",
    "bag_db3_zstd/bag_db3_zstd.db3",
    "bag_custom/bag_custom.db3",
    "bag_controller/bag_controller.db3",
];

/// Cuts a copy short, or changes a few of its bytes.
fn damage(rng: &mut ChaCha8Rng, bytes: &mut Vec<u8>) {
    let length = bytes.len();
    if rng.random_range(0..10) < 3 {
        bytes.truncate(rng.random_range(0..length));
        return;
    }
    for _ in 0..rng.random_range(1..=8) {
        // Half of the damage hits the first kilobyte, where headers are.
        let near = if rng.random() { length } else { length.min(1024) };
        let at = rng.random_range(0..near);
        bytes[at] = match rng.random_range(0..4) {
            0 => 0xff,
            1 => 0,
            2 => bytes[at] ^ (1 << rng.random_range(0..8)),
            _ => rng.next_u32() as u8,
        };
    }
}

/// Reads damaged copies of every file.
pub fn copies_are_answered() {
    for (seed, name) in FILES.iter().enumerate() {
        let whole = fixture(name);
        assert_eq!(read(name, &whole), None, "{name}");
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        let mut refused = 0;
        for _ in 0..COPIES {
            let mut bytes = whole.clone();
            damage(&mut rng, &mut bytes);
            refused += usize::from(read(name, &bytes).is_some());
        }
        assert!(refused > COPIES / 10, "{name}: {refused} of {COPIES} refused");
        println!("{name}: {refused} of {COPIES} damaged copies refused");
    }
}

/// Any changed bit of numbers under a checksum is an error that says so.
pub fn changed_numbers_are_noticed() {
    // The effort of the third joint at rest stands in both files as it is in memory.
    for name in ["numpy.npz", "mcap_none.mcap"] {
        let whole = fixture(name);
        let number = (-6.0f64).to_le_bytes();
        let at = whole.windows(8).position(|w| w == number).unwrap();
        let mut changed = whole.clone();
        changed[at + 6] ^= 1;
        let error = read(name, &changed).unwrap_or_else(|| panic!("{name} was read"));
        assert!(error.contains("checksum"), "{name}: {error}");
    }
    // A packed array that is damaged, from its header on, is not left out as one of another kind.
    let whole = fixture("numpy_odd.npz");
    let named = whole.windows(7).position(|w| w == b"tau.npy").unwrap();
    for at in named + 40..named + 380 {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        assert!(read("numpy_odd.npz", &changed).is_some(), "byte {at}");
    }
    // Messages outside of chunks stand under the checksum at the end of the data.
    let mut whole = fixture("mcap_plain.mcap");
    let end = [0x0f, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let at = whole.windows(end.len()).rposition(|w| w == end).unwrap();
    let mut sum = flate2::Crc::new();
    sum.update(&whole[..at]);
    whole[at + 9..at + 13].copy_from_slice(&sum.sum().to_le_bytes());
    assert_eq!(read("summed.mcap", &whole), None);
    let number = whole.windows(8).position(|w| w == (-6.0f64).to_le_bytes()).unwrap();
    whole[number + 6] ^= 1;
    let error = read("summed.mcap", &whole).unwrap_or_else(|| panic!("it was read"));
    assert!(error.contains("checksum"), "{error}");
}
