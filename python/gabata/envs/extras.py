"""Libraries that not everybody has: what their absence is called."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["wanting"]


@contextmanager
def wanting(library: str, extra: str) -> Iterator[None]:
    """Imports in the block want a library: without it, the error says what installs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != library:
            raise
        words = f"this environment is made with {library}: pip install 'gabata[{extra}]'"
        raise ModuleNotFoundError(words, name=library) from error
