//! What `docs/commands.md` shows of the program is what the program does.
#![cfg(unix)] // The examples are written for a shell.

use std::path::Path;
use std::process::Command;

/// The parts of a document between "console" fences, each as commands with the lines that follow them.
fn examples(document: &str) -> Vec<(&str, String)> {
    let mut examples: Vec<(&str, String)> = Vec::new();
    for block in document.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        for line in block.lines() {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command, String::new())),
                (None, Some((_, expected))) => expected.extend([line, "\n"]),
                (None, None) => panic!("an answer without a question: {line}"),
            }
        }
    }
    examples
}

#[test]
fn examples_in_the_document_are_true() {
    let examples = examples(include_str!("../../../docs/commands.md"));
    assert!(examples.len() > 3, "where have they gone?");
    let folder = Path::new(env!("CARGO_BIN_EXE_regence")).parent().expect("a program lies in a folder");
    let inherited = std::env::var("PATH").unwrap_or_default();
    for (command, expected) in examples {
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .env("PATH", format!("{}:{inherited}", folder.display()))
            .output()
            .expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expected.trim_end(), "{command}");
    }
}
