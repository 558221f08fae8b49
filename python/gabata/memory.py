"""How much memory a call may take when nobody says."""

from __future__ import annotations

from pathlib import Path

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]

__all__ = ["default_max_bytes", "free_bytes"]

_UNKNOWN = 4 << 30
_CGROUP = Path("/sys/fs/cgroup")


def default_max_bytes(*, small: bool) -> int | None:
    """Half of the memory that is free; None, no limit, for what is small enough not to look."""
    return None if small else free_bytes() // 2


def free_bytes() -> int:
    """Free memory: of the machine, of the container that this process is in, and by its own limit (`ulimit -v`)."""
    limits = (_of_machine(), _of_container(), _of_process())
    return min((max(limit, 0) for limit in limits if limit is not None), default=_UNKNOWN)


def _of_machine() -> int:
    """As Linux tells it; else a guess."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return _UNKNOWN


def _of_container() -> int | None:
    try:
        most, used = ((_CGROUP / name).read_text().strip() for name in ("memory.max", "memory.current"))
    except OSError:
        return None
    return None if most == "max" else int(most) - int(used)


def _of_process() -> int | None:
    """The limit of the address space, less what is taken of it, where both are told."""
    if resource is None:
        return None
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY:
        return None
    try:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        used = 0
    return most - used
