//! Who somebody is: a cookie with a number and a secret, of which only the hash is kept.

use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use regence_store::{StoreError, Topic, UserId};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// What the cookie is called.
const COOKIE: &str = "regence";
/// For how long a browser keeps it, in seconds: a year.
pub const LIFETIME: i64 = 365 * 24 * 3600;
/// How many bytes a secret has.
const SECRET: usize = 32;

/// Whoever sends a request.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The user, if the cookie is right.
    pub user: Option<UserId>,
    /// The number of the cookie.
    pub token: Option<i64>,
    /// What is to be put into the answer.
    cookie: Arc<Mutex<Option<String>>>,
}

impl Visitor {
    /// The user; a new one for a stranger, who gets a cookie.
    pub async fn known(&self, shared: &Shared) -> Result<UserId, Refusal> {
        if let Some(user) = self.user {
            return Ok(user);
        }
        let user = shared.store.create_user(shared.config.time.now()).await?;
        self.sign_in(shared, user).await?;
        Ok(user)
    }

    /// Is this user from now on.
    pub async fn sign_in(&self, shared: &Shared, user: UserId) -> Result<(), Refusal> {
        let mut secret = [0; SECRET];
        getrandom::fill(&mut secret).map_err(|error| StoreError::NoRandomness(error.to_string()))?;
        let hash = Sha256::digest(secret).to_vec();
        let number = shared.store.create_token(user, hash, shared.config.time.now()).await?;
        self.set_cookie(shared, &format!("{number}.{}", hex(&secret)), LIFETIME);
        Ok(())
    }

    /// Is known by another cookie from now on. Whoever may have seen the old one is a stranger.
    pub async fn renew(&self, shared: &Shared, user: UserId) -> Result<(), Refusal> {
        self.sign_in(shared, user).await?;
        self.revoke(shared).await
    }

    /// Is the user of an account from now on. Whoever came as a stranger brings along what was theirs.
    pub async fn enter(&self, shared: &Arc<Shared>, account: UserId) -> Result<(), Refusal> {
        if let Some(stranger) = self.user
            && shared.store.inherit(stranger, account).await?
        {
            shared.bus.tell(Topic::Heirs, format!("{}:{}", stranger.number(), account.number()));
            shared.pass_on([(stranger, account)].into()).await;
        }
        self.renew(shared, account).await
    }

    /// Is a stranger from now on.
    pub async fn sign_out(&self, shared: &Shared) -> Result<(), Refusal> {
        self.revoke(shared).await?;
        self.set_cookie(shared, "", 0);
        Ok(())
    }

    /// Makes the cookie of this request worth nothing, everywhere and at once.
    async fn revoke(&self, shared: &Shared) -> Result<(), Refusal> {
        if let Some(token) = self.token {
            shared.store.delete_token(token).await?;
            shared.cookies.revoke(token);
            shared.bus.tell(Topic::Tokens, token.to_string());
        }
        Ok(())
    }

    fn set_cookie(&self, shared: &Shared, value: &str, lifetime: i64) {
        let secure = if shared.config.is_https { "; Secure" } else { "" };
        let cookie = format!("{COOKIE}={value}; Path=/; Max-Age={lifetime}; HttpOnly; SameSite=Lax{secure}");
        *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = Some(cookie);
    }
}

/// Finds out who sends a request, and sends back the cookie that was made for them, if one was.
pub async fn recognise(State(shared): State<Arc<Shared>>, mut request: Request, next: Next) -> Response {
    let (user, token) = match find(&shared, request.headers()).await {
        Ok(known) => known.unzip(),
        // Whoever cannot be looked up is no stranger: a new cookie would cost them all that is theirs.
        Err(error) => return Refusal::from(error).into_response(),
    };
    let visitor = Visitor { user, token, cookie: Arc::default() };
    request.extensions_mut().insert(visitor.clone());
    let mut response = next.run(request).await;
    let cookie = visitor.cookie.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

async fn find(shared: &Shared, headers: &HeaderMap) -> Result<Option<(UserId, i64)>, StoreError> {
    let Some((number, secret)) = cookie(headers).and_then(read) else { return Ok(None) };
    let token = shared.store.token(number).await?;
    let is_right = |hash: &[u8]| is_same(&Sha256::digest(secret), hash);
    Ok(token.filter(|token| is_right(&token.hash)).map(|token| (token.user, number)))
}

/// The number and the secret of a cookie.
fn read(value: &str) -> Option<(i64, [u8; SECRET])> {
    let (number, secret) = value.split_once('.')?;
    Some((number.parse().ok()?, unhex(secret)?))
}

/// The value of our cookie.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value).next()
}

/// Whether two hashes are the same, in a time that does not tell where they differ.
pub fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |all, (one, other)| all | (one ^ other));
    one.len() == other.len() && std::hint::black_box(differences) == 0
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<[u8; SECRET]> {
    let mut bytes = [0; SECRET];
    if text.len() != 2 * SECRET || !text.is_ascii() {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = read_byte(text.get(2 * index..2 * index + 2)?)?;
    }
    Some(bytes)
}

/// Two digits. The standard library would take a sign for one.
fn read_byte(digits: &str) -> Option<u8> {
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if are_digits { u8::from_str_radix(digits, 16).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_written_and_read_back() {
        let secret = core::array::from_fn(|index| index as u8 * 7);
        assert_eq!(unhex(&hex(&secret)), Some(secret));
        for text in ["", "00", &"g".repeat(64), &"0".repeat(63), &"é".repeat(32), &"+1".repeat(32)] {
            assert_eq!(unhex(text), None, "{text}");
        }
    }

    #[test]
    fn only_equal_hashes_are_the_same() {
        assert!(is_same(b"abc", b"abc"));
        for other in [&b"abd"[..], b"ab", b"abcd", b""] {
            assert!(!is_same(b"abc", other));
        }
    }
}
