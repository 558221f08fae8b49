"""Files that are whole or not there."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["replacing"]


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A new file beside `path`, open for writing, that takes its place when the block ends well and is gone otherwise.

    Opening it is also how to learn early that `path` cannot be written. Raises `OSError`.
    """
    path = Path(path)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    # A name of its own, so that nothing that another process has there, or had when it was killed, is in the way.
    part = path.with_name(f".{secrets.token_hex(6)}.part")
    try:
        file = part.open("xb")
    except OSError as error:  # names the file that the caller knows of
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
    try:
        with file:
            yield file
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
