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
pub const MEASURED: [Measured; 16] = [
    measured(143, 529.0),
    measured(400, 716.0),
    measured(600, 886.0),
    measured(800, 1037.0),
    measured(1000, 1228.0),
    measured(1200, 1400.0),
    measured(1400, 1575.0),
    measured(1600, 1746.0),
    measured(1700, 1880.0),
    measured(1825, 2000.0),
    measured(1900, 2046.0),
    measured(2000, 2134.0),
    measured(2200, 2312.0),
    measured(2400, 2532.0),
    measured(2600, 2795.0),
    measured(2832, 3070.0),
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
