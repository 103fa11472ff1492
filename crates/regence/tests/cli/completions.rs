//! What shells complete.

use crate::program::{check_refused, commands, flags, stdout};
use std::process::Command;

#[test]
fn completions_know_every_command_and_flag() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
            for flag in flags(&command).iter().filter(|flag| flag.as_str() != "--help") {
                let name = flag.trim_start_matches('-').trim_end_matches([',', ';', ':', '.']);
                let written = if shell == "fish" { format!("-l {name}") } else { format!("--{name}") };
                assert!(script.contains(&written), "{shell}: {command} {flag}");
            }
        }
    }
    let reason = "expected bash, zsh or fish, not 'tcsh'; see `regence help completions`";
    check_refused(&["completions", "tcsh"], reason);
    check_refused(
        &["completions"],
        "`completions` needs a shell: bash, zsh or fish; see `regence help completions`",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_commands_tasks_flags_and_values() {
    let script = stdout(&["completions", "bash"]);
    for (words, expected) in [
        ("pl", "play"),
        ("ma", "match man"),
        ("--v", "--version"),
        ("pgn ch", "check"),
        ("play --pl", "--plain"),
        ("play --level ea", "easy"),
        ("play --level=ta", "taker"),
        ("play --seed 1", ""),
        ("play --white computer:ta", "taker"),
        ("play --variant c", "chess960 classroom"),
        ("games --result 1", "1-0 1/2-1/2"),
        ("games --result *", "*"),
        ("pgn convert --to ", "pgn uci json"),
        ("play --pgn ", ""),
        ("help ev", "eval"),
        ("completions z", "zsh"),
    ] {
        // As bash cuts the line.
        let cut = words.replace(':', " : ").replace('=', " = ");
        let count = cut.split(' ').count();
        let cut = cut.split(' ').map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
        let call = format!(
            "{script}\nCOMP_LINE='regence {words}'; COMP_POINT=${{#COMP_LINE}}; COMP_WORDS=(regence {cut});
             COMP_CWORD={count}; _regence; echo \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["-c", &call]).output().expect("there is bash");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expected, "{words}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words}");
    }
}
