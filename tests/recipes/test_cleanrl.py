"""A loop in the manner of CleanRL: PPO by self-play over `gabata.VectorEnv`. Needs `pip install torch`.

Last run by hand with torch 2.15, gymnasium 1.2 on Python 3.11.
"""

import gabata
import numpy as np
import pytest

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.slow

ENVS, STEPS, UPDATES = 256, 32, 30


def policy(actor, obs, mask):  # type: ignore[no-untyped-def]
    """The distribution over the legal moves of each row."""
    scores = actor(torch.as_tensor(obs, dtype=torch.float32))
    return torch.distributions.Categorical(logits=scores.masked_fill(torch.as_tensor(mask) == 0, -1e8))


def test_self_play_learns() -> None:
    """One network plays both seats: an observation is seen from the seat of whoever is to move, so values change sign
    with `to_play`. `illegal="raise"` would end this at the first illegal move."""
    torch.manual_seed(1)
    env = gabata.VectorEnv("andada", ENVS, illegal="raise")
    size, moves = env.single_observation_space.shape[0], int(env.single_action_space.n)
    actor, critic = (
        torch.nn.Sequential(torch.nn.Linear(size, 64), torch.nn.Tanh(), torch.nn.Linear(64, out)) for out in (moves, 1)
    )
    optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=0.003)

    obs, info = env.reset(seed=1)
    for _ in range(UPDATES):
        rollout = []
        with torch.no_grad():
            for _ in range(STEPS):
                odds = policy(actor, obs, info["action_mask"])
                action = odds.sample()
                value = critic(torch.as_tensor(obs, dtype=torch.float32))[:, 0]
                before = (obs, info["action_mask"], action, odds.log_prob(action), value, info["to_play"])
                obs, reward, terminated, truncated, info = env.step(action.numpy())
                rollout.append((*before, torch.as_tensor(reward), torch.as_tensor(terminated | truncated)))
            ahead, seat_ahead = critic(torch.as_tensor(obs, dtype=torch.float32))[:, 0], info["to_play"]
            target, targets = ahead, []
            for *_, value, seat, reward, ended in reversed(
                rollout
            ):  # TD(lambda); the end of a match is worth its reward
                sign = torch.as_tensor(np.where(seat == seat_ahead, 1.0, -1.0), dtype=torch.float32)
                target = torch.where(ended, reward, sign * (0.05 * ahead + 0.95 * target))
                targets.append(target)
                ahead, seat_ahead = value, seat
        columns = list(zip(*rollout, strict=True))
        seen, masks = (torch.as_tensor(np.concatenate(column)) for column in columns[:2])
        actions, old, values = (torch.cat(column) for column in columns[2:5])
        returns = torch.cat(targets[::-1])
        advantages = returns - values
        for batch in torch.randperm(len(actions)).chunk(4):
            odds = policy(actor, seen[batch], masks[batch])
            ratio = (odds.log_prob(actions[batch]) - old[batch]).exp()
            gain = advantages[batch] / (advantages.std() + 1e-6)
            surrogate = torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            error = (critic(seen[batch].float())[:, 0] - returns[batch]).square().mean()
            loss = -surrogate + 0.5 * error - 0.01 * odds.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    def learned(obs, mask, to_play):  # type: ignore[no-untyped-def]
        return policy(actor, obs, mask).sample().numpy()

    matches = gabata.simulate("andada", 2_000, seed=11, players=(learned, "random"))
    assert (matches.winner == 0).mean() > 0.65  # an untrained network wins half of them
