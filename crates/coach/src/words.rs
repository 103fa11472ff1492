//! Words in a row.

/// "this, that and the other"; none of nothing.
pub fn enumerate(words: &[String]) -> Option<String> {
    let (last, rest) = words.split_last()?;
    Some(if rest.is_empty() { last.clone() } else { format!("{} and {last}", rest.join(", ")) })
}
