//! Reads the games of one stream with several threads, and hands over what was found in each, in order.

use crate::pgn_chunks::{Chunk, Chunks, Next};
use crate::progress::Progress;
use regence_game::pgn::{EndOfText, GameError, Reader, Visitor};
use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::Instant;

/// What is looked for in games.
pub trait Search: Sync {
    /// Who looks at them; one for each thread.
    type Visitor: Visitor;
    /// What is found in a game without errors.
    type Found: Send;
    /// Whether the text of games is wanted as well.
    const WANTS_TEXT: bool = false;

    /// Somebody who looks at games.
    fn visitor(&self) -> Self::Visitor;

    /// What was found in the game that has just been read, or the first thing wrong with it.
    fn found(&self, visitor: &mut Self::Visitor) -> Result<Self::Found, GameError>;
}

/// What was found in a game, or the first thing wrong with it.
pub type Outcome<S> = Result<<S as Search>::Found, GameError>;

/// A game that has been looked at.
pub struct Game<'a, T> {
    /// Its number in the stream, from 1.
    pub number: u64,
    /// What was found.
    pub found: T,
    /// The game as it is written, up to where the next one begins; nothing if that is not wanted.
    pub text: &'a [u8],
}

/// Why a stream could not be read to its end.
pub enum Failure {
    /// It cannot be read.
    Input(io::Error),
    /// What was found cannot be written.
    Output(io::Error),
}

/// Looks at all games of a stream, one chunk after another or several at a time. Whatever `take` writes about them is
/// flushed before the stream is waited for, so that whoever reads it sees what is known so far.
pub fn each_game<S: Search, W: Write>(
    search: &S,
    mut input: impl Read + Send,
    threads: u32,
    progress: &Progress,
    out: &mut W,
    take: &mut impl FnMut(&mut W, Game<'_, Outcome<S>>) -> io::Result<()>,
) -> Result<(), Failure> {
    let out = Rc::new(RefCell::new(out));
    let mut report = Report { search, out, take, progress, games: 0, line: 1, shown: Instant::now() };
    if threads > 1 {
        let rooms = Rooms::default();
        let is_done = thread::scope(|scope| match start(scope, search, &mut input, &rooms, threads) {
            Some(pieces) => report.hand_over_in_order(&pieces, &rooms).map(|()| true),
            None => Ok(false),
        })?;
        if is_done {
            return Ok(());
        }
    }
    report.read_on(input)
}

/// A chunk on its way: what will be found in it, or why there is none.
type Piece<T> = io::Result<Receiver<Seen<T>>>;

/// Memory of chunks that are done with, to be used again.
type Rooms = Mutex<Vec<Vec<u8>>>;

/// A chunk that has been looked at.
struct Seen<T> {
    chunk: Chunk,
    /// What was found in each game, and where it begins in the chunk. Errors count lines from the start of the chunk.
    games: Vec<(usize, Result<T, GameError>)>,
    /// How many lines end in the chunk.
    line_ends: u64,
    end: EndOfText,
}

impl<T> Seen<T> {
    fn new<S: Search<Found = T>>(chunk: Chunk, search: &S) -> Self {
        let Chunk { text, next } = chunk;
        let mut reader = Reader::of_text(text);
        let (mut visitor, mut games) = (search.visitor(), Vec::new());
        // Reading from memory cannot fail.
        while let Ok(true) = reader.read_game(&mut visitor) {
            games.push((reader.game_offset() as usize, search.found(&mut visitor)));
        }
        let end = match (next, reader.end_of_text()) {
            (Next::Unknown, _) | (Next::Moves, EndOfText::Clean) => EndOfText::Open,
            (Next::Tag | Next::Moves, end) => end,
        };
        let line_ends = reader.place().line - 1;
        Self { chunk: Chunk { text: reader.into_text(), next }, games, line_ends, end }
    }
}

/// Starts threads that cut the input and look at what is cut; the pieces come out in order. `None` if there are no
/// threads to be had, and then nothing has been read.
fn start<'scope, 'input: 'scope, S: Search, R: Read + Send>(
    scope: &'scope Scope<'scope, '_>,
    search: &'input S,
    input: &'input mut R,
    rooms: &'scope Rooms,
    threads: u32,
) -> Option<Receiver<Piece<S::Found>>> {
    let mut reserve = reserve_for(threads);
    let threads = reserve.len().saturating_sub(1);
    if threads < 2 {
        return None;
    }
    // So many chunks may be waiting; that bounds the memory.
    let (pieces, in_order) = sync_channel(threads + 2);
    let chunks = Arc::new(Mutex::new((Chunks::new(input), pieces)));
    let mut started = 0;
    for _ in 0..threads {
        reserve.pop();
        let chunks = chunks.clone();
        let (begins, begun) = channel();
        let work = move || {
            // Its first memory, for which it may be given much more than it asks for.
            let _ = begins.send(Box::new(0));
            drop(begins);
            while let Some((chunk, done)) = cut(&chunks, rooms) {
                // If nobody waits for it any more, it does not matter.
                let _ = done.send(Seen::new(chunk, search));
            }
        };
        started += u32::from(thread::Builder::new().spawn_scoped(scope, work).is_ok());
        // Whether it has begun or cannot: it has taken what it takes.
        let _ = begun.recv();
    }
    (started > 0).then_some(in_order)
}

/// The addresses that a thread may need. Hardly any of them are ever used, but glibc wants 128 MB of them to make a heap for
/// each thread, and gives a whole page for every few bytes to a thread without one.
const ROOM: usize = 160 << 20;

/// Memory for each of so many threads, or for as many as there is some for, and for all together. If they were started
/// without looking, they would take the last of it, and whoever asks next would end the program.
fn reserve_for(threads: u32) -> Vec<Vec<u8>> {
    let room = || {
        let mut room = Vec::new();
        room.try_reserve_exact(ROOM).is_ok().then_some(room)
    };
    (0..=threads).map_while(|_| room()).collect()
}

/// The next chunk, and who waits to hear of it; `None` if there are no more, or nobody wants them.
// The lock is held until the chunk has its place in the queue: so they stay in order.
fn cut<R: Read, T>(
    chunks: &Mutex<(Chunks<R>, SyncSender<Piece<T>>)>,
    rooms: &Rooms,
) -> Option<(Chunk, Sender<Seen<T>>)> {
    let mut locked = chunks.lock().ok()?;
    let (chunks, pieces) = &mut *locked;
    let room = rooms.lock().ok()?.pop().unwrap_or_default();
    match chunks.next(room) {
        Ok(chunk) => {
            let (done, result) = channel();
            let chunk = chunk?;
            pieces.send(Ok(result)).ok()?;
            Some((chunk, done))
        }
        Err(error) => {
            let _ = pieces.send(Err(error));
            None
        }
    }
}

/// What was found on its way to whoever wants it.
struct Report<'a, S, W, F> {
    search: &'a S,
    /// Where `take` writes. Whoever waits for the stream flushes it before.
    out: Rc<RefCell<&'a mut W>>,
    take: &'a mut F,
    progress: &'a Progress,
    games: u64,
    /// The number of the line on which the next chunk begins.
    line: u64,
    shown: Instant,
}

impl<S: Search, W: Write, F: FnMut(&mut W, Game<'_, Outcome<S>>) -> io::Result<()>> Report<'_, S, W, F> {
    fn hand_over_in_order(
        &mut self,
        pieces: &Receiver<Piece<S::Found>>,
        rooms: &Rooms,
    ) -> Result<(), Failure> {
        while let Some(piece) = self.next_piece(pieces)? {
            let seen = received(piece).map_err(Failure::Input)?;
            if seen.end == EndOfText::Open
                && let next @ Some(_) = pieces.recv().ok()
            {
                // The cut went through a game. That is rare, so from here on everything is read in one go.
                return self.read_on(Rest { text: io::Cursor::new(seen.chunk.text), next, pieces });
            }
            let room = self.hand_over_chunk(seen)?;
            if let Ok(mut rooms) = rooms.lock() {
                rooms.push(room);
            }
        }
        Ok(())
    }

    /// The next piece. Before it is waited for, everything that is known is told.
    fn next_piece(&mut self, pieces: &Receiver<Piece<S::Found>>) -> Result<Option<Piece<S::Found>>, Failure> {
        match pieces.try_recv() {
            Ok(piece) => Ok(Some(piece)),
            Err(TryRecvError::Disconnected) => Ok(None),
            Err(TryRecvError::Empty) => {
                self.out.borrow_mut().flush().map_err(Failure::Output)?;
                Ok(pieces.recv().ok())
            }
        }
    }

    /// Hands over what was found in a chunk, and gives its memory back.
    fn hand_over_chunk(&mut self, seen: Seen<S::Found>) -> Result<Vec<u8>, Failure> {
        let Seen { chunk, games, line_ends, .. } = seen;
        let lines_before = self.line - 1;
        let mut games = games.into_iter().peekable();
        while let Some((start, found)) = games.next() {
            let end = games.peek().map_or(chunk.text.len(), |&(next, _)| next);
            let found = found.map_err(|mut error| {
                error.place.line += lines_before;
                error
            });
            self.hand_over(found, &chunk.text[start..end])?;
        }
        self.line += line_ends;
        Ok(chunk.text)
    }

    /// Looks at everything that comes, without help.
    fn read_on(&mut self, input: impl Read) -> Result<(), Failure> {
        let kept = Rc::new(RefCell::new(Kept::default()));
        let keeping = Keeping { input, out: self.out.clone(), kept: kept.clone(), wanted: S::WANTS_TEXT };
        let mut reader = Reader::at_line(keeping, self.line);
        let mut visitor = self.search.visitor();
        // A game of which the text is wanted is handed over once it is known where the next one begins.
        let mut last: Option<(u64, Outcome<S>)> = None;
        loop {
            let found_one =
                reader.read_game(&mut visitor).map_err(|error| kept.borrow_mut().failure(error))?;
            if let Some((start, found)) = last.take() {
                let mut kept = kept.borrow_mut();
                let end = if found_one { reader.game_offset() } else { u64::MAX };
                self.hand_over(found, kept.text(start..end))?;
                kept.forget_before(end);
            }
            if !found_one {
                return Ok(());
            }
            let found = self.search.found(&mut visitor);
            if S::WANTS_TEXT {
                last = Some((reader.game_offset(), found));
            } else {
                self.hand_over(found, b"")?;
            }
        }
    }

    fn hand_over(&mut self, found: Outcome<S>, text: &[u8]) -> Result<(), Failure> {
        self.games += 1;
        if self.shown.elapsed() >= Progress::INTERVAL {
            self.progress.show_games(self.games);
            self.shown = Instant::now();
        }
        let game = Game { number: self.games, found, text };
        (self.take)(&mut self.out.borrow_mut(), game).map_err(Failure::Output)
    }
}

/// What was found in a chunk, once it has been looked at.
fn received<T>(piece: Piece<T>) -> io::Result<Seen<T>> {
    piece?.recv().map_err(|_| io::Error::other("a thread has ended early"))
}

/// What is left of a stream that has been cut: the rest of a chunk, and those that follow.
struct Rest<'a, T> {
    text: io::Cursor<Vec<u8>>,
    next: Option<Piece<T>>,
    pieces: &'a Receiver<Piece<T>>,
}

impl<T> Read for Rest<'_, T> {
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

/// Text that has been read and may still be wanted.
#[derive(Default)]
struct Kept {
    /// How many bytes of the stream came before it.
    start: u64,
    text: Vec<u8>,
    /// Why what was found could not be written before the stream was waited for.
    unwritten: Option<io::Error>,
}

impl Kept {
    /// What an error of reading is.
    fn failure(&mut self, error: io::Error) -> Failure {
        self.unwritten.take().map_or(Failure::Input(error), Failure::Output)
    }

    /// What stands at these places of the stream, as far as it is kept.
    fn text(&self, range: Range<u64>) -> &[u8] {
        let index = |at: u64| (at.saturating_sub(self.start)).min(self.text.len() as u64) as usize;
        &self.text[index(range.start)..index(range.end)]
    }

    fn forget_before(&mut self, end: u64) {
        let length = end.saturating_sub(self.start).min(self.text.len() as u64);
        self.text.drain(..length as usize);
        self.start += length;
    }
}

/// A stream of which is kept what is read, if that is wanted. Before it is waited for, everything that is known is told.
struct Keeping<'a, R, W> {
    input: R,
    out: Rc<RefCell<&'a mut W>>,
    kept: Rc<RefCell<Kept>>,
    wanted: bool,
}

impl<R: Read, W: Write> Read for Keeping<'_, R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Err(error) = self.out.borrow_mut().flush() {
            self.kept.borrow_mut().unwritten = Some(error);
            return Err(io::Error::other("what was found cannot be written"));
        }
        let read = self.input.read(buffer)?;
        if self.wanted {
            self.kept.borrow_mut().text.extend_from_slice(&buffer[..read]);
        }
        Ok(read)
    }
}
