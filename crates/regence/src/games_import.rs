//! Takes games from PGN files into the store.

use crate::commands::Answer;
use crate::error::Error;
use crate::progress::Progress;
use regence_game::pgn::{GameBuilder, Reader};
use regence_store::{GameId, Moment, PastGame, Store, StoreError};
use regence_terminal::visible::Visible;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc::{self, Sender};

/// So many games go into the store at once, so that they share a sync of the disk; not more, because other programs wait
/// meanwhile.
const MOST_GAMES: usize = 1000;

/// So many half-moves of their main lines, or so many bytes of annotated games, are as good as full: that bounds the
/// memory.
const MOST_PLIES: usize = 200_000;
/// The same where others write as well, by the network: they wait meanwhile, and nobody is waited for without end.
const MOST_PLIES_SHARED: usize = 20_000;
const MOST_ANNOTATED: usize = 8 << 20;

/// Takes in all games of these files.
pub async fn import(store: &Store, files: &[OsString], out: &mut impl Write) -> Result<Answer, Error> {
    let mut import = Import { store, progress: Progress::start(), games: 0, answer: Answer::Yes };
    for file in files {
        let input: Box<dyn Read + Send> = if file == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(file).map_err(|error| Error::Input { file: file.clone(), error })?)
        };
        import.file(input, file, out).await?;
    }
    Ok(import.answer)
}

/// A game by its number in the file, ready for the store or refused with a line that says why.
type ReadGame = (u64, Result<PastGame, String>);

struct Import<'a> {
    store: &'a Store,
    progress: Progress,
    games: u64,
    answer: Answer,
}

impl Import<'_> {
    /// Takes in a file. If that fails, it says how far it got.
    async fn file(
        &mut self,
        input: Box<dyn Read + Send>,
        file: &OsString,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let before = self.games;
        let done = self.batches(input, file, out).await;
        self.progress.clear();
        done.map_err(|error| match self.games - before {
            0 => error,
            games => Error::Import { file: file.clone(), games, error: Box::new(error) },
        })
    }

    /// Takes in what is read, batch by batch. One thread reads while this one waits for the disk.
    async fn batches(
        &mut self,
        input: Box<dyn Read + Send>,
        file: &OsString,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let (batches, mut arriving) = mpsc::channel(1);
        let most = if self.store.is_shared() { MOST_PLIES_SHARED } else { MOST_PLIES };
        let reading = thread::Builder::new().spawn(move || read(input, most, &batches));
        reading.map_err(Error::NoThread)?;
        while let Some(batch) = arriving.recv().await {
            let batch = batch.map_err(|error| Error::Input { file: file.clone(), error })?;
            self.progress.clear();
            self.take(batch, out).await?;
            self.progress.show_games(self.games);
        }
        Ok(())
    }

    /// Takes in a batch, and tells what became of each game.
    async fn take(&mut self, batch: Vec<ReadGame>, out: &mut impl Write) -> Result<(), Error> {
        let games = batch.len() as u64;
        let mut past = Vec::with_capacity(batch.len());
        let refusals: Vec<(u64, Option<String>)> = batch
            .into_iter()
            .map(|(number, read)| (number, read.map(|game| past.push(game)).err()))
            .collect();
        let mut taken = self.store.import_all(past).await?.into_iter();
        self.games += games;
        for (number, refusal) in refusals {
            let answer = match refusal {
                Some(refusal) => Err(refusal),
                None => taken.next().unwrap_or(Err(StoreError::Closed)).map_err(|error| refused(&error)),
            };
            self.tell(number, answer, out)?;
        }
        // Whoever ends us now should know what is kept.
        listened(out.flush())
    }

    fn tell(
        &mut self,
        number: u64,
        answer: Result<GameId, String>,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let told = match answer {
            Ok(id) => writeln!(out, "{number}\t{id}"),
            Err(why) => {
                self.answer = Answer::No;
                writeln!(out, "{number}\terror\t{why}")
            }
        };
        listened(told)
    }
}

/// Whether the answer went out. The games are to be taken in, whether or not anybody reads of it.
fn listened(told: io::Result<()>) -> Result<(), Error> {
    match told {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        told => Ok(told?),
    }
}

/// Reads games and sends them on in batches of so many half-moves, until there are no more or nobody wants them.
fn read(input: Box<dyn Read + Send>, most_plies: usize, batches: &Sender<io::Result<Vec<ReadGame>>>) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
    let (mut reader, mut builder) = (Reader::new(input), GameBuilder::new());
    let (mut batch, mut plies, mut annotated) = (Vec::new(), 0, 0);
    for number in 1.. {
        match reader.read_game(&mut builder) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                let _ = batches.blocking_send(Ok(batch));
                let _ = batches.blocking_send(Err(error));
                return;
            }
        }
        let game = past_game(&mut builder, Moment(now));
        if let Ok(game) = &game {
            plies += game.moves.len();
            annotated += game.annotated.as_ref().map_or(0, String::len);
        }
        batch.push((number, game));
        if batch.len() >= MOST_GAMES || plies >= most_plies || annotated >= MOST_ANNOTATED {
            (plies, annotated) = (0, 0);
            if batches.blocking_send(Ok(std::mem::take(&mut batch))).is_err() {
                return;
            }
        }
    }
    if !batch.is_empty() {
        let _ = batches.blocking_send(Ok(batch));
    }
}

/// The game that was just read, or a line that says why it cannot be kept. A game with an error anywhere is not: what
/// is kept should be all that was read.
fn past_game(builder: &mut GameBuilder, now: Moment) -> Result<PastGame, String> {
    let (game, errors) = builder.take();
    match errors.first() {
        Some(error) => Err(format!("{}\t{}", error.place, error.problem)),
        None => Ok(PastGame::from_pgn(&game, now)),
    }
}

/// What is wrong with a game that has no place for it.
fn refused(error: &StoreError) -> String {
    format!("-\t{}", Visible(error.to_string().as_ref()))
}
