//! Openings as positions: one FEN or EPD a line.

use super::{Opening, OpeningError, OpeningProblem};
use regence_rules::{Epd, FenProblem, Position};

/// Reads positions. Empty lines and those that begin with `#` are passed over.
pub fn read(text: &[u8], chess960: bool) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let failed = |problem| OpeningError { line: index as u64 + 1, problem };
        let position = position(line, chess960).map_err(failed)?;
        if let Some(outcome) = position.outcome() {
            return Err(failed(OpeningProblem::Over(outcome)));
        }
        openings.push(Opening::position(position));
    }
    Ok(openings)
}

/// A FEN of six fields, or of four with or without operations.
fn position(line: &[u8], chess960: bool) -> Result<Position, OpeningProblem> {
    let read = if chess960 { Position::from_fen_chess960_bytes } else { Position::from_fen_bytes };
    match read(line) {
        Ok(position) => Ok(position),
        Err(error) if matches!(error.problem, FenProblem::Fields(0..4)) => Err(OpeningProblem::Fen(error)),
        Err(error) => {
            let text = String::from_utf8_lossy(line);
            let epd = if chess960 { Epd::from_line_chess960(&text) } else { Epd::from_line(&text) };
            match epd {
                Ok(epd) => Ok(epd.position),
                Err(why) if text.contains(';') => Err(OpeningProblem::Epd(why)),
                Err(_) => Err(OpeningProblem::Fen(error)),
            }
        }
    }
}
