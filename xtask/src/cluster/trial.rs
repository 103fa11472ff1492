//! Plays on a cluster as somebody would who has just started it: a game against the computer, each request at whichever
//! server the proxy chooses.

use super::{Places, WORKERS};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

/// What is played against the computer. It must be legal whatever the computer does.
const MOVES: [&str; 3] = ["a3", "b3", "h3"];

/// How often to look whether something is so, and how long in all: not so often that a server takes us for a nuisance.
const LOOK: Duration = Duration::from_millis(200);
const LOOKS: usize = 300;

/// Plays, and says what is not as it should be.
pub(super) fn play(places: &Places) -> Result<(), String> {
    for node in &places.nodes {
        let (status, _, told) = ask(node, "GET", "/healthz", "", "")?;
        require(status == 200, "a server is not well", &told)?;
    }
    let counted = |name: &str| -> Result<u64, String> {
        let all = places.nodes.iter().map(|node| ask(node, "GET", "/metrics", "", ""));
        all.map(|told| Ok(count(&told?.2, name))).sum()
    };
    wait_until("every server knows of the workers", || {
        Ok(counted("regence_workers")? == (WORKERS * places.nodes.len()) as u64)
    })?;
    let wish = r#"{"players":{"white":"me","black":"engine:1500"}}"#;
    let (status, cookie, made) = ask(&places.proxy, "POST", "/api/v1/games", "", wish)?;
    require(status == 201, "a game cannot be opened", &made)?;
    let id = text_after(&made, r#""id":""#).ok_or_else(|| format!("the game has no name: {made}"))?;
    for (round, mv) in MOVES.iter().enumerate() {
        let command = format!(r#"{{"do":"play","move":"{mv}"}}"#);
        let path = format!("/api/v1/games/{id}/commands");
        let (status, _, told) = ask(&places.proxy, "POST", &path, &cookie, &command)?;
        require(status == 200, "a move cannot be played", &told)?;
        for node in &places.nodes {
            wait_until("the computer answers", || {
                let (_, _, seen) = ask(node, "GET", &format!("/api/v1/games/{id}"), &cookie, "")?;
                Ok(text_after(&seen, r#""ply":"#) == Some((2 * round + 2).to_string()))
            })?;
        }
    }
    let answers = counted("regence_answers_of_workers_total")?;
    require(answers > 0, "no worker has thought about a move", "regence_answers_of_workers_total is 0")
}

fn require(is_so: bool, what: &str, told: &str) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(format!("{what}: {}", told.trim())) }
}

fn wait_until(what: &str, is_so: impl Fn() -> Result<bool, String>) -> Result<(), String> {
    for _ in 0..LOOKS {
        if is_so()? {
            return Ok(());
        }
        sleep(LOOK);
    }
    Err(format!("waited in vain until {what}"))
}

/// The word or number that follows something in a text.
fn text_after(text: &str, mark: &str) -> Option<String> {
    let rest = text.split(mark).nth(1)?;
    Some(rest.chars().take_while(char::is_ascii_alphanumeric).collect())
}

/// What is counted under a name.
fn count(metrics: &str, name: &str) -> u64 {
    let row = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    row.and_then(|row| row.trim().parse().ok()).unwrap_or(0)
}

/// Asks a server something: the status, the cookie that it gives, and the answer.
fn ask(
    address: &str,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<(u16, String, String), String> {
    let told = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut told = String::new();
        stream.read_to_string(&mut told).map(|_| told)
    };
    let told = told().map_err(|error| format!("{address} does not answer: {error}"))?;
    let (head, body) = told.split_once("\r\n\r\n").ok_or_else(|| format!("{address} says {told:?}"))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
    Ok((status.ok_or_else(|| format!("{address} says {head:?}"))?, cookie.to_owned(), body.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_and_named_is_found() {
        let metrics = "# HELP regence_workers how many\nregence_workers 2\nregence_workers_of 3\n";
        assert_eq!((count(metrics, "regence_workers"), count(metrics, "regence_jobs")), (2, 0));
        assert_eq!(text_after(r#"{"id":"ABC","ply":12}"#, r#""ply":"#).as_deref(), Some("12"));
        assert_eq!(text_after("{}", r#""id":""#), None);
    }
}
