"""Uses the engine as programs do that build on python-chess, and checks every answer by its rules.

    uci.py uci ENGINE                by UCI
    uci.py xboard POLYGLOT ENGINE    by the protocol of xboard, which the adapter Polyglot translates

One line for each thing that works; the first that does not ends it.
"""

import os
import random
import sys
import tempfile
import time

import chess
import chess.engine

# A mate in two, in three, and one that is suffered.
MATES = [
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("7k/R7/8/8/8/8/1R6/K7 b - - 0 1", -1),
]

# The engine may need so much longer than its clock says, on a machine that does other things too.
LENIENCE = 0.5


def check(condition, what):
    if not condition:
        sys.exit(f"uci.py: {what}")


def play_to_the_end(engine, board, limit, most=200, **options):
    """Plays a game; python-chess itself refuses illegal moves."""
    plies = 0
    while not board.is_game_over(claim_draw=True) and plies < most:
        result = engine.play(board, limit, **options)
        check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
        board.push(result.move)
        plies += 1
    return plies


def options(engine):
    wanted = ["Hash", "Threads", "Ponder", "MultiPV", "Clear Hash", "UCI_Chess960", "UCI_ShowWDL", "UCI_LimitStrength"]
    wanted += ["UCI_Elo", "UCI_AnalyseMode", "SyzygyPath", "Move Overhead", "OwnBook", "BookFile", "EvalFile"]
    missing = [name for name in wanted if name not in engine.options]
    check(not missing, f"options are missing: {missing}")
    engine.configure({"Hash": 32, "Threads": 2, "UCI_ShowWDL": True})
    engine.ping()


def mates(engine):
    for fen, moves in MATES:
        score = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=20))["score"].relative
        check(score.mate() == moves, f"{score} in {fen}, a mate in {moves}")


def lines(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    infos = engine.analyse(board, chess.engine.Limit(depth=10), multipv=4)
    check(len(infos) == 4, f"{len(infos)} lines for 4")
    scores = [info["score"].relative for info in infos]
    check(scores == sorted(scores, reverse=True), f"lines are not in order: {scores}")
    check(len({info["pv"][0] for info in infos}) == 4, "two lines begin alike")
    for info in infos:
        check(sum(info["wdl"].relative) == 1000, f"odds do not add up: {info['wdl']}")
        line = board.copy()
        for move in info["pv"]:
            check(move in line.legal_moves, f"{move} in {line.fen()}")
            line.push(move)
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    only = engine.play(board, chess.engine.Limit(depth=6), root_moves=wanted)
    check(only.move in wanted, f"{only.move} was not asked for")


def stopped(engine):
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 8:
                break
        engine_time = time.monotonic()
        analysis.stop()
        best = analysis.wait()
    check(best.move in chess.Board().legal_moves, "no move after stop")
    check(time.monotonic() - engine_time < LENIENCE, "stop took too long")


def pondered(engine):
    plies = play_to_the_end(engine, chess.Board(), chess.engine.Limit(time=0.02), most=40, ponder=True)
    check(plies == 40, f"a game of {plies} half-moves")


def timed(engine):
    """A game at a second and a hundredth, each side's clock kept here."""
    board, clocks = chess.Board(), {chess.WHITE: 1.0, chess.BLACK: 1.0}
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        limit = chess.engine.Limit(
            white_clock=max(clocks[chess.WHITE], 0.001),
            black_clock=max(clocks[chess.BLACK], 0.001),
            white_inc=0.01,
            black_inc=0.01,
        )
        start = time.monotonic()
        move = engine.play(board, limit).move
        clocks[board.turn] += 0.01 - (time.monotonic() - start)
        check(clocks[board.turn] > -LENIENCE, f"lost on time in {board.fen()}")
        board.push(move)


def chess960(engine):
    for number in random.Random(960).sample(range(960), 6):
        play_to_the_end(engine, chess.Board.from_chess960_pos(number), chess.engine.Limit(nodes=300), most=80)


def weak(engine):
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 1200})
    play_to_the_end(engine, chess.Board(), chess.engine.Limit(time=0.05), most=60)
    engine.configure({"UCI_LimitStrength": False})


def over(engine):
    """Nothing can be played, and nothing breaks."""
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"]:
        result = engine.play(chess.Board(fen), chess.engine.Limit(depth=3))
        check(result.move is None, f"{result.move} in {fen}")
    engine.ping()


def by_uci(program):
    with chess.engine.SimpleEngine.popen_uci([program, "uci"], timeout=30) as engine:
        for part in [options, mates, lines, stopped, pondered, timed, chess960, weak, over]:
            part(engine)
            print(part.__name__)


def by_xboard(polyglot, program):
    with tempfile.TemporaryDirectory() as folder:
        settings = os.path.join(folder, "polyglot.ini")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(f"[PolyGlot]\nEngineDir = {folder}\nEngineCommand = {program} uci\nLog = false\nResign = false\n")
            file.write("[Engine]\nHash = 16\n")
        with chess.engine.SimpleEngine.popen_xboard([polyglot, settings], cwd=folder, timeout=30) as engine:
            plies = play_to_the_end(engine, chess.Board(), chess.engine.Limit(time=0.05), most=60)
            print(f"xboard, {plies} half-moves")


if sys.argv[1] == "uci":
    by_uci(sys.argv[2])
else:
    by_xboard(*sys.argv[2:])
