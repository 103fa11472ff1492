//! The page itself, built into the program and compressed there.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the page.
struct Asset {
    path: &'static str,
    kind: &'static str,
    /// Changes with what is in it.
    tag: &'static str,
    plain: &'static [u8],
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

/// Files whose names change with what is in them may be kept for ever.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A file of the page. What is no file is a place within the page, which finds its way by itself.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, "GET is what is possible here\n").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let find = |path: &str| ASSETS.iter().find(|asset| asset.path == path);
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    match find(path).or_else(|| if is_file { None } else { find("index.html") }) {
        Some(asset) => serve(asset, &headers),
        None if is_file => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
        None => missing(),
    }
}

fn serve(asset: &Asset, headers: &HeaderMap) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepts = |coding: &str| {
        let mut codings = text(header::ACCEPT_ENCODING).split(',').map(str::trim);
        codings.any(|one| one.split(';').next() == Some(coding) && !one.ends_with(";q=0"))
    };
    let (coding, bytes) = match (asset.brotli, asset.gzip) {
        (Some(bytes), _) if accepts("br") => (Some("br"), bytes),
        (_, Some(bytes)) if accepts("gzip") => (Some("gzip"), bytes),
        _ => (None, asset.plain),
    };
    let is_known = text(header::IF_NONE_MATCH).contains(asset.tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        (StatusCode::OK, bytes).into_response()
    };
    let keep = if asset.path.starts_with("assets/") { FOR_EVER } else { "no-cache" };
    let mut set =
        |name, value: &'static str| response.headers_mut().insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, asset.kind);
    set(header::CACHE_CONTROL, keep);
    set(header::ETAG, asset.tag);
    set(header::VARY, "accept-encoding");
    if let Some(coding) = coding.filter(|_| !is_known) {
        set(header::CONTENT_ENCODING, coding);
    }
    response
}

/// The program was built without its page.
fn missing() -> Response {
    let page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Regence</title><p>{MISSING} The rest of the server \
         works: see <a href=/api/v1/openapi.json>/api/v1/openapi.json</a>."
    );
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}
