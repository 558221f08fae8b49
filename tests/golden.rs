//! Replays the golden traces, which a slow independent implementation made, and counts the perft tables.

use std::io::Read;
use std::path::{Path, PathBuf};

use gabata::{Decider, Game, Position, Reason, Seat, Value, perft};
use serde::Deserialize;

/// A match, or the beginning of one; every list has an entry for each move.
#[derive(Deserialize)]
struct Trace {
    game: String,
    options: serde_json::Map<String, serde_json::Value>,
    legal: Vec<Vec<u8>>,
    moves: Vec<(i8, i64)>,
    boards: Vec<Vec<u8>>,
    to_move: Vec<Option<i8>>,
    held: Vec<[u8; 2]>,
    wegues: Option<Vec<String>>,
    owners: Option<Vec<String>>,
    rounds: Vec<[u8; 2]>,
    winner: Option<i8>,
    endless: bool,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn traces(file: &str) -> Vec<Trace> {
    let packed = std::fs::File::open(folder().join(file)).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn game(id: &str, options: &serde_json::Map<String, serde_json::Value>) -> Game {
    let given: Vec<(String, Value)> =
        options.iter().map(|(name, value)| (name.clone(), serde_json::from_value(value.clone()).unwrap())).collect();
    Game::new(id, &given).unwrap()
}

fn who(decider: Decider) -> Option<i8> {
    match decider {
        Decider::Player(seat) => Some(seat as i8),
        Decider::Chance => Some(-1),
        Decider::Nobody => None,
    }
}

/// `s` or `n` for whose set a hole is in, in array order.
fn letters(position: &Position, sets: [u64; 2]) -> String {
    let layout = &position.game.rules.sowing().layout;
    let letter = |cell: usize| match sets.map(|set| set >> cell & 1 != 0) {
        [true, _] => 's',
        [_, true] => 'n',
        _ => '.',
    };
    layout.array(letter).into_iter().collect()
}

fn replay(trace: &Trace, name: &str) {
    let mut position = game(&trace.game, &trace.options).start();
    for (i, &(mover, mv)) in trace.moves.iter().enumerate() {
        let at = format!("{name}: move {i} of {}", position.game);
        assert_eq!(position.legal().iter().collect::<Vec<_>>(), trace.legal[i], "{at}");
        assert_eq!(who(position.state.decider()), Some(mover), "{at}");
        position = position.play(mv).unwrap();
        let layout = &position.game.rules.sowing().layout;
        assert_eq!(layout.array(|cell| position.state.cells[cell]), trace.boards[i], "{at}");
        assert_eq!(who(position.state.decider()), trace.to_move[i], "{at}");
        assert_eq!(position.state.off_board(layout), trace.held[i], "{at}");
        if let Some(wegues) = &trace.wegues {
            assert_eq!(letters(&position, position.state.marks), wegues[i], "{at}");
        }
        if let Some(owners) = &trace.owners {
            let owned = Seat::BOTH.map(|seat| position.state.owned(layout, seat));
            assert_eq!(letters(&position, owned), owners[i], "{at}");
        }
    }
    assert_eq!(*position.rounds, trace.rounds, "{name}: {}", position.game);
    let outcome = position.state.outcome;
    assert_eq!(outcome.and_then(|end| end.winner).map(|seat| seat as i8), trace.winner, "{name}");
    assert_eq!(outcome.is_some_and(|end| end.reason == Reason::Endless), trace.endless, "{name}");
}

#[test]
fn every_golden_trace_replays() {
    let mut replayed = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".jsonl.gz") {
            for (line, trace) in traces(&name).iter().enumerate() {
                replay(trace, &format!("{name} line {}", line + 1));
                replayed += 1;
            }
        }
    }
    assert_eq!(replayed, 323);
}

#[test]
fn every_perft_table_is_met() {
    #[derive(Deserialize)]
    struct Table {
        game: String,
        options: serde_json::Map<String, serde_json::Value>,
        perft: Vec<u64>,
    }
    let text = std::fs::read_to_string(folder().join("perft.json")).unwrap();
    for table in serde_json::from_str::<Vec<Table>>(&text).unwrap() {
        let start = game(&table.game, &table.options).start();
        for (depth, &count) in (1..).zip(&table.perft) {
            assert_eq!(perft(&start, depth, &mut || true).unwrap(), count, "{} at depth {depth}", start.game);
        }
    }
}
