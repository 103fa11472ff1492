// Made from the types of crates/server by its tests. Do not edit: change those and run
// REGENCE_WRITE=1 cargo test --package regence-server typescript

/**
 * White or black.
 */
export type Color = "white" | "black";

/**
 * One of something for each colour.
 */
export type Both<T> = { 
/**
 * White's.
 */
white: T, 
/**
 * Black's.
 */
black: T, };

/**
 * What a table is for.
 */
export type Kind = "online" | "local" | "computer" | "watch" | "analysis";

/**
 * Whether a game is on the board, or the board is free.
 */
export type Stage = "playing" | "free";

/**
 * How things stand, in one word.
 */
export type Status = "waiting" | "active" | "check" | "paused" | "checkmate" | "stalemate" | "won" | "draw" | "abandoned" | "idle";

/**
 * How a game ended.
 */
export type Outcome = { 
/**
 * `1-0`, `0-1` or `1/2-1/2`.
 */
result: string, 
/**
 * Who won, if anybody.
 */
winner: Color | null, 
/**
 * Why, in one word, always the same: `checkmate`, `time`, `fivefoldRepetition`.
 */
reason: string, 
/**
 * For people: `White wins by checkmate`.
 */
sentence: string, };

/**
 * An opening.
 */
export type Opening = { 
/**
 * Its code: `B90`.
 */
eco: string, 
/**
 * Its name.
 */
name: string, };

/**
 * Whom a game waits for.
 */
export type Awaited = "opponent" | "human" | "computer" | "resume" | "editor" | "nobody";

/**
 * Whom a game waits for, and on which side.
 */
export type Awaiting = { 
/**
 * Whom.
 */
who: Awaited, 
/**
 * On which side.
 */
color: Color | null, };

/**
 * The last move, as it is marked on the board.
 */
export type LastMove = { 
/**
 * Where the piece stood.
 */
from: string, 
/**
 * Where it went.
 */
to: string, 
/**
 * Whether it took something.
 */
capture: boolean, };

/**
 * Pieces that are gone.
 */
export type Captured = { 
/**
 * What each side has taken: FEN letters of the pieces as they were, the most valuable first.
 */
by: Both<Array<string>>, 
/**
 * By how many pawns White's pieces on the board are worth more than Black's.
 */
balance: number, };

/**
 * To which side a king castles.
 */
export type Castling = "king" | "queen";

/**
 * What a move does to the other king.
 */
export type Check = "check" | "checkmate";

/**
 * A move that may be played now.
 */
export type LegalMove = { 
/**
 * What to send to play it: `e2e4`, `e7e8q`.
 */
uci: string, 
/**
 * As people write it: `Nf3`, `O-O`, `exd8=Q#`.
 */
san: string, 
/**
 * Where the piece stands.
 */
from: string, 
/**
 * Where it goes; when castling, where the king ends up.
 */
to: string, 
/**
 * What it takes, as a FEN letter. In passing, the pawn taken stands elsewhere than on `to`.
 */
captured: string | null, 
/**
 * Whether a pawn takes another in passing.
 */
enPassant: boolean, 
/**
 * To which side the king castles, if it does.
 */
castling: Castling | null, 
/**
 * When castling, where the rook stands: a tap there means castling too.
 */
rook: string | null, 
/**
 * What the pawn becomes, as a small letter: `q`, `r`, `b`, `n`. Several moves then differ in nothing else.
 */
promotion: string | null, };

/**
 * A half-move that was played, with the position after it.
 */
export type Move = { 
/**
 * Its place in the tree of moves, from 1.
 */
id: number, 
/**
 * The place it follows; 0 is the start.
 */
after: number, 
/**
 * How many half-moves lead here, itself included.
 */
ply: number, 
/**
 * The number of the move, as in `12. Nf3`.
 */
number: number, 
/**
 * Who moved.
 */
color: Color, 
/**
 * As UCI writes it; `0000` if nothing was moved.
 */
uci: string, 
/**
 * As people write it.
 */
san: string, 
/**
 * Where the piece stood.
 */
from: string, 
/**
 * Where it went; when castling, where the king ended up.
 */
to: string, 
/**
 * The piece, as a FEN letter; the pawn when promoting.
 */
piece: string, 
/**
 * What it took, as a FEN letter.
 */
captured: string | null, 
/**
 * Whether a pawn took another in passing.
 */
enPassant: boolean, 
/**
 * To which side the king castled.
 */
castling: Castling | null, 
/**
 * What the pawn became, as a small letter.
 */
promotion: string | null, 
/**
 * Whether it gave check or mate.
 */
check: Check | null, 
/**
 * The position after it.
 */
fen: string, 
/**
 * The square of a king that stands in check after it.
 */
checkSquare: string | null, 
/**
 * The time left to whoever moved, in milliseconds.
 */
clockMs: number | null, 
/**
 * What is written after it.
 */
comment: string, 
/**
 * Signs by their PGN numbers: 1 is `!`, 2 is `?`.
 */
glyphs: Array<number>, };

/**
 * How a list of moves has changed: keep so many of the old one, then add these.
 */
export type MoveChange = { 
/**
 * How many to keep.
 */
keep: number, 
/**
 * What follows them.
 */
add: Array<Move>, };

/**
 * One side's clock.
 */
export type Clock = { 
/**
 * What it shows, in milliseconds.
 */
leftMs: number, 
/**
 * Of a delay, how much is left before the clock begins to fall, in milliseconds.
 */
delayMs: number, 
/**
 * How many byo-yomi periods are left, the one that has begun included.
 */
byoYomi: number, 
/**
 * How many moves until more time is given.
 */
movesToGo: number | null, 
/**
 * The time control: `5+3`.
 */
control: string, };

/**
 * The clocks at one moment. The side named by `running` has lost the time since `at`.
 */
export type Clocks = { 
/**
 * Each side's, or none if it has as much time as it likes.
 */
sides: Both<Clock | null>, 
/**
 * Whose time runs.
 */
running: Color | null, 
/**
 * The server's time for which this holds, in milliseconds since 1970.
 */
at: number, };

/**
 * What sits on a side.
 */
export type SeatKind = "human" | "open" | "computer";

/**
 * A side of the board.
 */
export type Seat = { 
/**
 * What sits there.
 */
kind: SeatKind, 
/**
 * The name to show: `Ada`, `White`, `Level 1200`, `Computer (taker)`.
 */
name: string, 
/**
 * The player as it is written when a game is made: `engine:full`; none for people.
 */
code: string | null, 
/**
 * How strong a computer was measured to be, as a rating; none for people and where nobody has measured.
 */
rating: number | null, };

/**
 * A game as it stands.
 */
export type GameState = { 
/**
 * Its name; `/g/ID` is its page.
 */
id: string, 
/**
 * What the table is for.
 */
kind: Kind, 
/**
 * Whether a game is on the board, or the board is free.
 */
stage: Stage, 
/**
 * Which chess, as programs write it: `orthodox`, `chess960`, `classroom`, `house:…`.
 */
variant: string, 
/**
 * How many files and ranks the board has.
 */
size: number, 
/**
 * Where the game began; on a free board, where one would begin, without rights to castle that cannot be.
 */
startFen: string, 
/**
 * What stands on the board. The first field has one part for each rank, the highest first, and no rank is short.
 */
fen: string, 
/**
 * Who is to move.
 */
turn: Color, 
/**
 * How many half-moves are played.
 */
ply: number, 
/**
 * The place in the tree of moves one stands at; 0 is the start.
 */
cursor: number, 
/**
 * How things stand, in one word.
 */
status: Status, 
/**
 * How things stand, in a sentence for people: `White to move`, `Black wins on time`.
 */
sentence: string, 
/**
 * How it ended.
 */
outcome: Outcome | null, 
/**
 * How the game ended that an analysis is of.
 */
reviewed: Outcome | null, 
/**
 * Whom it waits for.
 */
awaiting: Awaiting, 
/**
 * All legal moves of the side to move; none when the game is over or the board is free.
 */
legal: Array<LegalMove>, 
/**
 * The move that led here.
 */
lastMove: LastMove | null, 
/**
 * The square of the king in check.
 */
check: string | null, 
/**
 * The clocks, if any side has one.
 */
clocks: Clocks | null, 
/**
 * What was taken.
 */
captured: Captured, 
/**
 * The opening, if it has a name.
 */
opening: Opening | null, 
/**
 * Who plays.
 */
seats: Both<Seat>, 
/**
 * Whether something can be taken back.
 */
canUndo: boolean, 
/**
 * Whether something can be played again.
 */
canRedo: boolean, 
/**
 * Whether everything stands still.
 */
paused: boolean, 
/**
 * Who has offered a draw that can still be accepted.
 */
drawOffer: Color | null, 
/**
 * The draw that the side to move may claim: `Draw: …`.
 */
claimable: string | null, 
/**
 * How often the position has stood on the board.
 */
repetitions: number, 
/**
 * Half-moves since the last capture or pawn move.
 */
halfmoveClock: number, 
/**
 * The number of the move about to be played.
 */
moveNumber: number, 
/**
 * How long computers that play each other wait before each move, in milliseconds.
 */
speedMs: number, 
/**
 * The rematch, once there is one.
 */
next: string | null, 
/**
 * What is written about the start position.
 */
comment: string, };

/**
 * What somebody is to a game.
 */
export type Role = "white" | "black" | "owner" | "watcher";

/**
 * Something that can be done now, by the name of its command. Whatever is not listed will be refused.
 */
export type Action = "play" | "undo" | "redo" | "resign" | "offerDraw" | "acceptDraw" | "declineDraw" | "claimDraw" | "claimWin" | "accept" | "decline" | "hint" | "threat" | "reset" | "rematch" | "pause" | "resume" | "step" | "speed" | "addTime" | "swap" | "seat" | "clock" | "select" | "start" | "stop" | "edit" | "tree" | "lines" | "join" | "analyse" | "delete";

/**
 * Who one is, and what one may do.
 */
export type You = { 
/**
 * What one is to the game.
 */
role: Role, 
/**
 * The side one sees the board from, if one plays.
 */
color: Color | null, 
/**
 * What one may do now.
 */
allowed: Array<Action>, };

/**
 * Something that has happened, to be shown, said or sounded.
 */
export type Happening = { "what": "played" } | { "what": "takenBack", 
/**
 * How many.
 */
count: number, } | { "what": "redone", 
/**
 * How many.
 */
count: number, } | { "what": "ended" } | { "what": "drawOffered", 
/**
 * By whom.
 */
by: Color, } | { "what": "drawDeclined", 
/**
 * By whom.
 */
by: Color, } | { "what": "started" } | { "what": "stopped" } | { "what": "edited" } | { "what": "seated" } | { "what": "clockSet" } | { "what": "paused" } | { "what": "resumed" } | { "what": "rematch" };

/**
 * A numbered change: what happened, and how things stand after it.
 */
export type Update = { 
/**
 * Its number: one more than that of the change before it.
 */
number: number, 
/**
 * What has happened.
 */
happened: Array<Happening>, 
/**
 * How things stand now.
 */
state: GameState, 
/**
 * How the list of moves has changed.
 */
moves: MoveChange, 
/**
 * Who one is, and what one may do.
 */
you: You, };

/**
 * Everything about a game at one moment.
 */
export type Snapshot = { 
/**
 * The number of the last change.
 */
number: number, 
/**
 * How things stand.
 */
state: GameState, 
/**
 * All moves: the line played, or in an analysis the whole tree, each main line before its variations.
 */
moves: Array<Move>, 
/**
 * What passes.
 */
now: Now, 
/**
 * Who one is, and what one may do.
 */
you: You, };

/**
 * Whether a player is there.
 */
export type Presence = { 
/**
 * Whether the player is connected; computers always are.
 */
here: boolean, 
/**
 * Since when not, in milliseconds since 1970.
 */
awaySince: number | null, 
/**
 * How long a message to the player and back took last, in milliseconds.
 */
lagMs: number | null, };

/**
 * What one player proposes to the other.
 */
export type Proposal = { 
/**
 * Who proposes it.
 */
by: Color, 
/**
 * What: `undo`, `redo`, `reset`, `rematch`, `pause`, `resume`, `swap`.
 */
what: Action, };

/**
 * What passes and is not kept: who is there, what is proposed or selected, whether a computer thinks.
 */
export type Now = { 
/**
 * Whether the players are there.
 */
players: Both<Presence>, 
/**
 * How many look on.
 */
watchers: number, 
/**
 * What one player proposes to the other.
 */
proposal: Proposal | null, 
/**
 * The highlighted square.
 */
selected: string | null, 
/**
 * Whether a computer thinks about its move.
 */
thinking: boolean, };

/**
 * What the engine thinks of a place in the game.
 */
export type Engine = { 
/**
 * The place in the tree of moves.
 */
place: number, 
/**
 * Whether it goes on thinking.
 */
running: boolean, 
/**
 * How many lines were asked for.
 */
wanted: number, 
/**
 * How deep it has looked, in half-moves.
 */
depth: number, 
/**
 * How many positions it has looked at.
 */
nodes: number, 
/**
 * How many a second.
 */
speed: number, 
/**
 * The lines, the best first.
 */
lines: Array<EngineLine>, };

/**
 * How bad a move was.
 */
export type Judgement = "inaccuracy" | "mistake" | "blunder";

/**
 * How one side has played.
 */
export type Account = { 
/**
 * How accurately, from 0 to 100; null if it has not moved.
 */
accuracy: number | null, 
/**
 * What it has lost with a move on average, in hundredths of a pawn.
 */
centipawns: number, 
/**
 * Moves that were not the best.
 */
inaccuracies: number, 
/**
 * Moves that lost something.
 */
mistakes: number, 
/**
 * Moves that lost or did not win the game.
 */
blunders: number, };

/**
 * What the engine thinks of a position.
 */
export type Judged = { 
/**
 * Its place in the tree of moves.
 */
place: number, 
/**
 * What it is worth for White; null where the game is over.
 */
score: Score | null, 
/**
 * What that means for White's result, in thousandths of a point.
 */
expected: number, 
/**
 * The best move, as people write it; null where the game is over.
 */
best: string | null, 
/**
 * How bad the move was that led here; null if it was not.
 */
judgement: Judgement | null, 
/**
 * What was wrong with it, in a sentence or two; null if nothing was.
 */
remark: string | null, };

/**
 * What the engine thinks of the positions of a line, as far as it has come.
 */
export type Review = { 
/**
 * How many positions the line has. When there are as many places here, the review is done.
 */
of: number, 
/**
 * The positions that are done, from the start.
 */
places: Array<Judged>, 
/**
 * How each side has played, as far as the positions are done.
 */
accounts: Both<Account>, 
/**
 * The game in a few sentences; none until all positions are done.
 */
story: Array<string>, };

/**
 * A line.
 */
export type EngineLine = { 
/**
 * How deep it was looked at.
 */
depth: number, 
/**
 * What it is worth for White.
 */
score: Score, 
/**
 * What that means for White's result, in thousandths of a point.
 */
expected: number, 
/**
 * The moves as people write them.
 */
san: Array<string>, 
/**
 * The moves as UCI writes them.
 */
uci: Array<string>, };

/**
 * What a line is worth for White.
 */
export type Score = { "unit": "centipawns", "value": number } | { "unit": "mate", "value": number };

/**
 * Something to do.
 */
export type GameCommand = { "do": "play", 
/**
 * As UCI or as people write it: `e2e4`, `Nf3`.
 */
move: string, } | { "do": "undo" } | { "do": "redo" } | { "do": "resign", 
/**
 * Which side, if one plays both; otherwise the side to move.
 */
color?: Color, } | { "do": "offerDraw" } | { "do": "acceptDraw" } | { "do": "declineDraw" } | { "do": "claimDraw", 
/**
 * The move.
 */
move?: string, } | { "do": "claimWin" } | { "do": "accept", 
/**
 * What that was, so that nothing else is accepted if the proposal has changed meanwhile.
 */
what?: Action, } | { "do": "decline" } | { "do": "hint" } | { "do": "threat" } | { "do": "reset" } | { "do": "rematch" } | { "do": "pause" } | { "do": "resume" } | { "do": "step" } | { "do": "speed", 
/**
 * In milliseconds.
 */
ms: number, } | { "do": "addTime", 
/**
 * Which side.
 */
color: Color, 
/**
 * How many seconds.
 */
seconds: number, } | { "do": "swap" } | { "do": "seat", 
/**
 * Which side.
 */
color: Color, 
/**
 * `me`, `me:NAME`, or the code of an opponent.
 */
player: string, } | { "do": "clock", 
/**
 * Each side's, `5+3`; `-` is none.
 */
controls: Both<string>, } | { "do": "select", 
/**
 * Which.
 */
square?: string, } | { "do": "start" } | { "do": "stop" } | { "do": "load", 
/**
 * The position.
 */
fen: string, 
/**
 * Which chess, if another one.
 */
variant?: string, } | { "do": "place", 
/**
 * Where.
 */
square: string, 
/**
 * A FEN letter, or a name such as `white knight`.
 */
piece: string, } | { "do": "remove", 
/**
 * Where.
 */
square: string, } | { "do": "fill", 
/**
 * A FEN letter or a name; nothing clears the board.
 */
piece?: string, } | { "do": "shift", 
/**
 * From where.
 */
from: string, 
/**
 * To where.
 */
to: string, } | { "do": "turn", 
/**
 * Who.
 */
color: Color, } | { "do": "castling", 
/**
 * As in a FEN: `KQkq`, `Kq`, `-`.
 */
rights: string, } | { "do": "go", 
/**
 * Its number; 0 is the start.
 */
place: number, } | { "do": "promote", 
/**
 * Its number.
 */
place: number, } | { "do": "cut", 
/**
 * Its number.
 */
place: number, } | { "do": "comment", 
/**
 * Its number; 0 is the start.
 */
place: number, 
/**
 * What; nothing takes the comment away.
 */
text: string, } | { "do": "glyphs", 
/**
 * Its number.
 */
place: number, 
/**
 * By their PGN numbers.
 */
glyphs: Array<number>, } | { "do": "lines", 
/**
 * How many lines, up to 5; 0 stops.
 */
count: number, };

/**
 * What came of a command.
 */
export type CommandReply = { 
/**
 * The number of the last change, this one included.
 */
number: number, 
/**
 * The move that was asked for.
 */
hint: LegalMove | null, 
/**
 * The rematch.
 */
next: string | null, 
/**
 * Whether it was only proposed to the opponent, or takes effect later.
 */
proposed: boolean, };

/**
 * Why something was refused.
 */
export type ApiError = { 
/**
 * A word that never changes, for programs.
 */
code: string, 
/**
 * A sentence for people.
 */
message: string, };

/**
 * What the server says over a socket.
 */
export type ServerMessage = { "type": "snapshot" } & Snapshot | { "type": "update" } & Update | { "type": "now", 
/**
 * What passes.
 */
now: Now, 
/**
 * Who one is, and what one may do.
 */
you: You, } | { "type": "engine" } & Engine | { "type": "reply", 
/**
 * The command's own number.
 */
id: number, 
/**
 * What came of it.
 */
reply: CommandReply, } | { "type": "error", 
/**
 * The command's own number, if it had one.
 */
id: number | null, 
/**
 * Why.
 */
error: ApiError, } | { "type": "pong", 
/**
 * What the ping said.
 */
id: number, 
/**
 * The server's time, in milliseconds since 1970.
 */
at: number, } | { "type": "bye" };

/**
 * What the page says over a socket.
 */
export type ClientMessage = { "type": "command", 
/**
 * A number to know the answer by.
 */
id: number, 
/**
 * The number of the state that the command was given in. If another one has come since, it is refused as
 * `stale`.
 */
number?: number, 
/**
 * What to do.
 */
command: GameCommand, } | { "type": "ping", 
/**
 * A number to know the answer by.
 */
id: number, 
/**
 * How long a message takes to the browser and back, in milliseconds: what one server tells another. From a
 * browser it means nothing, for the server measures that itself.
 */
lagMs?: number, };

/**
 * What kind of table is wanted.
 */
export type NewKind = "game" | "board" | "analysis";

/**
 * Which side is wanted.
 */
export type ChosenColor = "asWritten" | "random";

/**
 * A wish for a game. Everything may be left out: then it is a game of chess between two people at one screen.
 */
export type NewGameRequest = { 
/**
 * What kind of table.
 */
kind?: NewKind, 
/**
 * Who plays: `me`, `me:NAME`, `open` (whoever joins), or the code of an opponent.
 */
players?: Both<string>, 
/**
 * Whether chance decides who has White.
 */
colors?: ChosenColor, 
/**
 * Which chess: `orthodox`, `chess960`, `classroom` or `house:` and rules.
 */
variant?: string, 
/**
 * Where it starts. Without it, the variant's start position; in Chess960 one of the 960.
 */
fen?: string, 
/**
 * The time for each side, `5+3`; without it, no clocks.
 */
clock?: string, 
/**
 * The time for each side, if not the same.
 */
clocks?: Both<string>, 
/**
 * Whether opponents who play as people do answer as soon as they know. Without it they take the time a person would.
 */
atOnce?: boolean, 
/**
 * For an analysis: a game in PGN, the first if there are several.
 */
pgn?: string, 
/**
 * For an analysis: the name of a game to copy. For a game on one's own machine: that of one which was left at the
 * terminal, to go on with.
 */
of?: string, };

/**
 * A game in a list.
 */
export type GameListItem = { 
/**
 * Its name.
 */
id: string, 
/**
 * What the table is for; none if the game was imported.
 */
kind: Kind | null, 
/**
 * Which chess.
 */
variant: string, 
/**
 * Who played.
 */
seats: Both<Seat>, 
/**
 * How it stands.
 */
status: Status, 
/**
 * How it ended.
 */
outcome: Outcome | null, 
/**
 * The time control, `5+3`.
 */
control: string | null, 
/**
 * The opening.
 */
opening: Opening | null, 
/**
 * How many half-moves were played.
 */
plies: number, 
/**
 * Where it stands.
 */
fen: string, 
/**
 * When it began, in milliseconds since 1970.
 */
created: number, 
/**
 * When it last changed.
 */
updated: number, };

/**
 * A page of games, the newest first.
 */
export type GamePage = { 
/**
 * The games.
 */
games: Array<GameListItem>, 
/**
 * What to ask for the next page with, as `from`; none if this is the last.
 */
next: string | null, };

/**
 * A computer to play against.
 */
export type Opponent = { 
/**
 * What to write as a player: `engine:full`, `computer:taker`.
 */
code: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What it is like, in a few words.
 */
description: string, 
/**
 * Its rating, as far as it is known; docs/levels.md says how far that is.
 */
rating: number | null, 
/**
 * Whether it plays chess and Chess960 only.
 */
orthodoxOnly: boolean, };

/**
 * The computers to play against, weakest first.
 */
export type Opponents = { 
/**
 * All of them.
 */
opponents: Array<Opponent>, 
/**
 * The code of the one to suggest to somebody new.
 */
suggested: string, };

/**
 * A set of rules to play by.
 */
export type RuleSet = { 
/**
 * What to write as a variant.
 */
code: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What it is like, in a sentence.
 */
description: string, 
/**
 * Where it starts.
 */
startFen: string, };

/**
 * What came of importing PGN.
 */
export type Imported = { 
/**
 * The games that are kept now, in their order.
 */
games: Array<GameListItem>, 
/**
 * Those that are not.
 */
failures: Array<ImportFailure>, };

/**
 * A game that was not imported.
 */
export type ImportFailure = { 
/**
 * Which one, from 1.
 */
number: number, 
/**
 * Why, and where in the text.
 */
message: string, 
/**
 * The game as it came, to be mended and sent again.
 */
text: string, };

/**
 * A position that belongs to no game.
 */
export type Position = { 
/**
 * Which chess.
 */
variant: string, 
/**
 * The position in its normal form.
 */
fen: string, 
/**
 * How many files and ranks the board has.
 */
size: number, 
/**
 * Who is to move.
 */
turn: Color, 
/**
 * The square of the king in check.
 */
check: string | null, 
/**
 * All legal moves.
 */
legal: Array<LegalMove>, 
/**
 * How the position ends the game, if it does.
 */
outcome: Outcome | null, };

/**
 * A square of a game's board.
 */
export type Square = { 
/**
 * Which one.
 */
square: string, 
/**
 * What stands there, as a FEN letter.
 */
piece: string | null, 
/**
 * The legal moves of what stands there.
 */
moves: Array<LegalMove>, 
/**
 * The squares that what stands there attacks.
 */
attacks: Array<string>, 
/**
 * Where each side's pieces stand that attack it.
 */
attackers: Both<Array<string>>, };

/**
 * A position as text.
 */
export type Fen = { 
/**
 * All of it.
 */
fen: string, 
/**
 * The pieces alone.
 */
board: string, };

/**
 * The written evaluation of a position, topic by topic, in hundredths of a pawn.
 */
export type Evaluation = { 
/**
 * What counts, in the order in which people think of it.
 */
topics: Array<EvaluationTopic>, 
/**
 * What the ending takes away from the advantage, because such endings are often drawn.
 */
drawishness: number, 
/**
 * The sum, as seen by White.
 */
total: number, };

/**
 * A family of terms.
 */
export type EvaluationTopic = { 
/**
 * What people call it.
 */
name: string, 
/**
 * What its terms add to the sum.
 */
adds: number, 
/**
 * The terms that give either side something.
 */
terms: Array<EvaluationTerm>, };

/**
 * Something that counts.
 */
export type EvaluationTerm = { 
/**
 * What people call it.
 */
name: string, 
/**
 * What each side has of it, with the pieces there are.
 */
sides: Both<number>, 
/**
 * What it adds to the sum.
 */
adds: number, };

/**
 * Who one is.
 */
export type Me = { 
/**
 * The name of the account, or the one that was chosen; empty without one.
 */
name: string, 
/**
 * Whether there is an account.
 */
account: boolean, 
/**
 * The server's time, in milliseconds since 1970.
 */
at: number, };

/**
 * A name to be shown to others.
 */
export type NewName = { 
/**
 * The name.
 */
name: string, };

/**
 * The name and password of an account.
 */
export type Credentials = { 
/**
 * The name.
 */
name: string, 
/**
 * The password: 8 to 200 characters.
 */
password: string, };

/**
 * Games won, drawn and lost.
 */
export type Tally = { 
/**
 * Won.
 */
won: number, 
/**
 * Drawn.
 */
drawn: number, 
/**
 * Lost.
 */
lost: number, };

/**
 * What one has scored against an opponent.
 */
export type OpponentScore = { 
/**
 * The opponent's name.
 */
opponent: string, 
/**
 * With each colour.
 */
with: Both<Tally>, };

/**
 * Games of two people at one screen, by who won.
 */
export type SharedScore = { 
/**
 * Won by White.
 */
white: number, 
/**
 * Drawn.
 */
drawn: number, 
/**
 * Won by Black.
 */
black: number, };

/**
 * The score board.
 */
export type Scores = { 
/**
 * Against each opponent, the most frequent first.
 */
against: Array<OpponentScore>, 
/**
 * Against all together.
 */
total: Both<Tally>, 
/**
 * At one screen, where one is no side.
 */
shared: SharedScore, };
