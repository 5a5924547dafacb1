//! From connections to requests, until somebody ends it.

use super::connections::{HEAD_TIMEOUT, Place, Register};
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::Future;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower_service::Service;

/// Time for open answers when the server ends.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves until `end` comes.
pub async fn serve(listener: TcpListener, router: Router, end: impl Future<Output = ()>) {
    let register = Register::default();
    let (ended, ending) = watch::channel(false);
    tokio::pin!(end);
    loop {
        tokio::select! {
            () = &mut end => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    let place = register.enter();
                    tokio::spawn(converse(stream, place, router.clone(), ending.clone()));
                }
                // Out of file handles, or the other side is gone already.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            },
        }
    }
    drop(listener);
    let _ = ended.send(true);
    let last = tokio::time::Instant::now() + FAREWELL;
    while register.len() > 0 && tokio::time::Instant::now() < last {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// One connection, until it ends or has to go for another.
async fn converse(
    stream: TcpStream,
    place: Place,
    router: Router,
    mut ending: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let mark = place.mark.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(mark.clone());
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_buf_size(64 << 10);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    tokio::pin!(connection);
    loop {
        tokio::select! {
            _ = connection.as_mut() => break,
            () = place.close.notified() => break,
            _ = ending.changed() => connection.as_mut().graceful_shutdown(),
        }
        if *ending.borrow() {
            let _ = tokio::time::timeout(FAREWELL, connection.as_mut()).await;
            break;
        }
    }
}
