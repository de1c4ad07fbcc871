"""Prometheus metrics of one app, in a registry of their own so that a process can hold several apps."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_SIZES: Final = (1, 2, 4, 8, 16, 32, 64)


class Metrics:
    """The service's metrics. Labels are routes and status codes only: their number is bounded."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "drawmate_requests_total", "HTTP requests", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "drawmate_request_seconds",
            "Time to answer an HTTP request",
            ["route"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.batch_size = Histogram(
            "drawmate_batch_size", "Drawings in one inference", buckets=_SIZES, registry=self.registry
        )
        self.inference_seconds = Histogram(
            "drawmate_inference_seconds", "Time of one inference", buckets=_SECONDS, registry=self.registry
        )
        self.queue = Gauge(
            "drawmate_queue_drawings", "Drawings that wait for inference", registry=self.registry
        )
        self.refused = Counter(
            "drawmate_refused_total", "Requests refused, by code", ["code"], registry=self.registry
        )
        self.tables = Gauge("drawmate_tables", "Tables in memory", ["phase"], registry=self.registry)
        self.seats = Gauge("drawmate_seats", "Seats at them", ["holder"], registry=self.registry)
        self.sockets = Gauge("drawmate_sockets", "Connections to tables", registry=self.registry)
        self.table_queue = Gauge(
            "drawmate_table_queue_messages", "Messages that wait for their tables", registry=self.registry
        )
        self.socket_queue = Gauge(
            "drawmate_socket_queue_frames", "Frames that wait to be sent", registry=self.registry
        )
        self.message_seconds = Histogram(
            "drawmate_message_seconds",
            "Time from reading a client's message to answering it",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.overdue_seconds = Histogram(
            "drawmate_overdue_seconds",
            "How late deadlines were acted on",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._counters: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an HTTP request."""
        key = (method, route, status)
        found = self._counters.get(key)
        if found is None:
            found = (self.requests.labels(method, route, str(status)), self.seconds.labels(route))
            self._counters[key] = found
        found[0].inc()
        found[1].observe(seconds)

    def batch(self, size: int, seconds: float) -> None:
        """Count an inference of ``size`` drawings."""
        self.batch_size.observe(size)
        self.inference_seconds.observe(seconds)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)
