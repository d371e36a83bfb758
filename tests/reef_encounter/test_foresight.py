"""The bag says whether it holds a colour when a tile is taken, and not before."""

from __future__ import annotations

import pytest

import atoll
from atoll import NothingToUndo, Rng

# The bag is so empty that the other seat might have drawn its grey tiles, but not all of its orange ones.
NEARLY_EMPTY = (
    "reef-encounter std 3,4 "
    "o@1ogwy/2yow/1g@2wwyy@2/yo1w2/1pgg1g/o1yoy|w@2oyy1/wwpo1g/goy@1gwo/gw1yww1/pp@2gy@1y/owyy ----------,- "
    "ypg,wwg,wwo,yyo,y wyopg "
    "wwwyyyyoooooooooooppppppppppppppggggggggggggg/-/og/y/0/yyoppg/pg|"
    "wwwwwwwwwwwwwwwyyyyyyyyyyyoooooooooppppppppppppppggggggggg/-/g/p/0/wwwyyoopg/wwyy "
    "33.31.30.31.33/4.4.6.5.5/- t1"
)


def test_where_a_tile_will_come_from_is_not_said_if_the_player_cannot_know() -> None:
    game = atoll.at(NEARLY_EMPTY)
    grey, orange = (game.foreseen(move, 0) for move in ("tile g", "tile o"))
    assert [event.data()["source"] for event in (grey.events[0], orange.events[0])] == [None, "bag"]
    now = game.view(0)
    assert (grey.view["bag"], orange.view["bag"]) == (now["bag"], now["bag"] - 1)
    assert grey.view["bonus"] == orange.view["bonus"] == "wyopg"
    assert grey.view["players"][0]["hand"]["g"] == now["players"][0]["hand"]["g"] + 1


def test_what_the_bag_told_is_not_taken_back() -> None:
    game = atoll.at(NEARLY_EMPTY)
    game.apply("tile o")
    game.undo()
    assert game.log == []
    game.apply("tile g")
    with pytest.raises(NothingToUndo):
        game.undo()
    assert game.log == ["1 tile g"]


def test_what_came_after_a_tile_can_still_be_taken_back_up_to_it() -> None:
    game = atoll.at(NEARLY_EMPTY)
    for move in ("tile g", "move 1b1 screen"):
        game.apply(move)
    game.undo()
    assert game.log == ["1 tile g"]
    with pytest.raises(NothingToUndo):
        game.undo()


def test_what_is_foreseen_does_not_depend_on_the_deal() -> None:
    game = atoll.at(NEARLY_EMPTY)
    told = {move: game.foreseen(move, 0) for move in ("tile g", "tile o")}
    bags = set()
    for seed in range(40):
        other = atoll.at(game.kind.position(game.state.redeal(0, Rng(seed)), atoll.ALL_SEEING))
        bags.add(other.position(atoll.ALL_SEEING))
        for move, known in told.items():
            assert other.foreseen(move, 0).events == known.events
            assert other.foreseen(move, 0).view == known.view
    assert len(bags) > 20
