//! Numbers for people: tables in columns.

use super::tally::{Results, Tally};
use regence_terminal::visible::Visible;
use std::io::{self, Write};

/// Writes everything, with so many openings and players.
pub fn write(tally: &Tally, top: usize, out: &mut impl Write) -> io::Result<()> {
    write_results(&tally.results, out)?;
    if let Some(plies) = tally.average_plies() {
        writeln!(out, "half-moves {plies:>9.1} on average")?;
    }
    let openings = tally.openings(top);
    if !openings.is_empty() {
        writeln!(out, "\nOpenings: {} of {}", openings.len(), tally.opening_count())?;
        writeln!(out, "{:>9} {:>9} {:>9} {:>9}  ECO  name", "games", "1-0", "1/2-1/2", "0-1")?;
    }
    for (opening, results) in openings {
        let Results { white, draws, black, .. } = results;
        write!(out, "{:>9} {white:>9} {draws:>9} {black:>9}  ", results.games())?;
        match opening {
            Some(opening) => writeln!(out, "{}  {}", opening.eco, opening.name)?,
            None => writeln!(out, "-    no named opening")?,
        }
    }
    let players = tally.players(top);
    if !players.is_empty() {
        writeln!(out, "\nPlayers: {} of {}", players.len(), tally.player_count())?;
        writeln!(out, "{:>9} {:>9} {:>9} {:>9} {:>9}  name", "games", "won", "drawn", "lost", "score")?;
    }
    for (name, score) in players {
        let percent = score.percent().map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"));
        write!(out, "{:>9} {:>9} {:>9} {:>9}", score.games(), score.wins, score.draws, score.losses)?;
        writeln!(out, " {percent:>9}  {}", Visible(name.as_ref()))?;
    }
    Ok(())
}

#[allow(clippy::cast_precision_loss)] // One decimal is shown.
fn write_results(results: &Results, out: &mut impl Write) -> io::Result<()> {
    let games = results.games();
    writeln!(out, "games      {games:>9}")?;
    let counts = [results.white, results.draws, results.black, results.unknown];
    for (name, count) in ["1-0", "1/2-1/2", "0-1", "*"].into_iter().zip(counts) {
        if count > 0 {
            writeln!(out, "{name:<10} {count:>9} {:>9.1} %", 100.0 * count as f64 / games as f64)?;
        }
    }
    Ok(())
}
