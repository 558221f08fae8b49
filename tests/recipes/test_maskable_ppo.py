"""sb3-contrib: MaskablePPO learns to beat the random player. Needs `pip install sb3-contrib`, which brings torch.

Last run by hand with sb3-contrib 2.9, torch 2.15, gymnasium 1.2 on Python 3.11.
"""

import gymnasium
import pytest

sb3_contrib = pytest.importorskip("sb3_contrib")

pytestmark = pytest.mark.slow


def test_maskable_ppo_learns() -> None:
    """MaskablePPO finds `action_masks()` by itself; `illegal="raise"` would end this at the first illegal move."""
    env = gymnasium.make("gabata.envs:gabata/Andada-v0", opponent="random", illegal="raise")
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", env, n_steps=1024, batch_size=256, gamma=1.0, learning_rate=0.001, seed=1, device="cpu"
    )
    model.learn(16_384)

    matches, won = 200, 0
    for match in range(matches):
        obs, info = env.reset(seed=1000 if match == 0 else None)
        ended = False
        while not ended:
            action, _ = model.predict(obs, action_masks=info["action_mask"], deterministic=True)
            obs, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        won += reward > 0
    assert won / matches > 0.65  # an untrained model wins half of them
