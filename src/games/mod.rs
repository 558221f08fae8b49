//! The list of games. A new game is a file here, its `mod` line and its line in [`FAMILIES`].

pub mod abalalae;
pub mod andada;
pub mod gabata_adwa;
pub mod kalah;
pub mod oware;

use crate::rules::{Error, Family};

/// Every game there is.
pub const FAMILIES: &[&Family] =
    &[&abalalae::FAMILY, &andada::FAMILY, &gabata_adwa::FAMILY, &kalah::FAMILY, &oware::FAMILY];

/// The game of that name.
///
/// # Errors
/// [`Error::UnknownGame`], which names those there are.
pub fn family(id: &str) -> Result<&'static Family, Error> {
    let found = FAMILIES.iter().find(|family| family.id == id);
    found.copied().ok_or_else(|| Error::UnknownGame {
        given: id.to_string(),
        known: FAMILIES.iter().map(|family| family.id).collect(),
    })
}
