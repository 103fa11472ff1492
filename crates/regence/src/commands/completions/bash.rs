//! Completions for bash.

use crate::commands::Command;

/// A function that bash calls for every word.
pub fn script() -> String {
    let names = Command::ALL.map(Command::name).join(" ");
    let cases = Command::ALL.map(case).concat();
    format!(
        r#"# What bash completes for regence; made by `regence completions bash`.
_regence() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local flags='' valued='' words=''
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{names} --help --version" -- "$word"))
        return
    fi
    case ${{COMP_WORDS[1]}} in
{cases}    esac
    # What follows a flag with a value may be the name of a file, which bash completes by itself.
    case " $valued " in *" $before "*) return ;; esac
    case $word in
        -*) COMPREPLY=($(compgen -W "$flags --help" -- "$word")) ;;
        *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    esac
}}
complete -o bashdefault -o default -F _regence regence
"#
    )
}

fn case(command: Command) -> String {
    let join = |words: Vec<&str>| words.join(" ");
    let flags = command.flags();
    let all = join(flags.iter().map(|flag| flag.text()).collect());
    let valued = join(flags.iter().filter(|flag| flag.takes_value()).map(|flag| flag.text()).collect());
    let words = join(command.words());
    format!("        {}) flags='{all}' valued='{valued}' words='{words}' ;;\n", command.name())
}
