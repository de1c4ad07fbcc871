"""Every setting, and the only reader of the environment. A field ``x`` is the variable ``DRAWMATE_X``."""

from __future__ import annotations

import os
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

__all__ = ["PREFIX", "Settings"]

PREFIX: Final = "DRAWMATE_"

Network = IPv4Network | IPv6Network


class Settings(BaseSettings):
    """The settings of the service; command line options win over the environment."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, extra="ignore", frozen=True, hide_input_in_errors=True
    )

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 for all.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 picks a free one.")
    workers: int = Field(1, ge=1, le=256, description="Server processes; each loads the model.")
    root_path: str = Field(
        "",
        description="Path prefix the service is reached below, e.g. /games/draw, stripped by the proxy or not.",
    )
    models: Annotated[tuple[Path, ...], NoDecode] = Field(
        (),
        description="Model directories, or directories of them, separated as PATH is; default: the packaged ones.",
    )
    model: str | None = Field(
        None, description="Id of the model to use; default: the first found, latest version first."
    )
    device: Literal["auto", "cpu", "require-gpu"] = Field(
        "auto",
        description="auto: a GPU when one works, else the CPU; require-gpu: refuse to start without one.",
    )
    precision: Literal["auto", "int8", "fp32"] = Field(
        "auto", description="Which file of the model: int8, fp32, or auto for the one its spec prefers."
    )
    threads: int = Field(
        0,
        ge=0,
        le=1024,
        description="CPU threads that infer, in each worker; 0: its share of what affinity and cgroup allow.",
    )
    queue: int = Field(
        512, ge=1, description="Drawings that may wait for inference; beyond, requests get 503."
    )
    max_batch: int = Field(32, ge=1, le=1024, description="Most drawings in one inference.")
    body_seconds: float = Field(30.0, gt=0, description="Seconds a client has to send a request's body.")
    rate_limit: str = Field(
        "",
        description="Requests to /v1 per client address, e.g. 600/minute;20000/day. Empty: no limit.",
    )
    rate_limit_storage: str = Field(
        "async+memory://",
        description="Where rates are counted: async+memory:// (per worker) or async+redis://host:6379.",
    )
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode] = Field(
        (),
        description="Addresses or networks, separated by commas, whose X-Forwarded-For and X-Forwarded-Proto "
        "are believed. Empty: the headers are ignored.",
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Web origins, separated by commas, whose pages may call the API. Empty: only our own."
    )
    database_url: str = Field(
        "sqlite:///drawmate.db",
        description="Where tables and finished games are kept: sqlite:///FILE (in the working directory, or "
        "sqlite:////absolute/FILE), sqlite:// (in memory, gone at the end) or postgresql://USER:PASSWORD@HOST/NAME.",
    )
    retention_days: int = Field(
        0,
        ge=0,
        description="Days that finished games are kept in the gallery; 0: until somebody deletes them.",
    )
    metrics: bool = Field(True, description="Whether /metrics is served.")
    log_format: Literal["console", "json"] = Field(
        "console", description="Log lines for people or for machines."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least severe log line shown."
    )
    access_log: bool = Field(
        False, description="Log every request (method, route, status, time; never its content)."
    )

    @field_validator("models", mode="before")
    @classmethod
    def _paths(cls, value: Any) -> Any:
        return tuple(part for part in value.split(os.pathsep) if part) if isinstance(value, str) else value

    @field_validator("cors_origins", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        return _parts(value) if isinstance(value, str) else value

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _networks(cls, value: Any) -> Any:
        return (
            tuple(ip_network(part, strict=False) for part in _parts(value))
            if isinstance(value, str)
            else value
        )

    @field_validator("rate_limit")
    @classmethod
    def _rates(cls, value: str) -> str:
        from limits import parse_many

        if value.strip():
            parse_many(value)
        return value.strip()

    @field_validator("root_path")
    @classmethod
    def _prefix(cls, value: str) -> str:
        inside = value.strip("/")
        if any(c in inside for c in "?#\\ %") or any(
            not part or part == ".." for part in inside.split("/") if inside
        ):
            raise ValueError("must be a plain path")
        return f"/{inside}" if inside else ""

    def environment(self) -> dict[str, str]:
        """The settings that differ from the defaults, as variables for processes started from this one."""
        return {
            PREFIX + name.upper(): _text(getattr(self, name))
            for name, field in type(self).model_fields.items()
            if getattr(self, name) != field.default
        }

    def hand_down(self) -> None:
        """Put these settings in this process's environment, so that its children read the same."""
        inherited = self.inherited()
        os.environ.clear()
        os.environ.update(inherited)

    def inherited(self) -> dict[str, str]:
        """The whole environment of a process that is to read just these settings."""
        others = {name: value for name, value in os.environ.items() if not name.upper().startswith(PREFIX)}
        return others | self.environment()


def _parts(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        separator = os.pathsep if value and isinstance(value[0], Path) else ","
        return separator.join(str(part) for part in value)
    return str(value)
