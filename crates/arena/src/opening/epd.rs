//! Openings as positions: one FEN or EPD a line.

use super::{Opening, OpeningError, OpeningProblem, end};
use regence_game::epd::{EpdFile, EpdFileError};

/// Reads positions. Empty lines and those that begin with `#` are passed over.
pub fn read(text: &[u8], chess960: bool) -> Result<Vec<Opening>, OpeningError> {
    let mut file = if chess960 { EpdFile::chess960(text) } else { EpdFile::new(text) };
    let mut openings = Vec::new();
    while let Some(read) = file.next() {
        let position = match read {
            Ok(epd) => epd.position,
            Err(EpdFileError::Line { place, error }) => {
                return Err(OpeningError { line: place.line, problem: OpeningProblem::Epd(error) });
            }
            // Reading from memory cannot fail.
            Err(EpdFileError::Input(_)) => break,
        };
        if let Some(outcome) = end(&position) {
            return Err(OpeningError { line: file.line(), problem: OpeningProblem::Over(outcome) });
        }
        openings.push(Opening::position(position));
    }
    Ok(openings)
}
