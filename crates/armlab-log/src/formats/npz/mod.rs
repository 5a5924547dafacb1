//! NumPy archives: a ZIP file with an array in every entry.

mod npy;
mod zip;

use super::arrays::{Array, ArraySource, Numbers};
use crate::error::{LogError, Place, shown};
use crate::input::Input;
use crate::source::LogSource;
use std::io::{self, Read};
use zip::Entry;

const HINT: &str = "save named arrays: np.savez('log.npz', t=t, q=q, qd=qd, tau=tau)";

/// The numbers behind an array's header.
struct Stored {
    input: Input,
    entry: Entry,
    header: u64,
}

/// Opens an NPZ file.
pub(super) fn open(input: &Input) -> Result<Box<dyn LogSource>, LogError> {
    let (mut notes, mut arrays) = (Vec::new(), Vec::new());
    let entries = zip::entries(input)?;
    refuse_others(input, &entries)?;
    for entry in entries {
        let name = entry.name.strip_suffix(".npy").unwrap_or(&entry.name);
        let name = name.trim_start_matches('/').to_string();
        match npy::read_header(&mut entry.open(input, 0)?) {
            Ok(npy::Header { element, fortran, shape, length }) => {
                let numbers = Box::new(Stored { input: input.clone(), entry, header: length });
                arrays.push(Array { name, shape, fortran, element, numbers });
            }
            Err(why) => {
                // An array of another kind is whole, a damaged one is not.
                checked(input, &entry)?;
                notes.push(format!("array `{}` was left out: {why}", shown(&name)));
            }
        }
    }
    Ok(Box::new(ArraySource::new(input, "NPZ", arrays, notes, HINT)?))
}

/// ZIP files that are something else, by what is in them.
fn refuse_others(input: &Input, entries: &[Entry]) -> Result<(), LogError> {
    if entries.iter().any(|e| e.name.ends_with(".npy")) {
        return Ok(());
    }
    let has = |start: &str| entries.iter().any(|e| e.name.starts_with(start));
    let (what, hint) = if has("xl/") {
        ("an Excel workbook", "save the sheet as CSV (File, Save as)")
    } else if has("content.xml") {
        ("an OpenDocument file", "save the sheet as CSV (File, Save as)")
    } else if has("simulink") || has("metadata/coreProperties") {
        ("a Simulink model or a MATLAB app", "save the logged signals: save('log.mat', 't', 'q')")
    } else if entries.iter().any(|e| e.name.contains("data.pkl")) {
        ("a PyTorch file", HINT)
    } else if entries.is_empty() {
        ("an empty ZIP archive", HINT)
    } else {
        ("a ZIP archive without NumPy arrays", "unpack it, and give the log that is in it")
    };
    Err(LogError::new(input.name(), Place::File, format!("this is {what}"), hint))
}

impl Numbers for Stored {
    fn open(&self, skip: u64) -> Result<Box<dyn Read>, LogError> {
        if skip > 0 {
            let at = self.header.saturating_add(skip);
            return Ok(Box::new(self.entry.open(&self.input, at)?));
        }
        // From the beginning, so that the checksum can be compared at the end.
        let mut content = self.entry.checked(&self.input)?;
        let fail = |e: io::Error| LogError::reading(self.input.name(), &e);
        io::copy(&mut (&mut content).take(self.header), &mut io::sink()).map_err(fail)?;
        Ok(Box::new(content))
    }

    fn check(&self) -> Result<(), LogError> {
        checked(&self.input, &self.entry)
    }
}

/// Reads an entry to its end, where its checksum is compared.
fn checked(input: &Input, entry: &Entry) -> Result<(), LogError> {
    let mut content = entry.checked(input)?;
    io::copy(&mut content, &mut io::sink()).map(drop).map_err(|e| {
        let mut error = LogError::reading(input.name(), &e);
        error.place = Place::Part(shown(&entry.name));
        error
    })
}
