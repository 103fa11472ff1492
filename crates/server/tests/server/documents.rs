//! The description of the interface is true.

use crate::world::World;
use axum::body::Body;
use axum::http::Method;
use serde_json::Value;
use std::collections::BTreeSet;

#[tokio::test]
async fn the_document_describes_what_is_there() {
    let world = World::new().await;
    let mut ann = world.person();
    let document = ann.get("/openapi.json").await.expect(200);
    let prefix = document["servers"][0]["url"].as_str().expect("a prefix").to_owned();
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() >= 15);
    for (path, operations) in paths {
        let place = path.replace("{id}", "123456789abc").replace("{square}", "e4");
        for method in operations.as_object().expect("operations").keys() {
            let method: Method = method.to_uppercase().parse().expect("a method");
            let request = ann.request(method.clone(), &format!("{prefix}{place}")).body(Body::empty());
            let reply = ann.send(request.expect("a request")).await;
            assert_ne!(reply.status, 405, "{method} {path}");
            if reply.status == 404 {
                assert!(reply.text.contains("no game"), "{method} {path} is not there: {}", reply.text);
            }
        }
    }
}

#[tokio::test]
async fn what_is_not_in_the_interface_is_no_page_either() {
    let world = World::new().await;
    let mut ann = world.person();
    for (method, place) in [
        (Method::GET, "/api/v1/"),
        (Method::GET, "/api/v1/nothing"),
        (Method::GET, "/api/v2/me"),
        (Method::POST, "/api/games"),
    ] {
        let request = ann.request(method, place).body(Body::empty()).expect("a request");
        let message = ann.send(request).await.refused(404, "unknown");
        assert!(message.starts_with("there is nothing at /"), "{place}: {message}");
    }
}

#[tokio::test]
async fn every_name_in_the_document_is_explained() {
    let world = World::new().await;
    let document = world.person().get("/openapi.json").await.expect(200);
    let known: BTreeSet<&String> =
        document["components"]["schemas"].as_object().expect("schemas").keys().collect();
    let mut wanted = BTreeSet::new();
    collect(&document, &mut wanted);
    assert!(wanted.len() > 20);
    for name in &wanted {
        assert!(known.contains(name), "{name} is not explained");
    }
}

/// All names that something refers to.
fn collect(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(name) = fields.get("$ref").and_then(Value::as_str) {
                names.insert(name.rsplit('/').next().unwrap_or_default().to_owned());
            }
            fields.values().for_each(|field| collect(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        _ => {}
    }
}

#[tokio::test]
async fn the_handbook_names_every_path_and_code() {
    let handbook = include_str!("../../../../docs/api.md");
    let world = World::new().await;
    let document = world.person().get("/openapi.json").await.expect(200);
    for path in document["paths"].as_object().expect("paths").keys() {
        assert!(handbook.contains(path.as_str()), "{path} is missing in docs/api.md");
    }
}
