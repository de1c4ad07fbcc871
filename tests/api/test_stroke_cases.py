"""The cases of stroke JSON that break products like ours, over real HTTP; ids are those of the list of cases."""

from __future__ import annotations

import json
import math
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.api.raw import ask, post, refused
from tests.corpus.degenerate import BLANK, INKED, REFUSED
from tests.servers import Server

BOX = [[[0, 255, 255, 0, 0], [0, 0, 255, 255, 0]]]
RECOGNISE = ["POST /v1/recognise HTTP/1.1", "Host: test", "Content-Type: application/json"]


def recognise(http: httpx.Client, strokes: Any, **options: Any) -> dict[str, Any]:
    response = http.post("/v1/recognise", json={"strokes": strokes} | options)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    assert all(math.isfinite(guess["probability"]) for guess in found["top"])
    return found


@pytest.mark.parametrize("strokes", BLANK.values(), ids=BLANK)
def test_t01_t02_no_ink_is_blank_and_never_a_class(http: httpx.Client, strokes: Any) -> None:
    found = recognise(http, strokes)
    assert (found["label"], found["state"], found["reason"], found["top"]) == (None, "blank", "blank", [])
    assert found["warnings"] == (["empty_stroke"] if strokes else [])


@pytest.mark.parametrize("strokes", INKED.values(), ids=INKED)
def test_ink_at_the_edge_gets_finite_scores(http: httpx.Client, strokes: Any) -> None:
    found = recognise(http, strokes)
    assert len(found["top"]) == 3
    assert found["state"] in ("ok", "unknown")


def as_json(strokes: Any) -> str | None:
    """The request, or None for numbers JSON has no room for."""
    try:
        return json.dumps({"strokes": strokes}, allow_nan=False)
    except ValueError:
        return None


WRITABLE = {name: (body, *rest) for name, (strokes, *rest) in REFUSED.items() if (body := as_json(strokes))}


@pytest.mark.parametrize(("body", "code", "path"), WRITABLE.values(), ids=WRITABLE)
def test_faults_of_type_or_number_are_refused_with_the_path_of_the_first(
    http: httpx.Client, body: str, code: str, path: str
) -> None:
    response = post(http, body)
    refused(response, 413 if code.startswith("too_many") else 422, code, path or None)
    assert len(response.content) < 600


def test_t04_two_equal_points_are_one_bit_for_bit(http: httpx.Client) -> None:
    assert recognise(http, [[[1, 1], [1, 1]]])["top"] == recognise(http, [[[464.91], [286.51]]])["top"]


def test_t07_identical_points_are_a_dot(http: httpx.Client) -> None:
    found = recognise(http, [[[5, 5], [5, 5]]])
    assert found["top"] == recognise(http, [[[5], [5]]])["top"]
    assert found["warnings"] == ["repeated_points"]


@pytest.mark.parametrize("token", ["NaN", "Infinity", "-Infinity"])
def test_t08_raw_tokens_that_are_no_json_numbers(http: httpx.Client, token: str) -> None:
    refused(post(http, f'{{"strokes":[[[{token}],[1]]]}}'), 422, "not_a_number")


@pytest.mark.parametrize("token", ["1e999", "-1e999", "9" * 400, "9" * 5000])
def test_t09_t10_numbers_too_large_for_a_float(http: httpx.Client, token: str) -> None:
    refused(post(http, f'{{"strokes":[[[1],[{token}]]]}}'), 422, "out_of_range", "strokes[0][1][0]")


def test_t13_columns_of_different_lengths(http: httpx.Client) -> None:
    refused(
        http.post("/v1/recognise", json={"strokes": [[[1, 2, 3], [1]]]}), 422, "ragged_stroke", "strokes[0]"
    )


@pytest.mark.parametrize(
    ("times", "warnings"),
    [
        ([[0, 5], [9, 9]], []),
        ([[1_700_000_000_000, 1_700_000_000_005], [1_700_000_000_009, 1_700_000_000_009]], []),
        ([[0], [9, 9]], ["times_ignored"]),
        ([[5, 4], [9, 9]], ["times_ignored"]),
    ],
)
def test_t14_times_are_all_or_nothing_and_never_change_the_result(
    http: httpx.Client, times: list[list[int]], warnings: list[str]
) -> None:
    columns = [[[0, 50], [0, 9]], [[7, 90], [3, 60]]]
    timed = [[*stroke, t] for stroke, t in zip(columns, times, strict=True)]
    found = recognise(http, timed)
    assert found["warnings"] == warnings
    assert found["top"] == recognise(http, columns)["top"]


def test_t17_coordinates_whose_span_overflows(http: httpx.Client) -> None:
    body = {"strokes": [[[-1e308, 1e308], [0, 0]]]}
    refused(http.post("/v1/recognise", json=body), 422, "out_of_range", "strokes[0][0][0]")


def test_t19_the_format_is_said_and_never_guessed(http: httpx.Client) -> None:
    columns = recognise(http, [[[1, 9], [3, 4]]])
    rows = recognise(http, [[[1, 9], [3, 4]]], format="rows")
    assert (columns["format"], rows["format"]) == ("columns", "rows")
    assert rows["top"] == recognise(http, [[[1, 3], [9, 4]]])["top"] != columns["top"]


def test_t21_points_need_their_format(http: httpx.Client) -> None:
    points = [[{"x": 1, "y": 2}, {"x": 5, "y": 9}]]
    assert recognise(http, points, format="points")["top"] == recognise(http, [[[1, 5], [2, 9]]])["top"]
    problem = refused(http.post("/v1/recognise", json={"strokes": points}), 422, "wrong_shape", "strokes[0]")
    assert "format points" in problem["detail"]


def test_t22_mathpix_nests_twice(http: httpx.Client) -> None:
    body = {"format": "mathpix", "strokes": {"strokes": {"x": [[1, 5]], "y": [[2, 9]]}}}
    response = http.post("/v1/recognise", json=body)
    assert response.json()["top"] == recognise(http, [[[1, 5], [2, 9]]])["top"]
    single = http.post("/v1/recognise", json={"format": "mathpix", "strokes": {"x": [[1, 5]], "y": [[2, 9]]}})
    assert single.json()["top"] == response.json()["top"]


def test_t23_strokes_as_a_string(http: httpx.Client) -> None:
    problem = refused(
        http.post("/v1/recognise", json={"drawing": "[[[1],[2]]]"}), 422, "wrong_shape", "drawing"
    )
    assert "not a string" in problem["detail"]


def test_t24_a_whole_record_is_read_and_its_word_changes_nothing(http: httpx.Client) -> None:
    record = {
        "key_id": "5152802093400064",
        "word": "cat",
        "countrycode": "HU",
        "timestamp": "2017-03-09 00:28:55.637750 UTC",
        "recognized": True,
        "drawing": BOX,
    }
    answers = [
        http.post("/v1/recognise", json=record | {"word": word}).json() for word in ("cat", "dog", 7, None)
    ]
    assert answers == [answers[0]] * 4
    assert answers[0] == recognise(http, BOX)


def test_t26_points_are_limited_and_many_are_thinned(http: httpx.Client) -> None:
    def spiral(count: int) -> list[Any]:
        return [
            [[i * math.cos(i / 300) for i in range(count)], [i * math.sin(i / 300) for i in range(count)]]
        ]

    refused(post(http, json.dumps({"strokes": [[[1] * 100_000, [2] * 100_000]]})), 413, "too_many_points")
    body = json.dumps({"strokes": [[[round(v, 1) for v in column] for column in spiral(49_999)[0]]]})
    response = post(http, body)
    assert response.status_code == 200
    assert len(response.json()["top"]) == 3


def test_t27_strokes_are_limited(http: httpx.Client) -> None:
    refused(
        http.post("/v1/recognise", json={"strokes": [[[0, 1], [0, 1]]] * 50_000}), 413, "too_many_strokes"
    )
    assert recognise(http, [[[i, i + 1], [0, 1]] for i in range(1500)])["state"] in ("ok", "unknown")


def test_t28_twenty_thousand_faults_give_one_small_answer(http: httpx.Client) -> None:
    response = http.post("/v1/recognise", json={"strokes": [[["x"] * 10_000, [None] * 10_000]]})
    refused(response, 422, "not_a_number", "strokes[0][0][0]")
    assert len(response.content) < 500
    response = http.post("/v1/recognise", json={"strokes": BOX, "candidates": [1] * 20_000})
    assert response.status_code == 422
    assert len(response.content) < 500


def test_t30_a_chunked_body_is_refused_once_it_is_too_large(server: Server, http: httpx.Client) -> None:
    chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"

    def fifty_megabytes() -> Iterator[bytes]:
        for _ in range(800):
            yield chunk

    answer = ask(server, [*RECOGNISE, "Transfer-Encoding: chunked"], fifty_megabytes())
    refused(answer, 413, "too_large")
    assert answer.headers["connection"] == "close"
    assert answer.sent < 12 * 1024 * 1024
    assert recognise(http, BOX)["model"] == "tiny-v1"


@pytest.mark.parametrize("path", ["/v1/recognise", "/v1/render"])
def test_t30_a_client_that_sends_on_gets_the_answer_and_no_reset(server: Server, path: str) -> None:
    chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(server.address, 20) as connection:
        connection.sendall(head.encode())
        for _ in range(256):
            connection.sendall(chunk)
        connection.sendall(b"0\r\n\r\n")
        answer = b""
        while part := connection.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"code":"too_large"' in answer


def test_t30_a_declared_length_is_refused_before_anything_is_sent(server: Server) -> None:
    answer = ask(server, [*RECOGNISE, "Content-Length: 52428800"])
    refused(answer, 413, "too_large")


def test_t30_a_chunked_body_within_the_limit_is_read(server: Server) -> None:
    body = json.dumps({"strokes": BOX}).encode()
    chunks = [f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in (body[:7], body[7:])]
    answer = ask(server, [*RECOGNISE, "Transfer-Encoding: chunked"], [*chunks, b"0\r\n\r\n"])
    assert (answer.status, answer.json()["format"]) == (200, "columns")


def test_t31_a_byte_order_mark_is_fine(http: httpx.Client) -> None:
    response = post(http, b"\xef\xbb\xbf" + json.dumps({"strokes": BOX}).encode())
    assert response.json() == recognise(http, BOX)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b'{"strokes":[],"strokes":[]}', 422, "duplicate_key"),
        (b'{"strokes":[]} trailing', 400, "bad_json"),
        (b'{"strokes":[]', 400, "bad_json"),
        (b'{"strokes":[]}{}', 400, "bad_json"),
        (b"\xff\xfe{\x00}\x00", 400, "bad_json"),
        (b'{"word":"\\ud83d","strokes":[]}', 400, "bad_json"),
        (b"", 422, "empty"),
        (b"  \n", 422, "empty"),
        (b"[]", 422, "wrong_shape"),
        (b"null", 422, "wrong_shape"),
        (b'"x"', 422, "wrong_shape"),
        (b"{}", 422, "no_strokes"),
        (b"[" * 100_000, 400, "bad_json"),
        (b"[" * 50_000 + b"]" * 50_000, 422, "too_deep"),
    ],
)
def test_t31_bodies_that_are_not_one_object(http: httpx.Client, body: bytes, status: int, code: str) -> None:
    problem = refused(post(http, body), status, code)
    assert "trailing" not in problem["detail"]


def nested(depth: int) -> list[Any]:
    return [nested(depth - 1)] if depth else []


@pytest.mark.parametrize(
    "form",
    ["columns", "rows", "points", "stroke3", "stroke5", "mathpix", "mlkit", "signature_pad"],
)
def test_t31_only_documents_may_be_nested_deep(http: httpx.Client, form: str) -> None:
    ink: Any = {"mlkit": {"strokes": []}, "mathpix": {"x": [], "y": []}}.get(form, [])
    body: dict[str, Any] = {"strokes": ink, "format": form}
    assert post(http, json.dumps(body | {"word": nested(6)})).status_code == 200
    refused(post(http, json.dumps(body | {"word": nested(7)})), 422, "too_deep")
    document = {"type": "excalidraw", "elements": [], "more": nested(20)}
    assert post(http, json.dumps({"strokes": document, "format": "excalidraw"})).status_code == 200
    refused(post(http, json.dumps({"word": nested(40), "format": "excalidraw"})), 422, "too_deep")


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ("APPLICATION/JSON", 200),
        ("application/vnd.drawmate+json", 200),
        ("text/plain", 415),
        ("application/json; charset=latin-1", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("", 415),
    ],
)
def test_t31_the_content_type_is_checked(http: httpx.Client, kind: str, status: int) -> None:
    response = http.post(
        "/v1/recognise", content=json.dumps({"strokes": BOX}), headers={"content-type": kind}
    )
    assert response.status_code == status
    if status == 415:
        refused(response, 415, "unsupported_media_type")


def test_t31_no_content_type_at_all(server: Server) -> None:
    head = ["POST /v1/recognise HTTP/1.1", "Host: test", "Content-Length: 2"]
    refused(ask(server, head, [b"{}"]), 415, "unsupported_media_type")


def test_t32_a_filled_box_is_unknown(http: httpx.Client) -> None:
    found = recognise(http, [[[0, 64] * 64, [i / 2 for i in range(128)]]])
    assert (found["label"], found["state"], found["reason"]) == (None, "unknown", "unfamiliar")


def test_t37_the_device_is_said(http: httpx.Client) -> None:
    assert http.get("/v1/models").json()["device"] == recognise(http, BOX)["device"] == "cpu"
