//! Starting and ending the server.

use crate::contract::Address;
use crate::routes::projects::{builtin, from_text};
use crate::routes::router;
use crate::server::listen::serve;
use crate::studio::Studio;
use crate::token::{self, Remembered};
use armlab::robot::library;
use armlab_files::{Lock, LockError};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// Largest robot file that is opened from the command line, bytes.
const LARGEST_ROBOT: usize = 32 << 20;

/// The lock in the folder of projects.
const LOCK: &str = ".studio.lock";

/// How long another studio may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// How to start.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Folder of the projects; a folder of the user's own without it.
    pub folder: Option<PathBuf>,
    /// The port; without it the last one, or any that is free.
    pub port: Option<u16>,
    /// A built-in robot, a .urdf or .toml file, or a project's folder to begin with.
    pub path: Option<String>,
}

/// Why the server does not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The folder of the projects.
    #[error("the folder of projects {folder} cannot be used: {why}")]
    Folder {
        /// The folder.
        folder: String,
        /// Why not.
        why: io::Error,
    },
    /// Another studio has the folder.
    #[error("the folder of projects {folder} is {why}")]
    Busy {
        /// The folder.
        folder: String,
        /// By whom.
        why: LockError,
        /// An address of that studio that was not used before, if it gave one.
        address: Option<String>,
    },
    /// The port.
    #[error("port {port} of 127.0.0.1 cannot be used: {why}")]
    Port {
        /// The port.
        port: u16,
        /// Why not.
        why: io::Error,
    },
    /// What was to be opened.
    #[error("{path}: {why}")]
    Open {
        /// As it was typed.
        path: String,
        /// Why not.
        why: String,
    },
    /// Threads, random numbers, signals.
    #[error("the server cannot start: {0}")]
    System(#[from] io::Error),
}

/// A server that runs.
pub struct Running {
    /// The address with its one-time code.
    pub url: String,
    /// The address.
    pub origin: String,
    /// The token.
    pub token: String,
    end: Option<oneshot::Sender<()>>,
    _lock: Lock,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    /// Ends it and waits until it has ended.
    pub fn stop(mut self) {
        self.end.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Default folder of projects: `$XDG_DATA_HOME/armlab/projects`, below the home
/// folder, or here.
fn usual_folder() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")));
    match data {
        Some(data) => data.join("armlab/projects"),
        None => PathBuf::from("armlab-projects"),
    }
}

/// The folder of projects, and what was asked for beside it.
fn folder(options: &Options) -> Result<(PathBuf, Option<String>), StartError> {
    let asked = options.path.as_deref().map(Path::new);
    // A project's folder may be anywhere: its parent is the folder of projects then.
    if let Some(path) = asked.filter(|p| p.join("project.toml").is_file())
        && let Ok(path) = path.canonicalize()
        && let (Some(parent), Some(name)) = (path.parent(), path.file_name())
    {
        return Ok((parent.into(), Some(name.to_string_lossy().into_owned())));
    }
    let folder = options.folder.clone().unwrap_or_else(usual_folder);
    let fail = |why| StartError::Folder { folder: folder.display().to_string(), why };
    armlab_files::create_private_folder(&folder).map_err(fail)?;
    Ok((folder.canonicalize().map_err(fail)?, None))
}

async fn bind(asked: Option<u16>, remembered: Option<u16>) -> Result<TcpListener, StartError> {
    let at = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    if let Some(port) = asked.filter(|port| *port != 0) {
        return TcpListener::bind(at(port)).await.map_err(|why| StartError::Port { port, why });
    }
    let last = remembered.filter(|_| asked.is_none());
    if let Some(port) = last
        && let Ok(listener) = TcpListener::bind(at(port)).await
    {
        return Ok(listener);
    }
    TcpListener::bind(at(0)).await.map_err(|why| StartError::Port { port: 0, why })
}

/// Opens what was named on the command line.
fn open(studio: &Studio, path: &str) -> Result<String, StartError> {
    let fail = |why: String| StartError::Open { path: path.into(), why };
    if library::source(path).is_some() {
        let project = builtin(studio, path, None).map_err(|f| fail(f.0.detail))?;
        return Ok(project.id.clone());
    }
    let size = std::fs::metadata(path).map_err(|e| {
        fail(format!("{e}; give a built-in robot, a .urdf or .toml file, or a project's folder"))
    })?;
    if size.is_dir() {
        return Err(fail("the folder is no project: it has no project.toml".into()));
    }
    let text = armlab_files::read_text(path, LARGEST_ROBOT).map_err(|e| fail(e.message))?;
    let project = from_text(studio, path, &text, None).map_err(|f| {
        let place = match (f.0.line, f.0.column) {
            (Some(line), Some(column)) => format!("line {line}, column {column}: "),
            _ => String::new(),
        };
        fail(format!("{place}{}\nhint: {}", f.0.detail, f.0.hint))
    })?;
    Ok(project.id.clone())
}

/// Starts a server on threads of its own.
pub fn start(options: &Options) -> Result<Running, StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()?;
    let (folder, project) = folder(options)?;
    let remembered = token::recall(&folder);
    let lock = match Lock::acquire(folder.join(LOCK), "") {
        Ok(lock) => lock,
        Err(why @ LockError::Held(_)) => {
            let address = remembered.and_then(|r| ask_for_address(&r));
            return Err(StartError::Busy { folder: folder.display().to_string(), why, address });
        }
        Err(LockError::Io(why)) => {
            return Err(StartError::Folder { folder: folder.display().to_string(), why });
        }
    };
    let listener = runtime.block_on(bind(options.port, remembered.as_ref().map(|r| r.port)))?;
    let port = listener.local_addr()?.port();
    let token = match remembered {
        Some(remembered) => remembered.token,
        None => token::random()?,
    };
    // A folder that cannot keep it costs only a new token at the next start.
    let _ = token::remember(&folder, &Remembered { port, token: token.clone() });
    let studio = Arc::new(Studio::new(&folder, port, token.clone(), token::random()?));
    let first = match (project, &options.path) {
        (Some(id), _) => Some(id),
        (None, Some(path)) => Some(open(&studio, path)?),
        (None, None) => None,
    };
    *studio.first.lock().unwrap_or_else(PoisonError::into_inner) = first;
    let (origin, url) = (studio.origin(), studio.address()?);
    let (end, ended) = oneshot::channel::<()>();
    let thread = std::thread::spawn(move || {
        let router = router(studio.clone());
        let closing = studio.clone();
        runtime.block_on(serve(listener, router, async move {
            let _ = ended.await;
            closing.events.close();
            closing.queue.close();
        }));
        runtime.shutdown_background();
    });
    Ok(Running { url, origin, token, end: Some(end), _lock: lock, thread: Some(thread) })
}

/// Asks a studio that is running for an address that was not used before.
fn ask_for_address(running: &Remembered) -> Option<String> {
    let Remembered { port, token } = running;
    let at = SocketAddr::from((Ipv4Addr::LOCALHOST, *port));
    let mut stream = TcpStream::connect_timeout(&at, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let request = format!(
        "POST /api/v1/address HTTP/1.1\r\nHost: {at}\r\nAuthorization: Bearer {token}\r\n\
         Connection: close\r\nContent-Length: 0\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.take(1 << 16).read_to_string(&mut answer).ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    serde_json::from_str::<Address>(body).ok().map(|a| a.url)
}

/// Serves until the process is interrupted or asked to end; `started` is called with the address.
pub fn run(options: &Options, started: impl FnOnce(&Running)) -> Result<(), StartError> {
    let waiting = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let running = start(options)?;
    started(&running);
    waiting.block_on(interrupted())?;
    running.stop();
    Ok(())
}

/// Ctrl-C or SIGTERM.
async fn interrupted() -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut end = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            done = tokio::signal::ctrl_c() => done,
            _ = end.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
