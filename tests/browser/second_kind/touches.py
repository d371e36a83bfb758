"""What a person touches for a move of the expansion, one thing after the other."""

from __future__ import annotations

from atoll import Game
from atoll.second_kind.notation import GRAMMAR

SIDES = ("ne", "se", "sw", "nw")
Words = dict[str, str]


def words_of(move: str) -> tuple[str, Words]:
    """A move taken apart; what stands after the space of a polyp is known by its look."""
    verb, *rest = move.split()
    if verb != "polyp":
        return GRAMMAR.split(move)
    words = {"cell": rest[0]}
    for word in rest[1:]:
        words["consumed" if word == "c" else "sides" if word in SIDES else "tile"] = word
    return verb, words


def touches(move: str, game: Game) -> list[str]:
    """What to touch; what stands after a `?` is said at the finger, if it is asked there."""
    verb, words = words_of(move)
    turn = game.view(game.seat)["turn"]
    touched = TOUCHED.get(verb)
    if touched:
        return [text.format(**words) for text in touched]
    match verb:
        case "eat":
            return ["action:1", f"cell:{words['cell']}", *([f"?card:{words['card']}"] if "card" in words else [])]
        case "larva":
            return [f"action:{2 + turn['larvae']}", f"cube:{words['colour']}"]
        case "polyp":
            tile = words.get("tile", turn["open"])
            source = "consumed" if "consumed" in words else "hand"
            asked = [f"?action:{1 + turn['larvae']}", f"?turned:{words.get('sides', '')}"]
            return [f"{source}:{tile}", f"cell:{words['cell']}", *asked]
        case "move":
            return _moved(words, turn["asked"])
        case "cube" | "trade":
            tile = words.get("tile", words["colour"])
            first = ["action:6", f"consumed:{tile}"] if verb == "cube" else [f"hand:{tile}"]
            return [*first, f"?as:{words['colour']}"]
        case "alga":
            place = "alga-space" if words["target"] == "sea" else f"tile:{words['target']}"
            paid = [] if words["paid"] == "-" else [f"consumed:{words['paid']}"]
            return [*(["action:7"] if paid else []), f"cylinder:{words['alga']}", *paid, place]
        case "buy":
            if words["payment"] == "cube":
                return ["deck", f"cube:{words['how']}"]
            return ["deck", f"{'consumed' if 'how' in words else 'hand'}:{words['payment']}"]
        case "play":
            return [f"card:{words['card']}", "?blue-way" if "blue" in words else "?text-way"]
        case "push":
            return ["beside" if words["aside"] == "off" else f"cell:{words['aside']}"]
        case "blue":
            start = "beside" if words["start"] == "-" else f"cell:{words['start']}"
            return [start, "beside" if words["goal"] == "off" else f"cell:{words['goal']}"]
    return [verb]


TOUCHED = {
    "fish": ["hand:{colour}"],
    "bag": ["aside:{tile}"],
    "shrimp": ["action:4", "cell:{cell}"],
    "tile": ["action:8", "cube:{colour}"],
    "lay": ["hand:{terrain}", "cell:{cell}", "?action:8a"],
    "discard": ["card:{card}", "?discard"],
    "change": ["consumed:{colour}2", "?change"],
    "collect": ["action:10", "pool:{colour}"],
    "crown": ["cell:{cell}", "cell:{prey}"],
    "unlock": ["tile:{locked}"],
    "shift": ["tile:{locked}", "tile:{target}"],
    "consume": ["hand:{tile}"],
    "coral": ["cell:{cell}"],
    "remove": ["cell:{cell}"],
    "dislodge": ["cell:{cell}"],
    "drive": ["cell:{cell}", "cell:{prey}"],
    "grow": ["cell:{cell}", "?grow:{colour}"],
    "swap": ["cube:{colour}", "?taken:{taken}"],
}


def _moved(words: Words, asked: str | None) -> list[str]:
    """A shrimp that a crown displaced stands nowhere: only where it goes is asked."""
    goal = "home" if words["to"] == "screen" else f"cell:{words['to']}"
    if asked == "displaced":
        return [goal]
    return [*([] if asked else ["action:5"]), f"cell:{words['cell']}", goal]
