//! Completions for bash.

use super::values::{self, Values};
use crate::arguments::Flag;
use crate::commands::Command;

/// A function that bash calls for every word. Bash cuts words at `:` and `=`, we do not: what is typed is read from the
/// line, and what was typed before such a cut is left out of the answers.
pub fn script() -> String {
    let names = Command::ALL.map(Command::name).join(" ");
    let cases = Command::ALL.map(case).concat();
    format!(
        r#"# What bash completes for regence; made by `regence completions bash`.
_regence() {{
    local line=${{COMP_LINE:0:COMP_POINT}} piece=${{COMP_WORDS[COMP_CWORD]}}
    local word=${{line##*[[:space:]]}}
    local before=${{line%"$word"}} flags='' words='' values='' kind='' cut reply
    before=${{before%"${{before##*[![:space:]]}}"}}
    before=${{before##*[[:space:]]}}
    COMPREPLY=()
    case $piece in [:=]) piece='' ;; esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        values='{names} --help --version'
    else
        case ${{COMP_WORDS[1]}} in
{cases}        esac
        case $word in --*=*) before=${{word%%=*}} word=${{word#*=}} ;; esac
        _regence_values "${{COMP_WORDS[1]}}" "$before"
        case $kind in
            words) ;;
            file) return ;;
            folder) compopt -o dirnames +o default 2>/dev/null; return ;;
            other) compopt +o default +o bashdefault 2>/dev/null; return ;;
            *) case $word in -*) values="$flags --help" ;; *) values=$words ;; esac ;;
        esac
    fi
    cut=${{word%"$piece"}}
    while IFS= read -r reply; do
        COMPREPLY+=("${{reply#"$cut"}}")
    done < <(compgen -W "$values" -- "$word")
}}
# What may follow a flag.
_regence_values() {{
    case "$1 $2" in
{values}    esac
}}
complete -o bashdefault -o default -F _regence regence
"#,
        values = Command::ALL.map(values_of).concat(),
    )
}

fn case(command: Command) -> String {
    let flags: Vec<&str> = command.flags().iter().map(|flag| flag.text()).collect();
    let (flags, words) = (flags.join(" "), command.words().join(" "));
    format!("            {}) flags='{flags}' words='{words}' ;;\n", command.name())
}

/// What may follow the flags of a command, a line each.
fn values_of(command: Command) -> String {
    let line = |flag: &Flag| {
        let kind = match values::of(command, *flag) {
            Values::Words(words) => format!("kind=words values='{}'", words.join(" ")),
            Values::File => "kind=file".into(),
            Values::Folder => "kind=folder".into(),
            Values::Anything => "kind=other".into(),
        };
        format!("        '{} {}') {kind} ;;\n", command.name(), flag.text())
    };
    command.flags().iter().filter(|flag| flag.takes_value()).map(line).collect()
}
