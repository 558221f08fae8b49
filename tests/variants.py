"""Every game under every option: what tests of properties go over."""

import gabata


def every_variant() -> list[gabata.Game]:
    """Every game with its defaults, and with each option changed; games with rounds are one or a few rounds long."""
    variants = []
    for game in gabata.games():
        short = {"max_rounds": 1} if "max_rounds" in gabata.Game(game).options else {}
        variants.append(gabata.Game(game, **short))
        for name, reading in gabata.Game(game).readings.items():
            others = [value for value in reading.options if value != reading.default]
            variants += [gabata.Game(game, **short, **{name: value}) for value in others]
        if short:
            variants.append(gabata.Game(game, max_rounds=3))
    variants += [
        gabata.Game("abalalae", max_rounds=2, race_odds=0.8),
        *(gabata.Game("andada", holes=holes) for holes in (15, 18, 21, 24)),
        gabata.Game("andada", direction="clockwise"),
        gabata.Game("kalah", holes=3, counters=2),
        gabata.Game("kalah", holes=12, counters=10),
        gabata.Game("oware", holes=4, counters=12),
    ]
    return variants
