//! Who may come in at all: no foreign pages, no false names, not too much at once. And what every answer says to the
//! browser about what it may do with it.

use crate::cluster::{FromNode, NODE, VISITOR, is_from_node};
use crate::door::Peer;
use crate::rate::Deed;
use crate::refusal::{Code, Refusal};
use crate::shared::Shared;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

/// What a page may load and do: only what comes from here, and nothing that stands in the page itself.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; \
                      connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Lets a request through, or not.
pub async fn guard(State(shared): State<Arc<Shared>>, mut request: Request, next: Next) -> Response {
    shared.metrics.requests.add(1);
    let peer = request.extensions_mut().remove::<ConnectInfo<Peer>>();
    if let Some(ConnectInfo(peer)) = &peer {
        request.extensions_mut().insert(ConnectInfo(peer.address));
    }
    if shared.node.knows(request.headers()) {
        if let Some(ConnectInfo(peer)) = &peer {
            peer.excuse();
        }
        request.extensions_mut().insert(FromNode);
    }
    request.headers_mut().remove(NODE);
    let told = request.headers_mut().remove(VISITOR);
    let visitor = if is_from_node(&request) {
        // Whoever it is has come to another node, which knows where from.
        told.and_then(|told| told.to_str().ok()?.parse().ok())
    } else {
        if is_from_here(&shared.config.proxies, address(&request), request.headers()) {
            request.extensions_mut().insert(FromHere);
        }
        visitor(&shared.config.proxies, address(&request), request.headers())
    };
    if let Some(visitor) = visitor {
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(visitor, 0)));
    }
    let (began, method, path) = (Instant::now(), request.method().clone(), request.uri().path().to_owned());
    let mut response = match judge(&shared, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let (status, took) = (response.status().as_u16(), began.elapsed().as_millis() as u64);
    tracing::info!(%method, path, status, took, "answered");
    if response.status().is_server_error() {
        shared.metrics.faults.add(1);
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The address of whoever sends a request.
pub fn address(request: &Request) -> IpAddr {
    let known = request.extensions().get::<ConnectInfo<SocketAddr>>();
    known.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip())
}

/// For whom a proxy speaks that is believed: the last in its list that is none itself. Others may have written what stands
/// before that.
fn visitor(proxies: &[IpAddr], from: IpAddr, headers: &HeaderMap) -> Option<IpAddr> {
    let is_proxy = |address: IpAddr| proxies.contains(&address.to_canonical());
    if !is_proxy(from) {
        return None;
    }
    let all = headers.get_all("x-forwarded-for").iter().rev().filter_map(|value| value.to_str().ok());
    let mut all =
        all.flat_map(|value| value.rsplit(',')).map(|address| address.trim().parse::<IpAddr>().ok());
    all.find(|address| !address.is_some_and(is_proxy)).flatten()
}

/// A request from a program on this machine, which no other program has passed on.
#[derive(Clone, Copy, Debug)]
pub struct FromHere;

/// Whether a request comes from this machine itself. A proxy beside us stands for others, and says so even if nobody has
/// told us of it.
fn is_from_here(proxies: &[IpAddr], from: IpAddr, headers: &HeaderMap) -> bool {
    let from = from.to_canonical();
    let is_passed_on = ["forwarded", "x-forwarded-for", "via"].iter().any(|name| headers.contains_key(*name));
    from.is_loopback() && !proxies.contains(&from) && !is_passed_on
}

fn judge(shared: &Shared, request: &Request) -> Result<(), Refusal> {
    if is_from_node(request) {
        // Whoever has sent it there was judged there.
        return Ok(());
    }
    let headers = request.headers();
    let host = host(request);
    let hosts = &shared.config.hosts;
    if !hosts.is_empty() && !host.is_some_and(|host| hosts.iter().any(|known| is_host(known, host))) {
        return Err(Refusal::new(Code::Foreign, "this server is not called by that name"));
    }
    let is_upgrade = headers.contains_key(header::UPGRADE);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (changes || is_upgrade) && is_foreign(headers, host) {
        return Err(Refusal::new(Code::Foreign, "this came from another page, which may not speak for you"));
    }
    let now = shared.config.time.now();
    shared.rates.note(address(request), Deed::Request, now).map_err(|seconds| too_much(shared, seconds))
}

/// Notes something that costs more than a usual request.
pub fn note_effort(shared: &Shared, address: IpAddr) -> Result<(), Refusal> {
    let now = shared.config.time.now();
    shared.rates.note(address, Deed::Effort, now).map_err(|seconds| too_much(shared, seconds))
}

/// Somebody wants too much at once.
pub fn too_much(shared: &Shared, seconds: u64) -> Refusal {
    shared.metrics.refused.add(1);
    let message = format!("too much at once; try again in {seconds} s");
    Refusal { retry_after: Some(seconds), ..Refusal::new(Code::Busy, message) }
}

fn host(request: &Request) -> Option<&str> {
    let header = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    header.or_else(|| request.uri().authority().map(axum::http::uri::Authority::as_str))
}

/// Whether a host is the one of this name, whatever its port.
fn is_host(name: &str, host: &str) -> bool {
    let bare = match host.rsplit_once(':') {
        Some((bare, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => bare,
        _ => host,
    };
    bare.eq_ignore_ascii_case(name)
}

/// Whether the browser says that another page has sent this. Programs that are no browsers say nothing.
fn is_foreign(headers: &HeaderMap, host: Option<&str>) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if text("sec-fetch-site").is_some_and(|site| !["same-origin", "none"].contains(&site)) {
        return true;
    }
    text("origin").is_some_and(|origin| {
        let origin = origin.split_once("://").map(|(_, authority)| authority);
        origin.is_none() || !host.is_some_and(|host| origin.is_some_and(|own| own.eq_ignore_ascii_case(host)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sent: &[(&'static str, &str)], foreign: bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.insert(*name, value.parse().expect("a header"));
        }
        assert_eq!(is_foreign(&headers, Some("chess.example:8080")), foreign, "{sent:?}");
    }

    #[test]
    fn only_our_own_page_speaks_for_somebody() {
        check(&[], false);
        check(&[("origin", "http://chess.example:8080")], false);
        check(&[("origin", "https://CHESS.example:8080")], false);
        check(&[("sec-fetch-site", "same-origin")], false);
        check(&[("sec-fetch-site", "none")], false);
        check(&[("origin", "http://chess.example")], true);
        check(&[("origin", "http://evil.example")], true);
        check(&[("origin", "http://chess.example:8080.evil.example")], true);
        check(&[("origin", "null")], true);
        check(&[("sec-fetch-site", "cross-site")], true);
        check(&[("sec-fetch-site", "same-site"), ("origin", "http://chess.example:8080")], true);
    }

    #[track_caller]
    fn check_visitor(from: &str, forwarded: &[&str], expected: Option<&str>) {
        let read = |text: &str| text.parse::<IpAddr>().expect("an address");
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().expect("a header"));
        }
        let proxies = ["10.0.0.1", "10.0.0.2"].map(read);
        assert_eq!(visitor(&proxies, read(from), &headers), expected.map(read), "{from} {forwarded:?}");
    }

    #[test]
    fn only_proxies_that_are_known_are_believed() {
        check_visitor("10.0.0.1", &["1.2.3.4"], Some("1.2.3.4"));
        check_visitor("::ffff:10.0.0.1", &["1.2.3.4"], Some("1.2.3.4"));
        check_visitor("10.0.0.1", &["6.6.6.6, 1.2.3.4"], Some("1.2.3.4"));
        check_visitor("10.0.0.1", &["6.6.6.6", "2001:db8::1, 10.0.0.2"], Some("2001:db8::1"));
        check_visitor("10.0.0.1", &["1.2.3.4, nonsense"], None);
        check_visitor("10.0.0.1", &["10.0.0.2"], None);
        check_visitor("10.0.0.1", &[], None);
        check_visitor("10.0.0.3", &["1.2.3.4"], None);
    }

    #[track_caller]
    fn check_here(from: &str, sent: &[&'static str], expected: bool) {
        let read = |text: &str| text.parse::<IpAddr>().expect("an address");
        let mut headers = HeaderMap::new();
        for name in sent {
            headers.insert(*name, HeaderValue::from_static("127.0.0.1"));
        }
        let proxies = ["127.0.0.2"].map(read);
        assert_eq!(is_from_here(&proxies, read(from), &headers), expected, "{from} {sent:?}");
    }

    #[test]
    fn proxies_are_not_this_machine() {
        check_here("127.0.0.1", &[], true);
        check_here("::1", &[], true);
        check_here("::ffff:127.0.0.1", &[], true);
        check_here("10.0.0.1", &[], false);
        check_here("127.0.0.2", &[], false);
        check_here("127.0.0.1", &["x-forwarded-for"], false);
        check_here("127.0.0.1", &["forwarded"], false);
        check_here("127.0.0.1", &["via"], false);
    }

    #[test]
    fn names_of_hosts_are_compared_without_their_ports() {
        for (name, host, is_it) in [
            ("localhost", "localhost:1851", true),
            ("localhost", "LOCALHOST", true),
            ("[::1]", "[::1]:1851", true),
            ("127.0.0.1", "127.0.0.1.evil.example", false),
            ("localhost", "localhost:x", false),
        ] {
            assert_eq!(is_host(name, host), is_it, "{host}");
        }
    }
}
