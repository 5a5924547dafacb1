//! How a figure is drawn: SVG text.

use super::figure::{Figure, Panel, Series, Style};
use super::ticks::Ticks;
use std::fmt::Write;

pub(super) const WIDTH: f64 = 860.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 24.0;
const PANEL_HEIGHT: f64 = 150.0;
const PANEL_GAP: f64 = 44.0;
pub(super) const LINE_HEIGHT: f64 = 22.0;
/// Width of a letter in the legend, where text cannot be measured.
const LETTER: f64 = 7.0;
/// Length of the line beside a name in the legend.
const SAMPLE: f64 = 34.0;

/// Colours and dashes, in the light and in the dark.
const LOOKS: &str = "\
  text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1b1f24}\n\
  .paper{fill:#ffffff}.title{font-size:17px;font-weight:600}.small{font-size:12.5px}\n\
  .panel{font-size:13px;font-weight:600}.faint{fill:#57606a}\n\
  .grid{stroke:#d9dee3;stroke-width:1}.zero{stroke:#8b949e;stroke-width:1}\n\
  .line{fill:none;stroke-width:1.9;stroke-linejoin:round;stroke-linecap:butt}\n\
  .main{stroke:#1b1f24;stroke-width:2.6}\n\
  .blue{stroke:#0072b2}.vermilion{stroke:#d55e00;stroke-dasharray:8 3}\n\
  .green{stroke:#009e73;stroke-dasharray:9 3 2 3}.purple{stroke:#cc79a7;stroke-dasharray:2.5 2.5}\n\
  .dot{stroke:none;fill:#0072b2;fill-opacity:.35}.dot.vermilion{fill:#d55e00;fill-opacity:.9}\n\
  .orange{stroke:#e69f00;stroke-dasharray:14 4}.sky{stroke:#56b4e9;stroke-dasharray:9 3 2 3 2 3}\n\
  @media screen and (prefers-color-scheme:dark){\n\
  text{fill:#e6edf3}.paper{fill:#0d1117}.faint{fill:#9aa4af}\n\
  .grid{stroke:#262d36}.zero{stroke:#6e7681}.main{stroke:#e6edf3}.blue{stroke:#4aa8e0}}\n";

impl Figure {
    /// The picture as an SVG file.
    pub fn to_svg(&self) -> String {
        draw(self)
    }
}

pub(super) fn class(style: Style) -> &'static str {
    match style {
        Style::Main => "main",
        Style::Blue => "blue",
        Style::Vermilion => "vermilion",
        Style::Green => "green",
        Style::Purple => "purple",
        Style::Orange => "orange",
        Style::Sky => "sky",
    }
}

/// Draws the figure.
pub fn draw(figure: &Figure) -> String {
    let mut svg = Svg::default();
    let mut top = 34.0;
    svg.text(LEFT, top, "title", "start", &figure.title);
    if !figure.subtitle.is_empty() {
        top += LINE_HEIGHT;
        svg.text(LEFT, top, "small faint", "start", &figure.subtitle);
    }
    top = legend(&mut svg, &figure.legend(), top + 8.0);
    let (low, high) = range([&figure.x[..]]);
    let across = Ticks::covering(low, high, 8, false);
    for (k, panel) in figure.panels.iter().enumerate() {
        let last = k + 1 == figure.panels.len();
        top += PANEL_GAP;
        draw_panel(&mut svg, panel, &figure.x, &across, top, last);
        top += PANEL_HEIGHT;
    }
    svg.text(WIDTH - RIGHT, top + 40.0, "small", "end", &figure.x_label);
    // A page's script reads values from the picture; a cursor needs an axis that only grows.
    let grows = figure.x.len() > 1 && figure.x.windows(2).all(|w| w[0] <= w[1]);
    let axis = (grows && !figure.panels.is_empty()).then(|| {
        let axis = escaped(&figure.x_label);
        format!(
            " class=\"chart\" data-axis=\"{axis}\" data-x=\"{:?} {:?}\"",
            across.from, across.to
        )
    });
    svg.finish(&figure.title, top + 56.0, &axis.unwrap_or_default())
}

/// The legend, broken into lines; returns where it ends.
pub(super) fn legend(svg: &mut Svg, entries: &[(&str, Style)], top: f64) -> f64 {
    if entries.is_empty() {
        return top;
    }
    let (mut x, mut y) = (LEFT, top + LINE_HEIGHT);
    for (name, style) in entries {
        let width = SAMPLE + 8.0 + LETTER * name.chars().count() as f64 + 22.0;
        if x > LEFT && x + width > WIDTH - RIGHT {
            (x, y) = (LEFT, y + LINE_HEIGHT);
        }
        svg.line("line", class(*style), [x, y - 4.5, x + SAMPLE, y - 4.5]);
        svg.text(x + SAMPLE + 8.0, y, "small", "start", name);
        x += width;
    }
    y
}

fn draw_panel(svg: &mut Svg, panel: &Panel, x: &[f64], across: &Ticks, top: f64, last: bool) {
    let (low, high) = range(panel.series.iter().map(|s| &s.values[..]));
    let up = Ticks::covering(low, high, 5, true);
    let (right, bottom) = (WIDTH - RIGHT, top + PANEL_HEIGHT);
    let _ = writeln!(
        svg.body,
        r#"<g class="axes" data-box="{LEFT} {top:.1} {right} {bottom:.1}" data-y="{:?} {:?}">"#,
        up.from, up.to
    );
    svg.text(LEFT, top - 11.0, "panel", "start", &panel.title);
    svg.text(right, top - 11.0, "small faint", "end", &panel.label);
    svg.body.push_str("<g class=\"ticks\">\n");
    let to_y = |v: f64| bottom - PANEL_HEIGHT * up.fraction(v);
    let to_x = |v: f64| LEFT + (right - LEFT) * across.fraction(v);
    for &mark in &up.at {
        let y = to_y(mark);
        let class = if mark == 0.0 { "zero" } else { "grid" };
        svg.line(class, "", [LEFT, y, right, y]);
        svg.text(LEFT - 9.0, y + 4.0, "small", "end", &up.label(mark));
    }
    for &mark in &across.at {
        let x = to_x(mark);
        svg.line("grid", "", [x, top, x, bottom]);
        if last {
            svg.text(x, bottom + 19.0, "small", "middle", &across.label(mark));
        }
    }
    svg.body.push_str("</g>\n<g class=\"lines\">\n");
    // The main line last, on top of its parts.
    let (main, parts): (Vec<_>, Vec<_>) = panel.series.iter().partition(|s| s.style == Style::Main);
    for series in parts.into_iter().chain(main) {
        svg.path(series, &path(x, &series.values, to_x, to_y));
    }
    svg.body.push_str("</g>\n</g>\n");
}

/// Smallest and largest finite value; an empty range if there is none.
pub(super) fn range<'a>(slices: impl IntoIterator<Item = &'a [f64]>) -> (f64, f64) {
    let mut range = (f64::INFINITY, f64::NEG_INFINITY);
    for &v in slices.into_iter().flatten().filter(|v| v.is_finite()) {
        range = (range.0.min(v), range.1.max(v));
    }
    range
}

/// Path data of a line. Of many samples within one pixel only the first, the
/// extremes and the last are drawn: nobody can see the others, and a log of an
/// hour would otherwise be a picture of a hundred megabytes.
fn path(x: &[f64], y: &[f64], to_x: impl Fn(f64) -> f64, to_y: impl Fn(f64) -> f64) -> String {
    let mut data = String::new();
    let mut pen_up = true;
    let mut column: Vec<(f64, f64)> = Vec::new();
    let dense = x.len() > 4 * WIDTH as usize;
    for (&x, &y) in x.iter().zip(y) {
        if !(x.is_finite() && y.is_finite()) {
            flush(&mut data, &mut column, &mut pen_up);
            pen_up = true;
            continue;
        }
        let point = (to_x(x), to_y(y));
        if !dense || column.first().is_some_and(|c| (c.0 - point.0).abs() >= 1.0) {
            flush(&mut data, &mut column, &mut pen_up);
        }
        column.push(point);
    }
    flush(&mut data, &mut column, &mut pen_up);
    data
}

fn flush(data: &mut String, column: &mut Vec<(f64, f64)>, pen_up: &mut bool) {
    let by_height = |a: &usize, b: &usize| column[*a].1.total_cmp(&column[*b].1);
    let lowest = (0..column.len()).min_by(by_height);
    let highest = (0..column.len()).max_by(by_height);
    let mut kept: Vec<usize> = [Some(0), lowest, highest, column.len().checked_sub(1)]
        .into_iter()
        .flatten()
        .filter(|i| *i < column.len())
        .collect();
    kept.sort_unstable();
    kept.dedup();
    for i in kept {
        let (x, y) = column[i];
        let command = if std::mem::take(pen_up) { 'M' } else { 'L' };
        // A tenth of a unit is enough to be seen; heights are read as values, too.
        let _ = write!(data, "{command}{x:.1} {y:.2}");
    }
    column.clear();
}

/// SVG elements, collected.
#[derive(Default)]
pub(super) struct Svg {
    pub body: String,
}

impl Svg {
    pub fn text(&mut self, x: f64, y: f64, class: &str, anchor: &str, text: &str) {
        let text = escaped(text);
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.1}" y="{y:.1}" class="{class}" text-anchor="{anchor}">{text}</text>"#
        );
    }
    pub fn line(&mut self, class: &str, more: &str, [x1, y1, x2, y2]: [f64; 4]) {
        let class = if more.is_empty() { class.into() } else { format!("{class} {more}") };
        let _ = writeln!(
            self.body,
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" class="{class}"/>"#
        );
    }
    fn path(&mut self, series: &Series, data: &str) {
        if data.is_empty() {
            return;
        }
        let (class, name) = (class(series.style), escaped(&series.name));
        let _ = writeln!(
            self.body,
            r#"<path class="line {class}" d="{data}"><title>{name}</title></path>"#
        );
    }
    pub fn finish(self, title: &str, height: f64, more: &str) -> String {
        let title = escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
             width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\"{more}>\n\
             <title>{title}</title>\n<style>\n{LOOKS}</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// Text as XML may hold it: markup escaped, control characters dropped.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(name: &str, x: Vec<f64>, values: Vec<f64>) -> Figure {
        let series = Series { name: name.into(), values, style: Style::Main };
        let panel = Panel { title: name.into(), label: "N m".into(), series: vec![series] };
        Figure {
            title: name.into(),
            subtitle: String::new(),
            x_label: "time (s)".into(),
            x,
            panels: vec![panel],
        }
    }

    #[test]
    fn names_from_a_file_cannot_break_the_picture() {
        let svg = figure("<script>&\"\u{0}", vec![0.0, 1.0], vec![0.0, 1.0]).to_svg();
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        assert!(parsed.descendants().all(|n| n.tag_name().name() != "script"));
    }

    #[test]
    fn values_that_are_not_finite_leave_gaps() {
        let values = vec![0.0, 1.0, f64::NAN, 2.0, f64::INFINITY, 1.0];
        let svg = figure("gaps", (0..6).map(f64::from).collect(), values).to_svg();
        let line = svg.lines().find(|l| l.starts_with("<path")).unwrap();
        assert_eq!(line.matches('M').count(), 3, "{line}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn an_empty_figure_and_a_constant_one_are_drawn() {
        for (x, y) in [(vec![], vec![]), (vec![1.0], vec![3.0]), (vec![0.0, 1.0], vec![2.0, 2.0])] {
            roxmltree::Document::parse(&figure("few", x, y).to_svg()).unwrap();
        }
    }

    #[test]
    fn a_long_log_is_a_small_picture_that_keeps_its_peaks() {
        let n = 200_000;
        let x: Vec<f64> = (0..n).map(|i| i as f64 * 1e-3).collect();
        let mut y: Vec<f64> = x.iter().map(|t| t.sin()).collect();
        y[123_456] = 9.0;
        let svg = figure("long", x, y).to_svg();
        assert!(svg.len() < 60_000, "{}", svg.len());
        // The peak is the top of the panel's range of 10.
        let drawn: Vec<f64> = svg
            .lines()
            .find(|l| l.starts_with("<path"))
            .unwrap()
            .split(['M', 'L'])
            .filter_map(|p| p.split(' ').nth(1)?.split('"').next()?.parse().ok())
            .collect();
        let highest = drawn.iter().copied().fold(f64::INFINITY, f64::min);
        let typical = drawn[drawn.len() / 2];
        assert!(typical - highest > 80.0, "{highest} {typical}");
    }
}
