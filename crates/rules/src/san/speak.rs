//! Moves in words, for the ear.

use super::{San, SanAction, SanSuffix};
use crate::{CastlingSide, Role};
use core::fmt;

impl San {
    /// The move in words: "knight takes e5, check", "castles queen side", "e takes d8, promotes to queen".
    pub fn spoken(self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            match self.action {
                SanAction::Castling(CastlingSide::King) => f.write_str("castles king side")?,
                SanAction::Castling(CastlingSide::Queen) => f.write_str("castles queen side")?,
                SanAction::Move { role, file, rank, takes, to, promotion } => {
                    let mut pause = "";
                    if let Some(role) = role.filter(|&role| role != Role::Pawn) {
                        write!(f, "{role}")?;
                        pause = " ";
                    }
                    if let Some(file) = file {
                        write!(f, "{pause}{file}")?;
                        pause = if rank.is_some() { "" } else { " " };
                    }
                    if let Some(rank) = rank {
                        write!(f, "{pause}{rank}")?;
                        pause = " ";
                    }
                    write!(f, "{pause}{}{to}", if takes { "takes " } else { "" })?;
                    if let Some(role) = promotion {
                        write!(f, ", promotes to {role}")?;
                    }
                }
            }
            f.write_str(match self.suffix {
                None => "",
                Some(SanSuffix::Check) => ", check",
                Some(SanSuffix::Checkmate) => ", checkmate",
            })
        })
    }
}
