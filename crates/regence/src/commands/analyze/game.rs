//! Looks at every position of the main lines of games, and judges each move by what it throws away.

use super::Shape;
use super::live::{self, Live};
use super::look::{self, Analyst, Line};
use super::written::{self, Style};
use crate::commands::Answer;
use crate::error::Error;
use crate::json::Quoted;
use regence_arena::{Stop, UntilStopped};
use regence_coach::{Judgement, Verdict};
use regence_engine::Situation;
use regence_game::pgn::{Follow, MainLine, Reader, decode};
use regence_game::{AnyPosition, Variant};
use regence_rules::{Move, Position};
use regence_terminal::visible::Visible;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::time::Instant;

/// The games of a file, one after the other. Of a game with an error is told on standard error.
pub fn run(
    analyst: &mut Analyst,
    file: &OsStr,
    shape: Shape,
    live: Option<Live>,
    out: &mut impl Write,
) -> Result<Answer, Error> {
    let refuse = |error| Error::Input { file: file.into(), error };
    let mut reader = Reader::new(open(file, analyst.stop())?);
    let mut visitor = MainLine::new(Played::default());
    let (mut number, mut answer) = (0, Answer::Yes);
    let mut here = Here { analyst, live };
    while !here.is_stopped() && reader.read_game(&mut visitor).map_err(refuse)? {
        if here.is_stopped() {
            break; // in the middle of a game
        }
        number += 1;
        let (played, end) = visitor.finish();
        match end {
            Ok(_) => Review { number, played, shape }.write(&mut here, out)?,
            Err(error) => {
                answer = Answer::No;
                let reason = format!("regence: '{}', game {number}, {error}\n", Visible(file));
                // If nobody can be told, the exit code still says it.
                let _ = io::stderr().write_all(reason.as_bytes());
            }
        }
    }
    Ok(answer)
}

/// The file, or standard input, until somebody says stop.
pub fn open(file: &OsStr, stop: &Stop) -> Result<UntilStopped, Error> {
    let name = file.to_owned();
    let opened = stop.ending(move || -> io::Result<Box<dyn Read>> {
        Ok(if name == "-" { Box::new(io::stdin()) } else { Box::new(File::open(name)?) })
    });
    opened.map_err(|error| Error::Input { file: file.into(), error })
}

/// A game as it was played.
#[derive(Clone, Default)]
pub struct Played {
    pub players: [String; 2],
    pub start: Option<Position>,
    /// Each move, none if a side passed, and the position behind it.
    pub moves: Vec<(Option<Move>, Position)>,
}

impl Follow for Played {
    fn begin(&mut self) {
        *self = Self::default();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        match name {
            b"White" => self.players[0] = decode(value).into_owned(),
            b"Black" => self.players[1] = decode(value).into_owned(),
            _ => {}
        }
    }

    fn start(&mut self, position: &Position) {
        self.start = Some(*position);
    }

    fn play(&mut self, _: &Position, mv: Option<Move>, after: &Position) {
        self.moves.push((mv, *after));
    }
}

/// A game under review.
pub struct Review<'a> {
    pub number: u64,
    pub played: &'a Played,
    pub shape: Shape,
}

/// Whoever knows the best lines of the positions of a game, one after the other.
pub trait Seer {
    /// A game begins.
    fn begin(&mut self);

    /// The best lines of a position, none without legal moves. May show how it looks for them.
    fn look(
        &mut self,
        review: &Review,
        ply: usize,
        situation: &Situation,
        out: &mut impl Write,
    ) -> io::Result<Vec<Line>>;

    /// Whether somebody has had enough.
    fn is_stopped(&self) -> bool;
}

/// Looks here and now, and shows the lines while they change if somebody looks.
struct Here<'a> {
    analyst: &'a mut Analyst,
    live: Option<Live>,
}

impl Seer for Here<'_> {
    fn begin(&mut self) {
        self.analyst.forget();
    }

    fn look(
        &mut self,
        review: &Review,
        ply: usize,
        situation: &Situation,
        out: &mut impl Write,
    ) -> io::Result<Vec<Line>> {
        let (position, started, count) = (situation.position(), Instant::now(), self.analyst.lines());
        let Some(live) = &mut self.live else { return Ok(self.analyst.look(situation, &mut |_, _| {})) };
        let mut drawn = Ok(());
        let lines = self.analyst.look(situation, &mut |news, lines| {
            if news.is_none_or(|rank| rank == lines.len()) && drawn.is_ok() {
                let mut block = live::block(position, lines, started.elapsed(), count);
                let all = review.played.moves.len();
                block[0] = format!("game {}, half-move {ply} of {all}, {}", review.number, block[0]);
                drawn = live.draw(&block, out);
            }
        });
        drawn?;
        live.clear(out)?;
        Ok(lines)
    }

    fn is_stopped(&self) -> bool {
        self.analyst.is_stopped()
    }
}

/// Knows what was found already, position by position.
pub struct Known(pub std::vec::IntoIter<Vec<Line>>);

impl Seer for Known {
    fn begin(&mut self) {}

    fn look(&mut self, _: &Review, _: usize, _: &Situation, _: &mut impl Write) -> io::Result<Vec<Line>> {
        Ok(self.0.next().unwrap_or_default())
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

/// A position of a game, how it came about, and what was found in it.
struct Moment<'a> {
    ply: usize,
    before: Option<&'a Position>,
    mv: Option<Move>,
    position: &'a Position,
    verdict: Option<Verdict>,
    lines: &'a [Line],
}

impl Review<'_> {
    /// Writes what is known of every position of the game.
    pub fn write(&self, seer: &mut impl Seer, out: &mut impl Write) -> Result<(), Error> {
        let Some(start) = &self.played.start else { return Ok(()) };
        seer.begin();
        if self.shape == Shape::Text {
            // As PGN writes what is not known.
            let shown =
                |name: &String| if name.is_empty() { "?".into() } else { Visible(name.as_ref()).to_string() };
            let [white, black] = self.played.players.each_ref().map(shown);
            writeln!(out, "game {}: {white} - {black}", self.number)?;
        }
        let mut situations = self.played.situations().into_iter();
        let Some(first) = situations.next() else { return Ok(()) };
        let lines = found(start, seer.look(self, 0, &first, out)?);
        self.write_moment(
            &Moment { ply: 0, before: None, mv: None, position: start, verdict: None, lines: &lines },
            out,
        )?;
        let (mut before, mut known) = (start, lines);
        for ((ply, (mv, position)), situation) in (1..).zip(&self.played.moves).zip(situations) {
            let lines = found(position, seer.look(self, ply, &situation, out)?);
            if seer.is_stopped() {
                break;
            }
            let next = look::seen(position, lines.first());
            let verdict = mv.map(|mv| Verdict::new(before, mv, &look::seen(before, known.first()), &next));
            let moment = Moment { ply, before: Some(before), mv: *mv, position, verdict, lines: &lines };
            self.write_moment(&moment, out)?;
            (before, known) = (position, lines);
        }
        Ok(())
    }

    fn write_moment(&self, moment: &Moment, out: &mut impl Write) -> io::Result<()> {
        match self.shape {
            Shape::Text => out.write_all(moment.text().as_bytes())?,
            Shape::Json => writeln!(out, "{}", moment.json(self.number, self.style()))?,
        }
        out.flush()
    }

    fn style(&self) -> Style {
        let start = self.played.start.unwrap_or(Position::START);
        match AnyPosition::from(start).variant() {
            Variant::Chess960 => Style::Chess960,
            Variant::Orthodox | Variant::House(_) => Style::Orthodox,
        }
    }
}

/// What was found, or that the game is over.
fn found(position: &Position, lines: Vec<Line>) -> Vec<Line> {
    if lines.is_empty() { vec![look::end(position)] } else { lines }
}

impl Moment<'_> {
    fn judgement(&self) -> Option<Judgement> {
        self.verdict.as_ref()?.judgement
    }

    /// The move that led here with its mark, and the best lines from here on.
    fn text(&self) -> String {
        let name = match (self.before, self.mv) {
            (None, _) => "start".to_owned(),
            (Some(_), None) => "--".to_owned(),
            (Some(before), Some(mv)) => written::moves(before, &[mv]),
        };
        let mark = self.judgement().map_or("", Judgement::mark);
        let mut text = String::new();
        for (index, line) in self.lines.iter().enumerate() {
            let name = if index == 0 { format!("{name}{mark}") } else { String::new() };
            let score = written::score(line.score, self.position.turn());
            let follows = match line.moves.as_slice() {
                [] => written::end(self.position),
                moves => written::moves(self.position, moves),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:14} {score:>7}  depth {:>2}  {follows}", line.depth);
        }
        text
    }

    fn json(&self, game: u64, style: Style) -> String {
        let mv = self.mv.map_or("null".to_owned(), |mv| format!("\"{}\"", style.write(mv)));
        let san = match (self.before, self.mv) {
            (Some(before), Some(mv)) => format!("\"{}\"", before.san(mv)),
            _ => "null".to_owned(),
        };
        let remark = self.verdict.as_ref().and_then(|verdict| verdict.remark.as_deref());
        let remark = remark.map_or("null".to_owned(), |remark| Quoted(remark).to_string());
        let judgement = self.judgement().map_or("null".to_owned(), |found| format!("\"{}\"", found.name()));
        let lines: Vec<String> =
            self.lines.iter().map(|line| written::json(self.position, line, style)).collect();
        format!(
            "{{\"game\":{game},\"ply\":{},\"move\":{mv},\"san\":{san},\"judgement\":{judgement},\"remark\":{remark},\"fen\":{},\"lines\":[{}]}}",
            self.ply,
            Quoted(&self.position.to_string()),
            lines.join(",")
        )
    }
}
