//! Numbers with their intervals on one axis, row by row, in groups: how far each is from
//! where it should be.

use super::chart::escaped;
use super::ticks::Ticks;
use std::fmt::Write;

/// Looks of a row, told by colour and by shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A full dot.
    Met,
    /// A ring.
    Near,
    /// A cross.
    Missed,
    /// A dash.
    Open,
}

impl Mark {
    fn class(self) -> &'static str {
        match self {
            Self::Met => "imet",
            Self::Near => "inear",
            Self::Missed => "imiss",
            Self::Open => "iopen",
        }
    }
}

/// One number.
#[derive(Clone, Debug)]
pub struct IntervalRow {
    /// What it is.
    pub name: String,
    /// The number.
    pub value: f64,
    /// Ends of its interval.
    pub ends: [f64; 2],
    /// How it is to be taken.
    pub mark: Mark,
    /// What to write at its right.
    pub label: String,
}

/// Rows under one headline.
#[derive(Clone, Debug)]
pub struct IntervalGroup {
    /// Headline.
    pub title: String,
    /// Rows, from the top.
    pub rows: Vec<IntervalRow>,
}

/// The picture.
#[derive(Clone, Debug)]
pub struct IntervalFigure {
    /// What it shows.
    pub title: String,
    /// Quantity and unit of the axis.
    pub label: String,
    /// Ends of the axis; what lies beyond is an arrow.
    pub axis: [f64; 2],
    /// Where the numbers should be.
    pub target: f64,
    /// A band around it.
    pub band: [f64; 2],
    /// Meaning of the marks that occur.
    pub meaning: Vec<(Mark, String)>,
    /// Groups, from the top.
    pub groups: Vec<IntervalGroup>,
    /// Rows are thin and have no names, so that many fit on a page.
    pub compact: bool,
}

const WIDTH: f64 = 860.0;
/// Letters of a name that fit.
const LETTERS: usize = 44;

const LOOKS: &str = "\
.imet{fill:#0072b2;stroke:#0072b2}.inear{fill:none;stroke:#0072b2;stroke-width:1.6}\n\
.imiss{stroke:#d55e00;stroke-width:1.8;fill:none}.iopen{stroke:#7a6a00;stroke-width:2.4;fill:none}\n\
.iline{stroke:#59636e;stroke-width:1}.igrid{stroke:#d9dee3}.itarget{stroke:#1b1f24;stroke-width:1.2}\n\
.iband{fill:#0072b2;fill-opacity:.07}.ipaper{fill:#fff}\n\
.itext{font:11.5px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1b1f24}\n\
.ibold{font-weight:600}.ihead{font-size:16px;font-weight:600}\n\
@media screen and (prefers-color-scheme:dark){.itext{fill:#e6edf3}.imet{fill:#4aa8e0;stroke:#4aa8e0}\n\
.inear{stroke:#4aa8e0}.imiss{stroke:#ff9d57}.iopen{stroke:#d9c44a}.iline{stroke:#8b949e}.igrid{stroke:#262d36}\n\
.itarget{stroke:#e6edf3}.ipaper{fill:#0d1117}}\n";

struct Layout {
    left: f64,
    right: f64,
    row: f64,
    head: f64,
}

impl IntervalFigure {
    fn layout(&self) -> Layout {
        if self.compact {
            Layout { left: 150.0, right: 16.0, row: 4.2, head: 10.0 }
        } else {
            Layout { left: 300.0, right: 120.0, row: 15.0, head: 22.0 }
        }
    }

    /// The picture as an SVG file.
    pub fn to_svg(&self) -> String {
        let Layout { left, right, row, head } = self.layout();
        let [from, to] = self.axis;
        let ticks = Ticks::covering(from, to, 6, false);
        let x = |v: f64| left + (WIDTH - left - right) * ticks.fraction(v).clamp(0.0, 1.0);
        let top = 62.0;
        let rows = |g: &IntervalGroup| g.rows.len() as f64 * row + head;
        let height = |g: &IntervalGroup| if self.compact { rows(g).max(26.0) } else { rows(g) };
        let bottom = top + self.groups.iter().map(height).sum::<f64>() + 4.0;
        let mut body = String::new();
        text(&mut body, 20.0, 28.0, "start", " ihead", &self.title);
        let [a, b] = self.band.map(x);
        let (w, h) = (b - a, bottom - top);
        let _ = writeln!(
            body,
            r#"<rect x="{a:.1}" y="{top:.1}" width="{w:.1}" height="{h:.1}" class="iband"/>"#
        );
        for &tick in &ticks.at {
            line(&mut body, [x(tick), top, x(tick), bottom], "igrid");
            text(&mut body, x(tick), bottom + 15.0, "middle", "", &ticks.label(tick));
        }
        line(&mut body, [x(self.target), top, x(self.target), bottom], "itarget");
        let mut y = top;
        for group in &self.groups {
            let title = shortened(&group.title, LETTERS);
            if self.compact {
                text(&mut body, left - 10.0, y + 17.0, "end", " ibold", &title);
            } else {
                text(&mut body, 20.0, y + 15.0, "start", " ibold", &title);
            }
            for (k, r) in group.rows.iter().enumerate() {
                let at = y + head + (k as f64 + 0.5) * row;
                if !self.compact {
                    let name = shortened(&r.name, LETTERS);
                    text(&mut body, left - 12.0, at + 4.0, "end", "", &name);
                    text(&mut body, WIDTH - right + 8.0, at + 4.0, "start", "", &r.label);
                }
                self.write_row(&mut body, r, at, &x);
            }
            y += height(group);
            line(&mut body, [left, y, WIDTH - right, y], "igrid");
        }
        self.write_meaning(&mut body);
        text(&mut body, WIDTH - right, bottom + 32.0, "end", "", &self.label);
        let (height, title) = (bottom + 42.0, escaped(&self.title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
             width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n\
             <title>{title}</title>\n<style>\n{LOOKS}</style>\n\
             <rect class=\"ipaper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n"
        )
    }

    fn write_row(&self, out: &mut String, row: &IntervalRow, y: f64, x: &dyn Fn(f64) -> f64) {
        let [from, to] = self.axis;
        let [low, high] = row.ends;
        let size = if self.compact { 1.9 } else { 4.0 };
        let _ = writeln!(out, "<g><title>{}: {}</title>", escaped(&row.name), escaped(&row.label));
        if low.is_finite() && high.is_finite() && low < high {
            line(out, [x(low), y, x(high), y], "iline");
        }
        if row.value.is_finite() && (from..=to).contains(&row.value) {
            write_mark(out, row.mark, x(row.value), y, size);
        } else if !row.value.is_nan() {
            // An arrow at the end of the axis.
            let side = if row.value > to { 1.0 } else { -1.0 };
            let end = x(if row.value > to { to } else { from });
            let (tip, back) = (end, end - side * 2.2 * size);
            let (up, down) = (y - size, y + size);
            let _ = writeln!(
                out,
                r#"<path d="M{back:.1} {up:.1}L{tip:.1} {y:.1}L{back:.1} {down:.1}" class="imiss"/>"#
            );
        }
        out.push_str("</g>\n");
    }

    fn write_meaning(&self, out: &mut String) {
        let mut at = 24.0;
        for (mark, words) in &self.meaning {
            write_mark(out, *mark, at, 48.0, 4.0);
            text(out, at + 10.0, 52.0, "start", "", words);
            at += 34.0 + 6.3 * words.chars().count() as f64;
        }
    }
}

fn write_mark(out: &mut String, mark: Mark, x: f64, y: f64, size: f64) {
    let class = mark.class();
    let _ = match mark {
        Mark::Met | Mark::Near => {
            writeln!(out, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{size}" class="{class}"/>"#)
        }
        Mark::Missed => {
            let (a, b, c, d) = (x - size, x + size, y - size, y + size);
            writeln!(
                out,
                r#"<path d="M{a:.1} {c:.1}L{b:.1} {d:.1}M{a:.1} {d:.1}L{b:.1} {c:.1}" class="{class}"/>"#
            )
        }
        Mark::Open => {
            let (a, b) = (x - size, x + size);
            writeln!(out, r#"<path d="M{a:.1} {y:.1}L{b:.1} {y:.1}" class="{class}"/>"#)
        }
    };
}

fn text(out: &mut String, x: f64, y: f64, anchor: &str, class: &str, words: &str) {
    let words = escaped(words);
    let _ = writeln!(
        out,
        r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" class="itext{class}">{words}</text>"#
    );
}

fn line(out: &mut String, [x1, y1, x2, y2]: [f64; 4], class: &str) {
    let _ = writeln!(
        out,
        r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" class="{class}"/>"#
    );
}

fn shortened(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.into();
    }
    name.chars().take(letters - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(compact: bool, values: &[f64]) -> String {
        let row = |v: &f64| IntervalRow {
            name: "<a & b>".into(),
            value: *v,
            ends: [v - 0.1, v + 0.1],
            mark: Mark::Near,
            label: "≈".into(),
        };
        IntervalFigure {
            title: "t".into(),
            label: "ours / published".into(),
            axis: [0.0, 2.0],
            target: 1.0,
            band: [0.5, 2.0],
            meaning: vec![(Mark::Met, "met".into())],
            groups: vec![IntervalGroup {
                title: "g".into(),
                rows: values.iter().map(row).collect(),
            }],
            compact,
        }
        .to_svg()
    }

    #[test]
    fn what_lies_beyond_the_axis_is_an_arrow_and_nothing_leaves_the_picture() {
        for compact in [false, true] {
            let svg = figure(compact, &[1.0, 5.0, -3.0, f64::NAN, f64::INFINITY]);
            let document = roxmltree::Document::parse(&svg).unwrap();
            let arrows = document
                .descendants()
                .filter(|n| n.tag_name().name() == "path" && n.attribute("class") == Some("imiss"));
            assert_eq!(arrows.count(), 3, "compact: {compact}");
            for name in ["cx", "x1", "x2"] {
                let places = document.descendants().filter_map(|n| n.attribute(name));
                for place in places {
                    let place: f64 = place.parse().unwrap();
                    assert!((0.0..=WIDTH).contains(&place), "{name} = {place}");
                }
            }
        }
    }
}
