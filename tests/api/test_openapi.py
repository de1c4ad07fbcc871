"""The OpenAPI document, and what the server does with requests made up from it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import sampled_from
from jsonschema_rs import Draft202012Validator
from schemathesis.specs.openapi import checks

from tests.servers import Server

OPERATIONS = (
    ("/v1/recognise", "post"),
    ("/v1/recognise/curve", "post"),
    ("/v1/render", "post"),
    ("/v1/labels", "get"),
    ("/v1/models", "get"),
    ("/v1/tables", "post"),
    ("/v1/tables", "get"),
    ("/v1/tables/{code}", "delete"),
    ("/v1/tables/{code}/seats", "post"),
    ("/v1/tables/{code}/tickets", "post"),
    ("/v1/tables/{code}/games", "get"),
    ("/v1/games", "get"),
    ("/v1/games/{game_id}", "get"),
    ("/v1/games/{game_id}", "delete"),
    ("/v1/games/{game_id}/capsule", "get"),
    ("/v1/games/{game_id}/drawings/{number}.{kind}", "get"),
    ("/healthz", "get"),
    ("/readyz", "get"),
    ("/metrics", "get"),
)


@pytest.fixture(scope="module")
def document(server: Server) -> dict:  # type: ignore[type-arg]
    with server.client() as http:
        found: dict = http.get("/openapi.json").json()  # type: ignore[type-arg]
    return found


def test_every_operation_is_described(document: dict) -> None:  # type: ignore[type-arg]
    found = {(path, method) for path, operations in document["paths"].items() for method in operations}
    assert found == set(OPERATIONS)
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert operation["summary"]
            assert operation["description"], path
            for status, response in operation["responses"].items():
                kinds = set(response.get("content", {}))
                assert (
                    kinds == {"application/problem+json"}
                    if int(status) >= 400
                    else "application/problem+json" not in kinds
                )


def test_examples_fit_their_schema_and_are_answered(document: dict, http: httpx.Client) -> None:  # type: ignore[type-arg]
    tried = 0
    code = http.post("/v1/tables", json={"game": "quick_guess", "name": "Host"}).json()["code"]
    for path, operations in document["paths"].items():
        content = operations.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            continue
        at = path.format(code=code)
        schema = content["schema"] | {"components": document["components"]}
        for example in content["examples"].values():
            Draft202012Validator(schema).validate(example["value"])
            assert http.post(at, json=example["value"]).status_code in (200, 201)
            tried += 1
    assert tried >= 6


def test_the_docs_page_names_every_operation(http: httpx.Client) -> None:
    page = http.get("/docs").text
    for path, _ in OPERATIONS:
        assert path in page
    assert "<script" not in page


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_made_up_requests_get_described_answers(
    document: dict,  # type: ignore[type-arg]
    server: Server,
    path: str,
    method: str,
) -> None:
    """No 5xx, only described statuses, types and headers, bodies that fit their schema, 405 for other methods.

    Whether strokes are accepted depends on more than a schema can say (lengths of columns, the format).
    """
    schema = schemathesis.openapi.from_dict(document)
    operation = schema[path][method]

    @settings(
        max_examples=25,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def ask(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(
            base_url=server.url,
            excluded_checks=[checks.positive_data_acceptance, checks.negative_data_rejection],
        )

    ask()


@pytest.mark.parametrize(
    ("path", "method"), [(path, method) for path, method in OPERATIONS if "{code}" in path]
)
def test_made_up_requests_to_a_table_that_is_there_get_described_answers(
    document: dict,  # type: ignore[type-arg]
    server: Server,
    http: httpx.Client,
    path: str,
    method: str,
) -> None:
    place = http.post("/v1/tables", json={"game": "duplik", "name": "Host"}).json()
    operation = schemathesis.openapi.from_dict(document)[path][method]

    @settings(
        max_examples=25,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), token=sampled_from([None, place["token"], "x", "x" * 9_000]))
    def ask(case: schemathesis.Case[Any], token: str | None) -> None:
        case.path_parameters = {**case.path_parameters, "code": place["code"]}
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        case.call_and_validate(
            base_url=server.url,
            headers=headers,
            excluded_checks=[checks.positive_data_acceptance, checks.negative_data_rejection],
        )

    ask()
    assert http.post(f"/v1/tables/{place['code']}/tickets", json={}).status_code == 201
