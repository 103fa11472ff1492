//! From ratings to skills, by the measured scale.

/// A rating and the skill that was measured to have it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The rating; a weaker skill than any here may be measured below zero.
    pub elo: i16,
    /// The skill.
    pub skill: f32,
}

const fn measured(elo: i16, skill: f32) -> Measured {
    Measured { elo, skill }
}

/// What `regence calibrate` found, smoothed and carried on beyond its ends; docs/levels.md says from how many games.
pub const MEASURED: [Measured; 17] = [
    measured(143, 529.0),
    measured(394, 716.0),
    measured(622, 886.0),
    measured(797, 1037.0),
    measured(1031, 1228.0),
    measured(1209, 1400.0),
    measured(1410, 1575.0),
    measured(1583, 1746.0),
    measured(1772, 1976.0),
    measured(1800, 2000.0),
    measured(1882, 2046.0),
    measured(1938, 2090.0),
    measured(2018, 2134.0),
    measured(2240, 2312.0),
    measured(2387, 2532.0),
    measured(2585, 2795.0),
    measured(2812, 3070.0),
];

/// The skill for a rating; beyond the ends of the scale it is that of the end.
pub fn skill(elo: u16) -> f32 {
    let elo = f32::from(elo);
    let known = |measured: &Measured| f32::from(measured.elo);
    let above = MEASURED.iter().position(|measured| known(measured) >= elo);
    let above = above.unwrap_or(MEASURED.len() - 1).max(1);
    let (low, high) = (MEASURED[above - 1], MEASURED[above]);
    let share = (elo - known(&low)) / (known(&high) - known(&low));
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
