//! Whether everything in the shipped program may be given away as we give ours: MIT OR Apache-2.0.

use crate::steps::cargo;

/// Licences that ask for nothing but to be named.
const PERMISSIVE: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Looks at every package that is compiled into the program, on any platform.
pub fn check() -> Result<(), String> {
    let words =
        ["tree", "--package", "regence", "--edges", "normal,build", "--target", "all", "--prefix", "none"];
    let format = ["--format", "{p}\t{l}"];
    let output = cargo(&[&words[..], &format].concat()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    let listed = String::from_utf8_lossy(&output.stdout);
    let mut packages: Vec<(&str, &str)> = listed
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(package, licence)| (package, licence.trim_end_matches(" (*)")))
        .collect();
    packages.sort_unstable();
    packages.dedup();
    if packages.is_empty() {
        return Err("cargo tree lists no packages".to_owned());
    }
    if let Some((package, licence)) = packages.iter().find(|(_, licence)| !is_permissive(licence)) {
        return Err(format!("{package} is licensed '{licence}', which we cannot ship"));
    }
    println!("   {} packages, all permissive", packages.len());
    Ok(())
}

/// Whether a licence expression leaves a choice in which every part is permissive.
fn is_permissive(expression: &str) -> bool {
    let expression = expression.trim();
    // `OR` binds less than `AND`; the slash is how `OR` was written in the past.
    for or in [" OR ", "/"] {
        if let Some((left, right)) = split_outside_brackets(expression, or) {
            return is_permissive(left) || is_permissive(right);
        }
    }
    if let Some((left, right)) = split_outside_brackets(expression, " AND ") {
        return is_permissive(left) && is_permissive(right);
    }
    match expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => is_permissive(inner),
        None => PERMISSIVE.contains(&expression),
    }
}

/// The expression in two where the operator first stands outside of brackets.
fn split_outside_brackets<'a>(expression: &'a str, operator: &str) -> Option<(&'a str, &'a str)> {
    expression
        .match_indices(operator)
        .map(|(at, _)| (&expression[..at], &expression[at + operator.len()..]))
        .find(|(left, _)| left.matches('(').count() == left.matches(')').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expression: &str, permissive: bool) {
        assert_eq!(is_permissive(expression), permissive, "{expression}");
    }

    #[test]
    fn permissive_licences_and_choices_are_taken() {
        check("MIT", true);
        check("MIT OR Apache-2.0", true);
        check("MIT/Apache-2.0", true);
        check("GPL-3.0 OR MIT", true);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", true);
        check("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", true);
    }

    #[test]
    fn everything_else_is_refused() {
        check("", false);
        check("GPL-3.0", false);
        check("GPL-3.0+", false);
        check("AGPL-3.0-only OR LGPL-3.0", false);
        check("MIT AND GPL-3.0", false);
        check("(MIT OR Apache-2.0) AND GPL-2.0", false);
        check("MPL-2.0", false);
    }
}
