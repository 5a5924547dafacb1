//! Files that mean harm: each is answered, in bounded memory, without a panic.
//!
//! One test in a process of its own, so that the counted memory is the readers'.

mod damaged;

use armlab_log::{Block, Input, Log, LogStream, ReadOptions};
use flate2::read::DeflateDecoder;
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, CrcReader};
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: it hands everything to the system's allocator and only counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Most memory that reading may take, whatever the file says.
const BOUND: usize = 48 << 20;

fn options() -> ReadOptions {
    ReadOptions { memory: 8 << 20, ..ReadOptions::default() }
}

/// A file that another tool wrote.
fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Options that read this fixture: one topic where a bag has several.
fn options_for(name: &str) -> ReadOptions {
    let topic = match name {
        "bag_mcap/bag_mcap.mcap" => Some("/controller/state".to_string()),
        "bag_custom/bag_custom.db3" => Some("/robot".to_string()),
        _ => None,
    };
    ReadOptions { topic, ..options() }
}

/// Reads, and gives the complaint, if any; memory stays bounded.
#[track_caller]
fn read(name: &str, bytes: &[u8]) -> Option<String> {
    let input = Input::bytes(name, bytes);
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let outcome = Log::read_with(&input, &options_for(name));
    let taken = PEAK.load(Ordering::Relaxed) - before;
    assert!(taken < BOUND, "{name} took {taken} bytes");
    outcome.err().map(|e| {
        assert!(!e.hint.is_empty() && e.to_string().starts_with(name), "{e}");
        e.to_string()
    })
}

#[track_caller]
fn refused(name: &str, bytes: &[u8], what: &str) {
    let error = read(name, bytes).unwrap_or_else(|| panic!("{name} was read"));
    assert!(error.contains(what), "{error}");
}

fn gzip(parts: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    parts.for_each(|part| out.write_all(&part).unwrap());
    out.finish().unwrap()
}

fn checksum(packed: &[u8]) -> u32 {
    let mut sum = CrcReader::new(DeflateDecoder::new(packed));
    std::io::copy(&mut sum, &mut std::io::sink()).unwrap();
    sum.crc().sum()
}

/// An NPZ file with deflated entries of these names.
fn npz(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    let record = |to: &mut Vec<u8>, numbers: &[(u64, usize)]| {
        numbers.iter().for_each(|(n, size)| to.extend(&n.to_le_bytes()[..*size]));
    };
    for (name, packed) in entries {
        let offset = file.len() as u64;
        let sum = u64::from(checksum(packed));
        let (size, length) = (packed.len() as u64, name.len() as u64);
        file.extend(b"PK\x03\x04");
        record(
            &mut file,
            &[(20, 2), (0, 2), (8, 2), (0, 4), (0, 4), (size, 4), (0, 4), (length, 2), (0, 2)],
        );
        file.extend(name.as_bytes());
        file.extend(packed);
        directory.extend(b"PK\x01\x02");
        record(
            &mut directory,
            &[(20, 2), (20, 2), (0, 2), (8, 2), (0, 4), (sum, 4), (size, 4), (0, 4)],
        );
        record(&mut directory, &[(length, 2), (0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (offset, 4)]);
        directory.extend(name.as_bytes());
    }
    let (start, count) = (file.len() as u64, entries.len() as u64);
    file.extend(&directory);
    file.extend(b"PK\x05\x06");
    record(
        &mut file,
        &[(0, 4), (count, 2), (count, 2), (directory.len() as u64, 4), (start, 4), (0, 2)],
    );
    file
}

/// A deflated array with this shape and `zeros` bytes of numbers.
fn array(shape: &str, zeros: usize) -> Vec<u8> {
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut out = DeflateEncoder::new(Vec::new(), Compression::fast());
    out.write_all(b"\x93NUMPY\x01\x00").unwrap();
    out.write_all(&(header.len() as u16).to_le_bytes()).unwrap();
    out.write_all(header.as_bytes()).unwrap();
    let chunk = vec![0; 1 << 20];
    let mut left = zeros;
    while left > 0 {
        let n = left.min(chunk.len());
        out.write_all(&chunk[..n]).unwrap();
        left -= n;
    }
    out.finish().unwrap()
}

fn texts() {
    refused("empty", b"", "empty");
    refused("header only", b"t,q1\n", "no samples");
    refused("binary", b"\x01\x02\x03\0\xff\xfe", "not text");
    refused("noise", &[0x80; 5000], "no time column");
    refused("joint number", b"t,q1,q4000000000\n0,0,0\n", "but the file has 3 columns");
    assert_eq!(read("one row", b"t,q1\n0,1\n"), None);
    assert_eq!(read("all nan", b"t,q1\nnan,nan\nnan,nan\n"), None);
    assert_eq!(read("absurd", b"t,q1\n0,1e400\n1,1e111\n2,-1e-400\n"), None);
    refused("ragged", b"t,q1\n0,1\n1,2,3\n", ":3:5: ");
    let wide = (0..1_000_000).map(|i| format!("q{i}")).collect::<Vec<_>>().join(",");
    refused("a million columns", format!("{wide}\n").as_bytes(), ":1:1: ");
    refused("a million columns", wide.as_bytes(), ":1:1: ");
    let many = (0..6000).map(|i| format!("q{i}")).collect::<Vec<_>>().join(",");
    refused("many columns", format!("{many}\n0\n").as_bytes(), "more than 4096 columns");
    let long = format!("t,q1\n0,{}\n", "1".repeat(3 << 20));
    refused("a long line", long.as_bytes(), ":2:1: ");
    let quotes = format!("t,q1\n0,\"{}\n", "\"".repeat(1000));
    assert!(read("quotes", quotes.as_bytes()).is_some());
}

fn packed_texts() {
    let whole = gzip([b"t,q1\n".to_vec(), b"0,1\n".repeat(100_000)].into_iter());
    assert!(read("cut.gz", &whole[..whole.len() / 2]).is_some());
    let line = gzip((0..64).map(|_| vec![b'1'; 1 << 20]));
    refused("one line.gz", &line, "longer than");
    let rows =
        gzip(std::iter::once(b"t,q1\n".to_vec()).chain((0..64).map(|_| b"0,1\n".repeat(1 << 18))));
    refused("many rows.gz", &rows, "memory");
    let nested = gzip(std::iter::once(whole));
    assert!(read("nested.gz", &nested).is_some());
}

fn archives() {
    let entry = |name, shape: &str, zeros| (name, array(shape, zeros));
    let good = npz(&[entry("t.npy", "(5,)", 40), entry("q.npy", "(5, 2)", 80)]);
    assert_eq!(read("good.npz", &good), None);
    let bomb =
        npz(&[entry("t.npy", "(16777216,)", 1 << 27), entry("q1.npy", "(16777216,)", 1 << 27)]);
    refused("bomb.npz", &bomb, "memory");
    let liar = npz(&[
        entry("t.npy", "(1000000000000000,)", 80),
        entry("q1.npy", "(1000000000000000,)", 80),
    ]);
    refused("liar.npz", &liar, "it ends here");
    let wide = npz(&[entry("t.npy", "(5,)", 40), entry("q.npy", "(5, 1000000)", 80)]);
    refused("wide.npz", &wide, "more than 4096 columns");
    let overflow = npz(&[entry("q.npy", "(18446744073709551615, 4096)", 80)]);
    assert!(read("overflow.npz", &overflow).is_some());
    for cut in 0..good.len() {
        assert!(read("cut.npz", &good[..cut]).is_some(), "{cut}");
    }
    mutated("npz", &good);
}

fn fixtures() {
    for name in ["pyarrow_snappy.parquet", "pyarrow_odd.parquet", "pyarrow_zstd.parquet"] {
        let whole = fixture(name);
        for cut in (0..whole.len()).step_by(61) {
            assert!(read("cut.parquet", &whole[..cut]).is_some(), "{name} {cut}");
        }
        mutated(name, &whole);
    }
    for name in ["mcap_zstd.mcap", "mcap_lz4.mcap", "numpy_odd.npz", "scipy_struct.mat"] {
        let whole = fixture(name);
        for cut in (0..whole.len()).step_by(61) {
            read("cut", &whole[..cut]);
        }
        mutated(name, &whole);
    }
}

/// Every byte in turn is made something else; the file may still be a log, but nothing breaks.
fn mutated(name: &str, whole: &[u8]) {
    let mut bytes = whole.to_vec();
    for at in 0..bytes.len() {
        for value in [0xff, bytes[at] ^ 0x80] {
            let kept = std::mem::replace(&mut bytes[at], value);
            read(name, &bytes);
            bytes[at] = kept;
        }
    }
}

/// A stream of any length takes the memory of a block.
fn long_streams_take_little() {
    let rows =
        gzip(std::iter::once(b"t,q1\n".to_vec()).chain((0..64).map(|_| b"0,1\n".repeat(1 << 16))));
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let mut stream = LogStream::open(&Input::bytes("long", rows.as_slice()), &options()).unwrap();
    let (mut block, mut count) = (Block::new(), 0);
    while stream.next_block(&mut block).unwrap() {
        count += block.rows();
    }
    assert_eq!(count, 1 << 22);
    let taken = PEAK.load(Ordering::Relaxed) - before;
    assert!(taken < 4 << 20, "{taken}");
}

#[test]
fn hostile_files_are_refused_in_bounded_memory() {
    texts();
    packed_texts();
    archives();
    fixtures();
    damaged::copies_are_answered();
    damaged::changed_numbers_are_noticed();
    long_streams_take_little();
}
