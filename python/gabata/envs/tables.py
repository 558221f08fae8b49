"""What the environments of each game return, as tables made from the games themselves."""

import itertools
from typing import Any

import gabata
from gabata.envs.names import MAX_TURNS, camel_case, chosen_game, snake_case

__all__ = ["overview", "table"]

VERSIONS = ("v0: the first",)
"""The history of what environments return, the same for all games; whatever changes it adds a version here."""

ENDS = {
    "andada": ("A12", "A13"),
    "abalalae": ("B8", "B15", "B16"),
    "gabata-adwa": ("G15", "G19"),
    "kalah": ("K6", "K7"),
    "oware": ("O6", "O7", "O8", "O9"),
}
"""The clauses of `Game.rules` by which a round or the match ends; a game that is not here refers to all its rules."""


def table(game: str | gabata.Game, **options: Any) -> str:
    """What the environments of a game return, under its options, as a table in Markdown.

    >>> print(table("kalah", holes=3))
    | Kalah | |
    | --- | --- |
    | environments | `gabata/Kalah-v0` (Gymnasium), `kalah_v0` (PettingZoo), `gabata_kalah` (OpenSpiel) |
    | players | 2 |
    | actions | `Discrete(3)`: the moves of `Position.play`, for both seats |
    | observation | `uint8` (9,): `counters` (0-5), `my_turn` (6), `my_held` (7), `their_held` (8) |
    | reward | 1 to who has won, -1 to who has lost, when it ends; 0 for a draw and before |
    | termination | K6: When a row is empty the match ends; what is left goes to the player in whose row it lies \
(reading sweep). K7: More counters wins, equal is a draw. |
    | truncation | after 10,000 turns (`max_turns`) |
    | versions | v0: the first |
    """
    game = chosen_game(game, options)
    at = itertools.count()
    places = {name: [next(at) for _ in range(width)] for name, width in parts(game).items()}
    observation = ", ".join(f"`{name}` ({span(indices)})" for name, indices in places.items())
    clauses = dict(line.split(maxsplit=1) for line in game.rules().splitlines())
    ending = " ".join(f"{clause}: {clauses[clause]}" for clause in ENDS.get(game.id, ())) or "By the game's rules."
    if rounds := game.options.get("max_rounds"):
        ending += f" After {rounds} {'round' if rounds == 1 else 'rounds'} who holds more has won (`max_rounds`)."
    rows = {
        "environments": (
            f"`gabata/{camel_case(game.id)}-v0` (Gymnasium), `{snake_case(game.id)}_v0` (PettingZoo), "
            f"`gabata_{snake_case(game.id)}` (OpenSpiel)"
        ),
        "players": players(game),
        "actions": f"`Discrete({game.num_moves})`: the moves of `Position.play`, for both seats",
        "observation": f"`uint8` ({len(game.observation_labels)},): {observation}",
        "reward": "1 to who has won, -1 to who has lost, when it ends; 0 for a draw and before",
        "termination": ending,
        "truncation": f"after {MAX_TURNS:,} turns (`max_turns`)",
        "versions": "; ".join(VERSIONS),
    }
    return "\n".join([f"| {game.title} | |", "| --- | --- |", *(f"| {name} | {text} |" for name, text in rows.items())])


def overview() -> str:
    """All games in one table, a line each, as the README has it.

    >>> print(overview().splitlines()[0])
    | game | players | actions | observation, `uint8` | ends (`gabata rules`) |
    """
    lines = [
        "| game | players | actions | observation, `uint8` | ends (`gabata rules`) |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name in gabata.games():
        game = chosen_game(name, {})
        observation = ", ".join(
            f"{width} `{part}`" if width > 1 else f"`{part}`" for part, width in parts(game).items()
        )
        size = len(game.observation_labels)
        lines.append(
            f"| {name} | {players(game)} | {game.num_moves} | {size}: {observation} | {', '.join(ENDS.get(name, ()))} |"
        )
    return "\n".join(lines)


def players(game: gabata.Game) -> str:
    """How many players there are."""
    return "2, and chance, played inside" if game.has_chance else "2"


def parts(game: gabata.Game) -> dict[str, int]:
    """The parts of an observation in their order, with the number of indices of each."""
    names = (label.partition("[")[0] for label in game.observation_labels)
    return {name: len(list(same)) for name, same in itertools.groupby(names)}


def span(indices: list[int]) -> str:
    """The indices as text, from the first to the last."""
    return str(indices[0]) if len(indices) == 1 else f"{indices[0]}-{indices[-1]}"
