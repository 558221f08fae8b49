"""Plots of studies and matches, on matplotlib (`pip install 'gabata[plots]'`).

Every function draws into `ax`, or into new axes when none are given, and returns them; none shows or saves anything.
Each takes plain arrays, and where it says so what a study or a simulation hands back.
"""

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gabata import Batch, Game, Position, Reason
from gabata._checks import instance
from gabata.study import Comparison, Estimate, OpeningResults, Result
from gabata.svg.theme import SEATS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["branching", "holdings", "lengths", "moves", "rates"]

Floats = NDArray[np.float64]

QUIET = "#8c857b"
"""Lines that only help to read."""


def lengths(
    values: ArrayLike | Batch, *, of: str = "turns in a match", label: str | None = None, ax: Any = None
) -> "Axes":
    """How long things are: a point for each length that occurs, at the share of things that have it, on log scales.

    `values` are whole numbers from 1, shape (n,): laps of turns, turns of matches; `of` says which, below the axis. Of
    a `Batch` they are the turns of its finished matches. Lengths beyond 30 are gathered into bins that grow with them,
    and a point is then the mean share of the lengths in its bin. The line marks the median.

    >>> import gabata, gabata.plots
    >>> ax = gabata.plots.lengths(gabata.simulate("andada", 1000))
    >>> ax.get_xlabel()
    'turns in a match'
    """
    if isinstance(values, Batch):
        values = values.turns[values.reason != Reason.UNFINISHED]
    counted = _array("lengths", values)
    if counted.ndim != 1 or not counted.size or not np.issubdtype(counted.dtype, np.integer) or counted.min() < 1:
        raise ValueError(f"lengths are whole numbers from 1, shape (n,) with n > 0, not {_said(counted)}")
    ax = _axes(ax)
    longest = int(counted.max())
    edges = np.arange(1, min(longest, 30) + 2)
    if longest > 30:
        edges = np.unique(np.concatenate([edges[:-1], np.rint(np.geomspace(31, longest + 1, 36)).astype(np.int64)]))
    found, _ = np.histogram(counted, bins=edges)
    share = found / (counted.size * np.diff(edges))
    middle = np.sqrt(edges[:-1] * (edges[1:] - 1.0))
    seen = found > 0
    (line,) = ax.plot(middle[seen], share[seen], "o", markersize=4, label=label)
    ax.axvline(float(np.median(counted)), color=line.get_color(), linewidth=1, linestyle=":")
    ax.set(xscale="log", yscale="log", xlabel=of, ylabel="share of all")
    if label is not None:
        ax.legend(frameon=False)
    return _bare(ax)


def rates(
    study: "Comparison | OpeningResults | Estimate | tuple[ArrayLike, ArrayLike, ArrayLike]",
    names: Sequence[object] | None = None,
    *,
    column: str = "first_mover_wins",
    reference: float | None = 0.5,
    what: str = "win rate",
    ax: Any = None,
) -> "Axes":
    """Rates with their intervals, one below the other: openings, readings, players.

    `study` is what `study_openings` or `compare_readings` hands back, of which `column` is drawn (any of its
    estimates); or an `Estimate`, or (value, low, high), each of shape (k,). `names` are k labels from top to bottom; a
    study names its rows itself. An interval that does not hold `reference`, which is drawn as a line, is drawn in
    colour; None draws none. Rates that are NaN are left out, their names stay.

    >>> import gabata, gabata.plots
    >>> ax = gabata.plots.rates(([0.51, 0.6], [0.48, 0.57], [0.54, 0.63]), ["hole 0", "hole 1"])
    >>> ax = gabata.plots.rates(gabata.study_openings("andada", 100, seed=1))
    >>> [name.get_text() for name in ax.get_yticklabels()][:2]
    ['opening 0, north begins', 'opening 0, south begins']
    """
    if isinstance(study, Result):
        names = _rows(study) if names is None else names
        study = _column(study, column)
    wanted = "what compare_readings or study_openings hands back, an Estimate, or (value, low, high)"
    instance("study", study, (Estimate, tuple, list), wanted)
    parts = (study.value, study.low, study.high) if isinstance(study, Estimate) else study
    if len(parts) != 3:
        raise ValueError(f"study has {len(parts)} parts; it is {wanted}")
    value, low, high = (_floats(name, part) for name, part in zip(("value", "low", "high"), parts, strict=True))
    names = [str(k) for k in range(value.size)] if names is None else names
    if not value.ndim == 1 or not value.shape == low.shape == high.shape == (len(names),):
        raise ValueError(
            f"a value, a low and a high end are wanted for each of {len(names)} names; "
            f"their shapes are {value.shape}, {low.shape} and {high.shape}"
        )
    ax = _axes(ax)
    row = np.arange(len(names))
    away = (low > reference) | (high < reference) if reference is not None else np.zeros(len(names), dtype=bool)
    for chosen, colour in ((~away, "#3d3a36"), (away, SEATS[0].colour)):
        spread = np.maximum(0, np.stack([value - low, high - value]))[:, chosen]
        ax.errorbar(
            value[chosen], row[chosen], xerr=spread, fmt="o", color=colour, capsize=3, markersize=5, linewidth=1.6
        )
    if reference is not None:
        ax.axvline(reference, color=QUIET, linewidth=1, linestyle="--", zorder=0)
    ax.set(yticks=row, yticklabels=[str(name) for name in names], ylim=(len(names) - 0.5, -0.5), xlabel=what)
    ax.grid(axis="x", alpha=0.25)
    return _bare(ax)


def _rows(study: Result) -> list[str]:
    """What the rows of a study are called."""
    if isinstance(study, Comparison):
        pairs = zip(study.reading.tolist(), study.option.tolist(), strict=True)
        return [f"{reading}: {option}" if reading else "default" for reading, option in pairs]
    if isinstance(study, OpeningResults):
        pairs = zip(study.opening.tolist(), study.begins.tolist(), strict=True)
        return [f"opening {opening}, {SEATS[seat].name.lower()} begins" for opening, seat in pairs]
    raise ValueError(f"the rows of {study!r} have no names of their own: hand over names, and one of its estimates")


def _column(study: Result, name: str) -> Estimate:
    estimates = {key: value for key, value in vars(study).items() if isinstance(value, Estimate)}
    if name not in estimates:
        raise ValueError(f"{study!r} has no estimate {name!r}; it has {', '.join(estimates)}")
    return estimates[name]


def moves(
    game: Game | str,
    weights: ArrayLike | Batch,
    *,
    seat: int = 0,
    what: str = "share of moves",
    colours: str = "YlOrBr",
    ax: Any = None,
) -> "Axes":
    """A heat map of moves on the board, seen from south: each hole coloured by what its move weighs, with the figure.

    `weights` is one number a move, shape (num_moves,), NaN where there is none; or a number a hole, shape (rows,
    columns); or a `Batch` with `record=("moves",)`: how often `seat` lifted each hole. Moves past the holes (Andada's
    choice) have no place on the board and are left out.

    >>> import gabata, gabata.plots
    >>> batch = gabata.simulate("oware", 100, record=("moves",))
    >>> ax = gabata.plots.moves("oware", batch, seat=1)
    """
    game = Game(game) if isinstance(game, str) else game
    heat = _on_board(game, weights, seat)
    rows, columns = game.shape
    ax = _axes(ax, wide=0.55 * columns + 1.6, high=0.6 * rows + 1.2)
    patches = importlib.import_module("matplotlib.patches")
    colormap = importlib.import_module("matplotlib").colormaps[colours]
    scale = importlib.import_module("matplotlib.colors").Normalize(np.nanmin(heat), np.nanmax(heat))
    # As many places as it takes to tell the holes apart.
    places = int(np.clip(2 - np.floor(np.log10(max(np.nanmax(heat) - np.nanmin(heat), 1e-9))), 0, 3))
    for (row, column), value in np.ndenumerate(heat):
        bare = np.isnan(value)
        colour = "none" if bare else colormap(scale(value))
        ax.add_patch(patches.Circle((column, row), 0.44, facecolor=colour, edgecolor=QUIET, linewidth=1))
        if not bare:
            dark = sum(c * w for c, w in zip(colour[:3], (0.3, 0.59, 0.11), strict=True)) < 0.5
            ax.text(
                column,
                row,
                f"{value:.{places}f}".removeprefix("0") or "0",
                ha="center",
                va="center",
                fontsize=8,
                color="white" if dark else "black",
            )
    ax.set(
        xlim=(-0.6, columns - 0.4), ylim=(rows - 0.4, -0.6), xticks=range(columns), yticks=range(rows), aspect="equal"
    )
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    cm = importlib.import_module("matplotlib.cm")
    ax.figure.colorbar(cm.ScalarMappable(scale, colormap), ax=ax, label=what, fraction=0.05, pad=0.02)
    return cast("Axes", ax)


def _on_board(game: Game, weights: ArrayLike | Batch, seat: int) -> Floats:
    """One number a hole; NaN where none is given."""
    track = game.track(seat)
    heat = np.full(game.shape, np.nan)
    if isinstance(weights, Batch):
        made = np.bincount(weights.moves[weights.movers == seat], minlength=game.num_moves)
        weights = np.where(made > 0, made / max(1, made.sum()), np.nan)
    given = _floats("weights", weights)
    if given.shape == game.shape:
        return given
    if given.shape != (game.num_moves,):
        raise ValueError(
            f"weights have the shape {given.shape}; {game!r} has {game.num_moves} moves on a board of {game.shape}"
        )
    owners = game.start().owners
    for weight, (row, column) in zip(given, track, strict=False):
        # Andada's choice has the numbers after the mover's own holes; where holes change owners, every hole has a move.
        if owners[row, column] == seat or game.num_moves == len(track):
            heat[row, column] = weight
    return heat


def holdings(rounds: ArrayLike | Position, *, ax: Any = None) -> "Axes":
    """What south and north held at the end of each round of a match.

    `rounds` has the shape (rounds, 2), as `Position.rounds` has; or it is a position, with its match's rounds so far.

    >>> import gabata.plots
    >>> ax = gabata.plots.holdings([[30, 24], [33, 21], [54, 0]])
    >>> [line.get_label() for line in ax.get_lines()[:2]]
    ['South', 'North']
    """
    held = _floats("rounds", rounds.rounds if isinstance(rounds, Position) else rounds)
    if held.ndim != 2 or held.shape[1] != 2 or not held.size:
        raise ValueError(f"rounds have the shape (rounds, 2) with at least one round, not {held.shape}")
    ax = _axes(ax)
    number = np.arange(1, len(held) + 1)
    for seat, side in enumerate(SEATS):
        style = "-" if side.dash is None else "--"
        mark = "o" if len(held) <= 60 else None
        ax.plot(number, held[:, seat], style, color=side.colour, label=side.name, marker=mark, markersize=3.5)
    ax.axhline(held.sum(axis=1).max() / 2, color=QUIET, linewidth=1, linestyle=":", zorder=0)
    ax.set(xlabel="round", ylabel="counters held", ylim=(0, None))
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.legend(frameon=False)
    return _bare(ax)


def branching(
    counts: "Sequence[ArrayLike] | Estimate", *, fewest: int = 20, label: str | None = None, ax: Any = None
) -> "Axes":
    """How many moves there are to choose from, as matches go on: the mean, and where the middle four fifths lie.

    `counts` holds one array a match: the number of legal moves at each of its turns. Turns that fewer than `fewest`
    matches come to (than all of them, if they are fewer) are left out. Or it is the `branching_by_phase` of `measure`:
    then the tenths of a match are drawn, with the intervals of the means.

    >>> import gabata, gabata.plots
    >>> ax = gabata.plots.branching([[6, 5, 5], [6, 6], [6, 4, 2]])
    >>> ax = gabata.plots.branching(gabata.measure("andada", 100, seed=1).branching_by_phase)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('tenth of a match', 'legal moves')
    """
    if isinstance(counts, Estimate):
        mean, low, high = counts.value, counts.low, counts.high
    else:
        mean, low, high = _by_turn(counts, fewest)
    ax = _axes(ax)
    step = np.arange(1, len(mean) + 1)
    (line,) = ax.plot(step, mean, label=label)
    ax.fill_between(step, low, high, color=line.get_color(), alpha=0.18, linewidth=0)
    where = "tenth of a match" if isinstance(counts, Estimate) else "turn"
    ax.set(xlabel=where, ylabel="legal moves", ylim=(0, None))
    if label is not None:
        ax.legend(frameon=False)
    return _bare(ax)


def _by_turn(counts: Sequence[ArrayLike], fewest: int) -> tuple[Floats, Floats, Floats]:
    """Mean, lowest and highest tenth at each turn that enough matches come to."""
    instance("counts", counts, (Sequence, np.ndarray), "one array a match, or the branching_by_phase of measure")
    matches = [_floats(f"counts[{index}]", match) for index, match in enumerate(counts)]
    if not matches or any(match.ndim != 1 for match in matches):
        raise ValueError("one array of shape (turns,) is wanted for each match, and at least one match")
    table = np.full((len(matches), max(map(len, matches))), np.nan)
    for row, match in zip(table, matches, strict=True):
        row[: len(match)] = match
    table = table[:, (~np.isnan(table)).sum(axis=0) >= min(fewest, len(matches))]
    low, high = np.nanquantile(table, [0.1, 0.9], axis=0)
    return np.nanmean(table, axis=0), low, high


def _array(name: str, given: object) -> NDArray[Any]:
    """An array as it is given. Raises `ValueError` for lists of different lengths, which are none."""
    try:
        return np.asarray(given)
    except ValueError as error:
        raise ValueError(f"{name} are lists that make no array: {error}") from None


def _floats(name: str, given: ArrayLike) -> Floats:
    """An array of numbers. Raises `TypeError` for what holds something else."""
    array = _array(name, given)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} is {_said(array)}; numbers are wanted")
    return array.astype(np.float64)


def _axes(ax: Any, wide: float = 6.4, high: float = 4.0) -> Any:
    """The given axes, or new ones."""
    if ax is not None:
        return ax
    try:
        pyplot = importlib.import_module("matplotlib.pyplot")
    except ImportError as error:
        raise ImportError("plots are drawn by matplotlib: pip install 'gabata[plots]'") from error
    return pyplot.subplots(figsize=(wide, high), layout="constrained")[1]


def _bare(ax: Any) -> "Axes":
    """Axes without the lines that say nothing."""
    ax.spines[["top", "right"]].set_visible(False)
    return cast("Axes", ax)


def _said(array: NDArray[Any]) -> str:
    least = f" from {array.min()}" if array.size and array.dtype.kind in "iuf" else ""
    return f"{array.dtype} of shape {array.shape}{least}"
