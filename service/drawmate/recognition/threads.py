"""How many threads inference may use: the CPUs this process may run on, and its cgroup's share of them.

An explicit count also keeps ONNX Runtime from pinning its threads to CPUs outside the container's set.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

__all__ = ["cpu_quota", "thread_count", "usable_cpus"]


def thread_count(root: Path = Path("/")) -> int:
    """Whole CPUs this process can keep busy, at least 1: the affinity's count, or the quota if less.

    ``root`` is where ``proc`` and ``sys`` are; tests put cgroup files of their own there.
    """
    quota = cpu_quota(root)
    cpus = usable_cpus()
    return max(1, cpus if quota is None else min(cpus, math.floor(quota)))


def usable_cpus() -> int:
    """CPUs in this process's affinity mask; all CPUs where the system has no such mask."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def cpu_quota(root: Path = Path("/")) -> float | None:
    """CPUs the cgroup may use, e.g. 1.5: the least over the group and its parents; None if unlimited.

    Reads both versions: ``cpu.max`` (v2), ``cpu.cfs_quota_us`` over ``cpu.cfs_period_us`` (v1).
    See the kernel's Documentation/admin-guide/cgroup-v2.rst and scheduler/sched-bwc.rst.
    """
    quotas = [quota for group in _groups(root) if (quota := _quota(group)) is not None]
    return min(quotas, default=None)


def _groups(root: Path) -> list[Path]:
    """The directories of this process's group and its parents, in every hierarchy that limits CPUs."""
    found: list[Path] = []
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if controllers and "cpu" not in controllers.split(","):
            continue
        names = [controllers, "cpu"] if controllers else ["", "unified"]
        for mount in {root / "sys/fs/cgroup" / name for name in names}:
            inside = mount / path.lstrip("/")
            while inside != mount:
                found.append(inside)
                inside = inside.parent
            found.append(mount)
    return found


def _quota(group: Path) -> float | None:
    words = _text(group / "cpu.max").split()
    if not words:
        words = [_text(group / "cpu.cfs_quota_us").strip(), _text(group / "cpu.cfs_period_us").strip()]
    try:
        quota, period = int(words[0]), int(words[1])
    except (IndexError, ValueError):
        return None
    return quota / period if quota > 0 and period > 0 else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
