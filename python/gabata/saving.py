"""Tables in files: named arrays together with where they come from.

Every form carries the same JSON text: `.npz` as an array named `gabata`, `.csv` as a comment in its first line,
`.parquet` in the metadata of its schema. A digest in it, of arrays and
text, tells whether the file is as it was written.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import IO, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from gabata._files import replacing

__all__ = ["SUFFIXES", "Arrays", "check_suffix", "read", "save", "write"]

Arrays = Mapping[str, NDArray[Any]]

SUFFIXES = (".npz", ".csv", ".parquet")
FORMAT = 1
KEY = "gabata"


def check_suffix(path: str | os.PathLike[str]) -> str:
    """The suffix of a path, if files of that form can be written. Raises `ValueError`."""
    suffix = Path(path).suffix
    if suffix not in SUFFIXES:
        raise ValueError(f"{os.fspath(path)}: the name of the file ends in {', '.join(SUFFIXES)}")
    if suffix == ".parquet":
        _parquet()
    return suffix


def save(path: str | os.PathLike[str], arrays: Arrays, made: Mapping[str, Any]) -> None:
    """Writes arrays of any length to a file that is whole or not there."""
    suffix = check_suffix(path)
    with replacing(path) as file:
        write(file, suffix, arrays, made)


def write(file: BinaryIO, suffix: str, arrays: Arrays, made: Mapping[str, Any]) -> None:
    """Writes arrays to an open file in the form of that suffix; all but `.npz` take columns of one length only."""
    told = {"format": FORMAT, **made}
    text = json.dumps(told | {"digest": _digest(arrays, told)}, sort_keys=True)
    if suffix == ".npz":
        held: dict[str, Any] = {KEY: np.array(text), **arrays}
        np.savez_compressed(file, **held)
    elif suffix == ".csv":
        _write_csv(file, arrays, text)
    else:
        pyarrow = import_module("pyarrow")
        table = pyarrow.table({name: pyarrow.array(array) for name, array in arrays.items()})
        _parquet().write_table(table.replace_schema_metadata({KEY: text}), file)


def read(path: str | os.PathLike[str], dtypes: Mapping[str, np.dtype[Any]]) -> tuple[dict[str, NDArray[Any]], Any]:
    """The arrays of a file and where they come from. `dtypes` says what columns of a `.csv` are.

    Raises `ValueError` when it is not a file of gabata's or not as it was written, `OSError` when it cannot be opened.
    """
    suffix = check_suffix(path)
    path = Path(path)
    readers: dict[str, Callable[[IO[bytes]], tuple[dict[str, NDArray[Any]], str]]] = {
        ".npz": _read_npz,
        ".csv": lambda file: _read_csv(file, dtypes),
        ".parquet": _read_parquet,
    }
    with path.open("rb") as file:
        try:
            arrays, text = readers[suffix](file)
            made = json.loads(text)
            is_known = made["format"] == FORMAT
            is_whole = is_known and made.pop("digest") == _digest(arrays, made)
        except KeyError as error:
            raise ValueError(f"{path} is no file that gabata saved: it has no {error}") from error
        # Whatever it is: the libraries that read damaged files raise nearly everything there is.
        except Exception as error:
            what = str(error) or type(error).__name__
            raise ValueError(f"{path} is no file that gabata saved, or damaged: {what}") from error
    if not is_known:
        raise ValueError(f"{path} is of form {made['format']}; this gabata reads form {FORMAT}")
    if not is_whole:
        raise ValueError(f"{path} is damaged: its numbers, or where they come from, are not those that were saved")
    return arrays, made


def _digest(arrays: Arrays, told: Mapping[str, Any]) -> str:
    """A digest of names, shapes and numbers, and of what is told of them, the same on every machine."""
    digest = hashlib.blake2b(digest_size=16)
    digest.update(json.dumps(told, sort_keys=True).encode())
    for name in sorted(arrays):
        array = arrays[name]
        little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        digest.update(f"{name} {little.dtype.descr} {array.shape}\n".encode())
        digest.update(little.view(np.uint8).data if little.size else b"")
    return digest.hexdigest()


def _write_csv(file: BinaryIO, arrays: Arrays, text: str) -> None:
    with io.TextIOWrapper(file, encoding="utf-8", newline="") as out:
        out.write(f"# {KEY} {text}\n")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(arrays)
        writer.writerows(zip(*(array.tolist() for array in arrays.values()), strict=True))


def _read_csv(file: IO[bytes], dtypes: Mapping[str, np.dtype[Any]]) -> tuple[dict[str, NDArray[Any]], str]:
    with io.TextIOWrapper(file, encoding="utf-8", newline="") as lines:
        mark, _, text = lines.readline().partition(f"# {KEY} ")
        if mark or not text:
            raise ValueError(f"its first line, which says where the numbers come from, does not begin with # {KEY}")
        names = lines.readline().rstrip("\n").split(",")
        if not dtypes.keys() >= set(names):
            found = json.loads(text).get("result")
            raise ValueError(
                f"it holds a study, {found}; studies are read back from .npz" if found else f"it has {names}"
            )
        fields = [(name, dtypes[name]) for name in names]
        row = lines.readline()
        table = np.loadtxt(chain([row], lines), fields, delimiter=",", ndmin=1) if row else np.empty(0, fields)
    return {name: np.ascontiguousarray(table[name]) for name in names}, text


def _read_npz(opened: IO[bytes]) -> tuple[dict[str, NDArray[Any]], str]:
    with np.load(opened, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    return arrays, str(arrays.pop(KEY))


def _read_parquet(file: IO[bytes]) -> tuple[dict[str, NDArray[Any]], str]:
    table = _parquet().read_table(file)
    metadata = table.schema.metadata or {}
    return {name: table[name].to_numpy() for name in table.column_names}, metadata[KEY.encode()].decode()


def _parquet() -> Any:
    try:
        return import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError(".parquet files are written and read by pyarrow: pip install 'gabata[arrow]'") from error
