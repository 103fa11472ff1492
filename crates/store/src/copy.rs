//! Moves a whole store to another place.

use crate::{Place, Store, StoreError};

/// Settings of the store itself. They stay where they are.
const SCOPE: &str = "store";
/// Where a copy comes from that is not finished.
const COPY_OF: &str = "unfinished-copy-of";

/// How far a copy has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copied {
    /// So many games are there.
    pub games: u64,
    /// So many there will be.
    pub of: u64,
}

/// Copies a store with all that is in it to another place, which must be empty, or hold a copy of the same store that was
/// broken off: that goes on where it stopped. Until it is finished, the copy cannot be [opened](Store::open). Nobody
/// should write to the store meanwhile; if somebody did, that is [told](StoreError::Changed), and copying once more
/// brings over what has changed.
pub async fn copy(from: &Place, to: &Place, mut tell: impl FnMut(Copied)) -> Result<Copied, StoreError> {
    let from = &settled(from);
    let source = Store::open(from).await?;
    let target = Store::open_unfinished(to).await?;
    let copied = copy_into(&source, from, &target, to, &mut tell).await;
    source.close().await?;
    target.close().await?;
    copied
}

/// The same place by a name that is good anywhere on this machine.
fn settled(place: &Place) -> Place {
    match place {
        Place::Folder(folder) => std::path::absolute(folder).unwrap_or_else(|_| folder.clone()).into(),
        Place::Postgres(_) => place.clone(),
    }
}

async fn copy_into(
    source: &Store,
    from: &Place,
    target: &Store,
    to: &Place,
    tell: &mut impl FnMut(Copied),
) -> Result<Copied, StoreError> {
    let from = from.to_string();
    match target.copy_of().await? {
        Some(other) if other != from => {
            return Err(StoreError::Unfinished { place: to.to_string(), from: other });
        }
        None if !target.database.is_empty().await? => {
            return Err(StoreError::NotEmpty { place: to.to_string(), from });
        }
        _ => target.set(SCOPE, COPY_OF, Some(from.clone().into())).await?,
    }
    let (of, extent) = (source.database.count_games().await?, source.database.extent().await?);
    source.database.copy_to(&target.database, SCOPE, |games| tell(Copied { games, of })).await?;
    let games = target.database.count_games().await?;
    let extents = (source.database.extent().await?, target.database.extent().await?);
    if extents != (extent, extent) || !target.check().await?.is_empty() {
        return Err(StoreError::Changed { place: from });
    }
    target.set(SCOPE, COPY_OF, None).await?;
    Ok(Copied { games, of: games })
}

impl Store {
    /// Of which store this is a copy that is not finished.
    pub(crate) async fn copy_of(&self) -> Result<Option<String>, StoreError> {
        let from = self.setting(SCOPE, COPY_OF).await?;
        Ok(from.map(|from| from.as_str().unwrap_or_default().to_owned()))
    }
}
