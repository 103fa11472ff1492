//! A test as one writes it on a command line: `elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic`.

use crate::settings::{Keys, Setting, SettingError};
use crate::stats::{EloModel, Sprt};

impl Sprt {
    /// The default test, but for what the settings say.
    ///
    /// ```
    /// use regence_arena::stats::{EloModel, Sprt};
    /// let sprt = Sprt::read("elo0=-3 elo1=1 model=normalized")?;
    /// assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha), (-3.0, 1.0, 0.05));
    /// assert_eq!(sprt.model, EloModel::Normalized);
    /// # Ok::<(), regence_arena::SettingError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, SettingError> {
        const KEYS: Keys = Keys { words: &["elo0", "elo1", "alpha", "beta", "model"], families: &[] };
        let mut sprt = Self::default();
        let mut last = Setting { key: "elo1", value: "10" };
        for setting in KEYS.settings(text)? {
            match setting.key {
                "elo0" => sprt.elo0 = elo(setting)?,
                "elo1" => sprt.elo1 = elo(setting)?,
                "alpha" => sprt.alpha = risk(setting)?,
                "beta" => sprt.beta = risk(setting)?,
                _ => sprt.model = model(setting)?,
            }
            if setting.key.starts_with("elo") {
                last = setting;
            }
        }
        if sprt.elo0 >= sprt.elo1 {
            return Err(SettingError::bad(last, "elo0 to be less than elo1"));
        }
        Ok(sprt)
    }
}

fn elo(setting: Setting<'_>) -> Result<f64, SettingError> {
    let number = setting.value.parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
    number.ok_or_else(|| SettingError::bad(setting, "Elo from -1000 to 1000"))
}

fn risk(setting: Setting<'_>) -> Result<f64, SettingError> {
    let number = setting.value.parse().ok().filter(|risk: &f64| (0.0001..0.5).contains(risk));
    number.ok_or_else(|| SettingError::bad(setting, "a risk from 0.0001 to less than 0.5"))
}

fn model(setting: Setting<'_>) -> Result<EloModel, SettingError> {
    let models = [EloModel::Logistic, EloModel::Normalized];
    let found = models.into_iter().find(|model| model.word() == setting.value);
    found.ok_or_else(|| SettingError::bad(setting, "logistic or normalized"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        assert_eq!(Sprt::read(text).expect_err("no test").to_string(), expected, "{text}");
    }

    #[test]
    fn tests_that_make_no_sense_are_refused() {
        check_refused("elo0=5 elo1=5", "elo1: expected elo0 to be less than elo1, not '5'");
        check_refused("elo0=20", "elo0: expected elo0 to be less than elo1, not '20'");
        check_refused("alpha=0", "alpha: expected a risk from 0.0001 to less than 0.5, not '0'");
        check_refused("beta=nan", "beta: expected a risk from 0.0001 to less than 0.5, not 'nan'");
        check_refused("elo1=inf", "elo1: expected Elo from -1000 to 1000, not 'inf'");
        check_refused("model=bayesian", "model: expected logistic or normalized, not 'bayesian'");
        check_refused("0 10", "unknown setting '0', expected elo0= elo1= alpha= beta= model=");
    }
}
