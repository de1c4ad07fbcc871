from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.api.raw import refused
from tests.servers import Server
from tests.tiny_model import LABELS

HOUSE = [[[20, 20, 100, 100, 20], [60, 120, 120, 60, 60]], [[10, 60, 110], [62, 15, 62]]]


def test_a_single_drawing(http: httpx.Client) -> None:
    response = http.post("/v1/recognise", json={"strokes": HOUSE})
    assert response.headers["content-type"] == "application/json"
    found = response.json()
    assert list(found) == ["label", "state", "reason", "top", "warnings", "model", "device", "format"]
    assert found["label"] == found["top"][0]["label"]
    assert (found["state"], found["reason"], found["warnings"]) == ("ok", None, [])
    assert (found["model"], found["device"], found["format"]) == ("tiny-v1", "cpu", "columns")
    assert len(found["top"]) == 3


def test_many_drawings_each_get_what_they_get_alone(http: httpx.Client) -> None:
    many: list[Any] = [
        HOUSE,
        [],
        {"strokes": HOUSE[:1]},
        {"drawing": HOUSE, "word": "cat", "key_id": "1"},
        [[[], []]],
    ]
    found = http.post("/v1/recognise", json={"drawings": many, "top": 2}).json()
    assert list(found) == ["results", "model", "device", "format"]
    singles: list[Any] = [HOUSE, [], HOUSE[:1], HOUSE, [[[], []]]]
    alone = [http.post("/v1/recognise", json={"strokes": strokes, "top": 2}).json() for strokes in singles]
    for each, single in zip(found["results"], alone, strict=True):
        assert list(each) == ["label", "state", "reason", "top", "warnings"]
        assert (each["label"], each["state"], each["reason"], each["warnings"]) == (
            single["label"], single["state"], single["reason"], single["warnings"],
        )  # fmt: skip
        for one, other in zip(each["top"], single["top"], strict=True):
            assert one["label"] == other["label"]
            assert math.isclose(one["probability"], other["probability"], abs_tol=1e-5)


def test_no_drawings_give_no_results(http: httpx.Client) -> None:
    assert http.post("/v1/recognise", json={"drawings": []}).json()["results"] == []


def test_no_drawings_of_an_unknown_format_are_refused_without_an_echo(http: httpx.Client) -> None:
    for form in ("<script>", "svg"):
        response = http.post("/v1/recognise", json={"drawings": [], "format": form})
        refused(response, 422, "unknown_format", "format")
        assert "<script>" not in response.text


def test_top_candidates_and_partial(http: httpx.Client) -> None:
    everything = http.post("/v1/recognise", json={"strokes": HOUSE, "top": 345}).json()["top"]
    assert sorted(guess["label"] for guess in everything) == sorted(LABELS)
    two = http.post("/v1/recognise", json={"strokes": HOUSE, "top": 5, "candidates": ["DOG", "cat"]}).json()[
        "top"
    ]
    assert math.isclose(sum(guess["probability"] for guess in two), 1.0, rel_tol=1e-6)
    best = [
        http.post("/v1/recognise", json={"strokes": HOUSE, "partial": partial}).json()["top"][0][
            "probability"
        ]
        for partial in (None, False, 1, True, 0.3)
    ]
    assert best[0] == best[1] == best[2] > best[3] > best[4]


@pytest.mark.parametrize(
    ("options", "code", "path"),
    [
        ({"top": 0}, "bad_value", "top"),
        ({"top": 346}, "bad_value", "top"),
        ({"top": "3"}, "bad_value", "top"),
        ({"top": True}, "bad_value", "top"),
        ({"top": 2.0}, "bad_value", "top"),
        ({"top": None}, "bad_value", "top"),
        ({"candidates": []}, "bad_value", "candidates"),
        ({"candidates": "cat"}, "bad_value", "candidates"),
        ({"candidates": ["cat", 7]}, "bad_value", "candidates[1]"),
        ({"candidates": ["cat", "dog", "cat", "no such thing"]}, "unknown_label", "candidates[3]"),
        ({"partial": 0}, "bad_value", "partial"),
        ({"partial": 1.01}, "bad_value", "partial"),
        ({"partial": "yes"}, "bad_value", "partial"),
        ({"format": "no such format"}, "unknown_format", "format"),
        ({"format": "svg"}, "unknown_format", "format"),
        ({"format": 7}, "bad_value", "format"),
    ],
)
def test_wrong_options_are_refused_by_name(
    http: httpx.Client, options: dict[str, Any], code: str, path: str | None
) -> None:
    refused(http.post("/v1/recognise", json={"strokes": HOUSE} | options), 422, code, path)


@pytest.mark.parametrize(
    ("body", "status", "code", "path"),
    [
        ({"strokes": [], "drawing": []}, 422, "ambiguous", None),
        ({"strokes": [], "drawings": []}, 422, "ambiguous", None),
        ({"drawings": 7}, 422, "wrong_shape", "drawings"),
        ({"drawings": [[], 7]}, 422, "wrong_shape", "drawings[1]"),
        ({"drawings": [[], {}]}, 422, "no_strokes", "drawings[1]"),
        ({"drawings": [[], {"word": "cat"}]}, 422, "no_strokes", "drawings[1]"),
        (
            {"drawings": [[], {"strokes": [[[None], [1]]]}]},
            422,
            "not_a_number",
            "drawings[1].strokes[0][0][0]",
        ),
        ({"drawings": [[], [[[1], [None]]]]}, 422, "not_a_number", "drawings[1][0][1][0]"),
        ({"drawings": [[]] * 257}, 413, "too_many_drawings", "drawings"),
    ],
)
def test_faults_of_many_drawings_have_a_path(
    http: httpx.Client, body: Any, status: int, code: str, path: str | None
) -> None:
    refused(http.post("/v1/recognise", json=body), status, code, path)


def test_t39_parallel_requests_are_answered_or_told_to_come_back(server: Server) -> None:
    with server.client(limits=httpx.Limits(max_connections=64)) as http, ThreadPoolExecutor(64) as pool:
        body = {"drawings": [HOUSE] * 64}
        answers = list(pool.map(lambda _: http.post("/v1/recognise", json=body), range(64)))
    for answer in answers:
        if answer.status_code != 200:
            refused(answer, 503, "queue_full")
            assert int(answer.headers["retry-after"]) >= 1
    assert sum(answer.status_code == 200 for answer in answers) >= 8
    with server.client() as http:
        assert http.get("/healthz").json() == {"status": "ok"}


def test_the_curve_follows_a_label_through_the_strokes(http: httpx.Client) -> None:
    final = http.post("/v1/recognise", json={"strokes": HOUSE, "top": 345}).json()["top"]
    found = http.post(
        "/v1/recognise/curve", json={"strokes": HOUSE, "target": final[0]["label"].upper()}
    ).json()
    assert [(point["strokes"], point["points"]) for point in found["curve"]] == [(1, 5), (2, 8)]
    last = found["curve"][-1]
    assert (last["rank"], found["target"]) == (1, final[0]["label"])
    assert math.isclose(last["probability"], final[0]["probability"], abs_tol=1e-5)
    assert found["earliest"] == (1 if found["curve"][0]["rank"] == 1 else 2)
    worst = http.post("/v1/recognise/curve", json={"strokes": HOUSE, "target": final[-1]["label"]}).json()
    assert worst["earliest"] is None
    assert worst["curve"][-1]["rank"] == 345


def test_the_curve_of_nothing_is_empty(http: httpx.Client) -> None:
    found = http.post("/v1/recognise/curve", json={"strokes": [[[], []]], "target": "cat"}).json()
    assert (found["curve"], found["earliest"], found["warnings"]) == ([], None, ["empty_stroke"])


def test_curves_that_cannot_be_followed(http: httpx.Client) -> None:
    def ask(**body: Any) -> httpx.Response:
        return http.post("/v1/recognise/curve", json={"strokes": HOUSE} | body)

    refused(ask(), 422, "bad_value", "target")
    refused(ask(target="no such thing"), 422, "unknown_label", "target")
    refused(ask(target="cat", strokes=[[[0, 1], [0, 1]]] * 201), 413, "too_many_strokes")
    long = [[*range(10_000)], [0, 7] * 5_000]
    refused(ask(target="cat", strokes=[long] + [[[0, 1], [0, 1]]] * 199), 413, "too_many_points")
