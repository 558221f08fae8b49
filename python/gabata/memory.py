"""How much memory a call may take when nobody says."""

from pathlib import Path

__all__ = ["default_max_bytes"]

_UNKNOWN = 4 << 30
_CGROUP = Path("/sys/fs/cgroup")


def default_max_bytes(*, small: bool) -> int | None:
    """Half of the memory that is free; None, no limit, for what is small enough not to look."""
    return None if small else _free_bytes() // 2


def _free_bytes() -> int:
    """Free memory as Linux tells it, of the machine or of the container that this process is in; else a guess."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return _UNKNOWN
    try:
        most, used = ((_CGROUP / name).read_text().strip() for name in ("memory.max", "memory.current"))
        return free if most == "max" else min(free, max(int(most) - int(used), 0))
    except OSError:
        return free
