//! How fast whole random matches go on one core, three ways side by side: plain (one counter at a time), the one loop,
//! and lockstep with each instruction set. `cargo bench` prints the table; the answers are asserted, match by match.
//!
//! `cargo bench -- GAME HOW N` does nothing but play N matches one way (`plain`, `loop`, `Sse2`, `Avx2`) and prints their
//! laps: for counting instructions (`guard.py`) and for profiles.

// A bench has no documentation of its own.
#![allow(missing_docs, clippy::pedantic)]

mod plain;

use gabata::bulk::{Columns, Control, Job};
use gabata::{Game, Value};
use plain::{Limits, Outcome};

/// A game, how many turns its matches have at most, how many matches are played by lockstep, and its plain baseline.
struct Case {
    name: &'static str,
    game: Game,
    max_turns: u32,
    n: usize,
    plain: fn(u64, u64, Limits) -> Outcome,
}

fn cases() -> [Case; 4] {
    let game = |id, given: &[(String, Value)]| Game::new(id, given).expect("a game of the list");
    let andada = |holes| game("andada", &[("holes".into(), Value::Whole(holes))]);
    [
        Case {
            name: "andada",
            game: andada(12),
            max_turns: 10_000,
            n: 400_000,
            plain: |seed, index, limits| plain::andada::simulate(12, seed, index, limits),
        },
        Case {
            name: "andada24",
            game: andada(24),
            max_turns: 10_000,
            n: 100_000,
            plain: |seed, index, limits| plain::andada::simulate(24, seed, index, limits),
        },
        Case {
            name: "gabata-adwa",
            game: game("gabata-adwa", &[]),
            max_turns: 2000,
            n: 8192,
            plain: plain::adwa::simulate,
        },
        Case {
            name: "abalalae",
            game: game("abalalae", &[]),
            max_turns: 10_000,
            n: 4096,
            plain: |seed, index, limits| plain::abalalae::simulate(1 << 31, seed, index, limits),
        },
    ]
}

const SEED: u64 = 7;

fn job(case: &Case, n: usize) -> Job {
    Job { seed: SEED, max_turns: case.max_turns, threads: 1, ..Job::new(&case.game, n) }
}

fn plain(case: &Case, n: usize) -> Columns {
    let limits = Limits { max_turns: case.max_turns, max_rounds: u32::MAX };
    let mut columns = Columns::new(n).expect("room");
    let mut rows = columns.rows();
    for at in 0..n {
        let o = (case.plain)(SEED, at as u64, limits);
        let row = gabata::bulk::Row {
            winner: o.winner,
            reason: o.reason as u8,
            turns: o.turns,
            rounds: o.rounds,
            laps: o.laps,
            held: o.held,
            first_mover: o.first_mover,
            opening: o.opening,
        };
        rows.set(at, row);
    }
    columns
}

fn one_loop(case: &Case, n: usize) -> Columns {
    let (job, mut columns) = (job(case, n), Columns::new(n).expect("room"));
    job.game.rules.one_by_one(&job, 0, columns.rows(), &Control::default()).expect("nobody stops it");
    columns
}

/// A way to play some matches of a case.
type Way = Box<dyn Fn(&Case, usize) -> Columns>;

/// Lockstep with each instruction set that this processor has, the slowest first, by name.
#[cfg(target_arch = "x86_64")]
fn lockstep() -> Vec<(String, Way)> {
    use gabata::lockstep::{Set, play};
    let way = |set: Set| -> (String, Way) {
        let lockstep = move |case: &Case, n| {
            let (job, mut columns) = (job(case, n), Columns::new(n).expect("room"));
            let kernel = job.game.rules.lockstep().expect("a game with a kernel");
            let rules = &*job.game.rules;
            play(set, kernel, rules, &job, 0, columns.rows(), &Control::default()).expect("nobody stops it");
            columns
        };
        (format!("{set:?}"), Box::new(lockstep))
    };
    Set::available().into_iter().rev().map(way).collect()
}

/// There is no lockstep here.
#[cfg(not(target_arch = "x86_64"))]
fn lockstep() -> Vec<(String, Way)> {
    Vec::new()
}

/// Seconds that this thread has had a processor (Linux).
fn cpu_seconds() -> f64 {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells a thread's time");
    times.split(' ').next().and_then(|time| time.parse::<f64>().ok()).expect("nanoseconds first") / 1e9
}

/// The best of three runs.
fn time(run: impl Fn() -> Columns) -> (f64, Columns) {
    let once = || {
        let begun = cpu_seconds();
        let columns = run();
        (cpu_seconds() - begun, columns)
    };
    (0..3).map(|_| once()).min_by(|a, b| a.0.total_cmp(&b.0)).expect("three")
}

fn first(columns: &Columns, n: usize) -> Columns {
    let mut columns = columns.clone();
    columns.winner.truncate(n);
    columns.reason.truncate(n);
    columns.turns.truncate(n);
    columns.rounds.truncate(n);
    columns.laps.truncate(n);
    columns.held.truncate(n);
    columns.first_mover.truncate(n);
    columns.opening.truncate(n);
    columns
}

fn compare(case: &Case) {
    println!("| {} | M matches/s | M turns/s | M laps/s | x plain |\n| --- | --- | --- | --- | --- |", case.name);
    let few = case.n / 16;
    let (seconds, expected) = time(|| plain(case, few));
    let base = print_row("plain", seconds, &expected, None);
    let (seconds, got) = time(|| one_loop(case, few));
    print_row("one loop", seconds, &got, Some(base));
    assert!(got == expected, "{}: the one loop and plain differ", case.name);
    for (set, way) in lockstep() {
        let (seconds, got) = time(|| way(case, case.n));
        print_row(&format!("lockstep, {set}"), seconds, &got, Some(base));
        assert!(first(&got, few) == expected, "{}: lockstep with {set} and plain differ", case.name);
    }
    println!();
}

/// Prints a row of the table and returns the turns per second.
fn print_row(how: &str, seconds: f64, columns: &Columns, base: Option<f64>) -> f64 {
    let per_second = |count: u64| count as f64 / seconds;
    let turns = per_second(columns.turns.iter().map(|&turns| u64::from(turns)).sum());
    let laps = per_second(columns.laps.iter().sum());
    let matches = per_second(columns.turns.len() as u64);
    let ratio = turns / base.unwrap_or(turns);
    println!("| {how} | {:.3} | {:.1} | {:.1} | {ratio:.2} |", matches / 1e6, turns / 1e6, laps / 1e6);
    turns
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match &args[..] {
        [] => cases().iter().for_each(compare),
        [name] => cases().iter().filter(|case| case.name == name).for_each(compare),
        [name, how, n] => {
            let case = cases().into_iter().find(|case| case.name == name).expect("the name of a case");
            let n = n.parse().expect("a number of matches");
            let columns = match how.as_str() {
                "plain" => plain(&case, n),
                "loop" => one_loop(&case, n),
                set => {
                    let known = lockstep().into_iter().find(|(known, _)| known == set);
                    known.expect("an instruction set that this processor has").1(&case, n)
                }
            };
            println!("{}", columns.laps.iter().sum::<u64>());
        }
        _ => panic!("arguments: none, GAME, or GAME HOW N"),
    }
}
