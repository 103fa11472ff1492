//! What must hold of any bytes that are read as JSON of a game: nothing panics, and what was read is written as the same.

use regence_game::json::GameJson;

/// A game that can be read is written and read as the same.
pub fn json(bytes: &[u8]) {
    let Ok(json) = serde_json::from_slice::<GameJson>(bytes) else { return };
    match json.read() {
        Ok(game) => {
            let text = serde_json::to_string(&GameJson::from(&game)).expect("games can be written");
            let again = serde_json::from_str::<GameJson>(&text).expect("it has the right shape").read();
            assert_eq!(again.as_ref(), Ok(&game), "{text}");
            // Whatever is a game can be written as PGN.
            assert!(!game.to_string().is_empty());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
