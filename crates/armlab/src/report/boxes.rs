//! Distributions side by side: boxes from quartile to quartile with the median,
//! whiskers to the ends, over a linear axis through zero.

use super::chart::escaped;
use super::ticks::Ticks;
use std::fmt::Write;

/// One box.
#[derive(Clone, Debug)]
pub struct DrawnBox {
    /// What it is of.
    pub name: String,
    /// Least, lower quartile, median, upper quartile, most.
    pub numbers: [f64; 5],
}

/// A picture of boxes.
#[derive(Clone, Debug)]
pub struct BoxFigure {
    /// What it shows.
    pub title: String,
    /// Quantity and unit of the axis.
    pub label: String,
    /// Boxes, from the top.
    pub boxes: Vec<DrawnBox>,
}

const WIDTH: f64 = 860.0;
const LEFT: f64 = 200.0;
const RIGHT: f64 = 40.0;
const ROW: f64 = 24.0;
const TOP: f64 = 56.0;

const LOOKS: &str = "\
.xbox{fill:#9ecae1;stroke:#0072b2;stroke-width:1.2}.xmed{stroke:#d55e00;stroke-width:2.5}\n\
.xline{stroke:#0072b2;stroke-width:1.2}.xgrid{stroke:#d9dee3}.xzero{stroke:#59636e;stroke-dasharray:4 3}\n\
.xtext{font:12.5px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1b1f24}\n\
.xhead{font-size:17px;font-weight:600}.xpaper{fill:#fff}\n\
@media screen and (prefers-color-scheme:dark){.xtext{fill:#e6edf3}.xbox{fill:#12445f;stroke:#4aa8e0}\n\
.xline{stroke:#4aa8e0}.xgrid{stroke:#262d36}.xzero{stroke:#8b949e}.xpaper{fill:#0d1117}}\n";

impl BoxFigure {
    /// The picture as an SVG file.
    pub fn to_svg(&self) -> String {
        let numbers = self.boxes.iter().flat_map(|b| b.numbers);
        let finite = numbers.filter(|x| x.is_finite() && x.abs() < 1e30);
        let (low, high) = finite.fold((0.0_f64, 0.0_f64), |(l, h), x| (l.min(x), h.max(x)));
        let (low, high) = if high > low { (low, high) } else { (-1.0, 1.0) };
        let ticks = Ticks::covering(low, high, 7, true);
        let across = WIDTH - LEFT - RIGHT;
        let x = |v: f64| LEFT + across * ticks.fraction(v).clamp(0.0, 1.0);
        let bottom = TOP + ROW * self.boxes.len() as f64;
        let mut body = String::new();
        let text = |out: &mut String, x: f64, y: f64, anchor: &str, class: &str, s: &str| {
            let s = escaped(s);
            let _ = writeln!(
                out,
                r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" class="xtext{class}">{s}</text>"#
            );
        };
        let line = |out: &mut String, x1: f64, y1: f64, x2: f64, y2: f64, class: &str| {
            let _ = writeln!(
                out,
                r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" class="{class}"/>"#
            );
        };
        text(&mut body, 20.0, 30.0, "start", " xhead", &self.title);
        for &tick in &ticks.at {
            line(&mut body, x(tick), TOP - 6.0, x(tick), bottom, "xgrid");
            text(&mut body, x(tick), bottom + 17.0, "middle", "", &ticks.label(tick));
        }
        line(&mut body, x(0.0), TOP - 6.0, x(0.0), bottom, "xzero");
        for (i, drawn) in self.boxes.iter().enumerate() {
            let (y, [least, lower, median, upper, most]) =
                (TOP + ROW * i as f64 + ROW / 2.0, drawn.numbers.map(x));
            text(&mut body, LEFT - 8.0, y + 4.5, "end", "", &drawn.name);
            line(&mut body, least, y, most, y, "xline");
            for end in [least, most] {
                line(&mut body, end, y - 4.0, end, y + 4.0, "xline");
            }
            let (top, width) = (y - 7.0, (upper - lower).max(0.5));
            let [a, b, c, d, e] = drawn.numbers;
            let _ = writeln!(
                body,
                r#"<rect x="{lower:.1}" y="{top:.1}" width="{width:.1}" height="14" class="xbox"><title>{}: {a:.4}, {b:.4}, {c:.4}, {d:.4}, {e:.4}</title></rect>"#,
                escaped(&drawn.name)
            );
            line(&mut body, median, y - 7.0, median, y + 7.0, "xmed");
        }
        text(&mut body, WIDTH - RIGHT, bottom + 38.0, "end", "", &self.label);
        let (height, title) = (bottom + 50.0, escaped(&self.title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
             width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n\
             <title>{title}</title>\n<style>\n{LOOKS}</style>\n\
             <rect class=\"xpaper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_numbers_are_drawn_within_the_picture() {
        let name = "<a & b>".to_string();
        for numbers in [[-1.0, 0.0, 1.0, 2.0, 5.0], [f64::NAN; 5], [1e300; 5], [0.0; 5]] {
            let figure = BoxFigure {
                title: "t".into(),
                label: "%".into(),
                boxes: vec![DrawnBox { name: name.clone(), numbers }],
            };
            let svg = figure.to_svg();
            let document = roxmltree::Document::parse(&svg).unwrap();
            let places = document.descendants().filter_map(|n| n.attribute("x1"));
            assert!(places.count() > 3, "{svg}");
        }
    }
}
