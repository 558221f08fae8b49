"""Progress bars: what `progress=` means everywhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TypeAlias

__all__ = ["Progress", "reporting"]


Progress: TypeAlias = bool | Callable[[int, int], object]
"""True shows a bar; a function is called as `progress(done, total)`, the last time with `done == total`."""


@contextmanager
def reporting(progress: Progress, unit: str) -> Iterator[Callable[[int, int], object] | None]:
    """The callback that `progress=` asks for, or None; a bar, if it is one, is closed at the end."""
    if progress is False or callable(progress):
        yield None if progress is False else progress
        return
    if progress is not True:
        raise TypeError(f"progress is {progress!r}; it is True, False or a function of (done, total)")
    tqdm = import_module("tqdm").tqdm  # when a bar is wanted, not before
    with tqdm(unit=unit, unit_scale=True) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield show
