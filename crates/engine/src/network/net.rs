//! What the network has learnt: its numbers, and the file they are kept in.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `Regence` and the format's number |
//! | 2 + 2 + 2 | inputs, hidden neurons of a side, stages of the game |
//! | 2 + n | the length of a note for people, and the note in UTF-8 |
//! | 2 each | the hidden neurons' weights, input by input; their biases; each stage's weights of the output, the side to move's first |
//! | 4 each | each stage's bias of the output |
//! | 8 | the FNV-1a sum of all that stands before it |
//!
//! All numbers are little-endian.

use super::features::{INPUTS, STAGES};
use super::lanes::Row;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// Hidden neurons of each side.
pub const HIDDEN: usize = 128;

/// What stands for 1 in the hidden layer.
pub const HIDDEN_ONE: i32 = 255;

/// What stands for 1 in the output's weights.
pub const OUTPUT_ONE: i32 = 64;

/// An output of 1 is worth so many hundredths of a pawn.
pub const SCALE: i32 = 400;

/// The output's weights may not be larger, or products with them would not fit.
pub const LARGEST_OUTPUT: i16 = 127;

const MAGIC: &[u8; 7] = b"Regence";
const FORMAT: u8 = b'2';
const NUMBERS: usize = (INPUTS + 1 + 2 * STAGES) * HIDDEN;

/// A network's numbers.
#[derive(Clone, PartialEq, Eq)]
pub struct Net {
    /// Where it comes from, for people.
    pub note: String,
    /// For each input, what it adds to the hidden neurons.
    pub inputs: Vec<Row>,
    /// What the hidden neurons begin with.
    pub bias: Row,
    /// For each stage of the game, how the output comes from the hidden neurons.
    pub outputs: [Output; STAGES],
}

/// How the output comes from the hidden neurons.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Output {
    /// What each hidden neuron adds to it, of the side to move and of the other.
    pub weights: [Row; 2],
    /// What it begins with.
    pub bias: i32,
}

/// The network that the engine plays with.
static BUILT_IN: LazyLock<Arc<Net>> = LazyLock::new(|| {
    let net = Net::read(include_bytes!("regence.net"));
    Arc::new(net.expect("the network in the program is whole, as a test shows"))
});

impl Net {
    /// No file of a network is longer.
    pub const LONGEST_FILE: usize = 16 + u16::MAX as usize + 2 * NUMBERS + 4 * STAGES + 8;

    /// The network that the engine plays with, unless somebody wishes for another.
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&BUILT_IN)
    }

    /// Reads a network from the bytes of its file.
    pub fn read(bytes: &[u8]) -> Result<Self, BadNet> {
        let mut rest = Bytes { rest: bytes, whole: bytes.len() };
        if rest.take(7).ok() != Some(MAGIC) {
            return Err(BadNet::Foreign);
        }
        let format = rest.take(1)?[0];
        if format != FORMAT {
            return Err(BadNet::Format(format));
        }
        let (inputs, hidden, stages) = (rest.number()?, rest.number()?, rest.number()?);
        if (inputs, hidden, stages) != (INPUTS as u16, HIDDEN as u16, STAGES as u16) {
            return Err(BadNet::Size { inputs, hidden, stages });
        }
        let length = rest.number()?;
        let note = String::from_utf8_lossy(rest.take(length.into())?).into_owned();
        rest.expect(2 * NUMBERS + 4 * STAGES + 8)?;
        let (summed, sum) = bytes.split_at(bytes.len() - 8);
        if checksum(summed).to_le_bytes() != sum {
            return Err(BadNet::Broken);
        }
        let inputs = (0..INPUTS).map(|_| rest.row()).collect::<Result<_, _>>()?;
        let bias = rest.row()?;
        let mut outputs: [Output; STAGES] = Default::default();
        for output in &mut outputs {
            output.weights = [rest.row()?, rest.row()?];
        }
        for output in &mut outputs {
            output.bias = i32::from_le_bytes(array(rest.take(4)?));
        }
        let net = Self { note, inputs, bias, outputs };
        let mut weights = net.outputs.iter().flat_map(|output| &output.weights).flat_map(|row| row.0);
        weights
            .find(|weight| weight.unsigned_abs() > LARGEST_OUTPUT.unsigned_abs())
            .map_or(Ok(net), |weight| Err(BadNet::Weight(weight)))
    }

    /// The bytes of its file.
    pub fn write(&self) -> Vec<u8> {
        let note = &self.note.as_bytes()[..self.note.floor_char_boundary(u16::MAX.into())];
        let mut bytes = [&MAGIC[..], &[FORMAT]].concat();
        for number in [INPUTS as u16, HIDDEN as u16, STAGES as u16, note.len() as u16] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(note);
        let weights = self.outputs.iter().flat_map(|output| &output.weights);
        let rows = self.inputs.iter().chain([&self.bias]).chain(weights);
        bytes.extend(rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes));
        bytes.extend(self.outputs.iter().flat_map(|output| output.bias.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").field("note", &self.note).finish_non_exhaustive()
    }
}

/// Bytes still to be read.
struct Bytes<'a> {
    rest: &'a [u8],
    whole: usize,
}

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BadNet> {
        let missing = BadNet::Length { bytes: self.whole, expected: self.whole - self.rest.len() + count };
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(missing)?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u16, BadNet> {
        Ok(u16::from_le_bytes(array(self.take(2)?)))
    }

    fn row(&mut self) -> Result<Row, BadNet> {
        let mut row = Row::default();
        for (number, bytes) in row.0.iter_mut().zip(self.take(2 * HIDDEN)?.chunks_exact(2)) {
            *number = i16::from_le_bytes(array(bytes));
        }
        Ok(row)
    }

    /// Makes sure that exactly so many bytes are left.
    fn expect(&self, count: usize) -> Result<(), BadNet> {
        let expected = self.whole - self.rest.len() + count;
        if self.rest.len() == count { Ok(()) } else { Err(BadNet::Length { bytes: self.whole, expected }) }
    }
}

fn array<const N: usize>(slice: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(slice);
    array
}

/// The sum that tells whether a file is whole: FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Why bytes are no network for this engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadNet {
    /// Something else altogether.
    Foreign,
    /// A network in another form, older or newer.
    Format(u8),
    /// A network of another shape.
    Size {
        /// How many inputs it has.
        inputs: u16,
        /// How many hidden neurons of a side.
        hidden: u16,
        /// How many stages of the game.
        stages: u16,
    },
    /// Bytes are missing, or there are too many.
    Length {
        /// How many there are.
        bytes: usize,
        /// How many there should be, as far as was read.
        expected: usize,
    },
    /// Bytes are not what they were.
    Broken,
    /// A weight of the output that is too large.
    Weight(i16),
}

impl fmt::Display for BadNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "this is not a network of Regence"),
            Self::Format(format) => {
                write!(f, "a network of format {}, expected {}", format.escape_ascii(), char::from(FORMAT))
            }
            Self::Size { inputs, hidden, stages } => write!(
                f,
                "a network of {inputs} inputs, {hidden} neurons and {stages} stages, expected {INPUTS}, {HIDDEN} and {STAGES}"
            ),
            Self::Length { bytes, expected } => write!(f, "{bytes} bytes, expected {expected}"),
            Self::Broken => write!(f, "the file is damaged: its checksum is wrong"),
            Self::Weight(weight) => {
                write!(f, "an output weight of {weight}, expected at most {LARGEST_OUTPUT}")
            }
        }
    }
}

impl std::error::Error for BadNet {}

#[cfg(test)]
mod tests {
    use super::*;

    fn net() -> Net {
        let row = |start: usize| {
            let mut row = Row::default();
            row.0
                .iter_mut()
                .enumerate()
                .for_each(|(index, number)| *number = ((start * 31 + index * 7) % 200) as i16 - 100);
            row
        };
        Net {
            note: String::from("made up"),
            inputs: (0..INPUTS).map(row).collect(),
            bias: row(1),
            outputs: std::array::from_fn(|stage| Output {
                weights: [row(2 + stage), row(30 + stage)],
                bias: stage as i32 - 5,
            }),
        }
    }

    #[track_caller]
    fn check(bytes: &[u8], expected: BadNet) {
        assert_eq!(Net::read(bytes).unwrap_err(), expected);
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Net::read(&net().write()).as_ref(), Ok(&net()));
    }

    #[test]
    fn a_note_in_another_encoding_is_read_as_well_as_can_be() {
        let mut bytes = net().write();
        bytes.truncate(bytes.len() - 8);
        bytes[16] = 0xff;
        bytes.extend(checksum(&bytes).to_le_bytes());
        assert_eq!(Net::read(&bytes).map(|net| net.note), Ok(String::from("\u{fffd}ade up")));
    }

    #[test]
    fn the_network_in_the_program_can_be_read() {
        assert_ne!(Net::built_in().note, "");
    }

    #[test]
    fn what_is_no_whole_network_is_refused() {
        let bytes = net().write();
        let length = bytes.len();
        check(b"", BadNet::Foreign);
        check(&vec![0; 300_000], BadNet::Foreign);
        check(&bytes[..10], BadNet::Length { bytes: 10, expected: 12 });
        check(&bytes[..length - 1], BadNet::Length { bytes: length - 1, expected: length });
        check(&[&bytes[..], b"x"].concat(), BadNet::Length { bytes: length + 1, expected: length });
        let mut changed = bytes.clone();
        changed[1000] ^= 1;
        check(&changed, BadNet::Broken);
        check(&bytes[..7], BadNet::Length { bytes: 7, expected: 8 });
        let mut older = bytes.clone();
        older[7] = b'1';
        check(&older, BadNet::Format(b'1'));
        assert_eq!(BadNet::Format(b'1').to_string(), "a network of format 1, expected 2");
        let mut other = bytes;
        other[10] = 64;
        check(&other, BadNet::Size { inputs: 768, hidden: 64, stages: 8 });
    }

    #[test]
    fn a_weight_too_large_to_compute_with_is_refused() {
        let mut net = net();
        for weight in [128, -200, i16::MIN] {
            net.outputs[5].weights[1].0[3] = weight;
            check(&net.write(), BadNet::Weight(weight));
        }
    }
}
