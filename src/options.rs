//! Options of a game: what each may be, what it is when nobody says, and what was chosen.

use std::fmt;

use crate::rules::Error;

/// A value of an option.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// No value (`max_rounds`: no limit).
    None,
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// A word.
    Word(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::None => f.write_str("None"),
            Value::Whole(number) => write!(f, "{number}"),
            Value::Real(number) => write!(f, "{number:?}"),
            Value::Word(word) => write!(f, "{word:?}"),
        }
    }
}

/// What an option may be. The first word or number is the default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Allowed {
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of these numbers.
    Numbers(&'static [i64]),
    /// A whole number from the first to the second, by default the third.
    Range(i64, i64, i64),
    /// A number from 0 to 1, by default this one.
    Odds(f64),
    /// A positive whole number, or none, which is the default.
    Limit,
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Allowed::Words(words) => one_of(f, words.iter().map(|word| format!("{word:?}"))),
            Allowed::Numbers(numbers) => one_of(f, numbers.iter().map(i64::to_string)),
            Allowed::Range(first, last, _) => write!(f, "a whole number from {first} to {last}"),
            Allowed::Odds(_) => f.write_str("a number from 0 to 1"),
            Allowed::Limit => write!(f, "a whole number from 1 to {}, or None", u32::MAX),
        }
    }
}

fn one_of(f: &mut fmt::Formatter<'_>, values: impl Iterator<Item = String>) -> fmt::Result {
    let values: Vec<_> = values.collect();
    write!(f, "one of {}", values.join(", "))
}

impl Allowed {
    /// The value when nobody says.
    pub fn default(self) -> Value {
        match self {
            Allowed::Words(words) => Value::Word(words[0].to_string()),
            Allowed::Numbers(numbers) => Value::Whole(numbers[0]),
            Allowed::Range(_, _, number) => Value::Whole(number),
            Allowed::Odds(odds) => Value::Real(odds),
            Allowed::Limit => Value::None,
        }
    }

    /// The value in its one proper form, or nothing if it is not allowed.
    fn accept(self, value: &Value) -> Option<Value> {
        let allowed = match (self, value) {
            (Allowed::Words(words), Value::Word(word)) => words.contains(&word.as_str()),
            (Allowed::Numbers(numbers), Value::Whole(number)) => numbers.contains(number),
            (Allowed::Range(first, last, _), Value::Whole(number)) => (first..=last).contains(number),
            (Allowed::Odds(_), Value::Whole(number @ (0 | 1))) => return Some(Value::Real(*number as f64)),
            // Adding 0 makes -0.0 the same 0 as any other, so that equal games are equal.
            (Allowed::Odds(_), Value::Real(odds)) if (0.0..=1.0).contains(odds) => {
                return Some(Value::Real(odds + 0.0));
            }
            (Allowed::Limit, Value::Whole(number)) => (1..=i64::from(u32::MAX)).contains(number),
            (Allowed::Limit, Value::None) => true,
            _ => false,
        };
        allowed.then(|| value.clone())
    }

    /// All values, where they can be counted.
    pub fn values(self) -> Vec<Value> {
        match self {
            Allowed::Words(words) => words.iter().map(|&word| Value::Word(word.into())).collect(),
            Allowed::Numbers(numbers) => numbers.iter().map(|&number| Value::Whole(number)).collect(),
            Allowed::Range(first, last, _) => (first..=last).map(Value::Whole).collect(),
            Allowed::Odds(_) | Allowed::Limit => Vec::new(),
        }
    }
}

/// An option of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub allowed: Allowed,
    /// Whether it chooses between readings of the source, rather than between games.
    pub reading: bool,
    /// What it is about; for a reading, why the source leaves it open.
    pub why: &'static str,
}

impl OptionSpec {
    /// An option that makes another game of it: a size, a direction.
    pub const fn option(name: &'static str, allowed: Allowed, why: &'static str) -> OptionSpec {
        OptionSpec { name, allowed, reading: false, why }
    }

    /// A reading of the source.
    pub const fn reading(name: &'static str, allowed: Allowed, why: &'static str) -> OptionSpec {
        OptionSpec { name, allowed, reading: true, why }
    }

    /// `max_rounds`, which every game with rounds has.
    pub const MAX_ROUNDS: OptionSpec = OptionSpec::option(
        "max_rounds",
        Allowed::Limit,
        "the match ends when that many rounds have been counted; None plays it to the end",
    );
}

/// The options of a game, every one with its value, in the order in which the game lists them.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    game: &'static str,
    values: Vec<(&'static str, Value)>,
}

impl Options {
    /// What `given` says, and the defaults for the rest.
    ///
    /// # Errors
    /// [`Error::UnknownOption`] or [`Error::OptionValue`].
    pub fn resolve(
        game: &'static str,
        specs: &'static [OptionSpec],
        given: &[(String, Value)],
    ) -> Result<Options, Error> {
        let mut values: Vec<_> = specs.iter().map(|spec| (spec.name, spec.allowed.default())).collect();
        for (name, value) in given {
            let Some(place) = specs.iter().position(|spec| spec.name == name) else {
                let known = specs.iter().map(|spec| spec.name).collect();
                return Err(Error::UnknownOption { game, given: name.clone(), known });
            };
            let spec = &specs[place];
            let Some(value) = spec.allowed.accept(value) else {
                let (given, allowed) = (value.to_string(), spec.allowed.to_string());
                return Err(Error::OptionValue { game, option: spec.name, given, allowed });
            };
            values[place].1 = value;
        }
        Ok(Options { game, values })
    }

    /// Every option with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.values.iter().map(|(name, value)| (*name, value))
    }

    /// The value of an option; asked for by the game's file, which knows its options.
    fn get(&self, name: &str) -> &Value {
        let found = self.values.iter().find(|(own, _)| *own == name);
        &found.unwrap_or_else(|| panic!("{} has no option {name}", self.game)).1
    }

    /// Which of `choices`, (word, meaning) pairs, a word option names.
    pub(crate) fn choose<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> T {
        let Value::Word(word) = self.get(name) else { panic!("{name} is no word") };
        let found = choices.iter().find(|(own, _)| own == word);
        found.unwrap_or_else(|| panic!("{name}: {word} means nothing")).1
    }

    /// A size.
    pub(crate) fn size(&self, name: &str) -> usize {
        let Value::Whole(number) = *self.get(name) else { panic!("{name} is no number") };
        number as usize
    }

    /// A probability.
    pub(crate) fn odds(&self, name: &str) -> f64 {
        let Value::Real(odds) = *self.get(name) else { panic!("{name} is no probability") };
        odds
    }

    /// A limit; `u32::MAX` when there is none.
    pub(crate) fn limit(&self, name: &str) -> u32 {
        match *self.get(name) {
            Value::Whole(number) => number as u32,
            _ => u32::MAX,
        }
    }
}
