//! This server among others on the same store: who has which game, and how what concerns the games of others gets there.
//!
//! A game belongs to one node. Requests that reach another are [passed on](forward) to it, and sockets are
//! [relayed](relay); both go on with the next owner when one is gone. Without others, none of this costs anything.

pub mod forward;
pub mod membership;
pub mod relay;

pub use membership::{Absence, Home, Membership};

use axum::http::{HeaderName, Request};

/// By which a node shows that it is one. Whatever else says so is not believed.
pub const NODE: HeaderName = HeaderName::from_static("x-regence-node");

/// For whom a node passes something on: the address that they come from. Believed of nodes alone.
pub const VISITOR: HeaderName = HeaderName::from_static("x-regence-for");

/// A request that another node has passed on, and looked at already.
#[derive(Clone, Copy, Debug)]
pub struct FromNode;

/// Whether another node has passed a request on.
pub fn is_from_node<B>(request: &Request<B>) -> bool {
    request.extensions().get::<FromNode>().is_some()
}
