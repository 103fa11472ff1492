//! Puts the positions of many games into a random order, however many there are: dealt to many piles first, then each pile mixed.

use crate::random::Random;
use crate::record;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// A pile is to have so many records, which then fit into memory.
const PILE: u64 = 4 << 20;

/// Every so many games, one is kept for validation.
const VALIDATION: u64 = 50;

/// How many positions there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// To learn from.
    pub training: u64,
    /// To judge by, from games of their own.
    pub validation: u64,
    /// The games of both.
    pub games: u64,
}

/// Shuffles the positions of files into one to learn from and another, of other games, to judge by.
pub fn shuffle(files: &[PathBuf], training: &Path, validation: &Path, seed: u64) -> io::Result<Counts> {
    let lengths = files.iter().map(|file| Ok(fs::metadata(file)?.len())).sum::<io::Result<u64>>()?;
    let piles = (lengths / record::SIZE as u64).div_ceil(PILE).max(1);
    let mut random = Random::new(seed);
    let paths: Vec<PathBuf> = (0..piles).map(|pile| training.with_extension(format!("pile{pile}"))).collect();
    let result = deal(files, &paths, validation, &mut random).and_then(|counts| {
        let mut out = BufWriter::new(File::create(training)?);
        for path in &paths {
            let mut records = read(path)?;
            random.shuffle(&mut records);
            out.write_all(records.as_flattened())?;
        }
        out.flush()?;
        Ok(counts)
    });
    for path in &paths {
        // One that was never made need not go.
        let _ = fs::remove_file(path);
    }
    result
}

/// Deals all positions to the piles, and those of some games to the file for validation.
fn deal(files: &[PathBuf], piles: &[PathBuf], validation: &Path, random: &mut Random) -> io::Result<Counts> {
    let create = |path: &PathBuf| Ok(BufWriter::with_capacity(1 << 16, File::create(path)?));
    let mut piles = piles.iter().map(create).collect::<io::Result<Vec<_>>>()?;
    let mut others = BufWriter::new(File::create(validation)?);
    let mut counts = Counts::default();
    for file in files {
        let mut file = BufReader::with_capacity(1 << 20, File::open(file)?);
        let mut bytes = [0; record::SIZE];
        while read_record(&mut file, &mut bytes)? {
            counts.games += u64::from(record::is_first(&bytes));
            if counts.games % VALIDATION == 1 {
                others.write_all(&bytes)?;
                counts.validation += 1;
            } else {
                let pile = random.below(piles.len());
                piles[pile].write_all(&bytes)?;
                counts.training += 1;
            }
        }
    }
    others.flush()?;
    piles.iter_mut().try_for_each(Write::flush)?;
    Ok(counts)
}

/// Reads a record; answers whether there was a whole one.
fn read_record(file: &mut impl Read, bytes: &mut [u8; record::SIZE]) -> io::Result<bool> {
    match file.read_exact(bytes) {
        Ok(()) => Ok(true),
        // A game that is being written may end with half a record.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn read(path: &Path) -> io::Result<Vec<[u8; record::SIZE]>> {
    Ok(fs::read(path)?.as_chunks().0.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_there_once_and_games_are_not_torn_apart() {
        let folder = std::env::temp_dir().join(format!("regence-shuffle-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (source, training, validation) =
            (folder.join("games"), folder.join("shuffled"), folder.join("others"));
        let bytes: Vec<u8> = (0..1000_u32)
            .flat_map(|number| {
                let mut bytes = [0; record::SIZE];
                bytes[..4].copy_from_slice(&number.to_le_bytes());
                bytes[27] = u8::from(number % 10 == 0) << 1;
                bytes
            })
            .collect();
        fs::write(&source, [&bytes[..], &[1, 2, 3]].concat()).unwrap();
        let counts = shuffle(&[source], &training, &validation, 5).unwrap();
        assert_eq!(counts, Counts { training: 980, validation: 20, games: 100 });
        let number =
            |record: &[u8; record::SIZE]| u32::from_le_bytes([record[0], record[1], record[2], record[3]]);
        let numbers = |path: &Path| read(path).unwrap().iter().map(number).collect::<Vec<_>>();
        assert_eq!(numbers(&validation), (0..10).chain(500..510).collect::<Vec<_>>());
        let mut shuffled = numbers(&training);
        assert!(!shuffled.is_sorted());
        shuffled.extend(numbers(&validation));
        shuffled.sort_unstable();
        assert_eq!(shuffled, (0..1000).collect::<Vec<_>>());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "the piles are gone");
        fs::remove_dir_all(&folder).unwrap();
    }
}
