//! Checks the games of one stream with several threads, and writes a line about each, in order.

use crate::commands::Answer;
use crate::pgn_chunks::{Chunk, Chunks};
use crate::progress::Progress;
use regence_game::pgn::{EndOfText, GameCheck, Reader};
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::Instant;

/// Why a stream could not be checked to its end.
pub enum Failure {
    /// It cannot be read.
    Input(io::Error),
    /// The lines cannot be written.
    Output(io::Error),
}

/// Checks games, one chunk after another or several at a time.
pub fn check(
    mut input: impl Read + Send,
    threads: u32,
    out: &mut impl Write,
    progress: &Progress,
) -> Result<Answer, Failure> {
    let mut report = Report { out, progress, games: 0, answer: Answer::Yes, shown: Instant::now() };
    if threads > 1 {
        let is_done = thread::scope(|scope| match start(scope, &mut input, threads) {
            Some(pieces) => report.write_in_order(&pieces).map(|()| true),
            None => Ok(false),
        })?;
        if is_done {
            return Ok(report.answer);
        }
    }
    report.read_on(input, 1)?;
    Ok(report.answer)
}

/// A chunk on its way: what will be found in it, or why there is none.
type Piece = io::Result<Receiver<Checked>>;

/// A chunk that has been looked at.
struct Checked {
    chunk: Chunk,
    /// What follows the number of each game, a line for each.
    lines: Vec<u8>,
    answer: Answer,
    end: EndOfText,
}

impl Checked {
    fn new(chunk: Chunk) -> Self {
        let mut reader = Reader::at_line(chunk.text.as_slice(), chunk.line);
        let (mut game, mut lines, mut answer) = (GameCheck::new(), Vec::new(), Answer::Yes);
        // Neither reading from memory nor writing to it can fail.
        while let Ok(true) = reader.read_game(&mut game) {
            if matches!(write_verdict(&game, &mut lines), Ok(Answer::No)) {
                answer = Answer::No;
            }
        }
        let end = if chunk.ends_well { reader.end_of_text() } else { EndOfText::Open };
        Self { chunk, lines, answer, end }
    }
}

/// Starts one thread that cuts the input and others that look at what is cut; the pieces come out in order. `None` if
/// there are no threads to be had, and then nothing has been read.
fn start<'scope, 'input: 'scope, R: Read + Send>(
    scope: &'scope Scope<'scope, '_>,
    input: &'input mut R,
    threads: u32,
) -> Option<Receiver<Piece>> {
    // So many chunks may be waiting; that bounds the memory.
    let (pieces, in_order) = sync_channel(threads as usize + 2);
    let (jobs, waiting) = channel::<(Chunk, Sender<Checked>)>();
    let waiting = Arc::new(Mutex::new(waiting));
    let mut started = 0;
    for _ in 0..threads {
        let waiting = waiting.clone();
        let work = move || {
            // The lock is held while waiting: whoever gets it is the next to be given something.
            while let Ok(Ok((chunk, done))) = waiting.lock().map(|jobs| jobs.recv()) {
                // If nobody waits for it any more, it does not matter.
                let _ = done.send(Checked::new(chunk));
            }
        };
        started += u32::from(thread::Builder::new().spawn_scoped(scope, work).is_ok());
    }
    let cut = move || cut(Chunks::new(input), &jobs, &pieces);
    let is_cutting = started > 0 && thread::Builder::new().spawn_scoped(scope, cut).is_ok();
    is_cutting.then_some(in_order)
}

/// Hands out chunks until there are no more, or nobody wants them.
fn cut<R: Read>(mut chunks: Chunks<R>, jobs: &Sender<(Chunk, Sender<Checked>)>, pieces: &SyncSender<Piece>) {
    loop {
        match chunks.next() {
            Ok(None) => return,
            Ok(Some(chunk)) => {
                let (done, result) = channel();
                if pieces.send(Ok(result)).is_err() || jobs.send((chunk, done)).is_err() {
                    return;
                }
            }
            Err(error) => {
                let _ = pieces.send(Err(error));
                return;
            }
        }
    }
}

/// The lines being written.
struct Report<'a, W> {
    out: &'a mut W,
    progress: &'a Progress,
    games: u64,
    answer: Answer,
    shown: Instant,
}

impl<W: Write> Report<'_, W> {
    fn write_in_order(&mut self, pieces: &Receiver<Piece>) -> Result<(), Failure> {
        let mut next = pieces.recv().ok();
        while let Some(piece) = next {
            let checked = received(piece).map_err(Failure::Input)?;
            next = pieces.recv().ok();
            if checked.end == EndOfText::Open && next.is_some() {
                // The cut went through a game. That is rare, so from here on everything is read in one go.
                let line = checked.chunk.line;
                let rest = Rest { text: io::Cursor::new(checked.chunk.text), next, pieces };
                return self.read_on(rest, line);
            }
            self.write_chunk(&checked).map_err(Failure::Output)?;
        }
        Ok(())
    }

    fn write_chunk(&mut self, checked: &Checked) -> io::Result<()> {
        for line in checked.lines.split_inclusive(|&byte| byte == b'\n') {
            self.games += 1;
            write!(self.out, "{}\t", self.games)?;
            self.out.write_all(line)?;
        }
        self.add(checked.answer);
        Ok(())
    }

    /// Checks everything that comes, without help.
    fn read_on(&mut self, input: impl Read, line: u64) -> Result<(), Failure> {
        let mut reader = Reader::at_line(input, line);
        let mut game = GameCheck::new();
        while reader.read_game(&mut game).map_err(Failure::Input)? {
            self.games += 1;
            write!(self.out, "{}\t", self.games).map_err(Failure::Output)?;
            let answer = write_verdict(&game, self.out).map_err(Failure::Output)?;
            self.add(answer);
        }
        Ok(())
    }

    fn add(&mut self, answer: Answer) {
        if answer == Answer::No {
            self.answer = Answer::No;
        }
        if self.shown.elapsed() >= Progress::INTERVAL {
            self.progress.show_games(self.games);
            self.shown = Instant::now();
        }
    }
}

/// What was found in a chunk, once it has been looked at.
fn received(piece: Piece) -> io::Result<Checked> {
    piece?.recv().map_err(|_| io::Error::other("a thread has ended early"))
}

/// What is left of a stream that has been cut: the rest of a chunk, and those that follow.
struct Rest<'a> {
    text: io::Cursor<Vec<u8>>,
    next: Option<Piece>,
    pieces: &'a Receiver<Piece>,
}

impl Read for Rest<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.next.take().or_else(|| self.pieces.recv().ok()) {
                Some(piece) => self.text = io::Cursor::new(received(piece)?.chunk.text),
                None => return Ok(0),
            }
        }
    }
}

/// Writes what follows a game's number.
fn write_verdict(game: &GameCheck, out: &mut impl Write) -> io::Result<Answer> {
    match game.verdict() {
        Ok(summary) => {
            let (plies, fen) = (summary.plies, summary.position.fen_text());
            writeln!(out, "{plies}\t{}\t{}\t{}", fen.as_str(), summary.result, summary.termination)?;
            Ok(Answer::Yes)
        }
        Err(error) => {
            writeln!(out, "error\t{}\t{}", error.place, error.problem)?;
            Ok(Answer::No)
        }
    }
}
