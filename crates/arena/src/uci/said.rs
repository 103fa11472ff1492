//! One line of an engine's.

/// What a line says, as far as a client cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said<'a> {
    /// The engine's name.
    Name(&'a str),
    /// An option; the words after `option`.
    Option(&'a str),
    /// It has introduced itself.
    UciOk,
    /// It has done everything that was asked so far.
    ReadyOk,
    /// What it thinks; the words after `info`.
    Info(&'a str),
    /// The move it decided for; empty if it named none.
    BestMove(&'a str),
    /// Anything else.
    Other,
}

impl<'a> Said<'a> {
    /// Reads a line. Words before the first one known are passed over, as the protocol wants it.
    ///
    /// ```
    /// use regence_arena::uci::Said;
    /// assert_eq!(Said::read("bestmove e2e4 ponder e7e5\r"), Said::BestMove("e2e4"));
    /// assert_eq!(Said::read("id name Regence 1"), Said::Name("Regence 1"));
    /// assert_eq!(Said::read("# thinking"), Said::Other);
    /// ```
    pub fn read(line: &'a str) -> Self {
        let mut rest = line.trim();
        while !rest.is_empty() {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let after = after.trim_start();
            match word {
                "uciok" => return Self::UciOk,
                "readyok" => return Self::ReadyOk,
                "info" => return Self::Info(after),
                "option" => return Self::Option(after),
                "bestmove" => {
                    return Self::BestMove(after.split_whitespace().next().unwrap_or_default());
                }
                "id" => {
                    return match after.split_once(char::is_whitespace) {
                        Some(("name", name)) => Self::Name(name.trim_start()),
                        _ => Self::Other,
                    };
                }
                _ => rest = after,
            }
        }
        Self::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Said<'_>) {
        assert_eq!(Said::read(line), expected, "{line:?}");
    }

    #[test]
    fn lines_are_known_by_their_first_known_word() {
        check("uciok", Said::UciOk);
        check("  readyok \r\n", Said::ReadyOk);
        check("bestmove", Said::BestMove(""));
        check("bestmove (none)", Said::BestMove("(none)"));
        check("joho info depth 1", Said::Info("depth 1"));
        check("option\tname Hash type spin", Said::Option("name Hash type spin"));
        check("id author us", Said::Other);
        check("id", Said::Other);
        check("", Said::Other);
        check("copyprotection ok", Said::Other);
    }
}
