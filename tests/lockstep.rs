//! Lockstep kernels play the very matches that the one loop plays: every row, every column, on each instruction set
//! that this processor has, under every reading that a kernel serves.
#![cfg(target_arch = "x86_64")]

use gabata::bulk::{Columns, Control, Job, Row};
use gabata::lockstep::{Kernel, Set, play};
use gabata::options::Value;
use gabata::{Game, Position, Reason};

fn game(id: &str, given: &[(&str, Value)]) -> Game {
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect();
    Game::new(id, &given).unwrap()
}

fn word(word: &str) -> Value {
    Value::Word(word.into())
}

/// Every choice of one value for each option.
fn combinations<'a>(options: &[(&'a str, Vec<Value>)]) -> Vec<Vec<(&'a str, Value)>> {
    options.iter().fold(vec![Vec::new()], |before, (name, values)| {
        let with = |given: &Vec<_>, value: &Value| given.iter().cloned().chain([(*name, value.clone())]).collect();
        before.iter().flat_map(|given| values.iter().map(move |value| with(given, value))).collect()
    })
}

fn one_by_one(job: &Job) -> Columns {
    let mut columns = Columns::new(job.n).unwrap();
    job.game.rules.one_by_one(job, job.first, columns.rows(), &Control::default()).unwrap();
    columns
}

fn side_by_side(job: &Job, set: Set, kernel: Kernel) -> Columns {
    let mut columns = Columns::new(job.n).unwrap();
    let control = Control::default();
    play(set, kernel, &*job.game.rules, job, job.first, columns.rows(), &control).unwrap();
    assert_eq!(control.done.into_inner(), job.n as u64);
    columns
}

fn row(columns: &Columns, at: usize) -> Row {
    Row {
        winner: columns.winner[at],
        reason: columns.reason[at],
        turns: columns.turns[at],
        rounds: columns.rounds[at],
        laps: columns.laps[at],
        held: columns.held[at],
        first_mover: columns.first_mover[at],
        opening: columns.opening[at],
    }
}

/// Plays a job both ways and says how many of its matches ended for a reason.
fn agree(job: &Job, reason: Reason) -> usize {
    let kernel = job.game.rules.lockstep().expect("a reading that a kernel serves");
    let expected = one_by_one(job);
    for set in Set::available() {
        let got = side_by_side(job, set, kernel);
        for at in 0..job.n {
            let index = job.first + at as u64;
            assert_eq!(row(&expected, at), row(&got, at), "match {index} of {} with {set:?}", job.game);
        }
    }
    (0..job.n).filter(|&at| expected.reason[at] == reason as u8).count()
}

/// All combinations of options, of which each plays `n` matches; and under the first, which are the defaults, jobs with
/// few and many turns, few and many matches, from the first and from a later match on.
fn agree_under(id: &str, options: &[(&str, Vec<Value>)], n: usize, max_turns: u32) {
    let all = combinations(options);
    for (k, given) in all.iter().enumerate() {
        let first = 1000 * k as u64;
        agree(&Job { seed: 1, first, max_turns, ..Job::new(&game(id, given), n) }, Reason::Won);
    }
    let job = |first, n, max_turns| Job { seed: 2, first, n, max_turns, ..Job::new(&game(id, &all[0]), 0) };
    for job in [job(11, 50, 0), job(11, 50, 1), job(5, 50, 255), job(5, 50, 256), job(1 << 40, 50, 257)] {
        agree(&job, Reason::Won);
    }
    for n in [0, 1, 7, 8, 9, 31, 32, 33] {
        agree(&job(3, n, 700), Reason::Won);
    }
}

#[test]
fn andada_of_every_size_and_reading() {
    let options = [
        ("holes", [12, 15, 18, 21, 24].map(Value::Whole).to_vec()),
        ("direction", vec![word("anticlockwise"), word("clockwise")]),
        ("singles", vec![word("turn"), word("latched"), word("never")]),
        ("opener", vec![word("south"), word("north")]),
    ];
    agree_under("andada", &options, 200, 10_000);
}

#[test]
fn andada_with_endless_relays() {
    let job = Job { seed: 3, ..Job::new(&game("andada", &[]), 60_000) };
    assert!(agree(&job, Reason::Endless) > 2);
}

#[test]
fn abalalae_under_every_reading() {
    let options = [
        ("race", vec![word("every_round"), word("first_round"), word("none")]),
        ("starter", vec![word("winner"), word("loser"), word("alternate")]),
        ("race_odds", vec![Value::Real(0.5), Value::Real(0.8)]),
        ("race_loser", vec![word("finishes"), word("lap")]),
        ("round_end", vec![word("at_once"), word("to_move")]),
        ("winnings", vec![word("counted"), word("out")]),
        ("max_rounds", vec![Value::None, Value::Whole(1), Value::Whole(3)]),
    ];
    agree_under("abalalae", &options, 35, 500);
}

#[test]
fn abalalae_with_endless_relays() {
    let job = Job { seed: 3, ..Job::new(&game("abalalae", &[]), 6_000) };
    assert!(agree(&job, Reason::Endless) > 2);
}

#[test]
fn adwa_under_every_reading_that_its_kernel_serves() {
    let options = [
        ("original", vec![word("hole"), word("none")]),
        ("original_when", vec![word("every_round"), word("first_round")]),
        ("last_hole", vec![word("uncaptured"), word("owned"), word("none")]),
        ("after_capture", vec![word("ends"), word("again")]),
        ("surplus", vec![word("loser_first"), word("winner_first")]),
        ("starter", vec![word("alternate"), word("winner"), word("loser")]),
        ("max_rounds", vec![Value::None, Value::Whole(1), Value::Whole(3)]),
    ];
    agree_under("gabata-adwa", &options, 35, 1000);
    assert!(agree(&Job { max_turns: 30_000, ..Job::new(&game("gabata-adwa", &[]), 60) }, Reason::Won) > 2);
}

/// The positions after a few moves of a match, each with its own match.
fn starts(game: &Game, moves: usize) -> Vec<Position> {
    let mut positions = vec![game.start()];
    while positions.len() <= moves && !positions[positions.len() - 1].legal().is_empty() {
        let last = &positions[positions.len() - 1];
        let legal = last.legal();
        let mv = legal.nth(positions.len() % legal.len());
        positions.push(last.play(mv.into()).unwrap());
    }
    positions
}

#[test]
fn from_any_start() {
    for id in ["andada", "abalalae", "gabata-adwa"] {
        let game = game(id, &[]);
        let starts = starts(&game, 30);
        let n = starts.len() * 3;
        agree(&Job { starts, games_each: 3, max_turns: 500, ..Job::new(&game, n) }, Reason::Won);
    }
}

#[test]
fn readings_that_no_kernel_knows_are_left_to_the_one_loop() {
    for (id, reading, value) in [
        ("andada", "singles", "running"),
        ("gabata-adwa", "original", "all"),
        ("gabata-adwa", "last_hole", "stocked"),
        ("kalah", "empty_capture", "nothing"),
    ] {
        let given = if id == "kalah" { vec![] } else { vec![(reading, word(value))] };
        assert!(game(id, &given).rules.lockstep().is_none(), "{id} {reading}={value}");
    }
}

#[test]
fn a_stop_is_heeded() {
    let job = Job { max_turns: u32::MAX, ..Job::new(&game("gabata-adwa", &[]), 1000) };
    let control = Control::default();
    control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut columns = Columns::new(job.n).unwrap();
    let kernel = job.game.rules.lockstep().unwrap();
    let stopped = play(Set::best(), kernel, &*job.game.rules, &job, 0, columns.rows(), &control);
    assert_eq!(stopped, Err(gabata::Error::Cancelled));
}
