//! Does what an action says.

use super::super::action::Action;
use super::super::commands;
use super::super::desk::{Asking, Desk, Matter, Review, Want};
use super::super::form::{Form, seconds};
use super::super::line::Line;
use super::super::message::Effect;
use super::table::pgn_of;
use super::{App, Page};
use regence_game::session::{Awaiting, Command, Seat};
use regence_game::{Edit, Game, NodeId};
use regence_rules::{Bitboard, ByColor, Color, Piece, Square};

impl App {
    /// Does it.
    pub(super) fn act(&mut self, action: Action) {
        let Some(desk) = &mut self.desk else { return };
        desk.asking = None;
        match action {
            Action::Back | Action::Forward | Action::First | Action::Last | Action::OtherVariation(_) => {
                desk.look(&action);
            }
            Action::Flip => desk.flipped = !desk.flipped,
            Action::Arrows => desk.mind.hides_marks = !desk.mind.hides_marks,
            Action::Lines => desk.mind.is_shown = !desk.mind.is_shown,
            Action::Focus => desk.on_board = !desk.on_board,
            Action::Cursor(right, up) => desk.move_cursor(right, up),
            Action::Pick if desk.on_board => {
                let cursor = desk.cursor;
                self.pick(cursor);
            }
            Action::Pick => desk.on_board = true,
            Action::Cancel => desk.cancel(),
            Action::Write => desk.line = Some(Line::default()),
            Action::Help => self.page = Page::Help { from: 0 },
            Action::Settings => self.page = Page::Settings { chosen: 0 },
            Action::New => self.ask_for_new_game(),
            Action::Quit => self.ask_to_leave(),
            Action::Save(name) => self.save(name),
            Action::Load(what) => self.load(&what),
            Action::CopyFen => {
                let fen = desk.position().fen();
                desk.say(format!("Copied: {fen}"));
                self.effects.push(Effect::Copy(fen));
            }
            Action::CopyPgn => {
                let pgn = self.pgn().to_string();
                self.effects.push(Effect::Copy(pgn));
                if let Some(desk) = &mut self.desk {
                    desk.say("The game is copied as PGN");
                }
            }
            Action::Words(words) => self.obey(&words),
            other => self.act_in_game(&other),
        }
    }

    /// What concerns the game itself.
    fn act_in_game(&mut self, action: &Action) {
        let Some(desk) = &mut self.desk else { return };
        match action {
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Space => self.space(),
            Action::Step => self.step(),
            Action::Speed(by) => self.change_speed(*by),
            Action::Hint => desk.mind.want = Some(Want::Hint),
            Action::Threat => desk.mind.want = Some(Want::Threat),
            Action::TakeOver(color) => self.take_over(*color),
            Action::Resign => match desk.own_color() {
                Some(color) if desk.is_running() => desk.asking = Some(Asking::Resign(color)),
                _ => desk.refuse("there is nothing to resign"),
            },
            Action::Reset if desk.play().is_some() => desk.asking = Some(Asking::Reset),
            Action::OfferDraw => self.offer_draw(),
            Action::DeclineDraw => {
                let offer = desk.game().and_then(Game::draw_offer);
                match offer {
                    Some(by) => drop(self.command(Command::DeclineDraw(!by))),
                    None => desk.refuse("no draw was offered"),
                }
            }
            Action::Claim => drop(self.command(Command::Claim(None))),
            Action::Rematch => self.rematch(),
            Action::Review => self.review(),
            Action::Analyse => self.analyse(),
            Action::Edit if desk.is_free() => drop(self.command(Command::Start)),
            Action::Edit if desk.is_running() && desk.has_moves() => desk.asking = Some(Asking::Stop),
            Action::Edit if desk.play().is_some() => drop(self.command(Command::Stop)),
            _ => desk.refuse("that can be done in a game only"),
        }
    }

    /// A yes or no to what was asked.
    pub(super) fn answer(&mut self, yes: bool) {
        let Some(desk) = &mut self.desk else { return };
        let Some(asked) = desk.asking.take() else { return };
        match (asked, yes) {
            (Asking::Resign(color), true) => drop(self.command(Command::Resign(color))),
            (Asking::Reset, true) => drop(self.command(Command::Reset)),
            (Asking::Stop, true) => drop(self.command(Command::Stop)),
            (Asking::Leave, true) => self.leave(),
            (Asking::AcceptDraw(color), true) => drop(self.command(Command::AcceptDraw(color))),
            (Asking::AcceptDraw(color), false) => drop(self.command(Command::DeclineDraw(color))),
            (_, false) => {}
        }
    }

    fn undo(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        match &mut desk.matter {
            Matter::Play(_) => drop(self.command(Command::Undo)),
            // What was explored goes; what was written stays.
            Matter::Review(review) => drop(review.pgn.game.undo()),
        }
    }

    fn redo(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        match &mut desk.matter {
            Matter::Play(_) => drop(self.command(Command::Redo)),
            Matter::Review(review) => drop(review.pgn.game.redo()),
        }
    }

    fn space(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        if desk.review().is_some() {
            match desk.mind.thoughts.first().and_then(|best| best.first) {
                Some(best) => self.play_move(best),
                None => desk.mind.want = Some(Want::BestMove),
            }
        } else if desk.is_running() {
            let is_paused = desk.play().is_some_and(|play| play.session().is_paused());
            self.command(if is_paused { Command::Resume } else { Command::Pause });
        }
    }

    /// One move while paused: the computer's own answer is asked for as if the game went on.
    fn step(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let is_paused = desk.play().is_some_and(|play| play.session().is_paused());
        if !is_paused {
            if desk.is_running() {
                self.command(Command::Pause);
            }
            return;
        }
        self.command(Command::Resume);
        if let Some(play) = self.desk.as_mut().and_then(|desk| desk.play_mut()) {
            play.steps = true;
        }
    }

    fn change_speed(&mut self, by: isize) {
        const TIMES: [u64; 6] = [5000, 2000, 1000, 500, 200, 0];
        let at = TIMES.iter().position(|&time| time <= self.settings.watch_time).unwrap_or(0);
        let next = TIMES[at.saturating_add_signed(by).min(TIMES.len() - 1)];
        self.settings.watch_time = next;
        self.effects.push(Effect::KeepSettings(Box::new(self.settings.clone())));
        if let Some(desk) = &mut self.desk {
            desk.say(format!("At least {}", seconds(next)));
        }
    }

    fn take_over(&mut self, color: Option<Color>) {
        let name = self.settings.name.clone();
        let Some(desk) = &mut self.desk else { return };
        let Some(play) = desk.play() else { return };
        let seats = play.session().seats();
        let computers = Color::ALL.into_iter().filter(|&color| !seats[color].is_human());
        let turn = desk.position().turn();
        let color =
            color.or_else(|| computers.clone().find(|&color| color == turn)).or(computers.clone().next());
        match color {
            Some(color) if !seats[color].is_human() => {
                self.command(Command::Seat(color, Seat::Human(name)));
                if let Some(desk) = &mut self.desk {
                    desk.on_board = true;
                    desk.say(format!("You play {color} now"));
                }
            }
            _ => desk.refuse("a person plays that side already"),
        }
    }

    fn offer_draw(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        if let Some(by) = desk.game().and_then(Game::draw_offer) {
            self.command(Command::AcceptDraw(!by));
            return;
        }
        match desk.own_color() {
            Some(color) if desk.is_running() => drop(self.command(Command::OfferDraw(color))),
            _ => desk.refuse("there is no game to draw"),
        }
    }

    /// Opens the game that is on the desk to be looked through.
    pub(super) fn review(&mut self) {
        let pgn = self.pgn();
        let Some(desk) = &mut self.desk else { return };
        if desk.review().is_some() {
            return;
        }
        if desk.is_running() && !desk.is_watched() {
            desk.refuse("the game is still being played: look back with ← and →, or end it first");
            return;
        }
        let (flipped, evaluations) = (desk.flipped, desk.mind.evaluations.clone());
        if let Some(mut review) = Review::new(vec![pgn]) {
            review.pgn.game.to_end();
            let mut desk = Desk::new(Matter::Review(Box::new(review)));
            desk.flipped = flipped;
            // Both games number their moves in the order in which they were played, unless some were taken back.
            if desk.game().is_some_and(|game| {
                evaluations.keys().all(|&id| game.ply(id).is_some() || id == NodeId::START)
            }) {
                desk.mind.evaluations = evaluations;
            }
            self.put(desk);
        }
    }

    /// Has every position of the main line evaluated.
    fn analyse(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let Some(review) = desk.review_mut() else {
            desk.refuse("evaluate a game in its review: end it, then press v");
            return;
        };
        let game = &review.pgn.game;
        let mut places: Vec<NodeId> =
            game.line_after(NodeId::START).filter(|&id| game.outcome_at(id).is_none()).collect();
        places.insert(0, NodeId::START);
        places.reverse();
        (review.sweep_size, review.sweep) = (places.len(), places);
    }

    /// The game on the desk, with its tags.
    pub(super) fn pgn(&self) -> regence_game::pgn::PgnGame {
        match self.desk.as_ref().map(|desk| &desk.matter) {
            Some(Matter::Play(play)) => pgn_of(play.session(), &self.today),
            Some(Matter::Review(review)) => review.pgn.clone(),
            None => regence_game::pgn::PgnGame::new(Game::default()),
        }
    }

    fn ask_for_new_game(&mut self) {
        let seats = match self.desk.as_ref().and_then(|desk| desk.play()) {
            Some(play) => play.session().seats().clone(),
            None => self.usual_seats(),
        };
        self.page = Page::New(Box::new(Form::new("New game", &seats, &self.settings)));
    }

    /// Whom one usually plays.
    pub(super) fn usual_seats(&self) -> ByColor<Seat> {
        let opponent = self.settings.opponent.parse().unwrap_or_default();
        ByColor { white: Seat::Human(self.settings.name.clone()), black: opponent }
    }

    fn ask_to_leave(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        if desk.is_running() && desk.has_moves() {
            desk.asking = Some(Asking::Leave);
        } else {
            self.leave();
        }
    }

    /// Leaves for the start screen. A game that runs is kept, a review is not.
    pub(super) fn leave(&mut self) {
        if let Some(desk) = self.desk.take()
            && let Some(play) = desk.play()
            && play.session().outcome().is_none()
            && (desk.has_moves() || desk.is_free())
        {
            let kept = play.keep(self.now, desk.flipped);
            self.kept = Some(kept.clone());
            self.effects.push(Effect::KeepGame(Some(Box::new(kept))));
        }
        self.page = Page::Home { chosen: 0 };
    }

    /// Does what words say, on the free board or at the table.
    fn obey(&mut self, words: &[String]) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match read_words(&words) {
            Ok(Some(command)) => drop(self.command(command)),
            Ok(None) => {
                if let ["speed", seconds] = words.as_slice()
                    && let Ok(seconds) = seconds.parse::<f64>()
                {
                    self.settings.watch_time = (seconds.clamp(0.0, 60.0) * 1000.0) as u64;
                    self.change_speed(0);
                }
            }
            Err(why) => {
                if let Some(desk) = &mut self.desk {
                    desk.refuse(why);
                }
            }
        }
    }

    /// Does what was written in the line: a command or a move.
    pub(super) fn submit(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let Some(desk) = &mut self.desk else { return };
        let position = desk.position();
        // A move comes first where both are possible: nobody gives up by `b4`.
        let as_move = position.read_move(text);
        match (as_move, commands::read(text)) {
            (Ok(mv), _) if !desk.is_free() => {
                let written = mv.uci(desk.variant());
                if let Some(play) = desk.play_mut() {
                    play.viewing = None;
                }
                self.play_move(written);
            }
            (_, Some(Ok(action))) => self.act(action),
            (_, Some(Err(why))) => desk.refuse(why),
            (Err(why), None) if !desk.is_free() => desk.refuse(why),
            _ => desk.refuse(format!("{text:?} is no command; ? lists them")),
        }
    }
}

/// The command that words mean; `None` if they concern the screen only.
fn read_words(words: &[&str]) -> Result<Option<Command>, String> {
    let square = |text: &str| text.parse::<Square>().map_err(|error| format!("{text:?}: {error}"));
    let side = |text: &str| match text {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(format!("{text:?} is no colour, expected white or black")),
    };
    Ok(Some(match words {
        ["clear"] => Command::Edit(Edit::Fill(None)),
        ["start"] => Command::Start,
        ["swap"] => Command::SwapSides,
        ["pause"] => Command::Pause,
        ["resume"] => Command::Resume,
        ["remove", at] => Command::Edit(Edit::Remove(square(at)?)),
        ["put", at, piece] => {
            let mut letters = piece.chars();
            let found = letters.next().filter(|_| letters.as_str().is_empty()).and_then(Piece::from_letter);
            let piece = found.ok_or(format!("{piece:?} is no piece, expected one of PNBRQKpnbrqk"))?;
            Command::Edit(Edit::Place(square(at)?, piece))
        }
        ["turn", color] => Command::Edit(Edit::Turn(side(color)?)),
        ["castling", rights] => Command::Edit(Edit::Castling(castling(rights)?)),
        ["clock", control] => {
            let control: regence_game::clock::TimeControl =
                control.parse().map_err(|error| format!("{error}"))?;
            Command::Clock(ByColor { white: control.clone(), black: control })
        }
        ["seat", color, seat @ ..] => {
            let seat: Seat = seat.join(" ").parse().map_err(|error| format!("{error}"))?;
            Command::Seat(side(color)?, seat)
        }
        ["speed", seconds] if seconds.parse::<f64>().is_ok() => return Ok(None),
        _ => return Err(format!("{:?} is not understood", words.join(" "))),
    }))
}

fn castling(rights: &str) -> Result<Bitboard, String> {
    if rights == "-" {
        return Ok(Bitboard::EMPTY);
    }
    let corner = |letter| match letter {
        'K' => Ok(Square::H1),
        'Q' => Ok(Square::A1),
        'k' => Ok(Square::H8),
        'q' => Ok(Square::A8),
        other => Err(format!("{other:?} is no right to castle, expected some of KQkq, or -")),
    };
    rights.chars().map(corner).collect()
}

impl Desk {
    /// Goes through the moves without changing anything.
    fn look(&mut self, action: &Action) {
        self.let_go();
        match &mut self.matter {
            Matter::Review(review) => {
                let game = &mut review.pgn.game;
                match action {
                    Action::Back => drop(game.undo()),
                    Action::Forward => drop(game.redo()),
                    Action::First => game.to_start(),
                    Action::Last => game.to_end(),
                    Action::OtherVariation(by) => other_variation(game, *by),
                    _ => {}
                }
            }
            Matter::Play(play) => {
                let Some(game) = play.session().game() else { return };
                let path = game.path();
                let last = path.len();
                let at = play
                    .viewing
                    .map_or(last, |id| path.iter().position(|&at| at == id).map_or(0, |at| at + 1));
                let next = match action {
                    Action::Back => at.saturating_sub(1),
                    Action::Forward => (at + 1).min(last),
                    Action::First => 0,
                    _ => last,
                };
                let id = next.checked_sub(1).map_or(NodeId::START, |index| path[index]);
                play.viewing = (next < last).then_some(id);
            }
        }
    }

    fn cancel(&mut self) {
        let had_plan = self.play_mut().is_some_and(|play| play.premove.take().is_some());
        if self.announces_end {
            self.announces_end = false;
        } else if had_plan {
            self.say("The planned move is taken back");
        } else if self.picked.is_some() || self.notice.is_some() || self.mind.advice.is_some() {
            self.let_go();
            self.notice = None;
            self.mind.advice = None;
        } else if let Some(play) = self.play_mut()
            && play.viewing.take().is_some()
        {
        } else {
            self.on_board = false;
        }
        if let Some(review) = self.review_mut() {
            review.sweep.clear();
        }
    }

    /// Whether a game is being played.
    pub(in crate::screen) fn is_running(&self) -> bool {
        self.play()
            .is_some_and(|play| !matches!(play.session().awaiting(), Awaiting::Nobody(_) | Awaiting::Editor))
    }

    /// Whether anything was played.
    pub(in crate::screen) fn has_moves(&self) -> bool {
        self.game().is_some_and(|game| !game.variations(NodeId::START).is_empty())
    }

    /// The side of the person who is asked: the side to move, or the only person's.
    fn own_color(&self) -> Option<Color> {
        let seats = self.play()?.session().seats();
        let turn = self.position().turn();
        [turn, !turn].into_iter().find(|&color| seats[color].is_human())
    }
}

/// Goes to the variation beside the move one looks at.
fn other_variation(game: &mut Game, by: isize) {
    let here = game.cursor();
    let Some(parent) = game.parent(here) else { return };
    let siblings = game.variations(parent);
    let Some(at) = siblings.iter().position(|&id| id == here) else { return };
    let next = siblings[(at + siblings.len()).saturating_add_signed(by) % siblings.len()];
    game.jump(next);
}
