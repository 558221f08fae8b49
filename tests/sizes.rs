//! Kalah and Oware at every size, with everything in one hole: a turn equals one sown counter by counter on plain
//! arrays, as the rules say it.

use gabata::play::play_unchecked;
use gabata::rules::Past;
use gabata::sow::Unwatched;
use gabata::{Game, Seat, State, Value};
use proptest::prelude::*;

/// Two rows and what each player holds, as the mover sees them: own row left to right, then the opponent's.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plain {
    holes: Vec<u32>,
    mine: u32,
    theirs: u32,
    over: bool,
    moves_again: bool,
}

impl Plain {
    fn row(&self, own: bool) -> std::ops::Range<usize> {
        let columns = self.holes.len() / 2;
        if own { 0..columns } else { columns..2 * columns }
    }

    fn in_row(&self, own: bool) -> u32 {
        self.holes[self.row(own)].iter().sum()
    }

    fn share_out(&mut self) {
        self.mine += self.in_row(true);
        self.theirs += self.in_row(false);
        self.holes.fill(0);
        self.over = true;
    }
}

/// K2 to K6.
fn plain_kalah(mut board: Plain, origin: usize) -> Plain {
    let columns = board.holes.len() / 2;
    let mut at = origin;
    let mut in_store = false;
    for _ in 0..std::mem::take(&mut board.holes[origin]) {
        if at == columns - 1 && !in_store {
            board.mine += 1;
            in_store = true;
        } else {
            at = (at + 1) % (2 * columns);
            board.holes[at] += 1;
            in_store = false;
        }
    }
    let facing = 2 * columns - 1 - at;
    if !in_store && at < columns && board.holes[at] == 1 && board.holes[facing] > 0 {
        board.mine += std::mem::take(&mut board.holes[at]) + std::mem::take(&mut board.holes[facing]);
    }
    board.moves_again = in_store;
    if board.in_row(true) == 0 || board.in_row(false) == 0 {
        board.share_out();
    }
    board
}

/// O3 to O7; the position is new, so O8 has nothing to say.
fn plain_oware(mut board: Plain, origin: usize) -> Plain {
    let columns = board.holes.len() / 2;
    board.moves_again = false;
    let mut at = origin;
    for _ in 0..std::mem::take(&mut board.holes[origin]) {
        at = (at + 1) % (2 * columns);
        if at == origin {
            at = (at + 1) % (2 * columns);
        }
        board.holes[at] += 1;
    }
    let mut captured = board.clone();
    while at >= columns && (2..=3).contains(&captured.holes[at]) {
        captured.mine += std::mem::take(&mut captured.holes[at]);
        at -= 1;
    }
    if captured.in_row(false) > 0 {
        board = captured; // O5
    }
    let can_answer = board.row(false).any(|hole| {
        let feeds = hole + board.holes[hole] as usize >= 2 * columns;
        board.holes[hole] > 0 && (board.in_row(true) > 0 || feeds)
    });
    let all = board.mine + board.theirs + board.holes.iter().sum::<u32>();
    if !can_answer {
        board.share_out();
    } else if 2 * board.mine > all || 2 * board.theirs > all || (2 * board.mine == all && 2 * board.theirs == all) {
        board.over = true;
    }
    board
}

/// A state as its mover sees it.
fn plain(game: &Game, state: &State, seat: Seat) -> Plain {
    let layout = &game.rules.sowing().layout;
    let held = state.off_board(layout).map(u32::from);
    Plain {
        holes: (0..layout.holes).map(|k| state.cells[layout.cell(seat, k)].into()).collect(),
        mine: held[seat.index()],
        theirs: held[seat.other().index()],
        over: state.outcome.is_some(),
        moves_again: state.outcome.is_none() && state.to_move == seat,
    }
}

fn heaped(id: &str, holes: usize, seat: Seat, origin: usize, heap: u8, other: Option<usize>) -> (Game, State) {
    let game =
        Game::new(id, &[("holes".into(), Value::Whole(holes as i64)), ("counters".into(), Value::Whole(1))]).unwrap();
    let layout = &game.rules.sowing().layout;
    let mut state = State { to_move: seat, ..State::empty(layout) };
    state.cells[layout.cell(seat, origin)] = heap;
    if let Some(other) = other {
        state.cells[layout.cell(seat, other % (2 * holes))] += 1;
    }
    (game, state)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_heap_in_one_hole_is_sown_as_the_rules_say(
        is_kalah: bool, is_north: bool, holes in 1..=12usize, origin in 0..12usize, heap in 1..=254u8,
        other in proptest::option::of(0..24usize),
    ) {
        let (id, seat) = (["oware", "kalah"][usize::from(is_kalah)], Seat::BOTH[usize::from(is_north)]);
        let origin = origin % holes;
        let (game, mut state) = heaped(id, holes, seat, origin, heap, other);
        let before = plain(&game, &state, seat);
        let mut past = Past::default();
        game.rules.remember(&state, &mut past);
        let is_legal = game.rules.legal(&state, &past).contains(origin as u8);
        if !is_legal {
            // Only where a heap does not reach the opponent's empty row (O6).
            prop_assert!(!is_kalah && before.in_row(false) == 0 && origin + (before.holes[origin] as usize) < holes);
            return Ok(());
        }
        let mut expected = if is_kalah { plain_kalah(before, origin) } else { plain_oware(before, origin) };
        play_unchecked(&*game.rules, &mut state, &mut past, origin as u8, &mut Unwatched);
        expected.moves_again &= !expected.over;
        prop_assert_eq!(plain(&game, &state, seat), expected);
    }

    #[test]
    fn a_match_from_a_heap_keeps_its_counters_to_the_end(
        is_kalah: bool, holes in 1..=12usize, heap in 1..=254u8, other in 0..24usize, seed: u64,
    ) {
        let id = ["oware", "kalah"][usize::from(is_kalah)];
        let (game, state) = heaped(id, holes, Seat::South, 0, heap, Some(holes + other % holes));
        let mut position = game.position(state).unwrap();
        let mut stream = gabata::stream::Stream::new(seed, 0);
        for _ in 0..5000 {
            let moves = position.legal();
            if moves.is_empty() {
                break;
            }
            position = position.play(stream.choose(moves).into()).unwrap();
            prop_assert_eq!(position.state.counters(), u32::from(heap) + 1);
        }
        prop_assert!(position.state.outcome.is_some());
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused(is_kalah: bool, holes in -1..=14i64, counters in -1..=14i64) {
        let id = ["oware", "kalah"][usize::from(is_kalah)];
        let given = [("holes".into(), Value::Whole(holes)), ("counters".into(), Value::Whole(counters))];
        let fits = (1..=12).contains(&holes) && (1..=12).contains(&counters) && 2 * holes * counters <= 255;
        let made = Game::new(id, &given);
        prop_assert_eq!(made.is_ok(), fits, "{:?}", made.err());
    }
}
