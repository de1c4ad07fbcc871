from __future__ import annotations

from pathlib import Path

import pytest

from drawmate.recognition import threads


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


CGROUPS = "sys/fs/cgroup"
V2 = {"proc/self/cgroup": "0::/\n"}
NESTED = {"proc/self/cgroup": "0::/a/b\n"}
V1 = {"proc/self/cgroup": "4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n0::/system\n"}


def v2(directory: str, text: str) -> dict[str, str]:
    return {f"{CGROUPS}/{directory}cpu.max": text}


def v1(directory: str, quota: int) -> dict[str, str]:
    place = f"{CGROUPS}/{directory}"
    return {f"{place}/cpu.cfs_quota_us": str(quota), f"{place}/cpu.cfs_period_us": "100000"}


@pytest.mark.parametrize(
    ("files", "quota"),
    [
        ({}, None),
        (V2, None),
        (V2 | v2("", "150000 100000\n"), 1.5),
        (V2 | v2("", "max 100000\n"), None),
        (V2 | v2("", "rubbish"), None),
        (NESTED | v2("a/", "200000 100000") | v2("a/b/", "max 100000"), 2.0),
        (NESTED | v2("a/", "200000 100000") | v2("a/b/", "50000 100000"), 0.5),
        (V1 | v1("cpu,cpuacct", 50000), 0.5),
        (V1 | v1("cpu/docker/abc", 400000), 4.0),
        (V1 | v1("cpu", -1), None),
    ],
)
def test_the_least_quota_of_the_group_and_its_parents_counts(
    tmp_path: Path, files: dict[str, str], quota: float | None
) -> None:
    assert threads.cpu_quota(write(tmp_path, files)) == quota


@pytest.mark.parametrize(
    ("cpus", "quota", "count"),
    [(2, "150000", 1), (2, "250000", 2), (8, "350000", 3), (4, "10000", 1), (1, "400000", 1)],
)
def test_t38_threads_are_whole_cpus_within_affinity_and_quota(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cpus: int, quota: str, count: int
) -> None:
    monkeypatch.setattr(threads, "usable_cpus", lambda: cpus)
    assert threads.thread_count(write(tmp_path, V2 | v2("", f"{quota} 100000"))) == count
