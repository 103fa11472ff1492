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

/// What `regence calibrate` found, smoothed; docs/levels.md says from how many games, and what was extrapolated.
pub const MEASURED: [Measured; 15] = [
    measured(370, 491.0),
    measured(550, 718.0),
    measured(740, 941.0),
    measured(985, 1130.0),
    measured(1190, 1314.0),
    measured(1380, 1505.0),
    measured(1610, 1718.0),
    measured(1815, 2000.0),
    measured(1967, 2141.0),
    measured(2115, 2296.0),
    measured(2272, 2461.0),
    measured(2431, 2628.0),
    measured(2562, 2766.0),
    measured(2690, 2900.0),
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
