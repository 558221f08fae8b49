"""PettingZoo environments: one module a game, each with `env` and `raw_env`, in the AEC way.

>>> from gabata.envs.pettingzoo import andada_v0
>>> env = andada_v0.env(holes=15)
>>> env.reset(seed=1)
>>> obs, reward, terminated, truncated, info = env.last()
>>> obs["observation"].shape, obs["action_mask"].sum()
((32,), np.int64(15))

They are registered too: `pettingzoo.make("aec", "gabata/andada_v0")`.
"""

import sys
from types import ModuleType

import gabata
from gabata.envs.extras import wanting
from gabata.envs.names import snake_case
from gabata.envs.tables import table

with wanting("pettingzoo", "pettingzoo"):
    import pettingzoo

    from gabata.envs.pettingzoo.aec import RawEnv, with_losses

__all__ = ["RawEnv", "with_losses"]


def _add_module(game: str) -> None:
    """Adds and registers the module of one game, so that a new game needs no file of its own here."""
    short = f"{snake_case(game)}_v0"
    name = f"{__name__}.{short}"
    doc = f"{gabata.Game(game).title} for PettingZoo: see `gabata.envs.pettingzoo.RawEnv`.\n\n{table(game)}"
    module = ModuleType(name, doc)
    metadata = {**RawEnv.metadata, "name": short}
    raw_env = type(
        "raw_env", (RawEnv,), {"__module__": name, "__doc__": RawEnv.__doc__, "game_id": game, "metadata": metadata}
    )
    module.__dict__.update(raw_env=raw_env, env=with_losses(raw_env), __all__=["env", "raw_env"])
    sys.modules[name] = module
    globals()[short] = module
    __all__.append(short)
    pettingzoo.register("aec", f"gabata/{short}", entry_point=f"{name}:env")


for _game in gabata.games():
    _add_module(_game)
