"""RLlib: PPO with RLlib's module that masks by `action_mask`. Needs `pip install 'ray[rllib]' torch`.

Last run by hand with ray 2.60, torch 2.15, gymnasium 1.2 on Python 3.11.
"""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

ray = pytest.importorskip("ray")
pytest.importorskip("torch")
pytest.importorskip("ray.rllib")

from ray.rllib.algorithms.ppo import PPOConfig  # noqa: E402
from ray.rllib.core.rl_module.rl_module import RLModuleSpec  # noqa: E402
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule  # noqa: E402
from ray.tune.registry import register_env  # noqa: E402

pytestmark = pytest.mark.slow


def masked(config: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    """A match whose observations are what `ActionMaskingTorchRLModule` reads: floats, with the mask beside them."""
    env = gymnasium.make("gabata.envs:gabata/Andada-v0", opponent="random", illegal="raise", **config)
    space = spaces.Dict(
        {
            "observations": spaces.Box(0, 255, env.observation_space.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (env.action_space.n,), np.float32),
        }
    )

    def with_mask(obs: Any) -> dict[str, Any]:
        mask = env.unwrapped.action_masks()
        return {"observations": obs.astype(np.float32), "action_mask": mask.astype(np.float32)}

    return gymnasium.wrappers.TransformObservation(env, with_mask, space)


def test_ppo_plays_legal_moves_and_trains() -> None:
    """`illegal="raise"` would end this at the first illegal move."""
    register_env("gabata_andada", masked)
    config = (
        PPOConfig()
        .environment("gabata_andada", env_config={"holes": 12})
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=1_000, minibatch_size=250, num_epochs=2, gamma=1.0)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .debugging(seed=1)
    )
    ray.init(num_cpus=1, include_dashboard=False)
    algorithm = None
    try:
        algorithm = config.build_algo()
        before = algorithm.get_module().get_state()
        results = [algorithm.train() for _ in range(2)]
        after = algorithm.get_module().get_state()
    finally:
        if algorithm is not None:
            algorithm.stop()
        ray.shutdown()
    assert results[-1]["env_runners"]["num_env_steps_sampled_lifetime"] >= 2_000
    assert results[-1]["env_runners"]["num_episodes_lifetime"] > 20
    for result in results:
        assert -1 <= result["env_runners"]["episode_return_mean"] <= 1
    assert all(np.isfinite(weights).all() for weights in after.values())
    assert any((after[name] != before[name]).any() for name in after)
