//! Nobody else gets in.

use crate::client::Lab;

fn health(lab: &Lab, headers: &str) -> u16 {
    let request = format!("GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
    lab.raw(request.as_bytes()).status
}

#[test]
fn only_this_host_this_origin_and_the_token_are_let_in() {
    let lab = Lab::new();
    let (host, token) = (&lab.host, &lab.token);
    let port = host.rsplit(':').next().unwrap();
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let good = format!("Host: {host}\r\n{bearer}");
    assert_eq!(health(&lab, &good), 200);
    assert_eq!(health(&lab, &format!("Host: localhost:{port}\r\n{bearer}")), 200);
    assert_eq!(health(&lab, &format!("{good}Origin: http://{host}\r\n")), 200);
    let cookie = format!("Host: {host}\r\nCookie: a=b; armlab-{port}={token}\r\n");
    assert_eq!(health(&lab, &cookie), 200);
    for foreign in [
        format!("Host: example.org\r\n{bearer}"),
        format!("Host: 127.0.0.1\r\n{bearer}"),
        format!("Host: 127.0.0.1:1\r\n{bearer}"),
        format!("Host: evil.127.0.0.1:{port}\r\n{bearer}"),
        format!("Host: {host}\r\nHost: {host}\r\n{bearer}"),
        format!("{good}Origin: http://example.org\r\n"),
        format!("{good}Origin: https://{host}\r\n"),
        format!("{good}Origin: null\r\n"),
        format!("{good}Sec-Fetch-Site: cross-site\r\n"),
    ] {
        let status = health(&lab, &foreign);
        assert!(status == 403 || status == 400, "{status}: {foreign}");
    }
    for stranger in [
        format!("Host: {host}\r\n"),
        format!("Host: {host}\r\nAuthorization: Bearer {}\r\n", "0".repeat(32)),
        format!("Host: {host}\r\nAuthorization: Bearer \r\n"),
        format!("Host: {host}\r\nCookie: armlab-1={token}\r\n"),
    ] {
        assert_eq!(health(&lab, &stranger), 401, "{stranger}");
    }
}

#[test]
fn the_printed_address_sets_a_strict_cookie_once_and_has_no_token() {
    let lab = Lab::new();
    let open = |query: &str| {
        let host = &lab.host;
        let request =
            format!("GET /?{query} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        lab.raw(request.as_bytes())
    };
    let printed = lab.url();
    assert!(!printed.contains(&lab.token), "{printed}");
    let (_, code) = printed.split_once("/?code=").unwrap();
    let answer = open(&format!("code={code}&test=1")).expect(303);
    assert!(answer.headers.contains("location: /?test=1\r\n"), "{}", answer.headers);
    for part in ["httponly", "samesite=strict", &lab.token] {
        assert!(answer.headers.contains(part), "{}", answer.headers);
    }
    let again = open(&format!("code={code}")).expect(303);
    assert!(!again.headers.contains("set-cookie"), "{}", again.headers);
    assert!(!open(&format!("token={}", lab.token)).headers.contains("set-cookie"));
    let another = lab.post("/address", &serde_json::json!({})).expect(200).json();
    let (_, code) = another["url"].as_str().unwrap().split_once("/?code=").unwrap();
    assert!(open(&format!("code={code}")).expect(303).headers.contains("set-cookie"));
    assert!(!open("code=wrong").expect(303).headers.contains("set-cookie"));
}

#[test]
fn answers_are_not_cached_not_sniffed_and_load_nothing_from_elsewhere() {
    let lab = Lab::new();
    let answer = lab.get("/health").expect(200);
    for header in [
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "content-security-policy: default-src 'none'; script-src 'self'",
        "referrer-policy: no-referrer",
    ] {
        assert!(answer.headers.contains(header), "{header} in {}", answer.headers);
    }
    assert!(!answer.headers.contains("access-control-allow"));
}

#[test]
fn the_page_is_there_without_a_token_and_other_files_are_not() {
    let lab = Lab::new();
    let page = |path: &str| {
        let host = &lab.host;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        lab.raw(request.as_bytes())
    };
    let index = page("/").expect(200);
    assert!(index.headers.contains("text/html") && index.text().contains("armlab"));
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/.git/config", "/a//b", "/x.js"] {
        page(path).problem(404);
    }
}
