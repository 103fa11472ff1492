//! Tables for terminals and documents.

/// How a table is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Aligned columns for a terminal.
    Plain,
    /// A GitHub table for the README.
    Markdown,
}

/// Cells to print; the first column holds labels.
pub struct Table {
    /// What the table shows.
    pub title: String,
    /// The first row.
    pub header: Vec<String>,
    /// The others, as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows yet.
    #[allow(dead_code, reason = "one of the benchmarks fills it at once")]
    pub fn new(title: &str, header: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            header: header.iter().map(ToString::to_string).collect(),
            rows: Vec::new(),
        }
    }

    /// Prints the table.
    pub fn print(&self, layout: Layout) {
        println!("\n{}\n", self.title);
        let widths: Vec<usize> = (0..self.header.len()).map(|column| self.width(column)).collect();
        println!("{}", line(&self.header, &widths, layout));
        if layout == Layout::Markdown {
            println!("|---|{}", "---:|".repeat(widths.len() - 1));
        }
        for row in &self.rows {
            println!("{}", line(row, &widths, layout));
        }
    }

    /// How wide a column is.
    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| &row[column]).chain([&self.header[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

/// One row: labels to the left, figures to the right.
fn line(cells: &[String], widths: &[usize], layout: Layout) -> String {
    let padded = cells.iter().zip(widths).enumerate().map(|(column, (cell, &width))| match column {
        0 => format!("{cell:<width$}"),
        _ => format!("{cell:>width$}"),
    });
    let padded: Vec<String> = padded.collect();
    match layout {
        Layout::Plain => padded.join("  "),
        Layout::Markdown => format!("| {} |", padded.join(" | ")),
    }
}
