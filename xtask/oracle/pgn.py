"""What python-chess says of PGN files, in the words of `regence pgn check`; and files for both to read.

    pgn.py version             the number of what is generated
    pgn.py generate FOLDER     writes the files, always the same ones
    pgn.py check FILE          a line for each game: half-moves, FEN, result, termination; or `error`
"""

import logging
import pathlib
import random
import sys

import chess
import chess.pgn

# To be raised with every change to what is generated: so files from before the change are not taken for current ones.
VERSION = 1

ENDGAMES = [
    "8/8/8/4k3/8/8/4K3/4R3 w - - 0 1",
    "8/8/4k3/8/8/2N5/2B1K3/8 w - - 0 1",
    "8/5k2/8/8/3K4/8/6P1/8 w - - 60 90",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 140 200",
    "8/8/8/2k5/8/1p6/8/1K6 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K2B w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
]

# Pawns stand against pawns: nobody can ever break through in the first four, somebody can in the others.
CLOSED = [
    "8/8/2k5/p1p1p1p1/P1P1P1P1/2K5/8/8 w - - 0 1",
    "8/2k5/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/2K5 w - - 0 1",
    "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/B3K3 w - - 0 1",
    "8/8/8/8/3k4/1q6/8/K7 b - - 0 1",
    "4k3/8/8/1p1p1p2/1P1P1P2/8/8/4K3 w - - 0 1",
    "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/1B2K3 w - - 0 1",
    "8/8/2k5/p1p1p1p1/P1P1P1P1/2K5/7N/8 w - - 0 1",
]


def choose(board, chance):
    """A move, with a liking for captures and checks, without which nobody is ever mated."""
    moves = list(board.legal_moves)
    weights = [8 if board.is_capture(move) else 4 if board.gives_check(move) else 1 for move in moves]
    return chance.choices(moves, weights)[0]


def played(board, chance, length, annotate):
    """A game from this position, played by chance."""
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["Event"] = "Oracle"
    if board.chess960:
        game.headers["Variant"] = "Chess960"
    node, board = game, board.copy()
    while len(board.move_stack) < length and any(board.legal_moves):
        move = choose(board, chance)
        if annotate and chance.random() < 0.1:
            aside = node.add_variation(choose(board, chance), comment="another way (perhaps)")
            if chance.random() < 0.5 and any(aside.board().legal_moves):
                aside.add_variation(choose(aside.board(), chance), nags=[chance.randrange(1, 140)])
        node = node.add_main_variation(move)
        if annotate and chance.random() < 0.2:
            node.comment = chance.choice(["good", "[%clk 0:03:00]", "a long remark " * 12, "(1. e4"])
        board.push(move)
    game.headers["Result"] = board.result(claim_draw=False)
    return game


def shuffled(chance):
    """A game in which the knights go out and home again until the position has been seen often."""
    game = chess.pgn.Game()
    game.headers["Event"] = "Oracle"
    node = game
    for ply in range(chance.randrange(4, 24)):
        node = node.add_main_variation(chess.Move.from_uci(["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4]))
    return game


def passed(chance):
    """A game in which people pass now and then, which counts as a half-move that can be repeated."""
    game, board = chess.pgn.Game(), chess.Board()
    game.headers["Event"] = "Oracle"
    node = game
    for _ in range(chance.randrange(4, 60)):
        passes = not board.is_check() and chance.random() < 0.3
        move = chess.Move.null() if passes else choose(board, chance)
        node = node.add_main_variation(move)
        board.push(move)
        if not any(board.legal_moves):
            break
    return game


def odd(text, chance):
    """The same moves, written as no standard would have it."""
    head, moves = text.split("\n\n", 1)
    changes = [
        lambda words: words.replace("O-O-O", "0-0-0").replace("O-O", "0-0"),
        lambda words: words.replace(". ", "."),
        lambda words: words.replace("=", ""),
        lambda words: words.replace("+", "").replace("#", ""),
        lambda words: words.replace(" ", "  "),
        lambda words: words.replace("\n", "\n% a hidden line ) {\n", 1),
        lambda words: words.replace(" ", " ; a remark up to here }\n", 1),
        lambda words: words.replace(" ", " $7 ", 3),
        lambda words: words.replace("x", ""),
        lambda words: words.replace(" ", " {one} {two} ", 2),
    ]
    for change in chance.sample(changes, 2):
        moves = change(moves)
    return head + "\n\n" + moves


def spoilt(text, chance):
    """A game with a move in it that can never be: a piece that goes nowhere."""
    head, moves = text.split("\n\n", 1)
    words = moves.split(" ")
    words.insert(chance.randrange(len(words)), chance.choice(["Kd4d4", "Nb1b1", "Re5xe5", "Qh8h8"]))
    return head + "\n\n" + " ".join(words)


def generate(folder):
    chance = random.Random(1750)
    folder.mkdir(parents=True, exist_ok=True)
    orthodox = [played(chess.Board(), chance, chance.randrange(1, 300), False) for _ in range(300)]
    annotated = [played(chess.Board(), chance, chance.randrange(1, 120), True) for _ in range(150)]
    starts = [chess.Board.from_chess960_pos(chance.randrange(960)) for _ in range(200)]
    chess960 = [played(board, chance, chance.randrange(1, 200), False) for board in starts]
    endgames = [played(chess.Board(chance.choice(ENDGAMES)), chance, 200, False) for _ in range(150)]
    repetitions = [shuffled(chance) for _ in range(40)]
    closed = [played(chess.Board(fen), chance, chance.randrange(1, 40), False) for fen in CLOSED * 8]
    long = [played(chess.Board(fen), chance, 700, False) for fen in ENDGAMES[-1:] + CLOSED[-1:] for _ in range(10)]
    nulls = [passed(chance) for _ in range(60)]
    files = {
        "orthodox": [str(game) for game in orthodox],
        "annotated": [str(game) for game in annotated],
        "chess960": [str(game) for game in chess960],
        "endgames": [str(game) for game in endgames],
        "repetitions": [str(game) for game in repetitions],
        "closed": [str(game) for game in closed],
        "long": [str(game) for game in long],
        "nulls": [str(game) for game in nulls],
        "odd": [odd(str(game), chance) for game in orthodox[:150]],
        "spoilt": [spoilt(str(game), chance) for game in orthodox[150:200]],
    }
    for name, games in files.items():
        text = "\n\n".join(games) + "\n"
        (folder / f"{name}.pgn").write_text(text, encoding="utf-8", newline="\n")
    text = (folder / "orthodox.pgn").read_text(encoding="utf-8")
    (folder / "windows.pgn").write_text("\ufeff" + text, encoding="utf-8", newline="\r\n")


def is_dead(board):
    """Whether no moves at all could lead to mate, found by trying all of them; where there is too much to try, no.

    python-chess does not know this. It is tried where few pieces can move, or where there is hardly a choice.
    """
    if board.is_insufficient_material() or not any(board.legal_moves):
        return False
    seen, waiting = set(), [board.copy(stack=False)]
    while waiting:
        present = waiting.pop()
        is_slow = not present.knights | present.rooks | present.queens
        if not is_slow and present.legal_moves.count() > 2 and not present.is_insufficient_material():
            return False
        if present.is_checkmate() or len(seen) > 30_000:
            return False
        for move in present.legal_moves:
            if move.promotion:
                return False
            following = present.copy(stack=False)
            following.push(move)
            key = following._transposition_key()
            if key not in seen and not following.is_insufficient_material():
                seen.add(key)
                waiting.append(following)
    return True


def termination(board):
    words = {
        "checkmate": board.is_checkmate(),
        "stalemate": board.is_stalemate(),
        "insufficient_material": board.is_insufficient_material(),
        "dead_position": is_dead(board),
        "seventyfive_moves": board.is_seventyfive_moves(),
        "fivefold": board.is_fivefold_repetition(),
        "claim_fifty": board.is_fifty_moves(),
        "claim_threefold": board.is_repetition(3),
    }
    return ",".join(word for word, holds in words.items() if holds) or "-"


class Builder(chess.pgn.GameBuilder):
    """Builds games that remember the result of their movetext; by itself, python-chess keeps that of the tag."""

    def begin_game(self):
        super().begin_game()
        self.game.written_result = "*"

    def visit_result(self, result):
        self.game.written_result = result
        super().visit_result(result)


def check(path):
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        while game := chess.pgn.read_game(file, Visitor=Builder):
            if game.errors:
                print("error")
                continue
            board = game.end().board()
            plies = len(board.move_stack)
            print(plies, board.fen(en_passant="legal"), game.written_result, termination(board), sep="\t")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["version"]:
            print(VERSION)
        case ["generate", folder]:
            generate(pathlib.Path(folder))
        case ["check", path]:
            check(path)
        case _:
            sys.exit(__doc__)
