//! Watching computers: starting and stopping them, one move at a time, faster and slower, taking over.

use super::super::super::desk::Want;
use super::super::super::form::seconds;
use super::super::App;
use regence_game::session::{Command, Seat};
use regence_rules::Color;

impl App {
    pub(super) fn space(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        if desk.review().is_some() {
            match desk.mind.thoughts.first().and_then(|best| best.first) {
                Some(best) => self.play_move(best),
                None => desk.want(Want::BestMove),
            }
        } else if desk.is_running() {
            let is_paused = desk.play().is_some_and(|play| play.session().is_paused());
            self.command(if is_paused { Command::Resume } else { Command::Pause });
        }
    }

    /// One move while paused: the computer's own answer is asked for as if the game went on.
    pub(super) fn step(&mut self) {
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

    pub(super) fn change_speed(&mut self, by: isize) {
        const TIMES: [u64; 6] = [5000, 2000, 1000, 500, 200, 0];
        let at = TIMES.iter().position(|&time| time <= self.settings.watch_time).unwrap_or(0);
        let next = TIMES[at.saturating_add_signed(by).min(TIMES.len() - 1)];
        self.set_speed(next);
    }

    /// How long each move is shown at least, in milliseconds.
    pub(super) fn set_speed(&mut self, time: u64) {
        self.settings.watch_time = time;
        self.keep_settings();
        if let Some(desk) = &mut self.desk {
            desk.say(format!("At least {}", seconds(time)));
        }
    }

    pub(super) fn take_over(&mut self, color: Option<Color>) {
        let name = self.settings.name.clone();
        let Some(desk) = &mut self.desk else { return };
        let Some(play) = desk.play().filter(|_| desk.is_running()) else {
            desk.refuse("there is no game to take over");
            return;
        };
        let seats = play.session().seats();
        let computers = Color::ALL.into_iter().filter(|&color| !seats[color].is_human());
        let turn = desk.position().turn();
        let color =
            color.or_else(|| computers.clone().find(|&color| color == turn)).or(computers.clone().next());
        match color {
            Some(color) if !seats[color].is_human() => {
                let is_paused = play.session().is_paused();
                self.command(Command::Seat(color, Seat::Human(name)));
                if is_paused {
                    // Whoever takes a side wants to play.
                    self.command(Command::Resume);
                }
                if let Some(desk) = &mut self.desk {
                    desk.on_board = true;
                    desk.say(format!("You play {color} now"));
                }
            }
            _ => desk.refuse("a person plays that side already"),
        }
    }
}
