//! What is found out about every match: one row a match, one column for each thing.

use crate::rules::Error;

/// A column is a line here: it becomes a vector of [`Columns`], a field of [`Row`] and a slice of [`Rows`].
macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)*) => {
        /// One row a match.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Columns { $($(#[$doc])* pub $name: Vec<$type>,)* }

        /// How one match went.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Row { $($(#[$doc])* pub $name: $type,)* }

        /// Some neighbouring rows of [`Columns`], to be filled in any order.
        pub struct Rows<'a> { $($name: &'a mut [$type],)* }

        impl Columns {
            /// Bytes of a row.
            pub const BYTES: u64 = 0 $(+ size_of::<$type>() as u64)*;

            /// Room for `n` rows.
            ///
            /// # Errors
            /// [`Error::NoMemory`] when the system has no such room.
            pub fn new(n: usize) -> Result<Columns, Error> {
                let needed = (n as u64).saturating_mul(Columns::BYTES);
                let no_room = |_| Error::NoMemory { what: format!("{n} matches"), needed };
                // A vector that the system does not give is the end of the process: all are asked for first, and given
                // back.
                let mut asked = Columns::default();
                $(asked.$name.try_reserve_exact(n).map_err(no_room)?;)*
                drop(asked);
                // Zeros of a new vector are the system's, which clears a page when it is first used: gigabytes of them
                // take no time now, when nobody looks for Ctrl-C.
                Ok(Columns { $($name: vec![<$type>::default(); n],)* })
            }

            /// All rows.
            pub fn rows(&mut self) -> Rows<'_> {
                Rows { $($name: &mut self.$name,)* }
            }
        }

        impl<'a> Rows<'a> {
            /// Fills one row.
            #[inline]
            pub fn set(&mut self, at: usize, row: Row) {
                $(self.$name[at] = row.$name;)*
            }

            /// These rows in pieces of `size`, each with the place of its first row.
            pub fn chunks(self, size: usize) -> impl ExactSizeIterator<Item = (usize, Rows<'a>)> + Send {
                let pieces = self.winner.len().div_ceil(size);
                $(let mut $name = self.$name.chunks_mut(size);)*
                (0..pieces).map(move |piece| {
                    let rows = Rows { $($name: $name.next().expect("every column has as many pieces"),)* };
                    (piece * size, rows)
                })
            }
        }
    };
}

columns! {
    /// 0, 1 or -1 for nobody.
    winner: i8,
    /// A [`Reason`](crate::state::Reason).
    reason: u8,
    /// Turns: lifts that players chose.
    turns: u32,
    /// Rounds that were counted.
    rounds: u32,
    /// Laps of all turns.
    laps: u64,
    /// South's and north's counters off the board at the end.
    held: [i32; 2],
    /// Who made the first ordinary turn; -1: there was none.
    first_mover: i8,
    /// The first move that a player made; -1: there was none.
    opening: i8,
}

impl Rows<'_> {
    /// How many rows.
    pub fn len(&self) -> usize {
        self.winner.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.winner.is_empty()
    }
}
