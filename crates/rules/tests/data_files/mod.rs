//! Reads the tables of cases in `tests/data`.
#![allow(dead_code, reason = "no suite reads every kind of table")]

/// The columns of each row of a table; lines that begin with `#` are comments.
pub fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
}

/// The positions of `perft.epd`, each with its leaf nodes from depth 1 on.
pub fn perft_positions() -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    rows(include_str!("../data/perft.epd")).map(|row| {
        let mut parts = row[0].split(" ;");
        let fen = parts.next().unwrap();
        let counts = parts.enumerate().map(|(index, part)| {
            let (depth, nodes) = part.split_once(' ').unwrap();
            assert_eq!(depth, format!("D{}", index + 1), "{fen}");
            nodes.parse().unwrap()
        });
        (fen, counts.collect())
    })
}

/// The bytes that a column stands for: `\xNN` is one byte, `@repeat N TEXT` is TEXT so many times.
pub fn bytes(column: &str) -> Vec<u8> {
    if let Some((times, text)) = column.strip_prefix("@repeat ").and_then(|rest| rest.split_once(' ')) {
        return bytes(text).repeat(times.parse().unwrap());
    }
    let mut parts = column.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(digits, 16).unwrap());
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes
}
