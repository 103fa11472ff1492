//! Paints what stands below the board: status, the line for moves and messages, the keys; and the end of a game over it.

use super::super::action::Action;
use super::super::commands;
use super::super::desk::Desk;
use super::super::line::Line;
use super::super::look::Palette;
use super::super::message::Existing;
use super::wrap::{columns, cut, wrap_into};
use super::{Canvas, Zone};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use regence_game::session::Awaiting;
use regence_rules::ByColor;
use regence_store::Tally;

/// What stands beside the status as long as nothing can be kept.
const NOT_KEPT: &str = "not kept";

impl Canvas<'_> {
    /// Status, message and keys; a notice that needs more rows takes those that are to spare above, then that of the keys, or
    /// where it stands there already, that of the status.
    pub(super) fn foot(&mut self, desk: &Desk, spare: u16) {
        let area = self.area;
        let row = |up: u16| Rect { y: area.bottom() - up, height: 1, ..area };
        // What is wrong with the line that stays to be mended stands below it.
        let is_under_line = desk.line.is_some() && desk.notice.as_ref().is_some_and(|notice| notice.is_error);
        let is_alone = desk.promoting.is_none() && desk.asking.is_none() && desk.line.is_none();
        let Some(notice) = desk.notice.as_ref().filter(|_| is_under_line || is_alone) else {
            self.status(desk, row(3));
            self.message(desk, row(2));
            self.keys(desk, row(1));
            return;
        };
        let width = self.area.width.saturating_sub(2);
        let most = spare + 2;
        let text = self.look.text(&notice.text);
        let needed = wrap_into(&text, usize::from(width), usize::from(most)).len() as u16;
        let up = if is_under_line { needed - 1 } else { (needed - 1).min(spare) };
        if up <= spare {
            self.status(desk, row(3 + up));
        }
        let first = if is_under_line { 1 + up } else { 2 + up };
        let area = Rect { x: self.area.x + 1, width, height: needed, ..row(first) };
        let style = if notice.is_error { self.palette.alarming() } else { Style::new() };
        self.paragraph(area, &notice.text, style);
        if is_under_line {
            self.message(desk, row(2 + up));
        } else if needed < 2 + up {
            self.keys(desk, row(1));
        }
    }

    /// The light, and whose turn it is.
    fn status(&mut self, desk: &Desk, area: Rect) {
        let position = desk.position();
        let outcome = desk.game().and_then(|game| game.outcome_at(desk.node()));
        let is_check = position.is_check() && !desk.is_free();
        let light =
            if outcome.is_some() || is_check { self.palette.alarming() } else { self.palette.notable() };
        let sign = match (outcome, is_check) {
            (Some(_), _) => "#",
            (None, true) => "!",
            (None, false) => "●",
        };
        let x = self.text(area.x + 1, area.y, 2, sign, light);
        let text = self.status_text(desk);
        let mut room = area.width.saturating_sub(4);
        // Why was said when it happened; that it is still so stays in sight.
        if !self.app.keeps_games() && desk.play().is_some() {
            self.text_right(area.right() - 1, area.y, NOT_KEPT, self.palette.alarming());
            room = room.saturating_sub(columns(NOT_KEPT) as u16 + 2);
        }
        self.text(x + 1, area.y, room, &text, Style::new().add_modifier(Modifier::BOLD));
    }

    fn status_text(&self, desk: &Desk) -> String {
        let position = desk.position();
        let turn = position.turn();
        if desk.is_free() {
            return format!("Free board, {turn} to move");
        }
        if let Some(outcome) = desk.game().and_then(|game| game.outcome_at(desk.node())) {
            return outcome.to_string();
        }
        let mut text =
            if position.is_check() { format!("{turn} is in check") } else { format!("{turn} to move") };
        if desk.looks_back() {
            text.push_str("  (looking back: → forward, Esc to the game)");
            return text;
        }
        if let Some(review) = desk.review() {
            return format!("{text}  {}", review.pgn.result);
        }
        let session = desk.play().map(super::super::desk::Play::session);
        match session.map(regence_game::session::Session::awaiting) {
            Some(Awaiting::Resume) => text.push_str(", paused"),
            Some(Awaiting::Engine { .. }) if self.app.asked.is_some_and(|asked| asked.is_reply()) => {
                match desk.mind.thoughts.first() {
                    Some(best) => {
                        let nodes = super::panel::short(best.nodes);
                        text = format!("{text}, thinking: depth {}, {nodes} positions", best.depth);
                    }
                    None => text.push_str(", thinking"),
                }
            }
            _ => {}
        }
        if let Some(offer) = desk.game().and_then(regence_game::Game::draw_offer) {
            text = format!("{text}; {offer} offers a draw");
        }
        text
    }

    /// What is asked or written.
    fn message(&mut self, desk: &Desk, area: Rect) {
        let (x, y, width) = (area.x + 1, area.y, area.width.saturating_sub(1));
        if let Some(promoting) = &desk.promoting {
            let mut at = self.text(x, y, width, "Promote to ", self.palette.notable());
            for role in &promoting.roles {
                let text = format!("[{}] {}", role.letter().to_ascii_lowercase(), role.name());
                let end = self.text(at, y, width, &text, Style::new());
                self.zones.push((Rect::new(at, y, end - at, 1), Zone::Promote(*role)));
                at = end + 2;
            }
            return;
        }
        if let Some(asking) = &desk.asking {
            // The answers are always in sight.
            let room = width.saturating_sub(12);
            let at = self.text(x, y, room, &asking.text(self.app.keeps_games()), self.palette.notable()) + 1;
            let end = self.text(at, y, width, "[y]es", Style::new());
            self.zones.push((Rect::new(at, y, end - at, 1), Zone::Answer(true)));
            let at = end + 1;
            let end = self.text(at, y, width, "[n]o", Style::new());
            self.zones.push((Rect::new(at, y, end - at, 1), Zone::Answer(false)));
            return;
        }
        if let Some(line) = &desk.line {
            self.line(desk, line, area);
        }
    }

    /// The line being written, with what it may become.
    fn line(&mut self, desk: &Desk, line: &Line, area: Rect) {
        let y = area.y;
        let from = self.text(area.x + 1, y, 1, ":", self.palette.notable());
        let end = self.written(line, Rect { x: from, width: (area.width / 2).max(20), ..area }, true);
        let rest = area.right().saturating_sub(end + 1);
        let candidates = desk.candidates();
        let text = match candidates.as_slice() {
            [only] if only == line.text() || candidates.len() == 1 => {
                let known = commands::beginning_with(only).find(|command| command.name == only);
                known.map_or_else(
                    || only.clone(),
                    |command| format!("{} {}  {}", command.name, command.arguments, command.purpose),
                )
            }
            several => several.join("  "),
        };
        self.text(end + 1, y, rest, &text, Palette::quiet());
    }

    /// The keys that are of use now.
    fn keys(&mut self, desk: &Desk, area: Rect) {
        let mut x = area.x + 1;
        for (key, name, action) in keys(desk) {
            let width = (columns(key) + columns(name) + 3) as u16;
            if x + width > area.right() {
                break;
            }
            let from = x;
            x = self.text(x, area.y, width, key, self.palette.notable());
            x = self.text(x + 1, area.y, width, name, Palette::quiet());
            if let Some(action) = action {
                self.zones.push((Rect::new(from, area.y, x - from, 1), Zone::Act(action)));
            }
            x += 2;
        }
    }

    /// How the game ended, and what can be done now.
    pub(super) fn announcement(&mut self, desk: &Desk, board: Rect) {
        let Some(outcome) = desk.game().and_then(regence_game::Game::outcome) else { return };
        let text = outcome.to_string();
        let room = usize::from(self.area.width.saturating_sub(4));
        let score =
            desk.score.as_ref().map(|(names, tally)| score_text(names, *tally, room)).unwrap_or_default();
        let width = (columns(&text).max(columns(&score)).max(34) as u16 + 4).min(self.area.width);
        let height = 7;
        let x = board.x + board.width.saturating_sub(width) / 2;
        let y = board.y + board.height.saturating_sub(height) / 2;
        let area = Rect::new(x, y, width, height);
        self.frame(area);
        let inside = width - 4;
        self.text(x + 2, y + 1, inside, &text, self.palette.notable());
        self.text(x + 2, y + 2, inside, &score, Style::new());
        let choices = [
            ("r", "Rematch", Action::Rematch),
            ("v", "Review", Action::Review),
            ("s", "Save", Action::Save(None, Existing::Keep)),
            ("n", "New game", Action::New),
        ];
        let mut at = (x + 2, y + 4);
        for (index, (key, name, action)) in choices.into_iter().enumerate() {
            if index == 2 {
                at = (x + 2, y + 5);
            }
            let from = at.0;
            let end = self.text(at.0, at.1, inside, key, self.palette.notable());
            let end = self.text(end + 1, at.1, inside, name, Style::new());
            self.zones.push((Rect::new(from, at.1, end - from, 1), Zone::Act(action)));
            at.0 = x + 2 + inside / 2;
        }
        self.text(x + width - 12, y + height - 1, 10, " Esc look ", Palette::quiet());
    }
}

type Key = (&'static str, &'static str, Option<Action>);

fn keys(desk: &Desk) -> Vec<Key> {
    if desk.promoting.is_some() {
        return vec![("q r b n", "choose", None), ("Esc", "cancel", None)];
    }
    if desk.asking.is_some() {
        return vec![("y", "yes", None), ("n", "no", None)];
    }
    if desk.line.is_some() {
        return vec![("Enter", "do it", None), ("Tab", "complete", None), ("Esc", "cancel", None)];
    }
    let mut keys: Vec<Key> = Vec::new();
    let is_paused = desk.play().is_some_and(|play| play.session().is_paused());
    let space = ("space", if is_paused { "go on" } else { "pause" }, Some(Action::Space));
    let tab = if desk.on_board { "moves" } else { "board" };
    if desk.is_free() {
        keys.extend([("g", "play", Some(Action::Edit)), ("Esc", "leave", Some(Action::Quit))]);
        keys.extend([("arrows Enter", "move", None), ("PNBRQK pnbrqk", "put", None), ("Del", "clear", None)]);
        keys.extend([("t", "turn", None), ("u", "take back", Some(Action::Undo))]);
    } else if desk.review().is_some() {
        keys.extend([("← →", "moves", Some(Action::Forward)), ("space", "best move", Some(Action::Space))]);
        keys.extend([("e", "engine", Some(Action::Lines)), ("P", "play on", None)]);
        keys.push((":analyse", "review", Some(Action::Analyse)));
    } else if desk.is_watched() && desk.is_running() {
        keys.extend([space, (".", "step", Some(Action::Step))]);
        keys.extend([
            ("+ -", "speed", Some(Action::Speed(1))),
            ("w", "take over", Some(Action::TakeOver(None))),
        ]);
        keys.push(("e", "engine", Some(Action::Lines)));
    } else if desk.is_running() {
        keys.extend(Some(space).filter(|_| is_paused));
        let arrows =
            if desk.on_board { ("arrows Enter", "move", None) } else { ("← →", "look back", None) };
        keys.extend([arrows, ("Tab", tab, Some(Action::Focus)), ("u", "take back", Some(Action::Undo))]);
        keys.extend([("i", "hint", Some(Action::Hint)), ("r", "resign", Some(Action::Resign(None)))]);
        keys.push(("o", "draw", Some(Action::OfferDraw)));
    } else {
        keys.extend([("v", "review", Some(Action::Review)), ("n", "new game", Some(Action::New))]);
        keys.extend([
            ("u", "take back", Some(Action::Undo)),
            ("s", "save", Some(Action::Save(None, Existing::Keep))),
        ]);
    }
    keys.extend([("f", "flip", Some(Action::Flip)), (":", "command", Some(Action::Write))]);
    keys.extend(Some(("q", "quit", Some(Action::Quit))).filter(|_| !desk.is_free()));
    // Whatever else there is no room for can be found by this one.
    keys.insert(2, ("?", "keys", Some(Action::Help)));
    keys
}

/// How two players stand against each other, over all games they have played here. Names that are too long for a row of
/// so many columns are cut, so that the score is always in sight.
fn score_text(names: &ByColor<String>, tally: Tally, room: usize) -> String {
    // Two people of one name are known by their colours.
    let (white, black) =
        if names.white == names.black { ("White", "Black") } else { (&*names.white, &*names.black) };
    let points = |won: u64| {
        let half = if tally.drawn.is_multiple_of(2) { "" } else { ".5" };
        format!("{}{half}", won + tally.drawn / 2)
    };
    let score = format!(" {} : {} ", points(tally.won), points(tally.lost));
    let room = room.saturating_sub(columns(&score));
    let fits = columns(white) + columns(black) <= room;
    let shown =
        |name: &str| if fits || columns(name) <= room / 2 { name.to_owned() } else { cut(name, room / 2) };
    shown(white) + &score + &shown(black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(white: &str, black: &str, expected: &str) {
        let names = ByColor { white: white.into(), black: black.into() };
        let tally = Tally { won: 2, drawn: 1, lost: 0 };
        assert_eq!(score_text(&names, tally, 30), expected);
    }

    #[test]
    fn a_score_is_in_sight_however_long_the_names_are() {
        check("Ada", "Wren (1350)", "Ada 2.5 : 0.5 Wren (1350)");
        check("Human", "Human", "White 2.5 : 0.5 Black");
        check("Anna Arkadyevna Karenina", "Bo", "Anna Ark… 2.5 : 0.5 Bo");
        check("Anna Arkadyevna Karenina", "Konstantin Levin", "Anna Ark… 2.5 : 0.5 Konstant…");
    }
}
