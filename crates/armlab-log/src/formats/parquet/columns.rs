//! Columns of a Parquet file: which hold numbers, and how they become doubles.

use crate::names::with_unit;
use crate::source::Column;
use crate::unit::Unit;
use ::parquet::basic::{LogicalType, TimeUnit, Type};
use ::parquet::column::reader::ColumnReaderImpl;
use ::parquet::data_type::DataType;
use ::parquet::errors::ParquetError;
use ::parquet::schema::types::ColumnDescriptor;

/// Name and unit of a column of numbers, or why it is none.
pub fn described(column: &ColumnDescriptor) -> Result<Column, String> {
    if column.max_rep_level() > 0 {
        return Err("it holds lists: save one column per joint".into());
    }
    let numbers = matches!(
        column.physical_type(),
        Type::BOOLEAN | Type::INT32 | Type::INT64 | Type::FLOAT | Type::DOUBLE
    );
    let logical = column.logical_type_ref();
    if !numbers || matches!(logical, Some(LogicalType::Decimal(_) | LogicalType::Date)) {
        return Err("it does not hold numbers".into());
    }
    let mut described = with_unit(&column.path().parts().join("."));
    if let Some(LogicalType::Timestamp(kind) | LogicalType::Time(kind)) = logical {
        let unit = match kind.unit {
            TimeUnit::MILLIS => "ms",
            TimeUnit::MICROS => "us",
            TimeUnit::NANOS => "ns",
        };
        described.unit = Unit::parse(unit);
        described.unknown_unit = None;
    }
    Ok(described)
}

/// Reads up to `rows` values and appends them; nulls become NaN.
pub fn read<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
    defined: i16,
    levels: &mut Vec<i16>,
    column: &mut Vec<f64>,
    number: impl Fn(&T::T) -> f64,
) -> Result<(), ParquetError> {
    let mut values: Vec<T::T> = Vec::with_capacity(rows);
    let mut got = 0;
    levels.clear();
    while got < rows {
        let wanted = (defined > 0).then_some(&mut *levels);
        let (records, ..) = reader.read_records(rows - got, wanted, None, &mut values)?;
        if records == 0 {
            break;
        }
        got += records;
    }
    let mut numbers = values.iter().map(number);
    if defined == 0 || numbers.len() == got {
        column.extend(numbers);
    } else {
        let filled = levels
            .iter()
            .map(|&l| if l == defined { numbers.next().unwrap_or(f64::NAN) } else { f64::NAN });
        column.extend(filled);
    }
    Ok(())
}
