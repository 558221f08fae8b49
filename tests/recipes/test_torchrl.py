"""TorchRL: PPO with a masked policy over the Gymnasium environment. Needs `pip install torchrl`, which brings torch.

Last run by hand with torchrl 0.14, torch 2.15, gymnasium 1.2 on Python 3.11.
"""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

torch = pytest.importorskip("torch")
pytest.importorskip("torchrl")

from tensordict.nn import TensorDictModule  # noqa: E402
from torchrl.collectors import Collector  # noqa: E402
from torchrl.envs import ActionMask, GymWrapper, TransformedEnv  # noqa: E402
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator  # noqa: E402
from torchrl.objectives import ClipPPOLoss  # noqa: E402
from torchrl.objectives.value import GAE  # noqa: E402

pytestmark = pytest.mark.slow


def masked() -> Any:
    """A match with the mask in its observation, where TorchRL looks for it."""
    env = gymnasium.make("gabata.envs:gabata/Andada-v0", opponent="random", illegal="raise")
    space = spaces.Dict(
        {
            "observation": spaces.Box(0, 255, env.observation_space.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (env.action_space.n,), np.bool_),
        }
    )

    def with_mask(obs: Any) -> dict[str, Any]:
        return {"observation": obs.astype(np.float32), "action_mask": env.unwrapped.action_masks()}

    wrapped = gymnasium.wrappers.TransformObservation(env, with_mask, space)
    return TransformedEnv(GymWrapper(wrapped, categorical_action_encoding=True), ActionMask())


def test_ppo_plays_legal_moves_and_trains() -> None:
    """`illegal="raise"` would end this at the first illegal move."""
    torch.manual_seed(1)
    env = masked()
    env.set_seed(1)
    random_play = env.rollout(50)
    size, moves = env.observation_spec["observation"].shape[-1], env.action_spec.n
    scores, value = (
        torch.nn.Sequential(torch.nn.Linear(size, 64), torch.nn.Tanh(), torch.nn.Linear(64, out)) for out in (moves, 1)
    )
    actor = ProbabilisticActor(
        TensorDictModule(scores, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(value, in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic)
    optimizer = torch.optim.Adam(loss.parameters(), lr=0.003)
    before = [weights.clone() for weights in actor.parameters()]
    collector = Collector(env, actor, frames_per_batch=500, total_frames=2_000, auto_register_policy_transforms=False)
    ended = 0
    for frames in collector:
        assert frames["action_mask"].gather(-1, frames["action"].unsqueeze(-1)).all()
        ended += int(frames["next", "done"].sum())
        advantage(frames)
        for _ in range(4):
            losses = loss(frames)
            total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
            assert total.isfinite()
            optimizer.zero_grad()
            total.backward()
            optimizer.step()
    collector.shutdown()
    assert random_play["action_mask"].gather(-1, random_play["action"].unsqueeze(-1)).all()
    assert ended > 20
    assert any((old != new).any() for old, new in zip(before, actor.parameters(), strict=True))
