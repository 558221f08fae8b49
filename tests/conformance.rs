//! What every game must hold to, under every value of every option: a new game is tested here on the day it enters the
//! list.

use gabata::board::{Cells, Layout};
use gabata::games::FAMILIES;
use gabata::options::Allowed;
use gabata::play::{legal, play_unchecked};
use gabata::rules::Past;
use gabata::sow::Unwatched;
use gabata::stream::Stream;
use gabata::{Decider, Error, Game, Moves, Phase, Position, Reason, Seat, State, Value, perft};

/// Moves after which a match is left alone; long ones go round in circles, and rounds begin well before.
const MOVES: usize = 600;

/// Every game with every value of every option, one at a time.
fn variants() -> Vec<Game> {
    let mut games = Vec::new();
    for family in FAMILIES {
        games.push(Game::new(family.id, &[]).unwrap());
        for option in family.options {
            let values = match option.allowed {
                Allowed::Odds(_) => [0.0, 0.25, 1.0].map(Value::Real).to_vec(),
                Allowed::Limit => [1, 2].map(Value::Whole).to_vec(),
                allowed => allowed.values(),
            };
            let changed = values.into_iter().filter(|value| *value != option.allowed.default());
            games.extend(changed.map(|value| Game::new(family.id, &[(option.name.into(), value)]).unwrap()));
        }
    }
    games
}

/// The positions of a random match, the first one included.
fn random_match(game: &Game, seed: u64) -> Vec<(Position, Option<u8>)> {
    let mut stream = Stream::new(seed, 0);
    let mut position = game.start();
    let mut line = Vec::new();
    while line.len() < MOVES && position.state.outcome.is_none() {
        let mv = stream.choose(position.legal());
        let next = position.play(mv.into()).unwrap();
        line.push((position, Some(mv)));
        position = next;
    }
    line.push((position, None));
    line
}

fn layout(game: &Game) -> &Layout {
    &game.rules.sowing().layout
}

#[test]
fn counters_are_conserved_at_every_move_those_in_hand_included() {
    for game in variants() {
        let all = game.start().state.counters();
        for (position, _) in (0..4).flat_map(|seed| random_match(&game, seed)) {
            assert_eq!(position.state.counters(), all, "{position:?}");
        }
    }
}

#[test]
fn legal_moves_are_within_the_games_numbers_and_there_are_some_until_the_end() {
    for game in variants() {
        let line = random_match(&game, 5);
        for (position, _) in &line {
            let moves = position.legal();
            assert_eq!(moves.is_empty(), position.state.decider() == Decider::Nobody, "{position:?}");
            assert!(moves.iter().all(|mv| usize::from(mv) < game.rules.num_moves()), "{position:?}");
        }
        for (position, _) in line.iter().step_by(25).chain(line.last()) {
            let moves = position.legal();
            for mv in (-1..=33).chain([255, 256, i64::MIN, i64::MAX]) {
                let is_legal = u8::try_from(mv).is_ok_and(|mv| moves.contains(mv));
                match position.check_move(mv) {
                    Ok(checked) => assert!(is_legal && i64::from(checked) == mv, "{position:?}"),
                    Err(Error::IllegalMove { legal, .. }) => assert!(!is_legal && legal == moves, "{position:?}"),
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
}

/// What Oware remembers, as the opponent sees it.
fn turned_past(past: &Past, layout: &Layout) -> Past {
    let turned = |cells: &Cells| {
        let mut other = [0; gabata::board::CELLS];
        for cell in 0..layout.cells() {
            other[layout.turned(cell)] = cells[cell];
        }
        other
    };
    Past { seen: past.seen.iter().map(|(cells, seat)| (turned(cells), seat.other())).collect(), quiet: past.quiet }
}

/// The game as the opponent sees it: the same, but for the odds of a race.
fn turned_game(game: &Game) -> Game {
    let mut options: Vec<_> = game.options.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    for (name, value) in &mut options {
        if let ("race_odds", Value::Real(odds)) = (name.as_str(), value) {
            *odds = 1.0 - *odds;
        }
    }
    Game::new(game.family.id, &options).unwrap()
}

#[test]
fn turned_by_half_a_turn_with_seats_swapped_every_game_plays_the_same() {
    for game in variants() {
        let (layout, mirrored) = (layout(&game), turned_game(&game));
        for (position, mv) in random_match(&game, 6) {
            let racing = position.state.phase == Phase::Race;
            let mut state = position.state.turned(layout);
            let mut past = turned_past(&position.past, layout);
            assert_eq!(state.turned(layout), position.state, "{position:?}");
            let moves = legal(&*mirrored.rules, &state, &past);
            let swapped = Moves(position.legal().0.reverse_bits() >> 30);
            assert_eq!(moves, if racing { swapped } else { position.legal() }, "{position:?}");
            let odds = mirrored.rules.race_odds().map(|odds| 1.0 - odds);
            assert_eq!(odds, game.rules.race_odds());
            let Some(mv) = mv else { continue };
            play_unchecked(&*mirrored.rules, &mut state, &mut past, if racing { 1 - mv } else { mv }, &mut Unwatched);
            let next = position.play(mv.into()).unwrap();
            assert_eq!(state, next.state.turned(layout), "{position:?} move {mv}");
            assert_eq!(past, turned_past(&next.past, layout), "{position:?} move {mv}");
        }
    }
}

#[test]
fn a_position_reached_by_play_can_be_set_up_and_plays_the_same() {
    for game in variants() {
        for (position, mv) in random_match(&game, 7) {
            let Some(mv) = mv else { continue };
            let same = game.position(position.state).unwrap_or_else(|error| panic!("{error}: {position:?}"));
            assert_eq!(same.legal(), position.legal(), "{position:?}");
            let (same, next) = (same.play(mv.into()).unwrap(), position.play(mv.into()).unwrap());
            // What Oware remembers may end a match that starts here only later.
            if next.state.outcome.is_none() || position.past.seen.is_empty() {
                assert_eq!(same.state, next.state, "{position:?} move {mv}");
            }
        }
    }
}

#[test]
fn a_match_that_starts_anywhere_goes_on_or_ends() {
    for game in variants() {
        for (k, (position, _)) in random_match(&game, 8).into_iter().enumerate().step_by(9) {
            if position.state.outcome.is_some() {
                continue;
            }
            let mut stream = Stream::new(8, k as u64);
            let mut after = game.position(position.state).unwrap();
            for _ in 0..60 {
                let moves = after.legal();
                if moves.is_empty() {
                    break;
                }
                after = after.play(stream.choose(moves).into()).unwrap();
            }
            assert_eq!(after.state.counters(), position.state.counters(), "{position:?}");
            assert_eq!(after.legal().is_empty(), after.state.outcome.is_some(), "{position:?}");
        }
    }
}

#[test]
fn every_end_has_its_reason() {
    let mut met = Vec::new();
    for game in variants() {
        for seed in 0..4 {
            let (last, _) = random_match(&game, seed).pop().unwrap();
            let Some(end) = last.state.outcome else { continue };
            met.push(end.reason);
            let held = last.state.off_board(layout(&game));
            match end.reason {
                Reason::Won => assert!(end.winner.is_some(), "{last:?}"),
                Reason::Draw | Reason::Endless => assert_eq!(end.winner, None, "{last:?}"),
                Reason::Rounds => assert_eq!(end.winner, Seat::richer(held), "{last:?}"),
                Reason::Unfinished => panic!("no rule leaves a match unfinished: {last:?}"),
            }
            assert!(!game.rules.detail(&last.state, &last.past).is_empty());
            assert!(matches!(last.play(0), Err(Error::IllegalMove { .. })), "{last:?}");
            assert_eq!(game.position_after(last.state, (*last.past).clone()).as_ref(), Ok(&last), "{last:?}");
        }
    }
    assert!([Reason::Won, Reason::Draw, Reason::Rounds].iter().all(|reason| met.contains(reason)), "{met:?}");
}

/// [`perft`] by the shortest of recursions.
fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 { 1 } else { position.children().map(|(_, child)| count(&child, depth - 1)).sum() }
}

#[test]
fn perft_equals_a_recursion_over_children() {
    for game in variants() {
        for depth in 0..=3 {
            assert_eq!(perft(&game.start(), depth, &mut || true).unwrap(), count(&game.start(), depth), "{game}");
        }
    }
}

#[test]
fn a_perft_that_is_told_to_stop_stops() {
    let start = Game::new("kalah", &[]).unwrap().start();
    assert_eq!(perft(&start, 9, &mut || false), Err(Error::Cancelled));
}

#[test]
fn a_state_with_a_counter_too_many_is_refused() {
    for game in variants().into_iter().filter(|game| game.family.id != "kalah" && game.family.id != "oware") {
        let mut state: State = game.start().state;
        state.held[0] += 1;
        assert!(matches!(game.position(state), Err(Error::Position(_))), "{game}");
    }
}

#[test]
fn every_game_says_where_it_comes_from_and_numbers_its_clauses() {
    for family in FAMILIES {
        assert!(!family.title.is_empty() && !family.source.is_empty());
        let letter = &family.clauses[0].0[..1];
        for (number, (clause, text)) in (1..).zip(family.clauses) {
            assert_eq!(*clause, format!("{letter}{number}"), "{}", family.id);
            assert!(text.ends_with('.'), "{clause}: {text}");
        }
        for option in family.options {
            assert!(!option.why.is_empty(), "{}: {}", family.id, option.name);
        }
    }
    assert!(FAMILIES.is_sorted_by_key(|family| family.id));
}
