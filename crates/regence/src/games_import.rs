//! Takes games from PGN files into the store.

use crate::commands::Answer;
use crate::error::Error;
use regence_game::pgn::{GameBuilder, Reader};
use regence_store::{GameId, Moment, PastGame, Store, StoreError};
use regence_terminal::visible::Visible;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::task::JoinHandle;

/// So many games are on their way into the store at once, so that they share the syncs of the disk.
const AT_ONCE: usize = 256;

/// Takes in all games of these files, and gives the store back.
pub async fn import(
    store: Store,
    files: &[OsString],
    out: &mut impl Write,
) -> Result<(Answer, Store), Error> {
    let mut import = Import { store: Arc::new(store), waiting: VecDeque::new(), answer: Answer::Yes };
    for file in files {
        let input: Box<dyn Read> = if file == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(file).map_err(|error| Error::Input { file: file.clone(), error })?)
        };
        import.file(input, file, out).await?;
    }
    let Import { store, answer, .. } = import;
    let store = Arc::into_inner(store).ok_or(StoreError::Closed)?;
    Ok((answer, store))
}

/// A game of the file by its number, on its way into the store or refused with a line that says why.
enum Waiting {
    Taken(JoinHandle<Result<GameId, StoreError>>),
    Refused(String),
}

struct Import {
    store: Arc<Store>,
    waiting: VecDeque<(u64, Waiting)>,
    answer: Answer,
}

impl Import {
    async fn file(
        &mut self,
        input: Box<dyn Read>,
        file: &OsString,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        let (mut reader, mut builder) = (Reader::new(input), GameBuilder::new());
        for number in 1.. {
            let read = reader.read_game(&mut builder);
            if !read.map_err(|error| Error::Input { file: file.clone(), error })? {
                break;
            }
            let (game, errors) = builder.take();
            let waiting = match (errors.first(), PastGame::from_pgn(&game, Moment(now))) {
                (Some(error), _) => Waiting::Refused(format!("{}\t{}", error.place, error.problem)),
                (None, Err(error)) => Waiting::Refused(format!("-\t{error}")),
                (None, Ok(past)) => {
                    let store = self.store.clone();
                    Waiting::Taken(tokio::spawn(async move { store.import(past).await }))
                }
            };
            self.waiting.push_back((number, waiting));
            if self.waiting.len() == AT_ONCE {
                self.tell(out).await?;
            }
        }
        while !self.waiting.is_empty() {
            self.tell(out).await?;
        }
        Ok(())
    }

    /// Waits for the first of those that wait, and tells what became of it.
    async fn tell(&mut self, out: &mut impl Write) -> Result<(), Error> {
        let Some((number, waiting)) = self.waiting.pop_front() else { return Ok(()) };
        let refused = match waiting {
            Waiting::Taken(task) => match task.await.unwrap_or(Err(StoreError::Closed)) {
                Ok(id) => return Ok(writeln!(out, "{number}\t{id}")?),
                // The place is at fault, so that the next game would fail alike.
                Err(error @ (StoreError::Trouble(_) | StoreError::Closed)) => return Err(error.into()),
                Err(error) => format!("-\t{}", Visible(error.to_string().as_ref())),
            },
            Waiting::Refused(why) => why,
        };
        self.answer = Answer::No;
        Ok(writeln!(out, "{number}\terror\t{refused}")?)
    }
}
