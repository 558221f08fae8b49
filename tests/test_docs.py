"""The examples of the docstrings, those of the compiled half included, and the README's code."""

import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import gabata
import pytest

README = Path(__file__).parent.parent / "README.md"
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def modules() -> Iterator[ModuleType]:
    """Every module of the package; those that want a library which is not there are left out."""
    yield gabata
    for found in pkgutil.walk_packages(gabata.__path__, "gabata."):
        if found.name != "gabata.__main__":
            try:
                yield importlib.import_module(found.name)
            except ModuleNotFoundError as error:
                if (error.name or "").startswith("gabata"):
                    raise


def documented(name: str, thing: Any) -> Iterator[tuple[str, str]]:
    """The docstrings of a thing and, if it is a class, of what it has."""
    doc = thing.__doc__
    if isinstance(doc, str) and ">>>" in doc:
        yield name, doc
    if inspect.isclass(thing):
        for key, member in vars(thing).items():
            if not key.startswith("__") and not inspect.isclass(member):
                yield from documented(f"{name}.{key}", member)


def docstrings() -> Iterator[Any]:
    """Name, docstring and the names of its module, each once."""
    seen = set()
    for module in modules():
        things = {"": module} | {
            key: thing
            for key, thing in vars(module).items()
            if callable(thing) and getattr(thing, "__module__", None) in (module.__name__, "gabata")
        }
        for key, thing in things.items():
            for name, doc in documented(f"{module.__name__}.{key}".rstrip("."), thing):
                if doc not in seen:
                    seen.add(doc)
                    yield pytest.param(doc, vars(module), id=name)


DOCSTRINGS = list(docstrings())


def run(text: str, name: str, names: dict[str, Any]) -> None:
    """Runs the examples of a text; a failure shows what was expected and got."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    test.globs = names
    told: list[str] = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=told.append, clear_globs=False)
    assert not told, "".join(told)


@pytest.mark.parametrize(("doc", "names"), DOCSTRINGS)
def test_the_examples_of_a_docstring_hold(
    doc: str, names: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    run(doc, request.node.callspec.id, dict(names))


def test_there_are_examples_in_both_halves() -> None:
    names = {case.id for case in DOCSTRINGS}
    assert {"gabata.Game", "gabata.Position.settle", "gabata._core.games", "gabata.bulk.simulate"} <= names


def test_the_code_of_the_readme_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of ```python; those with >>> print what they say."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert blocks
    for number, block in enumerate(blocks, 1):
        if ">>>" in block:
            run(block, f"README, block {number}", names)
        else:
            exec(compile(block, f"README, block {number}", "exec"), names)
