//! A thousand slow connections do not keep the page out.

use crate::client::Lab;
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

#[test]
fn a_thousand_slow_connections_are_bounded_and_the_page_is_answered() {
    let lab = Lab::new();
    // Half of them say nothing, half begin a request and never end it.
    let mut held: Vec<TcpStream> = Vec::new();
    for k in 0..1000 {
        let Ok(mut stream) = TcpStream::connect(&lab.host) else { continue };
        if k % 2 == 0 {
            let _ = stream.write_all(b"GET /api/v1/health HTTP/1.1\r\nHost: ");
        }
        held.push(stream);
        // Own file handles are bounded, too.
        if held.len() > 400 {
            held.remove(0);
        }
        if k % 100 == 99 {
            let began = Instant::now();
            lab.get("/health").expect(200);
            assert!(began.elapsed() < Duration::from_secs(20));
        }
    }
    lab.get("/robots").expect(200);
}
