"""Weights from rows: one hidden layer, fitted with PyTorch, written down in whole numbers.

Outcomes teach what wins, comparisons what is better than what: their errors are taken within each root, so that what
all plans of a turn have in common does not count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from atoll.core.value import WHOLE, Net, inputs
from atoll.train.rows import Array, read
from atoll.train.task import Task

LEAD = 0.55  # of a softmax, with two seats, that gives three games of four


@dataclass(frozen=True)
class Fitting:
    hidden: int = 32
    epochs: int = 12
    batch: int = 2048
    rate: float = 2e-3
    decay: float = 1e-5
    contrast: float = 30.0  # what an error within a root counts
    level: float = 0.5  # what the share of a compared plan counts by itself
    points: float = 0.0  # a lead that counts as three games of four; 0: it only counts who has won
    won: float = 0.5  # what the win itself counts beside the lead
    seed: int = 1


class Mark(nn.Module):
    """How well a seat stands: what `core.value.Net` does, in floats."""

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.first = nn.Linear(size, hidden)
        self.last = nn.Linear(hidden, 1, bias=False)
        self.direct = nn.Linear(size, 1, bias=False)
        nn.init.zeros_(self.direct.weight)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        marks: torch.Tensor = self.last(torch.relu(self.first(seen))) + self.direct(seen)
        return marks.squeeze(-1)


def arranged(senses: torch.Tensor, seats: int, own: int) -> torch.Tensor:
    """What goes into the net for each seat: rows, seats, numbers."""
    each = senses[:, : seats * own].reshape(-1, seats, own)
    shared = senses[:, seats * own :]
    out = []
    for seat in range(seats):
        others = [other for other in range(seats) if other != seat]
        rest = each[:, others]
        strongest = rest[:, :, 0].argmax(1)
        parts = [each[:, seat], rest[torch.arange(len(rest)), strongest]]
        if seats > 2:
            parts.append(rest.sum(1))
        out.append(torch.cat([*parts, shared], 1))
    return torch.stack(out, 1)


def begun_with(net: Mark, taught: Net, seats: int, scale: torch.Tensor) -> None:
    """Begin with what a net for another number of seats has learned. Nothing is known of the other others yet, if it
    was one for two."""
    own, shared = int(taught.own), int(taught.shared)
    known = [*range(2 * own if taught.seats == 2 or seats == 2 else 3 * own)]
    old = [*known, *range(inputs(int(taught.seats), own, shared) - shared, inputs(int(taught.seats), own, shared))]
    new = [*known, *range(inputs(seats, own, shared) - shared, inputs(seats, own, shared))]
    whole = float(WHOLE)
    first = torch.tensor(list(taught.first), dtype=torch.float64).reshape(-1, int(taught.hidden)) / whole
    direct = torch.tensor(list(taught.direct), dtype=torch.float64) / whole
    with torch.no_grad():
        net.first.weight.zero_()
        net.direct.weight.zero_()
        net.first.weight[:, new] = (first[old] * scale[new][:, None]).T.float()
        net.direct.weight[0, new] = (direct[old] * scale[new]).float()
        net.first.bias[:] = torch.tensor([int(number) / whole for number in taught.bias])
        net.last.weight[0, :] = torch.tensor([int(number) / whole for number in taught.last])


def fit(
    task: Task,
    files: list[Path],
    target: Path,
    how: Fitting,
    origin: dict[str, Any],
    say: Callable[[str], None],
    taught: Net | None = None,
) -> None:
    """Fit a net to the rows of these files and write it. It may begin with a net for another number of seats."""
    torch.manual_seed(how.seed)
    lore = task.lore
    rows = read(files)
    scale = _scale(rows["senses"], task.seats, lore.own)
    size = inputs(task.seats, lore.own, lore.shared)
    net = Mark(size, how.hidden)
    if taught is not None:
        begun_with(net, taught, task.seats, scale)
    training, held = _parts(rows)
    steps = torch.optim.AdamW(net.parameters(), lr=how.rate, weight_decay=how.decay)
    batches = max(1, len(training) // how.batch)
    fading = torch.optim.lr_scheduler.OneCycleLR(steps, how.rate, total_steps=how.epochs * batches + 1)
    data = {name: torch.from_numpy(column) for name, column in rows.items()}
    rng = np.random.default_rng(how.seed)
    for epoch in range(how.epochs):
        net.train()
        for chosen in _batches(training, rows["roots"], batches, rng):
            loss = sum(_losses(net, data, chosen, task.seats, lore.own, scale, how).values())
            steps.zero_grad()
            assert isinstance(loss, torch.Tensor)
            loss.backward()
            steps.step()
            fading.step()
        net.eval()
        with torch.no_grad():
            losses = _losses(net, data, held, task.seats, lore.own, scale, how)
        told = ", ".join(f"{name} {float(value):.4f}" for name, value in losses.items())
        say(f"epoch {epoch + 1}/{how.epochs}: {told}")
    origin = origin | {"rows": len(training) + len(held), "fit": vars(how), "held_out": told}
    lore.write(target, task.seats, how.hidden, weights(net, scale), origin)


def _scale(senses: Array, seats: int, own: int) -> torch.Tensor:
    """By number that a net sees of a seat, then shared: how widely it varies, so that all weigh alike at first."""
    each = senses[:, : seats * own].reshape(-1, own)
    spread = np.concatenate([np.sqrt((each.astype(np.float64) ** 2).mean(0)), _rms(senses[:, seats * own :])])
    spread = np.maximum(spread, 0.05)
    parts = [spread[:own], spread[:own]] + ([spread[:own] * (seats - 1)] if seats > 2 else []) + [spread[own:]]
    return torch.from_numpy(np.concatenate(parts).astype(np.float32))


def _rms(numbers: Array) -> Array:
    found: Array = np.sqrt((numbers.astype(np.float64) ** 2).mean(0))
    return found


def _parts(rows: dict[str, Array]) -> tuple[Array, Array]:
    """What is learned from, and what is held out: whole stretches, so that no game is in both."""
    number = len(rows["roots"])
    stretch = np.arange(number) // 2000
    held = stretch % 12 == 5
    if not held.any():
        held = np.arange(number) >= number * 9 // 10
    return np.flatnonzero(~held), np.flatnonzero(held)[:40_000]


def _batches(training: Array, roots: Array, number: int, rng: np.random.Generator) -> list[Array]:
    """Batches that keep the plans of a root together."""
    key = np.where(roots[training] >= 0, roots[training], -1 - np.arange(len(training)))
    names, place = np.unique(key, return_inverse=True)
    order = rng.permutation(len(names))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    sorted_rows = training[np.argsort(rank[place], kind="stable")]
    return np.array_split(sorted_rows, number)


def _losses(
    net: Mark,
    data: dict[str, torch.Tensor],
    chosen: Array,
    seats: int,
    own: int,
    scale: torch.Tensor,
    how: Fitting,
) -> dict[str, torch.Tensor]:
    at = torch.from_numpy(chosen)
    seen = arranged(data["senses"][at].float(), seats, own) / scale
    logs = torch.log_softmax(net(seen), 1)
    roots = data["roots"][at]
    ended = roots < 0
    losses = {}
    if ended.any():
        losses["outcome"] = -(_earned(data, at[ended], how) * logs[ended]).sum(1).mean()
    compared = ~ended
    if compared.any():
        seat = data["seats"][at][compared].long()
        log = logs[compared].gather(1, seat[:, None]).squeeze(1)
        share = data["shares"][at][compared]
        judged = log.exp()
        rest = torch.log1p(-judged.clamp(max=1 - 1e-6))
        losses["level"] = -how.level * (share * log + (1 - share) * rest).mean()
        weight = data["deals"][at][compared].float().sqrt()
        _, place = torch.unique(roots[compared], return_inverse=True)
        total = torch.zeros(int(place.max()) + 1).index_add(0, place, weight)
        error = judged - share
        mean = torch.zeros_like(total).index_add(0, place, weight * error) / total
        losses["contrast"] = how.contrast * (weight * (error - mean[place]) ** 2).sum() / weight.sum()
    return losses


def _earned(data: dict[str, torch.Tensor], at: torch.Tensor, how: Fitting) -> torch.Tensor:
    """What each seat has earned in games that are over: its share of the win, or part of it for its lead."""
    outcomes = data["outcomes"][at]
    if how.points <= 0:
        return outcomes
    leads = torch.softmax(data["leads"][at].float() * (LEAD / how.points), 1)
    return how.won * outcomes + (1 - how.won) * leads


def weights(net: Mark, scale: torch.Tensor) -> list[int]:
    """The weights in whole numbers, in the order of `core.value.Net`."""
    whole = float(WHOLE)
    first = (net.first.weight / scale).T.reshape(-1)
    direct = (net.direct.weight[0] / scale).reshape(-1)
    parts = [first, net.first.bias, net.last.weight[0], direct]
    return [round(float(number) * whole) for part in parts for number in part.detach().double().tolist()]
