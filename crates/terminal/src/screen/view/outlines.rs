//! The outlines of the pieces, for pictures of any size.
//!
//! A point is measured in heights of the square: `x` from its middle to the right, `y` from its top down.

use regence_rules::Role;

/// How many points are looked at along each side of a dot.
const SAMPLES: u16 = 5;

/// Whether a piece covers most of a dot, in a picture of so many columns and half-rows.
pub fn covers(role: Role, (columns, halves): (u16, u16), (column, half): (u16, u16)) -> bool {
    // What is the same on both sides is looked at on one, so that rounding cannot make them differ.
    let is_even = !matches!(role, Role::Knight | Role::Bishop);
    let column = if is_even { column.min(columns - 1 - column) } else { column };
    let height = f64::from(halves);
    let within = |at: u16, sample: u16| f64::from(at) + (f64::from(sample) + 0.5) / f64::from(SAMPLES);
    let points = (0..SAMPLES * SAMPLES).map(|sample| {
        let x = (within(column, sample % SAMPLES) - f64::from(columns) / 2.0) / height;
        (x, within(half, sample / SAMPLES) / height)
    });
    2 * points.filter(|&point| contains(role, point)).count() > usize::from(SAMPLES * SAMPLES)
}

type Point = (f64, f64);

/// Whether a point is within a piece.
fn contains(role: Role, at: Point) -> bool {
    match role {
        Role::Pawn => foot(at, 0.29) || disc(at, (0.0, 0.37), 0.17) || tapered(at, 0.50..0.77, (0.07, 0.2)),
        Role::Knight => (polygon(at, &KNIGHT) && !disc(at, (-0.10, 0.28), 0.045)) || foot(at, 0.36),
        Role::Bishop => {
            let (x, y) = at;
            let is_slit = (0.18..0.38).contains(&y) && (x - 0.02 - (0.34 - y) * 0.75).abs() < 0.035;
            let mitre = oval(at, (0.0, 0.37), (0.2, 0.24)) && !is_slit;
            mitre || disc(at, (0.0, 0.10), 0.06) || tapered(at, 0.56..0.77, (0.1, 0.16)) || foot(at, 0.33)
        }
        Role::Rook => {
            let (x, y) = at;
            let merlon = (0.13..0.29).contains(&y) && (x.abs() < 0.09 || (0.20..0.34).contains(&x.abs()));
            let battlement = tapered(at, 0.28..0.40, (0.34, 0.34));
            merlon || battlement || tapered(at, 0.40..0.77, (0.22, 0.25)) || foot(at, 0.36)
        }
        Role::Queen => {
            CROWN.iter().any(|&tip| disc(at, tip, 0.055) || spike(at, tip))
                || tapered(at, 0.52..0.77, (0.31, 0.22))
                || foot(at, 0.36)
        }
        Role::King => {
            let (x, y) = at;
            let cross = (x.abs() < 0.045 && (0.03..0.4).contains(&y))
                || ((0.085..0.175).contains(&y) && x.abs() < 0.14);
            let lobe = oval((x.abs(), y), (0.19, 0.44), (0.2, 0.16));
            cross || lobe || tapered(at, 0.46..0.77, (0.34, 0.24)) || foot(at, 0.36)
        }
    }
}

/// A horse's head and neck, from the ear over the mane to the chest, the chin, the nose and the brow.
const KNIGHT: [Point; 15] = [
    (0.06, 0.05),
    (0.12, 0.15),
    (0.28, 0.28),
    (0.36, 0.50),
    (0.34, 0.77),
    (-0.20, 0.77),
    (-0.14, 0.60),
    (0.02, 0.46),
    (-0.08, 0.44),
    (-0.20, 0.53),
    (-0.36, 0.52),
    (-0.41, 0.43),
    (-0.30, 0.30),
    (-0.20, 0.18),
    (-0.02, 0.13),
];

/// The tips of a queen's crown.
const CROWN: [Point; 5] = [(-0.44, 0.20), (-0.22, 0.13), (0.0, 0.09), (0.22, 0.13), (0.44, 0.20)];

/// A spike of the crown below its tip.
fn spike(at: Point, (x, y): Point) -> bool {
    let middle = 0.62 * x;
    polygon(at, &[(x - 0.03, y), (x + 0.03, y), (middle + 0.1, 0.6), (middle - 0.1, 0.6)])
}

/// What every piece stands on.
fn foot((x, y): Point, half_width: f64) -> bool {
    (0.76..0.90).contains(&y) && x.abs() < half_width
}

fn disc(at: Point, middle: Point, radius: f64) -> bool {
    oval(at, middle, (radius, radius))
}

fn oval((x, y): Point, middle: Point, radii: Point) -> bool {
    ((x - middle.0) / radii.0).powi(2) + ((y - middle.1) / radii.1).powi(2) <= 1.0
}

/// A part as wide at its top and bottom as said, to each side.
fn tapered((x, y): Point, rows: std::ops::Range<f64>, (top, bottom): (f64, f64)) -> bool {
    let share = (y - rows.start) / (rows.end - rows.start);
    rows.contains(&y) && x.abs() <= top + (bottom - top) * share
}

/// Whether a line from the point to the right crosses the border an odd number of times.
fn polygon((x, y): Point, corners: &[Point]) -> bool {
    let ends = corners.iter().skip(1).chain(corners.first());
    let crosses = |&(from, to): &(&Point, &Point)| {
        let (from, to) = (*from, *to);
        (from.1 > y) != (to.1 > y) && x < (to.0 - from.0) * (y - from.1) / (to.1 - from.1) + from.0
    };
    corners.iter().zip(ends).filter(crosses).count() % 2 == 1
}
