//! Finds games among tokens, and tells a visitor about them.

use super::held::Held;
use super::lexer::{Gap, Kind, Lexer, Token};
use super::place::{At, Place};
use super::plain::{self, Variations};
use super::tag::unescape;
use super::visitor::{Movetext, Visitor};
use std::io::{self, Cursor, Read};

/// Reads games from a stream, one after another, in constant memory.
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// The name of the game's first tag, which starts the next game when it comes again.
    first_tag: Vec<u8>,
    /// For tags that are not written as they are.
    room: Vec<u8>,
    /// Comments that belong to the next game, if there is one.
    held: Held,
    end: EndOfText,
    game_offset: u64,
}

/// In what state a text ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndOfText {
    /// Behind a result and an empty line: if a tag or a first move followed, it would start a game.
    Over,
    /// Between two games, or after moves: if a tag followed, it would start a game.
    Clean,
    /// Within tags, a comment or a variation, or behind comments before any game: what follows could belong to them.
    Open,
}

/// What a result stands behind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// Moves, or what might be some.
    Moves,
    /// No move: they may still come.
    Nothing,
}

impl Reader<Cursor<Vec<u8>>> {
    /// Reads games from a text that is all there, without copying it.
    pub fn of_text(text: Vec<u8>) -> Self {
        Self::over(Lexer::of_text(text))
    }

    /// The text again.
    pub fn into_text(self) -> Vec<u8> {
        self.lexer.into_text()
    }
}

impl<R: Read> Reader<R> {
    /// Reads games from here on.
    pub fn new(input: R) -> Self {
        Self::at_line(input, 1)
    }

    /// Reads games from here on, the first line being of this number.
    pub fn at_line(input: R, line: u64) -> Self {
        Self::over(Lexer::new(input, line))
    }

    fn over(lexer: Lexer<R>) -> Self {
        let (first_tag, room, held) = (Vec::new(), Vec::new(), Held::default());
        Self { lexer, first_tag, room, held, end: EndOfText::Clean, game_offset: 0 }
    }

    /// Reads a game and tells the visitor about it. Says whether there was one.
    ///
    /// An error is one of the input, never of the text.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        let Some(first) = self.find_game()? else { return Ok(false) };
        self.lexer.count_some(&first);
        if let Some((offset, place)) = self.held.start() {
            self.game_offset = offset;
            visitor.begin_game(At::known(place));
            self.held.tell(visitor);
        } else {
            self.game_offset = self.lexer.offset(&first);
            visitor.begin_game(self.lexer.at(&first));
        }
        self.lexer.put_back(first);
        if self.read_tags(visitor)? {
            self.read_movetext(visitor)?;
        }
        visitor.end_game();
        Ok(true)
    }

    /// Where reading has come to.
    pub fn place(&self) -> Place {
        self.lexer.place()
    }

    /// In what state the text ended; asked when there are no more games.
    pub fn end_of_text(&self) -> EndOfText {
        if self.lexer.ended_in_comment() { EndOfText::Open } else { self.end }
    }

    /// How many bytes stand before the last game read; what belongs to it goes on to where the next one begins.
    pub fn game_offset(&self) -> u64 {
        self.game_offset
    }

    /// The first token of the next game.
    fn find_game(&mut self) -> io::Result<Option<Token>> {
        loop {
            let token = self.lexer.next()?;
            match token.kind {
                Kind::End => {
                    if self.held.start().is_some() {
                        self.held.clear();
                        self.end = EndOfText::Open;
                    }
                    return Ok(None);
                }
                Kind::Tag | Kind::Word | Kind::Number | Kind::Open | Kind::Unterminated | Kind::Result(_) => {
                    return Ok(Some(token));
                }
                Kind::OddBracket => self.lexer.skip_line(),
                Kind::Comment | Kind::CommentPart => self.hold(&token),
                Kind::Nag(_) | Kind::Close => {}
            }
        }
    }

    /// Reads tags up to the movetext; says whether there is any, or the next game's tags follow.
    fn read_tags<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        self.first_tag.clear();
        loop {
            let token = self.lexer.next()?;
            match token.kind {
                Kind::Tag => {
                    self.lexer.count_some(&token);
                    let name = self.lexer.tag_name();
                    if name == self.first_tag {
                        self.lexer.put_back(token);
                        return Ok(false);
                    }
                    if self.first_tag.is_empty() {
                        self.first_tag.extend_from_slice(name);
                    }
                    let value = unescape(self.lexer.bytes(&token), &mut self.room);
                    visitor.tag(name, value, self.lexer.at(&token));
                }
                Kind::Comment | Kind::CommentPart => self.tell_comment(visitor, &token),
                Kind::OddBracket => self.lexer.skip_line(),
                kind => {
                    if kind == Kind::End && !self.first_tag.is_empty() {
                        self.end = EndOfText::Open;
                    }
                    self.lexer.put_back(token);
                    return Ok(true);
                }
            }
        }
    }

    fn read_movetext<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<()> {
        let is_wanted = visitor.begin_movetext() == Movetext::Read;
        let mut variations = Variations::default();
        if self.is_all_result(visitor, is_wanted)? {
            return Ok(());
        }
        let mut has_result = false;
        loop {
            if is_wanted
                && !has_result
                && let Some(source) = self.lexer.plain()
            {
                plain::read(source, visitor, &mut variations);
            }
            let token = self.lexer.next()?;
            let is_heard = is_wanted && variations.skipped == 0;
            match token.kind {
                Kind::Word | Kind::OddBracket if is_heard => {
                    visitor.san(self.lexer.bytes(&token), self.lexer.at(&token));
                }
                Kind::Number if has_result && variations.depth == 0 && self.is_first_number(&token) => {
                    self.lexer.put_back(token);
                    return Ok(());
                }
                Kind::Nag(nag) if is_heard => visitor.nag(nag, self.lexer.at(&token)),
                Kind::Comment | Kind::CommentPart if is_heard => self.tell_comment(visitor, &token),
                Kind::Open => {
                    if variations.depth == 0 {
                        self.lexer.mark(&token);
                    }
                    variations.open(|| if is_wanted { visitor.begin_variation() } else { Movetext::Skip });
                }
                Kind::Close => {
                    if variations.close() {
                        visitor.end_variation();
                    }
                }
                Kind::Result(result) if variations.depth == 0 => {
                    has_result = true;
                    visitor.result(result, self.lexer.at(&token));
                    if self.is_over(visitor, is_wanted, After::Moves)? {
                        return Ok(());
                    }
                }
                Kind::Unterminated => visitor.unterminated(self.lexer.at(&token)),
                // What is not heard, or belongs to a variation.
                Kind::Word
                | Kind::OddBracket
                | Kind::Number
                | Kind::Nag(_)
                | Kind::Comment
                | Kind::CommentPart
                | Kind::Result(_) => {}
                Kind::Tag | Kind::End => {
                    if variations.depth > 0 {
                        self.tell_unclosed(visitor, &token);
                    }
                    self.lexer.put_back(token);
                    return Ok(());
                }
            }
        }
    }

    /// The game is over within a variation. If nothing at all follows, its text may just have been cut off, unless it says
    /// how the game ended.
    #[cold]
    fn tell_unclosed<V: Visitor>(&mut self, visitor: &mut V, next: &Token) {
        if next.kind == Kind::End && !self.lexer.is_behind_result(next) {
            self.end = EndOfText::Open;
        } else if let Some(place) = self.lexer.marked() {
            visitor.unclosed(At::known(place));
        }
    }

    /// Reads a result that comes before any move; says whether there is one and nothing else.
    fn is_all_result<V: Visitor>(&mut self, visitor: &mut V, is_wanted: bool) -> io::Result<bool> {
        let token = self.lexer.next()?;
        let Kind::Result(result) = token.kind else {
            self.lexer.put_back(token);
            return Ok(false);
        };
        visitor.result(result, self.lexer.at(&token));
        self.is_over(visitor, is_wanted, After::Nothing)
    }

    /// Reads what may belong to a game behind its result; says whether the game is over, or goes on with what follows.
    fn is_over<V: Visitor>(&mut self, visitor: &mut V, is_wanted: bool, after: After) -> io::Result<bool> {
        let mut gap = Gap::Line;
        loop {
            let wider = gap.max(self.lexer.gap()?);
            if gap < wider && wider == Gap::EmptyLine {
                self.tell_held(visitor, is_wanted);
            }
            gap = wider;
            let token = self.lexer.next()?;
            let goes_on = match token.kind {
                Kind::Comment | Kind::CommentPart if gap > Gap::Line => {
                    self.hold(&token);
                    continue;
                }
                Kind::Comment | Kind::CommentPart if is_wanted => {
                    self.tell_comment(visitor, &token);
                    continue;
                }
                Kind::Nag(nag) if is_wanted && gap == Gap::Line => {
                    visitor.nag(nag, self.lexer.at(&token));
                    continue;
                }
                Kind::Comment | Kind::CommentPart | Kind::Nag(_) | Kind::Close => continue,
                Kind::Result(result) if gap < Gap::EmptyLine => {
                    self.tell_held(visitor, is_wanted);
                    visitor.result(result, self.lexer.at(&token));
                    gap = Gap::Line;
                    continue;
                }
                Kind::Result(_) => false,
                Kind::Tag | Kind::End => {
                    if token.kind == Kind::End && gap == Gap::EmptyLine && self.held.start().is_none() {
                        self.end = EndOfText::Over;
                    }
                    self.tell_held(visitor, is_wanted);
                    false
                }
                Kind::Number if !self.is_first_number(&token) => true,
                Kind::Number if after == After::Moves => false,
                _ if after == After::Moves => gap == Gap::Line,
                _ => gap < Gap::EmptyLine,
            };
            if goes_on {
                self.tell_held(visitor, is_wanted);
            }
            self.lexer.put_back(token);
            return Ok(!goes_on);
        }
    }

    /// Whether a move number is that of a game's first move, and the move is White's.
    fn is_first_number(&self, token: &Token) -> bool {
        matches!(self.lexer.bytes(token), b"1" | b"1.")
    }

    /// Keeps a comment until it is known to which game it belongs.
    #[cold]
    fn hold(&mut self, comment: &Token) {
        let place = self.lexer.count_to(comment);
        let is_whole = comment.kind == Kind::Comment;
        self.held.hold(self.lexer.bytes(comment), self.lexer.offset(comment), place, is_whole);
    }

    #[inline]
    fn tell_comment<V: Visitor>(&self, visitor: &mut V, token: &Token) {
        let (text, at) = (self.lexer.bytes(token), self.lexer.at(token));
        if token.kind == Kind::Comment { visitor.comment(text, at) } else { visitor.comment_part(text, at) }
    }

    /// The comments held belong to this game.
    fn tell_held<V: Visitor>(&mut self, visitor: &mut V, is_wanted: bool) {
        if is_wanted {
            self.held.tell(visitor);
        } else {
            self.held.clear();
        }
    }
}
