"""Environments for learning: Gymnasium, PettingZoo and OpenSpiel over the same games.

`import gabata.envs` registers every game with Gymnasium (`gabata/Andada-v0`, `gabata/GabataAdwa-v0`, ...), if that is
installed, for `gymnasium.make` and `gymnasium.make_vec`; `gymnasium.make("gabata.envs:gabata/Andada-v0")` does both.
`gabata.envs.pettingzoo` has the PettingZoo modules, `gabata.envs.openspiel.register()` tells OpenSpiel.

Games with rounds are one round long here unless `max_rounds` says otherwise; `max_rounds=None` is the whole match.

`table(game)` says what the environments of a game return; the tables of all games stand below.

>>> import gymnasium, gabata.envs
>>> env = gymnasium.make("gabata/Andada-v0", opponent="random", holes=15)
>>> obs, info = env.reset(seed=1)
>>> obs.shape, info["action_mask"].shape
((32,), (17,))
"""

from importlib.util import find_spec

import gabata
from gabata.envs.names import camel_case
from gabata.envs.tables import overview, table

__all__ = ["overview", "table"]

__doc__ += "\n" + "\n\n".join(table(_game) for _game in gabata.games())

if find_spec("gymnasium") is not None:
    import gymnasium

    for _game in gabata.games():
        gymnasium.register(
            id=f"gabata/{camel_case(_game)}-v0",
            entry_point="gabata.envs.single:GabataEnv",
            vector_entry_point="gabata.envs.vector:VectorEnv",
            kwargs={"game": _game},
        )
