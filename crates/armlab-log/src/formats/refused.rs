//! Formats that are recognised but not read, and what to do with them.

use crate::error::{LogError, Place};
use crate::input::Input;

/// What is read, for those who have something else.
const READ: &str = "armlab reads CSV, Parquet, Arrow, NPZ, MATLAB (.mat), HDF5, and ROS 2 bags (.mcap, .db3, folders)";

/// What a file begins with, what it is, and what to do with it.
const BEGINNINGS: &[(&[u8], &str, &str)] = &[
    #[cfg(not(feature = "parquet"))]
    (
        b"PAR1",
        "a Parquet file",
        "this armlab was built without Parquet: build it with the feature `parquet`, or save CSV",
    ),
    #[cfg(not(feature = "mcap"))]
    (
        super::MCAP,
        "a ROS 2 bag (MCAP)",
        "this armlab was built without bags: build it with the feature `mcap`, or save CSV",
    ),
    #[cfg(not(feature = "db3"))]
    (
        super::SQLITE,
        "a ROS 2 bag in SQLite",
        "this armlab was built without SQLite: build it with the feature `db3`, or convert the bag: ros2 bag convert, with storage_id mcap",
    ),
    #[cfg(not(feature = "hdf5"))]
    (
        super::HDF5,
        "an HDF5 file",
        "this armlab was built without HDF5: build it with the feature `hdf5`, or save NPZ, Parquet or CSV",
    ),
    #[cfg(not(feature = "hdf5"))]
    (
        b"MATLAB 7.3",
        "a MATLAB 7.3 file",
        "this armlab was built without HDF5: build it with the feature `hdf5`, or save with save('log.mat', '-v7', …)",
    ),
    (
        b"\x93NUMPY",
        "a single NumPy array",
        "save named arrays: np.savez('log.npz', t=t, q=q, qd=qd, tau=tau)",
    ),
    (
        b"#ROSBAG V",
        "a ROS 1 bag",
        "convert it: rosbags-convert --src log.bag --dst log (PyPI: rosbags), or mcap convert log.bag log.mcap",
    ),
    (b"ULog", "a PX4 log", "convert it to CSV with ulog2csv"),
    (
        b"FEA1",
        "a Feather file of version 1",
        "save Parquet: pyarrow.parquet.write_table(pyarrow.feather.read_table('log.feather'), 'log.parquet')",
    ),
    (b"ORC", "an ORC file", "save Parquet"),
    (b"Obj\x01", "an Avro file", "save Parquet or CSV"),
    (
        b"TDSm",
        "a LabVIEW TDMS file",
        "save CSV from LabVIEW, or in Python: nptdms.TdmsFile('log.tdms').as_dataframe().to_csv('log.csv')",
    ),
    (b"MDF     ", "an ASAM MDF file", "save CSV: asammdf.MDF('log.mf4').export('csv')"),
    (b"UnFinMF ", "an unfinished ASAM MDF file", "save CSV: asammdf.MDF('log.mf4').export('csv')"),
    (b"#RRF", "a Rerun recording", "save CSV or Parquet from the program that recorded it"),
    (b"RRF", "a Rerun recording", "save CSV or Parquet from the program that recorded it"),
    (b"\x0e\x03\x13\x01", "an HDF4 file", "save HDF5, NPZ or CSV"),
    (b"CDF\x01", "a NetCDF 3 file", "save NetCDF 4 or CSV"),
    (b"CDF\x02", "a NetCDF 3 file", "save NetCDF 4 or CSV"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Office file", "save the sheet as CSV (File, Save as)"),
    (b"RDX2", "an R data file", "in R: write.csv(data, 'log.csv', row.names = FALSE)"),
    (b"RDX3", "an R data file", "in R: write.csv(data, 'log.csv', row.names = FALSE)"),
    (b"%PDF", "a PDF document", READ),
    (b"\x89PNG", "a picture", READ),
    (b"\xff\xd8\xff", "a picture", READ),
    (b"\x7fELF", "a program", READ),
    (b"\xff\xfe", "text in UTF-16", "save it in UTF-8"),
    (b"\xfe\xff", "text in UTF-16", "save it in UTF-8"),
    (b"BZh", "packed with bzip2", "unpack it first: bunzip2"),
    (b"\xfd7zXZ", "packed with xz", "unpack it first: unxz"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "unpack it first"),
    (b"Rar!", "a RAR archive", "unpack it first"),
    (b"\x04\x22\x4d\x18", "packed with lz4", "unpack it first: unlz4"),
];

/// Complains about formats that are not read.
pub fn check(input: &Input, start: &[u8]) -> Result<(), LogError> {
    let known = BEGINNINGS.iter().find(|(magic, ..)| start.starts_with(magic));
    let known = known.map(|&(_, what, hint)| (what, hint)).or_else(|| by_shape(start));
    match known {
        None => Ok(()),
        Some((what, hint)) => {
            Err(LogError::new(input.name(), Place::File, format!("this is {what}"), hint))
        }
    }
}

/// Formats without a mark at their beginning.
fn by_shape(start: &[u8]) -> Option<(&'static str, &'static str)> {
    let text = start.trim_ascii_start();
    if let [0x80, 2..=5, ..] = start {
        return Some((
            "a Python pickle",
            "a pickle may run any program and is not opened: np.savez('log.npz', t=t, q=q, tau=tau), or DataFrame.to_parquet",
        ));
    }
    if start.get(257..262) == Some(b"ustar") {
        return Some(("a tar archive", "unpack it first: tar xf"));
    }
    if text.starts_with(b"{") || text.starts_with(b"[{") || text.starts_with(b"[[") {
        return Some((
            "JSON",
            "save CSV: in Python pandas.DataFrame(json.load(open('log.json'))).to_csv('log.csv', index=False)",
        ));
    }
    if text.starts_with(b"<?xml") || text.starts_with(b"<!DOCTYPE") || text.starts_with(b"<html") {
        return Some(("XML or HTML", READ));
    }
    if text.starts_with(b"rosbag2_bagfile_information:") {
        return Some(("the metadata.yaml of a ROS 2 bag", "give the folder it is in"));
    }
    is_matlab_4(start).then_some((
        "a MATLAB file of version 4",
        "save it anew: in MATLAB save('log.mat', '-v7', …), in Python scipy.io.savemat('new.mat', scipy.io.loadmat('log.mat'))",
    ))
}

/// Five numbers (type, rows, columns, complex or not, length of the name), then a name.
fn is_matlab_4(start: &[u8]) -> bool {
    let word = |at: usize, big_endian: bool| {
        let bytes: [u8; 4] = start.get(at..at + 4)?.try_into().ok()?;
        Some(if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    };
    let fits = |big_endian: bool| {
        let (kind, complex, name) =
            (word(0, big_endian)?, word(12, big_endian)?, word(16, big_endian)? as usize);
        let digits = (kind / 1000, kind / 100 % 10, kind / 10 % 10, kind % 10);
        let text = start.get(20..20_usize.checked_add(name)?)?;
        let (last, letters) = text.split_last()?;
        let letters = letters.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let known = matches!(digits, (0..=4, 0, 0..=5, 0..=2));
        Some(known && complex < 2 && *last == 0 && letters && name > 1)
    };
    fits(false) == Some(true) || fits(true) == Some(true)
}
