//! Where games are kept, as the command line says it.

use crate::arguments::{Arguments, Flag};
use crate::error::Error;
use regence_store::{DATABASE_FILE, Place, default_folder};
use std::path::PathBuf;

/// The place that `--data` or `--database` name; without them, the folder of this system.
#[derive(Default)]
pub struct Keeping {
    place: Option<Place>,
}

impl Keeping {
    /// Takes one of the two flags.
    pub fn take(&mut self, flag: Flag, arguments: &mut Arguments) -> Result<(), Error> {
        let command = arguments.command();
        if self.place.is_some() {
            return Err(Error::TwoPlaces { command });
        }
        let place = if flag == Flag::Data {
            PathBuf::from(arguments.value(flag)?).into()
        } else {
            arguments.parsed(flag)?
        };
        if let (Flag::Database, Place::Folder(folder)) = (flag, &place) {
            let expected = "a URL like postgres://USER@HOST:PORT/DATABASE";
            return Err(Error::BadValue { flag, text: folder.clone().into(), expected, command });
        }
        self.place = Some(place);
        Ok(())
    }

    /// Whether one was named.
    pub fn is_given(&self) -> bool {
        self.place.is_some()
    }

    /// The flag that has named one.
    pub fn flag(&self) -> Option<Flag> {
        self.place.as_ref().map(|place| match place {
            Place::Folder(_) => Flag::Data,
            Place::Postgres(_) => Flag::Database,
        })
    }

    /// The place, if one was named.
    pub fn given(self) -> Option<Place> {
        self.place
    }

    /// The place.
    pub fn place(self) -> Result<Place, Error> {
        self.place.or_else(|| default_folder().map(Place::from)).ok_or(Error::NoFolder)
    }
}

/// Refuses a folder in which nothing is kept. Whether a database is there shows when it is opened.
pub fn require_store(place: &Place) -> Result<(), Error> {
    match place {
        Place::Folder(folder) if !folder.join(DATABASE_FILE).is_file() => {
            Err(Error::NoStore(folder.clone().into()))
        }
        _ => Ok(()),
    }
}
