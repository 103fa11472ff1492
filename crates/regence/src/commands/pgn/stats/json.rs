//! Numbers for programs: one object of JSON.

use super::tally::{Results, Tally};
use crate::json::Quoted;
use std::io::{self, Write};

/// Writes everything, with so many openings and players.
pub fn write(tally: &Tally, top: usize, out: &mut impl Write) -> io::Result<()> {
    let or_null =
        |number: Option<f64>| number.map_or_else(|| "null".to_owned(), |number| format!("{number:.3}"));
    write!(out, "{{{},\"average_plies\":{}", results(&tally.results), or_null(tally.average_plies()))?;
    let openings: Vec<String> = tally
        .openings(top)
        .into_iter()
        .map(|(opening, counts)| {
            let (eco, name) = match opening {
                Some(opening) => (format!("\"{}\"", opening.eco), Quoted(opening.name).to_string()),
                None => ("null".to_owned(), "null".to_owned()),
            };
            format!("{{\"eco\":{eco},\"name\":{name},{}}}", results(&counts))
        })
        .collect();
    write!(out, ",\"opening_count\":{},\"openings\":[{}]", tally.opening_count(), openings.join(","))?;
    let players: Vec<String> = tally
        .players(top)
        .into_iter()
        .map(|(name, score)| {
            format!(
                "{{\"name\":{},\"games\":{},\"won\":{},\"drawn\":{},\"lost\":{},\"unknown\":{},\"percent\":{}}}",
                Quoted(name),
                score.games(),
                score.wins,
                score.draws,
                score.losses,
                score.unknown,
                or_null(score.percent())
            )
        })
        .collect();
    writeln!(out, ",\"player_count\":{},\"players\":[{}]}}", tally.player_count(), players.join(","))
}

/// The members of an object that count games.
fn results(results: &Results) -> String {
    let Results { white, draws, black, unknown } = results;
    let games = results.games();
    format!("\"games\":{games},\"white\":{white},\"draws\":{draws},\"black\":{black},\"unknown\":{unknown}")
}
