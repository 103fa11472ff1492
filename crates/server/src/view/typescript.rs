//! The same types for the browser.

use super::*;
use std::path::Path;
use ts_rs::{Config, TS};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api/types.ts");

const HEADER: &str = "// Made from the types of crates/server by its tests. Do not edit: change those and run\n\
                      // REGENCE_WRITE=1 cargo test --package regence-server typescript\n";

/// The declarations of these types, one after the other.
macro_rules! declare {
    ($($type:ty),* $(,)?) => {{
        let config = Config::new().with_large_int("number");
        let mut text = String::from(HEADER);
        $(
            text.push('\n');
            if let Some(docs) = <$type as TS>::docs() {
                text.push_str(&docs);
            }
            text.push_str("export ");
            text.push_str(&<$type as TS>::decl(&config));
            text.push('\n');
        )*
        text
    }};
}

fn declarations() -> String {
    declare!(
        ColorView,
        Both<()>,
        Kind,
        Stage,
        Status,
        OutcomeView,
        OpeningView,
        Awaited,
        AwaitingView,
        LastMove,
        Captured,
        CastlingView,
        CheckView,
        LegalMove,
        MoveView,
        MoveChange,
        ClockView,
        ClocksView,
        SeatKind,
        SeatView,
        GameState,
        Role,
        Action,
        You,
        Happening,
        Update,
        Snapshot,
        Presence,
        Proposal,
        NowView,
        EngineView,
        JudgementView,
        AccountView,
        JudgedView,
        ReviewView,
        EngineLine,
        ScoreOfLine,
        GameCommand,
        CommandReply,
        ErrorView,
        ServerMessage,
        ClientMessage,
        NewKind,
        ChosenColor,
        NewGameRequest,
        GameListItem,
        GamePage,
        Opponent,
        Opponents,
        RuleSet,
        Imported,
        ImportFailure,
        PositionView,
        SquareView,
        FenView,
        EvaluationView,
        TopicView,
        TermView,
        Me,
        NewName,
        Credentials,
        TallyView,
        ScoreView,
        SharedView,
        ScoresView,
    )
}

#[test]
fn typescript_has_the_same_types() {
    let wanted = declarations();
    if std::env::var_os("REGENCE_WRITE").is_some() {
        let folder = Path::new(FILE).parent().expect("the file is in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        std::fs::write(FILE, &wanted).expect("the file can be written");
    }
    let found = std::fs::read_to_string(FILE).expect("the file is there");
    assert!(
        found == wanted,
        "web/src/api/types.ts is not what the types say; its first lines tell how to make it"
    );
}
