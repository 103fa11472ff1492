//! Which skill belongs to a rating: the measured scale.

/// A rating and the skill that was measured to have it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The rating.
    pub elo: u16,
    /// The skill.
    pub skill: f32,
}

const fn measured(elo: u16, skill: f32) -> Measured {
    Measured { elo, skill }
}

/// What `regence calibrate` found, smoothed and carried on beyond its ends; docs/levels.md says from how many games.
pub const MEASURED: [Measured; 13] = [
    measured(86, 529.0),
    measured(397, 777.0),
    measured(713, 987.0),
    measured(901, 1143.0),
    measured(1116, 1324.0),
    measured(1327, 1524.0),
    measured(1573, 1709.0),
    measured(1800, 1979.0),
    measured(2000, 2176.0),
    measured(2200, 2385.0),
    measured(2400, 2595.0),
    measured(2600, 2806.0),
    measured(2832, 3050.0),
];

/// The skill for a rating; beyond the ends of the scale it is that of the end.
pub fn skill(elo: u16) -> f32 {
    let above = MEASURED.iter().position(|known| known.elo >= elo).unwrap_or(MEASURED.len() - 1).max(1);
    let (low, high) = (MEASURED[above - 1], MEASURED[above]);
    let share = (f32::from(elo) - f32::from(low.elo)) / (f32::from(high.elo) - f32::from(low.elo));
    low.skill + share.clamp(0.0, 1.0) * (high.skill - low.skill)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::session::RATINGS;

    #[test]
    fn a_higher_rating_has_a_higher_skill() {
        let skills: Vec<f32> = RATINGS.map(skill).collect();
        assert!(skills.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn beyond_its_ends_the_scale_goes_no_further() {
        let bits = |elo| skill(elo).to_bits();
        let [first, .., last] = MEASURED;
        assert_eq!([bits(0), bits(u16::MAX)], [first, last].map(|known| known.skill.to_bits()));
    }
}
