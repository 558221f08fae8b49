"""Makes the pictures of the README: `python notebooks/pictures/make.py` writes them beside this file."""

from pathlib import Path

import gabata
import gabata.plots
import gabata.svg

HERE = Path(__file__).parent


def boards() -> dict[str, gabata.svg.Svg]:
    """The pictures that gabata draws by itself, by the names of their files."""
    andada = gabata.Game("andada").start().play(0).play(13)
    abalalae = gabata.Game("abalalae").position("0,5,0,2,0,7/4,1,1,6,2,2/0,0,0,0,5,3 south 16,0")
    turn = abalalae.explain(6)
    return {
        "andada.svg": gabata.svg.board(andada),
        "abalalae.svg": gabata.svg.turn(turn),
        "abalalae-moving.svg": gabata.svg.animate(turn),
    }


def save_readings(path: Path) -> None:
    """The plot of a study: what each reading of the Gabata of Adwa does to the first mover's chances."""
    from matplotlib import pyplot as plt

    table = gabata.compare_readings("gabata-adwa", 20_000, seed=1)
    # The same file from the same numbers: no date, no names that change from run to run, writing as writing.
    with plt.rc_context({"svg.hashsalt": "gabata", "svg.fonttype": "none"}):
        figure, ax = plt.subplots(figsize=(7, 4), layout="constrained")
        gabata.plots.rates(table, what="share of rounds that the first mover wins", ax=ax)
        ax.set_title("Gabata of Adwa: does it matter how one reads the source?", fontsize=11, loc="left")
        figure.savefig(path, metadata={"Date": None})
        plt.close(figure)


if __name__ == "__main__":
    for name, picture in boards().items():
        picture.save(HERE / name)
    save_readings(HERE / "readings.svg")
