//! ROS 2 bags in SQLite (`.db3`).
//!
//! Tables `topics` (id, name, type, serialization_format) and `messages` (id, topic_id, timestamp,
//! data); since ROS 2 Iron also `message_definitions`. SQLite checks what it reads; what a file
//! could make it do is limited here: no views, no functions in the schema, bounded values.

use super::Choice;
use super::ros::{self, Bag, LONGEST_MESSAGE, Messages, Topic};
use crate::block::BLOCK_ROWS;
use crate::error::{LogError, Place, shown};
use crate::input::{Input, Opened};
use crate::source::LogSource;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Arc;

/// Most topics of a bag.
const MOST_TOPICS: i64 = 1 << 16;
/// Bytes of messages that are fetched at once, at most one message more.
const FETCHED: usize = 1 << 20;

/// A bag in SQLite.
pub(super) struct Db3Bag {
    input: Input,
}

struct Db3Messages {
    input: Input,
    connection: Connection,
    topic: i64,
    last: i64,
    waiting: VecDeque<(i64, Vec<u8>)>,
    data: Vec<u8>,
}

/// Opens a bag.
pub(super) fn open(input: &Input, choice: &Choice) -> Result<Box<dyn LogSource>, LogError> {
    ros::open(input, &Db3Bag::new(input), choice)
}

fn complaint(input: &Input, error: &rusqlite::Error) -> LogError {
    let message = format!("it cannot be read as a bag: {error}");
    let hint = "the bag is damaged or unfinished; `sqlite3 BAG .recover` may save the rest of it";
    LogError::new(input.name(), Place::File, message, hint)
}

impl Db3Bag {
    pub(super) fn new(input: &Input) -> Self {
        Self { input: input.clone() }
    }

    fn connect(&self) -> Result<Connection, LogError> {
        let fail = |e: rusqlite::Error| complaint(&self.input, &e);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = match (self.input.location(), self.input.open()?) {
            (Some(path), _) => connect_to(path, flags).map_err(fail)?,
            (None, (Opened::Bytes(bytes), size)) => {
                let mut connection = Connection::open_in_memory().map_err(fail)?;
                let read = connection.deserialize_read_exact(c"main", bytes, size as usize, true);
                read.map_err(fail)?;
                connection
            }
            (None, (Opened::File(_), _)) => Connection::open_in_memory().map_err(fail)?,
        };
        restrict(&connection).map_err(fail)?;
        Ok(connection)
    }
}

/// Opens a file; one in a folder that cannot be written, as it stands.
fn connect_to(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    let tried = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    match tried {
        Err(rusqlite::Error::SqliteFailure(e, _))
            if e.code == rusqlite::ErrorCode::CannotOpen
                || e.code == rusqlite::ErrorCode::ReadOnly =>
        {
            let path = path.to_string_lossy();
            let escaped = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            let address = format!("file:{escaped}?immutable=1");
            Connection::open_with_flags(address, flags | OpenFlags::SQLITE_OPEN_URI)
        }
        _ => Ok(connection),
    }
}

/// Takes away what a file could misuse.
fn restrict(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, (LONGEST_MESSAGE + (1 << 16)) as i32)?;
    connection.execute_batch("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")
}

/// Checks that a name is an ordinary table.
fn has_table(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name = ?1 AND type = 'table' \
               AND sql LIKE 'CREATE TABLE%'";
    connection.query_row(sql, [name], |row| row.get::<_, i64>(0)).map(|n| n > 0)
}

impl Bag for Db3Bag {
    fn format(&self) -> &'static str {
        "ROS 2 bag in SQLite"
    }

    fn topics(&self) -> Result<Vec<Topic>, LogError> {
        let fail = |e: rusqlite::Error| complaint(&self.input, &e);
        let connection = self.connect()?;
        for table in ["topics", "messages"] {
            if !has_table(&connection, table).map_err(fail)? {
                let message = format!("this is an SQLite database without a table `{table}`");
                let hint = "a ROS 2 bag has tables `topics` and `messages`; export others to CSV";
                return Err(LogError::new(self.input.name(), Place::File, message, hint));
            }
        }
        let definitions = definitions(&connection).map_err(fail)?;
        let sql = "SELECT id, name, type, serialization_format FROM topics LIMIT ?1";
        let mut statement = connection.prepare(sql).map_err(fail)?;
        let rows = statement.query_map([MOST_TOPICS], |row| {
            let kind: String = row.get(2)?;
            Ok(Topic {
                ids: vec![row.get(0)?],
                name: row.get(1)?,
                definition: definitions.get(&kind).cloned(),
                kind,
                encoding: row.get(3)?,
            })
        });
        rows.map_err(fail)?.collect::<Result<Vec<Topic>, _>>().map_err(fail)
    }

    fn messages(&self, topic: &Topic) -> Result<Box<dyn Messages>, LogError> {
        Ok(Box::new(Db3Messages {
            input: self.input.clone(),
            connection: self.connect()?,
            topic: topic.ids.first().copied().unwrap_or(0),
            last: i64::MIN,
            waiting: VecDeque::new(),
            data: Vec::new(),
        }))
    }
}

/// Definitions of messages in text, by type.
fn definitions(connection: &Connection) -> rusqlite::Result<BTreeMap<String, Arc<str>>> {
    if !has_table(connection, "message_definitions")? {
        return Ok(BTreeMap::new());
    }
    let sql = "SELECT topic_type, encoded_message_definition FROM message_definitions \
               WHERE encoding = 'ros2msg' AND length(encoded_message_definition) < 262144 LIMIT 512";
    let mut statement = connection.prepare(sql)?;
    let rows = statement
        .query_map([], |row| Ok((row.get::<_, String>(0)?, Arc::from(row.get::<_, String>(1)?))))?;
    rows.collect()
}

impl Db3Messages {
    /// Fetches messages behind the last one.
    fn fetch(&mut self) -> rusqlite::Result<()> {
        let sql = "SELECT id, timestamp, data FROM messages \
                   WHERE topic_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3";
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query((self.topic, self.last, BLOCK_ROWS as i64))?;
        let mut bytes = 0;
        while bytes < FETCHED {
            let Some(row) = rows.next()? else { break };
            self.last = row.get(0)?;
            let data: Vec<u8> = row.get(2)?;
            bytes += data.len() + 64;
            self.waiting.push_back((row.get(1)?, data));
        }
        Ok(())
    }
}

impl Messages for Db3Messages {
    fn next(&mut self) -> Result<Option<i64>, LogError> {
        if self.waiting.is_empty() {
            self.fetch().map_err(|e| complaint(&self.input, &e))?;
        }
        let Some((time, data)) = self.waiting.pop_front() else { return Ok(None) };
        if data.len() > LONGEST_MESSAGE {
            let message = format!("a message is longer than {} MiB", LONGEST_MESSAGE >> 20);
            let place = Place::Part(shown("messages"));
            return Err(LogError::new(self.input.name(), place, message, "is it a joint state?"));
        }
        self.data = data;
        Ok(Some(time))
    }

    fn data(&self) -> &[u8] {
        &self.data
    }

    fn unfinished(&self) -> bool {
        false
    }
}
