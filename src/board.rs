//! The board: its shape, the track that each player's counters follow, and the half turn that swaps the seats.
//!
//! A *cell* is a place that can hold counters. Cells `0..holes` are the holes in the order of south's track, so that
//! a lap is an addition of neighbouring bytes; stores, where a game has them, come after the holes. The array that
//! people see ([`Layout::place`]) is only a view of the cells.

/// Room for the cells of the largest board, Andada's two rows of 24.
pub const CELLS: usize = 48;

/// The counters in every cell; cells past the board's own stay 0.
pub type Cells = [u8; CELLS];

/// A set of cells, one bit each.
pub type CellSet = u64;

/// One of the two players. South sits at the bottom edge of the printed board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Seat {
    /// Player 0.
    #[default]
    South = 0,
    /// Player 1.
    North = 1,
}

impl Seat {
    /// Both players, south first.
    pub const BOTH: [Seat; 2] = [Seat::South, Seat::North];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::South => Seat::North,
            Seat::North => Seat::South,
        }
    }

    /// 0 for south, 1 for north.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player who holds more, or nobody.
    pub fn richer(held: [u8; 2]) -> Option<Seat> {
        match held[0].cmp(&held[1]) {
            std::cmp::Ordering::Greater => Some(Seat::South),
            std::cmp::Ordering::Less => Some(Seat::North),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// How north's track runs through the cells, which are numbered along south's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NorthTrack {
    /// Both players share one loop; north starts half a loop further on.
    Shared,
    /// North passes the holes in the opposite order.
    Reversed,
}

/// The geometry of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows of the array.
    pub rows: usize,
    /// Columns of the array.
    pub columns: usize,
    /// Holes on the board, `rows * columns`.
    pub holes: usize,
    /// The cell that is each player's store, where the game has stores.
    pub stores: Option<[usize; 2]>,
    /// The holes that each player owns at the start: the first half of their track.
    pub home: [CellSet; 2],
    places: Vec<(usize, usize)>,
    cell_at: Vec<usize>,
    north: NorthTrack,
}

impl Layout {
    /// A board whose holes south's counters pass in the order of `track`, given as (row, column); north's track is the
    /// same turned by half a turn.
    ///
    /// # Panics
    /// When `track` does not pass every hole once, or when the turned track is neither the same loop nor its reverse:
    /// a fault in a game's file, met by its first test.
    pub fn new(rows: usize, columns: usize, track: &[(usize, usize)]) -> Layout {
        let holes = rows * columns;
        assert!(track.len() == holes && holes <= CELLS, "a track passes every hole once");
        let mut cell_at = vec![usize::MAX; holes];
        for (cell, &(row, column)) in track.iter().enumerate() {
            cell_at[row * columns + column] = cell;
        }
        assert!(!cell_at.contains(&usize::MAX), "a track passes every hole once");
        let half = holes / 2;
        let turned: Vec<usize> =
            track.iter().map(|&(row, column)| cell_at[(rows - 1 - row) * columns + (columns - 1 - column)]).collect();
        let north = if turned.iter().enumerate().all(|(k, &cell)| cell == (k + half) % holes) {
            NorthTrack::Shared
        } else {
            assert!(turned.iter().enumerate().all(|(k, &cell)| cell == holes - 1 - k), "an unknown kind of track");
            NorthTrack::Reversed
        };
        let south_home = (1 << half) - 1;
        let all = all_cells(holes);
        Layout {
            rows,
            columns,
            holes,
            stores: None,
            home: [south_home, all & !south_home],
            places: track.to_vec(),
            cell_at,
            north,
        }
    }

    /// Two rows of `columns` holes, sown anticlockwise from the owner's leftmost hole.
    pub fn two_rows(columns: usize) -> Layout {
        let own = (0..columns).map(|column| (1, column));
        let far = (0..columns).rev().map(|column| (0, column));
        Layout::new(2, columns, &own.chain(far).collect::<Vec<_>>())
    }

    /// The same board with a store for each player, in the cells after the holes.
    #[must_use]
    pub fn with_stores(self) -> Layout {
        let stores = Some([self.holes, self.holes + 1]);
        Layout { stores, ..self }
    }

    /// Cells of the board: holes and stores.
    pub fn cells(&self) -> usize {
        self.holes + if self.stores.is_some() { 2 } else { 0 }
    }

    /// Every hole.
    pub fn all_holes(&self) -> CellSet {
        all_cells(self.holes)
    }

    /// The hole at a position of a player's track.
    #[inline]
    pub fn cell(&self, seat: Seat, position: usize) -> usize {
        match (seat, self.north) {
            (Seat::South, _) => position,
            (Seat::North, NorthTrack::Shared) => {
                let half = self.holes / 2;
                if position < half { position + half } else { position - half }
            }
            (Seat::North, NorthTrack::Reversed) => self.holes - 1 - position,
        }
    }

    /// The position of a hole on a player's track; the inverse of [`Layout::cell`], and its own twin.
    #[inline]
    pub fn position(&self, seat: Seat, cell: usize) -> usize {
        self.cell(seat, cell)
    }

    /// A set of holes as a set of positions on a player's track. It is its own inverse.
    #[inline]
    pub fn positions(&self, seat: Seat, cells: CellSet) -> CellSet {
        match (seat, self.north) {
            (Seat::South, _) => cells,
            (Seat::North, NorthTrack::Shared) => {
                let half = self.holes / 2;
                ((cells >> half) | (cells << half)) & self.all_holes()
            }
            (Seat::North, NorthTrack::Reversed) => cells.reverse_bits() >> (64 - self.holes),
        }
    }

    /// The counters in the holes in the order of a player's track; `out` has room for one a hole.
    #[inline]
    pub fn along_track(&self, seat: Seat, cells: &Cells, out: &mut [u8]) {
        let cells = &cells[..self.holes];
        match (seat, self.north) {
            (Seat::South, _) => out.copy_from_slice(cells),
            (Seat::North, NorthTrack::Shared) => {
                let (near, far) = cells.split_at(self.holes / 2);
                let (first, second) = out.split_at_mut(far.len());
                first.copy_from_slice(far);
                second.copy_from_slice(near);
            }
            (Seat::North, NorthTrack::Reversed) => {
                out.copy_from_slice(cells);
                out.reverse();
            }
        }
    }

    /// Where the half turn takes a cell.
    pub fn turned(&self, cell: usize) -> usize {
        match self.stores {
            Some([south, north]) if cell >= south => south + north - cell,
            _ => self.cell(Seat::North, cell),
        }
    }

    /// Where the half turn takes a set of cells.
    pub fn turned_set(&self, cells: CellSet) -> CellSet {
        bits(cells).fold(0, |turned, cell| turned | 1 << self.turned(cell))
    }

    /// A hole's (row, column) as seen from south; row 0 is north's own.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        self.places[cell]
    }

    /// The hole at (row, column).
    pub fn cell_at(&self, row: usize, column: usize) -> Option<usize> {
        (row < self.rows && column < self.columns).then(|| self.cell_at[row * self.columns + column])
    }

    /// One value a hole in the order of the array, rows from top to bottom.
    pub fn array<T>(&self, mut value: impl FnMut(usize) -> T) -> Vec<T> {
        self.cell_at.iter().map(|&cell| value(cell)).collect()
    }
}

/// The first `count` cells.
pub const fn all_cells(count: usize) -> CellSet {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}

/// The members of a set, ascending.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as usize;
            set &= set - 1;
            lowest
        })
    })
}

/// The cells that hold counters, as a bit mask. The upper half of the cells, which most boards do not have, is looked at
/// only where it holds any: a branch that goes the same way all game long.
#[inline]
pub fn occupied(cells: &Cells) -> CellSet {
    let words = cells.as_chunks::<8>().0;
    let lower = occupied_words(&words[..3]);
    if words[3..].iter().all(|eight| u64::from_le_bytes(*eight) == 0) {
        return lower;
    }
    lower | occupied_words(&words[3..]) << (CELLS / 2)
}

/// Eight cells at a time, without a branch.
#[inline]
fn occupied_words(words: &[[u8; 8]]) -> CellSet {
    const LOW_SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut set = 0;
    for (k, eight) in words.iter().enumerate() {
        let counts = u64::from_le_bytes(*eight);
        let filled = ((((counts & LOW_SEVEN) + LOW_SEVEN) | counts) >> 7) & LOWEST;
        set |= (filled.wrapping_mul(GATHER) >> 56) << (8 * k);
    }
    set
}

/// Whether no cell holds more than one counter.
#[inline]
pub fn only_singles(cells: &Cells) -> bool {
    const ABOVE_ONE: u64 = 0xfefe_fefe_fefe_fefe;
    let words = cells.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight));
    words.fold(0, |all, counts| all | counts) & ABOVE_ONE == 0
}

/// The counters in a set of cells, together. Counters in one game never exceed 255.
pub fn total(cells: &Cells, set: CellSet) -> u8 {
    bits(set).map(|cell| cells[cell]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occupied_equals_a_look_at_every_cell() {
        for cell in 0..CELLS {
            for count in [1, 2, 127, 128, 255] {
                let mut cells = [0; CELLS];
                cells[cell] = count;
                assert_eq!(occupied(&cells), 1 << cell);
                cells[CELLS - 1 - cell] = count;
                let plain = (0..CELLS).filter(|&c| cells[c] > 0).fold(0, |set, c| set | 1 << c);
                assert_eq!(occupied(&cells), plain);
            }
        }
    }

    #[test]
    fn positions_agree_with_cells_on_both_kinds_of_track() {
        let shared = Layout::two_rows(6).with_stores();
        let reversed = crate::games::abalalae::layout();
        for layout in [shared, reversed] {
            for seat in Seat::BOTH {
                for k in 0..layout.holes {
                    let cell = layout.cell(seat, k);
                    assert_eq!(layout.position(seat, cell), k);
                    assert_eq!(layout.positions(seat, 1 << cell), 1 << k);
                    assert_eq!(layout.turned(layout.turned(k)), k);
                }
            }
        }
    }
}
