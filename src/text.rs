//! The text notation: a whole position of any game in one line, the same in every version.
//!
//! ```text
//! 3,0,3,3,0,3,3,0,3,3,0,3/0,3,3,0,3,3,0,3,3,0,3,3 north 0,0 phase=choice
//! ```
//!
//! Three fields are always there, a space between them: the *board*, rows from the top edge parted by `/`, counters by
//! `,`; *who decides*, `south`, `north`, `chance` or `nobody`; and what south and north *hold* (Kalah: their stores).
//! Whatever else a position has follows as `name=value`, in the order of [`EXTRAS`], and is left out where it is at
//! its default:
//!
//! | name | value | default |
//! | --- | --- | --- |
//! | `phase` | `opening`, `choice`, `race` | a race where chance decides, else ordinary turns |
//! | `end` | `won:south`, `draw`, `endless`, `rounds:north`, `rounds`: only where nobody decides | |
//! | `turn` | whose turn it would be, where nobody decides | `south` |
//! | `owners` | a letter a hole, `s` or `n`, rows parted by `/` | as at the start of a match |
//! | `wegues` | whose wegue a hole is, `s`, `n` or `.` | none |
//! | `fresh` | `f` for a hole whose first counters still protect it (G8), else `.` | none |
//! | `out` | kept back for good, south and north; part of what they hold | `0,0` |
//! | `hands` | what the racers have in hand | `0,0` |
//! | `racers` | where on their tracks the racers dropped or lifted last | `0,0` |
//! | `began` | who began the round | who decides, in ordinary turns |
//! | `round` | its number | `1` |
//! | `latched` | `yes`: A11 holds for good | no |
//! | `quiet` | Oware: moves in a row without a capture | `0` |
//! | `seen` | Oware: `south:` or `north:` and a board, parted by `;`: what stood since the last capture | this position |
//!
//! Finished rounds and the number of turns are no part of it: they do not decide how the match goes on.

use std::fmt::Write;

use crate::board::{CellSet, Cells, Layout, Seat};
use crate::play::{Game, Position};
use crate::rules::{Error, Past};
use crate::state::{Decider, Outcome, Phase, Reason, State};

/// The names of what a position may have beyond board, decider and held counters, in the order of the notation.
pub const EXTRAS: [&str; 14] = [
    "phase", "end", "turn", "owners", "wegues", "fresh", "out", "hands", "racers", "began", "round", "latched",
    "quiet", "seen",
];

const SEATS: [&str; 2] = ["south", "north"];

/// How a phase is written.
pub const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Turns => "turns",
        Phase::Opening => "opening",
        Phase::Choice => "choice",
        Phase::Race => "race",
    }
}

/// How a decider is written.
pub const fn decider_word(decider: Decider) -> &'static str {
    match decider {
        Decider::Player(seat) => SEATS[seat.index()],
        Decider::Chance => "chance",
        Decider::Nobody => "nobody",
    }
}

fn pair(values: [u8; 2]) -> String {
    format!("{},{}", values[0], values[1])
}

/// The holes of a board, row by row.
fn board(layout: &Layout, cells: &Cells) -> String {
    let counts = layout.array(|cell| cells[cell].to_string());
    counts.chunks(layout.columns).map(|row| row.join(",")).collect::<Vec<_>>().join("/")
}

/// A letter for each hole, row by row.
fn letters(layout: &Layout, letter: impl FnMut(usize) -> char) -> String {
    let letters = layout.array(letter);
    letters.chunks(layout.columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

fn has(set: CellSet, cell: usize) -> bool {
    set >> cell & 1 != 0
}

/// Who began the round when nobody says.
pub fn default_began(game: &Game, state: &State) -> Seat {
    let counts = state.phase == Phase::Turns && game.rules.extras().contains(&"began");
    if counts { state.to_move } else { Seat::South }
}

impl Position {
    /// The position in one line; [`Game::parse`] reads it.
    pub fn text(&self) -> String {
        let layout = &self.game.rules.sowing().layout;
        let (state, past) = (&self.state, &self.past);
        let decider = state.decider();
        let mut text = board(layout, &state.cells);
        let mut add = |name: &str, value: String| write!(text, " {name}{value}").expect("a string takes all");
        add("", decider_word(decider).into());
        add("", pair(state.off_board(layout)));
        if state.phase != Phase::Turns && decider != Decider::Chance {
            add("phase=", phase_word(state.phase).into());
        }
        if let Some(end) = state.outcome {
            let winner = end.winner.map(|seat| format!(":{}", SEATS[seat.index()]));
            add("end=", reason_word(end.reason).to_string() + &winner.unwrap_or_default());
            if state.to_move == Seat::North {
                add("turn=", "north".into());
            }
        }
        if state.owned(layout, Seat::North) != layout.home[1] {
            add("owners=", letters(layout, |cell| if has(state.north, cell) { 'n' } else { 's' }));
        }
        let marks = state.marks.map(|set| set & layout.all_holes());
        if marks != [0; 2] {
            let letter = |cell| {
                if has(marks[0], cell) {
                    's'
                } else if has(marks[1], cell) {
                    'n'
                } else {
                    '.'
                }
            };
            add("wegues=", letters(layout, letter));
        }
        if state.fresh != 0 {
            add("fresh=", letters(layout, |cell| if has(state.fresh, cell) { 'f' } else { '.' }));
        }
        for (name, values) in [("out=", state.out), ("hands=", state.hands), ("racers=", state.racers)] {
            if values != [0; 2] {
                add(name, pair(values));
            }
        }
        if state.began != default_began(&self.game, state) {
            add("began=", SEATS[state.began.index()].into());
        }
        if state.round != 1 {
            add("round=", state.round.to_string());
        }
        if state.latched {
            add("latched=", "yes".into());
        }
        let plain = self.game.first_past(state);
        if past.quiet != plain.quiet {
            add("quiet=", past.quiet.to_string());
        }
        if past.seen != plain.seen {
            let seen =
                past.seen.iter().map(|(cells, seat)| format!("{}:{}", SEATS[seat.index()], board(layout, cells)));
            add("seen=", seen.collect::<Vec<_>>().join(";"));
        }
        text
    }

    /// A number of 64 bits for a position, the same on every machine and in every version:
    /// FNV-1a over the game as [`Game`] displays it, a space, and [`Position::text`].
    pub fn key(&self) -> u64 {
        let line = format!("{} {}", self.game, self.text());
        line.bytes().fold(0xcbf2_9ce4_8422_2325, |key, byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

const fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::Won => "won",
        Reason::Draw => "draw",
        Reason::Endless => "endless",
        Reason::Rounds => "rounds",
        Reason::Unfinished => "unfinished",
    }
}

impl Game {
    /// Reads a position that [`Position::text`] wrote, or somebody by hand.
    ///
    /// # Errors
    /// [`Error::Text`], which says where the text stops making sense, or [`Error::Position`] for a position that this
    /// game does not have.
    pub fn parse(&self, text: &str) -> Result<Position, Error> {
        let reader = Reader { text, layout: &self.rules.sowing().layout };
        let mut words = reader.words();
        let mut state = State::empty(reader.layout);
        state.cells = reader.board(&words.next_field("board")?)?;
        let decider = words.next_field("who decides")?;
        let held = reader.pair(&words.next_field("held")?)?;
        state.hold(reader.layout, held);
        match reader.one_of(&decider, &["south", "north", "chance", "nobody"])? {
            0 => {}
            1 => state.to_move = Seat::North,
            2 => state.phase = Phase::Race,
            _ => state.outcome = Some(Outcome { reason: Reason::Draw, winner: None }),
        }
        let (mut began, mut end, mut past, mut last) = (None, false, Past::default(), None);
        let mut seen = false;
        while let Some((place, word)) = reader.extra(&mut words)? {
            if last.is_some_and(|last| place <= last) {
                return Err(word.fail(
                    text,
                    format!("{} stands here twice or too late: the order is {}", word.field, EXTRAS.join(", ")),
                ));
            }
            last = Some(place);
            match word.field {
                "phase" => {
                    state.phase = match reader.one_of(&word, &["opening", "choice", "race"])? {
                        0 => Phase::Opening,
                        1 => Phase::Choice,
                        _ if state.outcome.is_some() => Phase::Race,
                        _ => {
                            return Err(word.fail(text, "in a race chance decides, not a player".into()));
                        }
                    }
                }
                "end" | "turn" if state.outcome.is_none() => {
                    return Err(
                        word.fail(text, format!("{} is for a match that is over: where nobody decides", word.field))
                    );
                }
                "end" => {
                    end = true;
                    state.outcome = Some(reader.outcome(&word)?);
                }
                "turn" => state.to_move = reader.seat(&word)?,
                "owners" => state.north = reader.letters(&word, "sn")?[1] | (state.north & !reader.layout.all_holes()),
                "wegues" => {
                    let sets = reader.letters(&word, "sn.")?;
                    state.marks[0] |= sets[0];
                    state.marks[1] |= sets[1];
                }
                "fresh" => state.fresh = reader.letters(&word, "f.")?[0],
                "out" => state.out = reader.pair(&word)?,
                "hands" => state.hands = reader.pair(&word)?,
                "racers" => state.racers = reader.pair(&word)?,
                "began" => began = Some(reader.seat(&word)?),
                "round" => state.round = reader.number(&word)?,
                "latched" => state.latched = reader.one_of(&word, &["yes"])? == 0,
                "quiet" => past.quiet = reader.number(&word)?,
                _ => {
                    seen = true;
                    past.seen = reader.seen(&word)?;
                }
            }
        }
        if state.outcome.is_some() && !end {
            return Err(decider.fail(text, "nobody decides, but no field end= says how the match ended".into()));
        }
        state.began = began.unwrap_or_else(|| default_began(self, &state));
        let extras = self.rules.extras();
        for (name, given) in [("quiet", past.quiet != 0), ("seen", seen)] {
            if given && !extras.contains(&name) {
                return Err(self.has_no(name));
            }
        }
        if !seen {
            past.seen = self.first_past(&state).seen;
        }
        self.position_after(state, past)
    }
}

/// A piece of the text: which field it is, its first byte, and what stands there.
#[derive(Clone, Copy)]
struct Word<'a> {
    field: &'static str,
    at: usize,
    what: &'a str,
}

impl<'a> Word<'a> {
    /// Its parts between the signs `sign`.
    fn parts(self, sign: char) -> impl Iterator<Item = Word<'a>> {
        let mut at = self.at;
        self.what.split(sign).map(move |what| {
            let part = Word { at, what, ..self };
            at += what.len() + 1;
            part
        })
    }

    fn fail(self, text: &str, problem: String) -> Error {
        /// Characters shown on either side.
        const AROUND: usize = 30;
        let before: Vec<char> = text[..self.at].chars().collect();
        let shown: String = before.iter().skip(before.len().saturating_sub(AROUND)).collect();
        let pointer = " ".repeat(shown.chars().count());
        let rest: String = text[self.at..].chars().take(AROUND).collect();
        let excerpt = (shown + &rest).replace(|c: char| c.is_whitespace(), " ");
        Error::Text { field: self.field, at: before.len() + 1, problem, excerpt, pointer }
    }

    fn unlike(self, text: &str, wanted: &str) -> Error {
        /// Characters of the wrong word that are shown.
        const MOST: usize = 40;
        let mut found: String = self.what.chars().take(MOST).collect();
        if found.len() < self.what.len() {
            found += "...";
        }
        let found = if found.is_empty() { "nothing".into() } else { format!("{found:?}") };
        self.fail(text, format!("found {found}, wanted {wanted}"))
    }
}

/// The words of a text, parted by white space.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self, field: &'static str) -> Option<Word<'a>> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let word = self.text[start..].split(char::is_whitespace).next().filter(|word| !word.is_empty())?;
        self.at = start + word.len();
        Some(Word { field, at: start, what: word })
    }

    fn next_field(&mut self, field: &'static str) -> Result<Word<'a>, Error> {
        let end = Word { field, at: self.text.len(), what: "" };
        self.next(field).ok_or_else(|| end.fail(self.text, format!("the text ends before the field {field:?}")))
    }
}

/// Reads words as what the notation allows.
struct Reader<'a> {
    text: &'a str,
    layout: &'a Layout,
}

impl<'a> Reader<'a> {
    fn words(&self) -> Words<'a> {
        Words { text: self.text, at: 0 }
    }

    /// The next `name=value`, with the name's place in [`EXTRAS`]; the word is the value.
    fn extra(&self, words: &mut Words<'a>) -> Result<Option<(usize, Word<'a>)>, Error> {
        let Some(word) = words.next("more") else {
            return Ok(None);
        };
        let (name, value) = word.what.split_once('=').unwrap_or((word.what, ""));
        match EXTRAS.iter().position(|&extra| extra == name) {
            Some(place) if name.len() < word.what.len() => {
                Ok(Some((place, Word { field: EXTRAS[place], at: word.at + name.len() + 1, what: value })))
            }
            _ => Err(word.unlike(self.text, &format!("name=value, where a name is one of {}", EXTRAS.join(", ")))),
        }
    }

    fn number<T: std::str::FromStr>(&self, word: &Word<'_>) -> Result<T, Error> {
        let digits = word.what.bytes().all(|byte| byte.is_ascii_digit());
        let most = if size_of::<T>() == 1 { u32::from(u8::MAX) } else { u32::MAX };
        let number = if digits { word.what.parse().ok() } else { None };
        number.ok_or_else(|| word.unlike(self.text, &format!("a whole number from 0 to {most}")))
    }

    fn one_of(&self, word: &Word<'_>, words: &[&str]) -> Result<usize, Error> {
        let found = words.iter().position(|&allowed| allowed == word.what);
        found.ok_or_else(|| word.unlike(self.text, &words.join(" or ")))
    }

    fn seat(&self, word: &Word<'_>) -> Result<Seat, Error> {
        Ok(Seat::BOTH[self.one_of(word, &SEATS)?])
    }

    fn outcome(&self, word: &Word<'_>) -> Result<Outcome, Error> {
        const ENDS: [(&str, Reason, Option<Seat>); 7] = [
            ("won:south", Reason::Won, Some(Seat::South)),
            ("won:north", Reason::Won, Some(Seat::North)),
            ("draw", Reason::Draw, None),
            ("endless", Reason::Endless, None),
            ("rounds:south", Reason::Rounds, Some(Seat::South)),
            ("rounds:north", Reason::Rounds, Some(Seat::North)),
            ("rounds", Reason::Rounds, None),
        ];
        let (_, reason, winner) = ENDS[self.one_of(word, &ENDS.map(|(name, ..)| name))?];
        Ok(Outcome { reason, winner })
    }

    /// Exactly `wanted` numbers.
    fn counts(&self, word: &Word<'_>, wanted: usize) -> Result<Vec<u8>, Error> {
        let counts: Vec<u8> = word.parts(',').map(|part| self.number(&part)).collect::<Result<_, _>>()?;
        if counts.len() == wanted {
            return Ok(counts);
        }
        Err(word.fail(self.text, format!("found {} numbers, wanted {wanted}", counts.len())))
    }

    fn pair(&self, word: &Word<'_>) -> Result<[u8; 2], Error> {
        let counts = self.counts(word, 2)?;
        Ok([counts[0], counts[1]])
    }

    /// As many rows as the board has.
    fn rows(&self, word: &Word<'a>) -> Result<Vec<Word<'a>>, Error> {
        let rows: Vec<_> = word.parts('/').collect();
        if rows.len() == self.layout.rows {
            return Ok(rows);
        }
        Err(word.fail(self.text, format!("found {} rows, wanted {}", rows.len(), self.layout.rows)))
    }

    fn board(&self, word: &Word<'a>) -> Result<Cells, Error> {
        let mut cells = State::empty(self.layout).cells;
        for (row, counts) in self.rows(word)?.iter().enumerate() {
            for (column, count) in self.counts(counts, self.layout.columns)?.into_iter().enumerate() {
                cells[self.layout.cell_at(row, column).expect("a place on the board")] = count;
            }
        }
        Ok(cells)
    }

    /// The holes that bear each of the letters `allowed`.
    fn letters(&self, word: &Word<'a>, allowed: &str) -> Result<[CellSet; 3], Error> {
        let mut sets = [0; 3];
        for (row, letters) in self.rows(word)?.into_iter().enumerate() {
            let length = letters.what.chars().count();
            if length != self.layout.columns {
                return Err(letters.fail(self.text, format!("found {length} letters, wanted {}", self.layout.columns)));
            }
            for (column, (at, letter)) in letters.what.char_indices().enumerate() {
                let Some(set) = allowed.find(letter) else {
                    let wrong =
                        Word { at: letters.at + at, what: &letters.what[at..at + letter.len_utf8()], ..letters };
                    return Err(wrong.unlike(self.text, &format!("one of the letters {allowed}")));
                };
                sets[set] |= 1 << self.layout.cell_at(row, column).expect("a place on the board");
            }
        }
        Ok(sets)
    }

    fn seen(&self, word: &Word<'a>) -> Result<Vec<(Cells, Seat)>, Error> {
        let one = |part: Word<'a>| {
            let Some((seat, board)) = part.what.split_once(':') else {
                return Err(part.unlike(self.text, "south:BOARD or north:BOARD"));
            };
            let at = part.at + seat.len() + 1;
            let seat = self.seat(&Word { what: seat, ..part })?;
            Ok((self.board(&Word { at, what: board, ..part })?, seat))
        };
        word.parts(';').map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    /// Every position of some random matches, ends included, comes back exactly, its past too.
    #[test]
    fn every_position_comes_back() {
        for family in crate::games::FAMILIES {
            let game = Game::new(family.id, &[]).unwrap();
            for index in 0..5 {
                let mut stream = Stream::new(1, index);
                let mut position = game.start();
                for _ in 0..400 {
                    let back = game.parse(&position.text()).unwrap();
                    assert_eq!(back, position, "{}", position.text());
                    assert_eq!(back.text(), position.text());
                    if position.state.outcome.is_some() {
                        break;
                    }
                    position = position.play(stream.choose(position.legal()).into()).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_fault_is_pointed_at() {
        let game = Game::new("kalah", &[("holes".into(), crate::Value::Whole(2))]).unwrap();
        let fault = |text: &str| game.parse(text).unwrap_err().to_string();
        assert_eq!(
            fault("4,4/4,x south 0,0"),
            "position text, character 7 (board): found \"x\", wanted a whole number from 0 to 255\n  4,4/4,x south 0,0\n        ^"
        );
        assert!(fault("4,4/4,256 south 0,0").contains("character 7 (board)"));
        assert!(fault("4,4 south 0,0").contains("found 1 rows, wanted 2"));
        assert!(fault("4,4/4,4 east 0,0").contains("character 9 (who decides): found \"east\""));
        assert!(fault("4,4/4,4 south").contains("the text ends before the field \"held\""));
        assert!(fault("4,4/4,4 south 0,0 rounds=1").contains("found \"rounds=1\""));
        assert!(fault("4,4/4,4 south 0,0 wegues=s./..").contains("kalah(holes=2) has no wegues"));
        assert!(fault("4,4/4,4 nobody 0,0").contains("no field end="));
        assert!(fault("200,4/4,55 south 0,0").contains("263 counters"));
    }
}
