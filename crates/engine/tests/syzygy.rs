//! Endings looked up in Syzygy tables: those with three and four pieces, from the source package of python-chess.
#![cfg(target_arch = "x86_64")]

use regence_engine::{Control, Engine, Judge, Limits, Score, Situation, Tablebase, TablebaseError, Verdict};
use regence_rules::{Color, Outcome, Position};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

const PACKAGE: &str = "chess==1.11.2";
const TABLES: &str = "chess-1.11.2/data/syzygy/regular";

/// The folder with the tables, fetched if it is not there; none if they cannot be had.
fn tables() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("syzygy");
    let tables = folder.join(TABLES);
    if !tables.join("KRvK.rtbz").exists() {
        std::fs::create_dir_all(&folder).ok()?;
        let run = |program: &str, words: &[&str]| {
            let mut command = Command::new(program);
            command.args(words).current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().ok().filter(std::process::ExitStatus::success)
        };
        run("python3", &["-m", "pip", "download", "--no-deps", "--no-binary", ":all:", PACKAGE])?;
        run("tar", &["xzf", "chess-1.11.2.tar.gz", TABLES])?;
    }
    Some(tables)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[track_caller]
fn check(tables: &Tablebase, fen: &str, expected: Option<Verdict>) {
    assert_eq!(tables.verdict(&position(fen)), expected, "{fen}");
}

/// What the tables say of a position, and of which moves they say it.
fn best(tables: &Tablebase, fen: &str) -> Option<(Verdict, String)> {
    let (verdict, moves) = tables.best_moves(&position(fen))?;
    let written: Vec<String> = moves.iter().map(ToString::to_string).collect();
    Some((verdict, written.join(" ")))
}

/// A double step next to a pawn that may take en passant is judged with that capture.
#[track_caller]
fn check_double_step(tables: &Tablebase, fen: &str, step: &str, expected: Verdict) {
    let (verdict, moves) = best(tables, fen).expect("it is known");
    assert_eq!(verdict, expected, "{fen}");
    assert!(!moves.split(' ').any(|mv| mv == step), "{fen}: {moves}");
}

/// The engine, playing both sides with so few nodes that only the tables can help, mates with White by the rules.
#[track_caller]
fn mates(engine: &mut Engine<Judge>, fen: &str) {
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let mut situation = Situation::new(position(fen));
    while situation.position().outcome().is_none() {
        assert!(!situation.position().can_claim_fifty(), "fifty moves: {}", situation.position().fen());
        let answer = engine.search(&situation, &limits, &Arc::new(Control::default()), &mut |_| {});
        situation.play(answer.best.unwrap());
    }
    let outcome = situation.position().outcome();
    assert!(matches!(outcome, Some(Outcome::Win { winner: Color::White, .. })), "{fen}: {outcome:?}");
}

/// A table that is not whole must be refused by its name, before anybody reads beyond its end.
#[track_caller]
fn check_damaged(tables: &Path, name: &str, damage: impl Fn(&[u8]) -> Vec<u8>) {
    let folder = std::env::temp_dir().join(format!("regence-damaged-tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for file in ["KRvK.rtbw", "KRvK.rtbz"] {
        let whole = std::fs::read(tables.join(file)).unwrap();
        std::fs::write(folder.join(file), if file == name { damage(&whole) } else { whole }).unwrap();
    }
    let opened = Tablebase::open(folder.to_str().unwrap()).err();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(opened, Some(TablebaseError::Damaged(folder.join(name))));
}

/// Nobody writes into the pipe: whoever opened it would wait for ever.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_opened() {
    let folder = std::env::temp_dir().join(format!("regence-pipe-among-tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("KRvK.rtbw");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let opened = Tablebase::open(folder.to_str().unwrap()).err();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(opened, Some(TablebaseError::NoFile(pipe)));
}

// One test, as a process has its tables only once.
#[test]
fn endings_are_looked_up() {
    let nothing = Tablebase::open("/no such folder:").err();
    assert_eq!(nothing, Some(TablebaseError::NoTables("/no such folder:".into())));
    let Some(folder) = tables() else {
        println!("skipped: {PACKAGE} cannot be fetched with pip; is there a network?");
        return;
    };
    check_damaged(&folder, "KRvK.rtbw", |whole| whole[..whole.len() / 2].to_vec());
    check_damaged(&folder, "KRvK.rtbz", |whole| whole[..whole.len() / 2].to_vec());
    check_damaged(&folder, "KRvK.rtbw", |_| Vec::new());
    check_damaged(&folder, "KRvK.rtbw", |whole| whole[..4].to_vec());
    check_damaged(&folder, "KRvK.rtbw", |whole| [b"what", &whole[4..]].concat());
    let folder = folder.to_str().unwrap();
    let tables = Tablebase::open(&format!("/no such folder:{folder}")).expect("the tables open");
    assert_eq!(Tablebase::open(folder).err(), Some(TablebaseError::InUse));
    check(&tables, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", Some(Verdict::Win));
    check(&tables, "8/8/8/3k4/8/8/8/KQ6 b - - 0 1", Some(Verdict::Loss));
    check(&tables, "8/8/8/3k4/8/8/8/KNN5 w - - 0 1", Some(Verdict::Draw));
    check(&tables, "8/8/8/3k4/8/8/8/KNB5 w - - 0 1", Some(Verdict::Win));
    check(&tables, "8/8/8/3k4/8/8/8/KNB5 w - - 1 1", None);
    check(&tables, "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1", None);
    check(&tables, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None);
    let shortest = best(&tables, "8/8/8/8/8/8/k1p5/2K5 b - - 7 1");
    assert_eq!(shortest, Some((Verdict::Win, "a2b3".to_owned())));
    check_double_step(&tables, "8/8/8/8/3p4/6K1/2P5/7k w - - 0 1", "c2c4", Verdict::Win);
    check_double_step(&tables, "8/8/k7/8/5p2/8/6P1/6K1 w - - 0 1", "g2g4", Verdict::Win);
    check_double_step(&tables, "8/8/8/8/2p5/8/2KPk3/8 w - - 0 1", "d2d4", Verdict::Draw);
    let lost = best(&tables, "8/2pK4/8/1P6/8/8/k7/8 b - - 0 1").map(|(verdict, _)| verdict);
    assert_eq!(lost, Some(Verdict::Loss), "c7c5 is taken en passant");

    let mut engine = Engine::new(Judge::default(), 2).unwrap();
    engine.set_tablebase(Some(tables));
    mates(&mut engine, "8/8/8/3k4/8/8/8/KNB5 w - - 0 1");
    mates(&mut engine, "7k/8/8/8/8/8/8/KBB5 w - - 0 1");
    mates(&mut engine, "8/8/8/8/8/8/8/k1K4R w - - 0 1");
    mates(&mut engine, "8/8/8/8/3p4/6K1/2P5/7k w - - 0 1");
    mates(&mut engine, "8/8/k7/8/5p2/8/6P1/6K1 w - - 0 1");
    let mut score = |fen: &str, nodes: u64| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        engine.search(&position(fen).into(), &limits, &Arc::new(Control::default()), &mut |_| {}).score
    };
    assert_eq!(score("8/8/8/3k4/8/8/8/KNN5 w - - 0 1", 2_000), Some(Score::Centipawns(0)));
    // Five pieces are too many, but the capture leads to four; and what is known of the root needs no search.
    let won = [("4k3/8/8/8/8/8/3r4/R2NK3 w - - 0 1", 2_000), ("4r2R/k7/8/8/4K3/8/8/8 w - - 0 1", 1)];
    for (fen, nodes) in won {
        let score = score(fen, nodes);
        assert!(matches!(score, Some(Score::Centipawns(20_001..) | Score::Mate(1..))), "{fen}: {score:?}");
    }
    engine.set_tablebase(None);
    assert!(Tablebase::open(folder).is_ok(), "closed tables open again");
}
