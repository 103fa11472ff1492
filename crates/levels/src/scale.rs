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

/// As `regence calibrate` found it; see docs/levels.md.
pub const MEASURED: [Measured; 13] = [
    measured(330, 400.0),
    measured(484, 600.0),
    measured(680, 800.0),
    measured(850, 1000.0),
    measured(1080, 1200.0),
    measured(1290, 1400.0),
    measured(1500, 1600.0),
    measured(1670, 1800.0),
    measured(1810, 2000.0),
    measured(2080, 2200.0),
    measured(2330, 2400.0),
    measured(2560, 2600.0),
    measured(2850, 2800.0),
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
