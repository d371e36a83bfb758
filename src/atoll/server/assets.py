"""What a page is made of, as small on the wire as a browser can read it.

The build leaves a packed copy beside each file (`web/packed.ts`); what is made here is packed here.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
from functools import cache
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from atoll.games import kinds
from atoll.server import wire
from atoll.server.texts import texts
from atoll.study.shown import facts_of

PACKED = {"br": ".br", "gzip": ".gz"}  # the best first
SMALL = 1000  # bytes that are not worth packing
FOR_EVER = "public, max-age=31536000, immutable"


def accepted(headers: Headers, encoding: str) -> bool:
    """Whether a browser says that it can read something packed so."""
    for wish in headers.get("accept-encoding", "").lower().split(","):
        name, *values = (part.strip() for part in wish.split(";"))
        if name == encoding:
            return not any(value.startswith("q=") and not value[2:].strip("0.") for value in values)
    return False


class Assets(StaticFiles):
    """Files whose names change with their content: kept for ever, sent packed to whoever reads that."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.endswith(tuple(PACKED.values())):
            raise HTTPException(404)
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        headers, found = Headers(scope=scope), ""
        for encoding, ending in PACKED.items():
            if accepted(headers, encoding) and os.path.exists(f"{full_path}{ending}"):
                kind = FileResponse(full_path).media_type
                full_path, found = f"{full_path}{ending}", encoding
                stat_result = os.stat(full_path)
                break
        answer = super().file_response(full_path, stat_result, scope, status_code)
        if found and isinstance(answer, FileResponse):
            answer.headers["content-encoding"] = found
            answer.headers["content-type"] = f"{kind}; charset=utf-8" if str(kind).startswith("text/") else str(kind)
        answer.headers["vary"] = "accept-encoding"
        answer.headers["cache-control"] = FOR_EVER
        return answer


Kept = tuple[bytes, bytes, str]  # plain, packed, and the mark that changes with it


def kept(content: dict[str, Any]) -> Kept:
    """JSON that stays the same as long as the server runs."""
    plain = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return plain, gzip.compress(plain, 9, mtime=0), f'"{hashlib.sha256(plain).hexdigest()[:20]}"'


@cache
def words(language: str) -> Kept:
    """All texts of the page."""
    return kept(texts(language))


@cache
def facts(page: str, language: str) -> Kept:
    """What was counted in many games of one; there is nothing where nobody has counted."""
    rules = next(form for kind in kinds() for form in kind.forms() if form.page == page)
    return kept(msgspec.to_builtins(msgspec.convert(facts_of(rules, language), wire.GameFacts)))


def kept_answer(request: Request, content: Kept) -> Response:
    """What is kept; a browser that has it asks whether it is still the same, and gets nothing if so."""
    plain, packed, mark = content
    headers = {"etag": mark, "cache-control": "no-cache", "vary": "accept-encoding"}
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if mark in known:
        return Response(status_code=304, headers=headers)
    if accepted(request.headers, "gzip"):
        plain, headers = packed, headers | {"content-encoding": "gzip"}
    return Response(plain, headers=headers, media_type="application/json")


async def packed_answer(request: Request, packed: bytes) -> Response:
    """JSON that is kept packed."""
    headers = {"vary": "accept-encoding"}
    if accepted(request.headers, "gzip"):
        headers["content-encoding"] = "gzip"
    else:
        packed = await asyncio.to_thread(gzip.decompress, packed)
    return Response(packed, headers=headers, media_type="application/json")


async def json_answer(request: Request, content: bytes) -> Response:
    """JSON, packed if it is long; that is done beside the loop, for it may take a while."""
    headers = {"vary": "accept-encoding"}
    if len(content) > SMALL and accepted(request.headers, "gzip"):
        content = await asyncio.to_thread(gzip.compress, content, 6, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(content, headers=headers, media_type="application/json")
