//! Tables: figures side by side, and how ours compare with the best of the others.

use crate::peers;
use crate::table::{Layout, Table};

/// Which figures win.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// Speeds.
    Higher,
    /// Times.
    Lower,
}

/// Figures of several libraries, a row for each thing measured.
pub struct Comparison {
    title: String,
    libraries: Vec<&'static str>,
    better: Better,
    rows: Vec<(String, Vec<Option<f64>>)>,
}

impl Comparison {
    /// A comparison without figures yet.
    pub fn new(title: String, libraries: impl Iterator<Item = &'static str>, better: Better) -> Self {
        Self { title, libraries: libraries.collect(), better, rows: Vec::new() }
    }

    /// Adds a row: one figure for each library, none where it has no such operation.
    pub fn push(&mut self, label: String, figures: Vec<Option<f64>>) {
        self.rows.push((label, figures));
    }

    /// Adds the row that sums up: the geometric mean of each column.
    pub fn push_geometric_mean(&mut self) {
        let means = (0..self.libraries.len())
            .map(|column| {
                let logarithms: Option<Vec<f64>> =
                    self.rows.iter().map(|(_, figures)| figures[column].map(f64::ln)).collect();
                logarithms.map(|logarithms| (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
            })
            .collect();
        self.push("geometric mean".to_owned(), means);
    }

    /// How many times ours is as fast as the best of the others.
    fn ratio(&self, figures: &[Option<f64>]) -> Option<f64> {
        let our_column = self.libraries.iter().position(|&name| name == peers::OURS)?;
        let ours = figures[our_column]?;
        let others = figures.iter().enumerate().filter(|&(column, _)| column != our_column);
        let others = others.filter_map(|(_, &figure)| figure);
        match self.better {
            Better::Higher => others.reduce(f64::max).map(|best| ours / best),
            Better::Lower => others.reduce(f64::min).map(|best| best / ours),
        }
    }

    /// Prints the comparison with its ratios.
    pub fn print(&self, layout: Layout) {
        let mut header = vec![String::new()];
        header.extend(self.libraries.iter().map(ToString::to_string));
        header.push("ours / best peer".to_owned());
        let rows = self.rows.iter().map(|(label, figures)| {
            let mut row = vec![label.clone()];
            row.extend(figures.iter().map(|&figure| written(figure, 1)));
            row.push(written(self.ratio(figures), 2));
            row
        });
        Table { title: self.title.clone(), header, rows: rows.collect() }.print(layout);
    }
}

/// A figure with so many decimals, a dash for none.
fn written(figure: Option<f64>, decimals: usize) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure:.decimals$}"))
}
