//! Which numbers the data know well: bars over a logarithmic axis.

use super::chart::escaped;
use std::fmt::Write;

/// How a bar is to be taken. Told by colour and by pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Known well: full.
    Good,
    /// Known roughly: hatched.
    Fair,
    /// Not known: an outline.
    Poor,
}

/// One bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it is of.
    pub name: String,
    /// Its length; not finite or not positive where there is none.
    pub value: f64,
    /// What to write at its end.
    pub label: String,
    /// How it is to be taken.
    pub grade: Grade,
}

/// A picture of bars.
#[derive(Clone, Debug)]
pub struct BarFigure {
    /// What it shows.
    pub title: String,
    /// Quantity and unit of the axis.
    pub label: String,
    /// Meaning of the three grades, in the order good, fair, poor.
    pub meaning: [String; 3],
    /// Bars, from the top.
    pub bars: Vec<Bar>,
}

const WIDTH: f64 = 860.0;
const LEFT: f64 = 230.0;
const RIGHT: f64 = 120.0;
const ROW: f64 = 20.0;
const TOP: f64 = 92.0;
/// Letters of a name that fit.
const LETTERS: usize = 30;
/// Decades of the axis at most.
const MOST_DECADES: i32 = 8;

const LOOKS: &str = "\
.bgood{fill:#0072b2}.bfair{fill:url(#hatch);stroke:#e69f00}.bpoor{fill:none;stroke:#d55e00;stroke-dasharray:3 2}\n\
.btext{font:12.5px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1b1f24}\n\
.bhead{font-size:17px;font-weight:600}.bgrid{stroke:#d9dee3}.bpaper{fill:#fff}\n\
@media screen and (prefers-color-scheme:dark){.btext{fill:#e6edf3}.bgood{fill:#4aa8e0}\n\
.bgrid{stroke:#262d36}.bpaper{fill:#0d1117}}\n";

impl Grade {
    fn class(self) -> &'static str {
        match self {
            Self::Good => "bgood",
            Self::Fair => "bfair",
            Self::Poor => "bpoor",
        }
    }
}

impl BarFigure {
    /// The picture as an SVG file.
    pub fn to_svg(&self) -> String {
        let drawn = self.bars.iter().map(|b| b.value).filter(|v| *v > 0.0 && v.is_finite());
        let (low, high) = drawn.fold((f64::INFINITY, 0.0_f64), |(l, h), v| (l.min(v), h.max(v)));
        let (low, high) = if low <= high { (low, high) } else { (0.1, 10.0) };
        let to = high.log10().ceil() as i32;
        // A bar of the smallest value still has some length.
        let from = ((low.log10() - 0.3).floor() as i32).min(to - 1).max(to - MOST_DECADES);
        let across = (WIDTH - LEFT - RIGHT) / f64::from(to - from);
        let x = |v: f64| LEFT + across * (v.log10() - f64::from(from)).max(0.02);
        let bottom = TOP + ROW * self.bars.len() as f64;
        let mut body = String::new();
        let text = |out: &mut String, x: f64, y: f64, anchor: &str, class: &str, s: &str| {
            let s = escaped(s);
            let _ = writeln!(
                out,
                r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" class="btext{class}">{s}</text>"#
            );
        };
        text(&mut body, 20.0, 30.0, "start", " bhead", &self.title);
        let grades = [Grade::Good, Grade::Fair, Grade::Poor];
        let mut at = 20.0;
        for (grade, meaning) in grades.into_iter().zip(&self.meaning) {
            let class = grade.class();
            let _ = writeln!(
                body,
                r#"<rect x="{at:.1}" y="45" width="26" height="11" class="{class}"/>"#
            );
            text(&mut body, at + 33.0, 55.0, "start", "", meaning);
            at += 33.0 + 7.0 * meaning.chars().count() as f64 + 26.0;
        }
        for decade in from..=to {
            let at = LEFT + across * f64::from(decade - from);
            let _ = writeln!(
                body,
                r#"<line x1="{at:.1}" y1="{:.1}" x2="{at:.1}" y2="{bottom:.1}" class="bgrid"/>"#,
                TOP - 6.0
            );
            text(&mut body, at, bottom + 17.0, "middle", "", &decade_label(decade));
        }
        for (i, bar) in self.bars.iter().enumerate() {
            let y = TOP + ROW * i as f64;
            text(&mut body, LEFT - 8.0, y + 13.0, "end", "", &shortened(&bar.name));
            let end = if bar.value > 0.0 && bar.value.is_finite() { x(bar.value) } else { LEFT };
            let (class, width) = (bar.grade.class(), end - LEFT);
            let _ = writeln!(
                body,
                r#"<rect x="{LEFT}" y="{:.1}" width="{width:.1}" height="12" class="{class}"><title>{}: {}</title></rect>"#,
                y + 3.0,
                escaped(&bar.name),
                escaped(&bar.label)
            );
            text(&mut body, end + 6.0, y + 13.0, "start", "", &bar.label);
        }
        text(&mut body, WIDTH - RIGHT, bottom + 38.0, "end", "", &self.label);
        let (height, title) = (bottom + 50.0, escaped(&self.title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
             width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n\
             <title>{title}</title>\n<style>\n{LOOKS}</style>\n<defs><pattern id=\"hatch\" \
             width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"2.5\" height=\"5\" \
             fill=\"#e69f00\"/></pattern></defs>\n\
             <rect class=\"bpaper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n"
        )
    }
}

fn decade_label(decade: i32) -> String {
    match decade {
        0..=4 => format!("{}", 10_i64.pow(decade as u32)),
        -4..=-1 => format!("{:.*}", decade.unsigned_abs() as usize, 10f64.powi(decade)),
        _ => format!("1e{decade}"),
    }
}

fn shortened(name: &str) -> String {
    match name.chars().count() {
        n if n > LETTERS => name.chars().take(LETTERS - 1).chain(['…']).collect(),
        _ => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(values: &[f64]) -> BarFigure {
        let bars = values.iter().map(|&value| Bar {
            name: "<link>.m & \"more\" and a name that is longer than most".into(),
            value,
            label: format!("{value}"),
            grade: Grade::Fair,
        });
        BarFigure {
            title: "t".into(),
            label: "%".into(),
            meaning: ["a".into(), "b".into(), "c".into()],
            bars: bars.collect(),
        }
    }

    fn widths(svg: &str) -> Vec<f64> {
        let document = roxmltree::Document::parse(svg).unwrap();
        let rects = document.descendants().filter(|n| n.attribute("height") == Some("12"));
        rects.map(|n| n.attribute("width").unwrap().parse().unwrap()).collect()
    }

    #[test]
    fn equal_ratios_are_equal_lengths() {
        let w = widths(&figure(&[1.0, 10.0, 100.0]).to_svg());
        assert!((w[2] - w[1] - (w[1] - w[0])).abs() < 0.15 && w[0] > 0.0, "{w:?}");
    }

    #[test]
    fn any_values_are_drawn_within_the_picture() {
        let values = [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300, 1e300, f64::MAX];
        for set in [&values[..], &[], &[5.0], &[1e-300]] {
            let w = widths(&figure(set).to_svg());
            assert_eq!(w.len(), set.len());
            assert!(w.iter().all(|w| (0.0..=WIDTH).contains(w)), "{w:?}");
        }
    }
}
