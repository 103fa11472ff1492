"""What python-chess says of Polyglot books, and what a book of some games should hold.

    book.py list BOOK                         a line for each entry: key, move, weight
    book.py expect PGN MIN_GAMES MAX_PLIES    the same of the book that should be made of the games
    book.py probe BOOK PGN                    a line for each early position of the games: FEN, tab, moves with weights
"""

import collections
import sys

import chess
import chess.pgn
import chess.polyglot


def entries(path):
    with chess.polyglot.open_reader(path) as book:
        for entry in book:
            yield entry


def written(board, move):
    """A move as books hold it: castling is the king taking its rook."""
    to = move.to_square
    if board.is_castling(move):
        rank = chess.square_rank(move.from_square)
        to = chess.square(7 if board.is_kingside_castling(move) else 0, rank)
    return (move.promotion - 1 if move.promotion else 0) << 12 | move.from_square << 6 | to


def points(result, turn):
    if result in ("1-0", "0-1"):
        return 2 if (result == "1-0") == (turn == chess.WHITE) else 0
    return 1


def games(path):
    with open(path, encoding="utf-8-sig") as file:
        while game := chess.pgn.read_game(file):
            if not game.errors:
                yield game


def expect(path, min_games, max_plies):
    counts = collections.defaultdict(lambda: [0, 0])
    for game in games(path):
        board, seen = game.board(), set()
        for move in list(game.mainline_moves())[:max_plies]:
            played = chess.polyglot.zobrist_hash(board), written(board, move)
            # What a game repeats counts once.
            if played not in seen:
                seen.add(played)
                counts[played][0] += 1
                counts[played][1] += points(game.headers["Result"], board.turn)
            board.push(move)
    for (key, move), (played, weight) in counts.items():
        if played >= min_games and weight > 0:
            print(f"{key:016x} {move} {weight}")


def probe(path, pgn):
    seen = set()
    with chess.polyglot.open_reader(path) as book:
        for game in games(pgn):
            board = game.board()
            for move in list(game.mainline_moves())[:4]:
                known = sorted(f"{entry.move.uci()} {entry.weight}" for entry in book.find_all(board))
                if known and board.fen() not in seen:
                    seen.add(board.fen())
                    print(board.fen(en_passant="legal"), ", ".join(known), sep="\t")
                board.push(move)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["list", path]:
            for line in (f"{entry.key:016x} {entry.raw_move} {entry.weight}" for entry in entries(path)):
                print(line)
        case ["expect", path, min_games, max_plies]:
            expect(path, int(min_games), int(max_plies))
        case ["probe", path, pgn]:
            probe(path, pgn)
        case _:
            sys.exit(__doc__)
