//! Which of one's own games are asked for.

use crate::refusal::Refusal;
use regence_game::Variant;
use regence_game::pgn::GameResult;
use regence_store::{Cursor, GameFilter, Moment, State, UserId};
use serde::Deserialize;

/// Which games are asked for, as it stands behind the question mark.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameWishes {
    /// `online`, `local`, `computer`, `watch`, `analysis` or `imported`.
    kind: Option<String>,
    /// `running`, `finished` or `abandoned`.
    state: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: Option<String>,
    /// A part of an opponent's name.
    opponent: Option<String>,
    /// A part of the opening's name.
    opening: Option<String>,
    /// How the opening's code begins.
    eco: Option<String>,
    /// From this moment on.
    since: Option<i64>,
    /// Before this moment.
    before: Option<i64>,
    /// A position that stood on the board.
    fen: Option<String>,
    /// How many at most; more than a page holds is a page.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 4_294_967_295_u64)]
    limit: Option<u32>,
    /// Where the page begins: what the page before said.
    from: Option<String>,
}

impl GameWishes {
    /// How many games are asked for, if no more than so many may be.
    pub fn limit(&self, usual: u32, most: u32) -> u32 {
        self.limit.unwrap_or(usual).clamp(1, most)
    }

    /// Where the page begins.
    pub fn from(&self) -> Result<Option<Cursor>, Refusal> {
        self.from.as_deref().map(str::parse).transpose().map_err(Refusal::invalid)
    }

    /// What to look for among a user's games, and perhaps among those that are nobody's.
    pub fn filter(&self, user: Option<UserId>, nobodys: bool) -> Result<GameFilter, Refusal> {
        let state = self.state.as_deref().map(|state| match state {
            "running" => Ok(State::Running),
            "finished" => Ok(State::Finished),
            "abandoned" => Ok(State::Abandoned),
            other => Err(Refusal::invalid(format_args!(
                "{other:?} is no state, expected running, finished or abandoned"
            ))),
        });
        let result = self.result.as_deref().map(|result| {
            GameResult::from_word(result.as_bytes()).ok_or_else(|| {
                Refusal::invalid(format_args!("{result:?} is no result, expected 1-0, 0-1, 1/2-1/2 or *"))
            })
        });
        let kinds = ["online", "local", "computer", "watch", "analysis", "imported"];
        if let Some(kind) = self.kind.as_deref().filter(|kind| !kinds.contains(kind)) {
            let kinds = kinds.join(", ");
            return Err(Refusal::invalid(format_args!("{kind:?} is no kind, expected one of {kinds}")));
        }
        let position =
            self.fen.as_deref().map(|fen| Variant::Orthodox.read_fen(fen).map_err(Refusal::invalid));
        Ok(GameFilter {
            user,
            nobodys,
            kind: self.kind.clone(),
            seated: self.opponent.clone(),
            opening: self.opening.clone(),
            eco: self.eco.clone(),
            state: state.transpose()?,
            result: result.transpose()?,
            position: position.transpose()?,
            since: self.since.map(Moment),
            before: self.before.map(Moment),
            ..GameFilter::default()
        })
    }
}
