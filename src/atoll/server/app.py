"""The server's doors: pages, requests and sockets. Whoever comes in gets what their seat may know, and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from atoll.bots import CHARACTERS
from atoll.core.errors import AtollError
from atoll.core.messages import LANGUAGES
from atoll.core.state import NOBODY
from atoll.games import NAMES, kind
from atoll.server import address, assets, guests, metrics, wire
from atoll.server.analyses import ANALYST, Analyses
from atoll.server.answering import Pauses
from atoll.server.assets import Assets, json_answer, kept_answer, packed_answer
from atoll.server.guests import Guests
from atoll.server.hall import MOST_WAITING_TABLES, Hall, record_text
from atoll.server.heading import PLACE, heading
from atoll.server.hosts import Hosts
from atoll.server.keeping import Pulse, let_go
from atoll.server.limits import Bucket, Limits
from atoll.server.live import Live
from atoll.server.protocol import AT_ONCE
from atoll.server.puzzling import Puzzling, trial
from atoll.server.refusal import Refusal, problem
from atoll.server.seats import OFFERED
from atoll.server.store import Store
from atoll.server.stories import Stories
from atoll.server.table import Patience, Visitor
from atoll.server.telling import lines, tell
from atoll.server.thinkers import Thinkers
from atoll.server.together import Shared, opened
from atoll.server.waiting import Outbox
from atoll.version import __version__

log = logging.getLogger("atoll")
M = TypeVar("M", bound=wire.Model)
COOKIE = "atoll_device"
A_YEAR = 365 * 24 * 3600
MOST_BYTES = 512_000  # of a request
MOST_SOCKET_BYTES = 4_096  # of a message
TRY_AGAIN = 1013  # what a socket is closed with that may be opened later
TIDIED = 20.0  # seconds between two looks for tables that nobody needs in the memory
POLICY = (
    "default-src 'self'; img-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; connect-src 'self'"
)
PAGES = ("/t/", "/rules/", "/learn/", "/facts/", "/puzzles/")
DEFAULT_NAME = {"en": "Guest", "fr": "Invité", "it": "Ospite"}


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    database: str
    page: Path
    pace: float | None = None  # seconds that a bot waits before it moves; None: none where people play
    workers: int | None = None
    tables_per_minute: float = 30.0  # that one address may make
    questions_per_second: float = 20.0  # that one page may ask
    patience: Patience = field(default_factory=Patience)
    waiting_tables: int = MOST_WAITING_TABLES  # made from one address, at once
    keep: float | None = None  # days, after which tables that nobody touched are deleted; None: for ever
    metrics_to: tuple[metrics.Network, ...] = ()  # who may ask for metrics, beside this machine
    hosts: Hosts = field(default_factory=Hosts)
    limits: Limits = field(default_factory=Limits)
    pauses: Pauses = field(default_factory=Pauses)
    analyst: str = ANALYST  # the bot that looks finished games through


def language_of(connection: HTTPConnection) -> str:
    """The language asked for in the address, else the browser's, else English."""
    wishes = [connection.query_params.get("lang", ""), *connection.headers.get("accept-language", "").split(",")]
    short = (wish.strip()[:2].lower() for wish in wishes)
    return next((wish for wish in short if wish in LANGUAGES), "en")


def cookie(connection: HTTPConnection) -> str:
    """Browsers share cookies between the ports of a machine; two servers there must not take each other's."""
    port = connection.url.port
    return f"{COOKIE}_{port}" if port else COOKIE


def same_origin(headers: Headers) -> bool:
    """Browsers say which page speaks; ours is the one that this server gave."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


def viewer(connection: HTTPConnection) -> int:
    """The seat that an address asks to look from, SPECTATOR if it asks for none; NOBODY if that is no seat."""
    wish = connection.query_params.get("seat") or "0"
    return wire.viewer(int(wish)) if wish.isascii() and wish.isdecimal() and len(wish) < 3 else NOBODY


def digits(connection: HTTPConnection, name: str, count: int) -> str | None:
    """What a page adds to the seed of the table that it opens, or its seal."""
    given = connection.query_params.get(name, "")
    return given if re.fullmatch(f"[0-9a-f]{{{count}}}", given) else None


def policy(host: str) -> str:
    """Only from here; some browsers have to be told that sockets to this host are meant, too."""
    plain = re.fullmatch(r"[\w.:\[\]-]+", host)
    return f"{POLICY} ws://{host} wss://{host}" if plain else POLICY


class Guard:
    """What every answer carries, what no request may do, and what it costs."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self.app = app
        self.doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = Headers(scope=scope).get("host", "") if scope["type"] != "lifespan" else ""
        if scope["type"] != "http":
            if scope["type"] == "websocket" and not self.doors.settings.hosts.accept(host):
                await WebSocket(scope, receive, send).close(1008)
            else:
                await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.requests.add(f"{message['status'] // 100}xx")
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = policy(host)
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "same-origin"
                headers["cross-origin-opener-policy"] = "same-origin"
                headers["permissions-policy"] = "camera=(), microphone=(), geolocation=()"
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            if not self.doors.settings.hosts.accept(host):
                raise Refusal("host", 421, name=host[:80])
            await self.doors.guests.pay(address.client(HTTPConnection(scope)), price(scope["path"]))
        except Refusal as error:
            await refused(Request(scope), error)(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)


def price(path: str) -> float:
    """What a request costs, whatever comes of it."""
    _, first, second, *_ = [*path.split("/"), "", ""]
    if first == "t":  # a table is looked up, for what its link says
        return guests.REQUESTS["tables"]
    return guests.REQUESTS.get(second, guests.OTHER) if first == "api" else guests.OTHER


async def body(request: Request, model: type[M]) -> M:
    """A request's body, if it comes from our page, is JSON, is not too long, and is what it should be."""
    if not same_origin(request.headers):
        raise Refusal("origin", 403)
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        raise Refusal("not_json", 415)
    read = b""
    async for part in request.stream():
        read += part
        if len(read) > MOST_BYTES:
            raise Refusal("too_long", 413, most=MOST_BYTES)
    try:
        return model.model_validate_json(read)
    except ValidationError as error:
        raise malformed(error) from None


def malformed(error: ValidationError) -> Refusal:
    places = (".".join(map(str, detail["loc"])) for detail in error.errors(include_url=False, include_input=False))
    return Refusal("malformed", 422, fields=list(dict.fromkeys(place or "JSON" for place in places))[:5])


class Doors:
    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings = settings
        self.store = store  # opened already, so that the server starts only if it can be
        self.guests = Guests(settings.limits, settings.tables_per_minute)
        self.stories = Stories(self.guests)
        self.hall: Hall
        self.puzzling: Puzzling
        self.analyses: Analyses
        self.pulse: Pulse

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        store = self.store or opened(self.settings.database)
        thinkers = Thinkers(self.settings.workers, self.settings.limits)
        settings = self.settings
        self.hall = Hall(store, thinkers, settings.pace, settings.patience, settings.waiting_tables, settings.pauses)
        if isinstance(store, Shared):
            store.join(self.hall.heard, self.hall.restored)
        self.puzzling = Puzzling(self.hall)
        self.analyses = Analyses(store, settings.limits, settings.analyst)
        self.pulse = Pulse(store)
        chores = [asyncio.create_task(self.tidy()), asyncio.create_task(self.hall.tidy())]
        if self.settings.keep:
            chores.append(asyncio.create_task(let_go(self.hall, self.settings.keep)))
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            self.analyses.close()
            self.stories.close()
            thinkers.close()
            store.close()
            log.info("stopped")

    async def tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDIED)
            self.hall.forget_idle()

    # Requests

    async def known(self, connection: HTTPConnection) -> tuple[int, str]:
        """The person behind a device, and a name for them."""
        found = await self.hall.person(connection.cookies.get(cookie(connection)))
        if found is None:
            raise Refusal("no_device", 401)
        return found[0], found[1] or DEFAULT_NAME[language_of(connection)]

    def may_make(self, request: Request) -> None:
        self.guests.may_make(address.client(request))

    async def hello(self, request: Request) -> Response:
        """A device's first word: it gets an identity that it keeps."""
        token = request.cookies.get(cookie(request))
        person = await self.hall.person(token)
        if person is None or token is None:
            self.may_make(request)
            number, token = await self.hall.new_person()
            person = number, None
        games = [
            wire.GameInfo(
                name=name,
                page=form.page,
                title=form.title,
                seats=list(form.seat_numbers),
                options={option: list(values) for option, values in form.own_options().items()},
                facts=form.facts(),
                rulings=list(form.rulings),
            )
            for name in NAMES
            for form in kind(name).forms()
        ]
        said = wire.Hello(name=person[1], games=games, bots=OFFERED, characters=[*CHARACTERS], version=__version__)
        answer = await json_answer(request, wire.packed(said))
        secure = request.url.scheme == "https"
        answer.set_cookie(cookie(request), token, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)
        return answer

    async def rename(self, request: Request) -> Response:
        asked = await body(request, wire.Rename)
        person, _ = await self.known(request)
        await self.hall.rename(person, asked.name)
        return JSONResponse({"name": asked.name})

    async def lobby(self, request: Request) -> Response:
        person = await self.hall.person(request.cookies.get(cookie(request)))
        lobby = await self.hall.lobby(person[0] if person else None)
        return await json_answer(request, wire.packed(lobby))

    async def make(self, request: Request) -> Response:
        asked = await body(request, wire.NewTable)
        person, name = await self.known(request)
        self.may_make(request)
        return answered(await self.hall.make(asked, person, name, address.client(request)))

    async def upload(self, request: Request) -> Response:
        asked = await body(request, wire.Upload)
        person, _ = await self.known(request)
        self.may_make(request)
        async with self.guests.long(address.client(request)):
            return answered(await self.hall.upload(asked.text, person, request.is_disconnected))

    async def fork(self, request: Request) -> Response:
        asked = await body(request, wire.Fork)
        person, name = await self.known(request)
        self.may_make(request)
        live = await self.table(request)
        async with self.guests.long(address.client(request)):
            return answered(await self.hall.fork(live, asked, person, name))

    async def table(self, connection: HTTPConnection) -> Live:
        name = connection.path_params["id"]
        if self.hall.remembers(name):
            return await self.hall.find(name)
        async with self.guests.long(address.client(connection)):
            return await self.hall.find(name)

    async def story(self, request: Request) -> Response:
        live = await self.table(request)
        person = await self.hall.person(request.cookies.get(cookie(request)))
        wish, language = viewer(request), language_of(request)
        if live.chronicle is None:
            raise Refusal("not_playing")
        if not live.may_look(person[0] if person else None, wish):
            raise Refusal("not_your_seat", 403)
        story = await self.stories.tell(request, address.client(request), live, wish, language)
        return await packed_answer(request, story)

    async def analyse(self, request: Request) -> Response:
        """Have a finished game looked through."""
        await body(request, wire.Nothing)
        await self.known(request)
        return answered(await self.analyses.ask(await self.table(request), address.client(request)))

    async def analysis_state(self, request: Request) -> Response:
        return answered(await self.analyses.state(await self.table(request), address.client(request)))

    async def analysis(self, request: Request) -> Response:
        """A finished game, looked through."""
        live, wish = await self.table(request), viewer(request)
        if wish == NOBODY or wish >= len(live.seated):
            raise Refusal("no_seat", seat=wire.number(wish), seats=len(live.seated))
        who, language = address.client(request), language_of(request)
        return await packed_answer(request, await self.analyses.tell(self.stories, who, live, wish, language))

    async def record(self, request: Request) -> Response:
        live = await self.table(request)
        if not live.done:
            raise Refusal("not_over", 403)
        disposition = f'attachment; filename="{live.facts.game}-{live.facts.id}.txt"'
        return PlainTextResponse(record_text(live), headers={"content-disposition": disposition})

    async def puzzle_games(self, _: Request) -> Response:
        return answered(await asyncio.to_thread(self.puzzling.games))

    async def puzzles(self, request: Request) -> Response:
        found = await asyncio.to_thread(self.puzzling.of, request.path_params["page"])
        return await json_answer(request, wire.packed(found))

    async def puzzle(self, request: Request) -> Response:
        asked = await body(request, wire.NewTrial)
        person, name = await self.known(request)
        self.may_make(request)
        return answered(self.puzzling.open(asked.puzzle, person, name))

    async def words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise Refusal("language", 404, known=list(LANGUAGES))
        return kept_answer(request, assets.words(language))

    async def facts(self, request: Request) -> Response:
        """What was counted in many games of one, in a language; made once, then it costs nothing."""
        page, language = request.path_params["page"], request.path_params["language"]
        if language not in LANGUAGES:
            raise Refusal("language", 404, known=list(LANGUAGES))
        if page not in {form.page for name in NAMES for form in kind(name).forms()}:
            raise Refusal("no_page", 404)
        return kept_answer(request, await asyncio.to_thread(assets.facts, page, language))

    async def health(self, _: Request) -> Response:
        if not await self.pulse.well():
            raise Refusal("unhealthy", 503)
        return JSONResponse({"version": __version__})

    async def metrics(self, request: Request) -> Response:
        if not metrics.may_ask(request, self.settings.metrics_to):
            raise Refusal("metrics", 403)
        return PlainTextResponse(await metrics.page(self.hall), media_type=metrics.TYPE)

    async def page(self, request: Request) -> Response:
        """One page for every address; it finds its own way, and says so where there is none."""
        index = self.settings.page / "index.html"
        if not index.exists():
            return PlainTextResponse("The page has not been built: see README.md.\n", 503)
        found = request.url.path in ("/", "/facts", "/puzzles") or request.url.path.startswith(PAGES)
        if request.url.path.startswith("/t/") and (said := await self.said_of(request)):
            content = PLACE.sub(lambda _: said, index.read_text("utf-8"), count=1)
            return HTMLResponse(content, headers={"cache-control": "no-cache", "vary": "accept-language"})
        return FileResponse(index, 200 if found else 404, headers={"cache-control": "no-cache"})

    async def said_of(self, request: Request) -> str | None:
        """What a link to a table says of it; nothing keeps the page itself from being shown."""
        try:
            found = await self.hall.store.find_facts(request.url.path.split("/")[2][:16])
            return heading(*found, language_of(request)) if found else None
        except Exception:
            return None

    async def nothing(self, _: Request) -> Response:
        raise Refusal("no_page", 404)

    # Sockets

    async def socket(self, socket: WebSocket) -> None:
        if not same_origin(socket.headers):
            await socket.close(1008)
            return
        await socket.accept()
        who, language = address.client(socket), language_of(socket)
        try:
            found = await self.hall.person(socket.cookies.get(cookie(socket)))
            person = found[0] if found else None
            with self.guests.socket(who, person):
                await self.guests.pay(who, guests.ENTRANCE, dear=True)
                await self.serve(socket, await self.table(socket), Visitor(person, language, address=who))
        except Exception as error:
            if not isinstance(error, Refusal):
                log.exception("table %s cannot be opened", socket.path_params["id"][:16])
                error = Refusal("broken")
            metrics.refusals.add(error.code)
            with contextlib.suppress(Exception):
                await socket.send_text(wire.packed(problem(error, language)).decode())
                await socket.close(TRY_AGAIN if error.status == 503 else 1008)

    async def serve(self, socket: WebSocket, live: Live, visitor: Visitor) -> None:
        """Listen and tell until the page goes."""
        extension = socket.scope.get("extensions", {}).get(AT_ONCE)
        outbox = Outbox(lambda: writer.cancel(), **({"at_once": extension["send"]} if extension else {}))
        visitor.send = outbox.put
        # Who goes away meanwhile stops nothing: what is being written down is also carried out.
        nonce, seal = digits(socket, "nonce", 32), digits(socket, "seal", 64)
        await asyncio.shield(live.arrive(visitor.person, nonce, seal))
        writer = asyncio.create_task(write(socket, outbox))
        try:
            live.enter(visitor, viewer(socket))
            reader = asyncio.create_task(self.listen(socket, live, visitor))
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
            reader.cancel()
        finally:
            live.exit(visitor)
            writer.cancel()
            outbox.close()
        with contextlib.suppress(Exception):
            await socket.close()

    async def listen(self, socket: WebSocket, live: Live, visitor: Visitor) -> None:
        rate = self.settings.questions_per_second
        bucket = Bucket(3 * rate, rate)
        patience = Bucket(50, 1)
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                heard = await socket.receive()
                if heard["type"] == "websocket.disconnect":
                    return
                text = heard.get("text")
                if not bucket.take():
                    metrics.refusals.add("too_fast")
                    refusal = Refusal("too_fast", seconds=bucket.wait())
                    tell(visitor, problem(refusal, visitor.language, asked=name_of(text)))
                    if not patience.take():
                        return
                    continue
                # Who goes away meanwhile stops nothing: what is being written down is also carried out.
                if not await asyncio.shield(self.answer(live, visitor, text)) and not patience.take():
                    return

    async def answer(self, live: Live, visitor: Visitor, text: str | None) -> bool:
        """One question or order. Whatever is wrong with it is said, and nothing else happens; False if too much was
        asked."""
        asked = ""
        try:
            if text is None or len(text) > MOST_SOCKET_BYTES:
                asked = name_of(text)
                raise Refusal("too_long", most=MOST_SOCKET_BYTES)
            try:
                message = wire.client_message.validate_json(text)
            except ValidationError as error:
                asked = name_of(text)
                raise malformed(error) from None
            asked = message.id
            price, dear = guests.PRICES[message.type], message.type in guests.DEAR
            told_elsewhere = isinstance(message, wire.AskInsight) and message.line is not None
            measured = message.type in guests.AT_ONCE and not told_elsewhere
            await self.guests.pay(visitor.address, price, dear, measured)
            began = time.thread_time() if measured else 0.0  # the system takes its time to say it
            try:
                tell(visitor, await carry_out(self.stories, live, visitor, message))
            finally:
                if measured:
                    self.guests.settle(visitor.address, price, 1000 * (time.thread_time() - began), dear)
        except AtollError as error:
            said = problem(error, visitor.language, live.names, asked)
            metrics.refusals.add(said.code)
            tell(visitor, said)
            return said.code != "too_fast"
        except Exception:
            log.exception("table %s: a message could not be answered", live.facts.id)
            tell(visitor, problem(Refusal("broken"), visitor.language, asked=asked))
        return True


def name_of(text: str | None) -> str:
    """The id of a message that may be malformed; the answer to it has to have one."""
    try:
        return str(wire.AnyAsked.model_validate_json(text or "").id)
    except ValidationError:
        return ""


async def write(socket: WebSocket, outbox: Outbox) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text((await outbox.get()).decode())


async def carry_out(stories: Stories, live: Live, visitor: Visitor, asked: wire.ClientMessage) -> wire.Told:
    """What each message does, and the answer to it."""
    match asked:
        case wire.Play():
            await live.play(visitor, asked.at, asked.move)
        case wire.Undo():
            await live.undo(visitor, asked.at)
        case wire.What():
            events, differences = live.preview(visitor, asked.at, asked.move)
            return wire.Preview(id=asked.id, events=events, changes=differences)
        case wire.Why():
            error = live.why(visitor, asked.at, asked.move)
            said = problem(error, visitor.language, live.names).text if error else None
            return wire.WhyNot(id=asked.id, ruling=error.ruling if error else None, text=said)
        case wire.AskHint():
            steps, reason = await live.hint(visitor, asked.at)
            return wire.Hint(id=asked.id, steps=steps, reason=reason)
        case wire.AskInsight(line=None):
            return wire.Insight(id=asked.id, facts=live.insight(visitor, asked.at))
        case wire.AskInsight(line=int(past)):
            facts = await stories.look_back(visitor.address, live, past, visitor.language)
            return wire.Insight(id=asked.id, facts=facts)
        case wire.List():
            return wire.Choices(id=asked.id, choices=live.choices(visitor, asked.at))
        case wire.Earlier():
            return wire.Lines(id=asked.id, log=lines(live, visitor, asked.before))
        case wire.AskVerdict():
            return replace(await trial(live).verdict(visitor, asked.at), id=asked.id)
        case wire.AskSolution():
            steps, reason = trial(live).solution(visitor, asked.at)
            return wire.Hint(id=asked.id, steps=steps, reason=reason)
        case wire.Again():
            await trial(live).again(visitor)
        case wire.Look():
            live.look(visitor, wire.viewer(asked.seat))
        case wire.Speak():
            live.speak(visitor, asked.language)
        case wire.Sit():
            await live.sit(visitor, wire.viewer(asked.seat), asked.name, asked.invite, asked.nonce, asked.seal)
        case wire.Open():
            await live.unseal(visitor, asked.nonce)
        case wire.Leave():
            await live.leave(visitor, wire.viewer(asked.seat))
        case wire.Return():
            await live.come_back(visitor, wire.viewer(asked.seat))
        case wire.Agree():
            await live.agree(visitor, wire.viewer(asked.seat), asked.yes)
        case wire.Concede():
            await live.concede(visitor, wire.viewer(asked.seat))
        case wire.Stand():
            await live.stand(visitor, wire.viewer(asked.seat), asked.window, asked.answer)
        case wire.Fill():
            await live.fill(visitor, wire.viewer(asked.seat), asked.bot)
    return wire.Done(id=asked.id)


def answered(model: wire.Told) -> Response:
    return Response(wire.packed(model), media_type="application/json")


def refused(request: Request, error: Exception) -> Response:
    """Every error as a sentence; never a trace. Whoever has gone is told nothing."""
    language = language_of(request)
    if isinstance(error, ClientDisconnect):
        return Response(status_code=400)
    if isinstance(error, HTTPException):
        error = Refusal("no_page" if error.status_code == 404 else "not_so", error.status_code)
    if not isinstance(error, AtollError):
        log.error("%s %s", request.method, request.url.path, exc_info=error)
        error = Refusal("broken", 500)
    status = error.status if isinstance(error, Refusal) else 400
    said = problem(error, language)
    metrics.refusals.add(said.code)
    answer = Response(wire.packed(said), status, media_type="application/json")
    if "seconds" in error.message.values:
        answer.headers["retry-after"] = str(error.message.values["seconds"])
    return answer


def make_app(settings: Settings, store: Store | None = None, doors: Doors | None = None) -> ASGIApp:
    doors = doors or Doors(settings, store)
    routes: list[Any] = [
        Route("/api/health", doors.health),
        Route("/api/metrics", doors.metrics),
        Route("/api/hello", doors.hello),
        Route("/api/name", doors.rename, methods=["POST"]),
        Route("/api/texts/{language}", doors.words),
        Route("/api/facts/{page}/{language}", doors.facts),
        Route("/api/tables", doors.lobby),
        Route("/api/tables", doors.make, methods=["POST"]),
        Route("/api/records", doors.upload, methods=["POST"]),
        Route("/api/puzzles", doors.puzzle_games),
        Route("/api/puzzles", doors.puzzle, methods=["POST"]),
        Route("/api/puzzles/{page}", doors.puzzles),
        Route("/api/tables/{id}/story", doors.story),
        Route("/api/tables/{id}/record", doors.record),
        Route("/api/tables/{id}/analysis", doors.analyse, methods=["POST"]),
        Route("/api/tables/{id}/analysis", doors.analysis),
        Route("/api/tables/{id}/analysis/state", doors.analysis_state),
        Route("/api/tables/{id}/fork", doors.fork, methods=["POST"]),
        WebSocketRoute("/ws/{id}", doors.socket),
        Route("/icon.svg", static(settings.page / "icon.svg")),
    ]
    if (settings.page / "assets").is_dir():
        routes.append(Mount("/assets", Assets(directory=settings.page / "assets")))
    routes += [Route("/api/{rest:path}", doors.nothing), Route("/{rest:path}", doors.page)]
    app = Starlette(
        routes=routes,
        lifespan=doors.lifespan,
        exception_handlers=dict.fromkeys((AtollError, HTTPException, ClientDisconnect, Exception), refused),
    )
    return Guard(app, doors)  # outside of everything, also of what answers when something breaks


def static(file: Path) -> Callable[[Request], Awaitable[Response]]:
    async def serve(_: Request) -> Response:
        if not file.exists():
            raise HTTPException(404)
        return FileResponse(file)

    return serve
