//! Points over an axis of their own, panel by panel, two beside each other.

use super::chart::{LINE_HEIGHT, Svg, WIDTH, class, escaped, legend, range};
use super::figure::Style;
use super::ticks::Ticks;
use std::fmt::Write;

const HEIGHT: f64 = 190.0;
const LEFT: f64 = 70.0;
const GAP: f64 = 66.0;
const COLUMNS: usize = 2;

/// Points, or a curve through them.
#[derive(Clone, Debug)]
pub struct Cloud {
    /// Name, in the legend.
    pub name: String,
    /// Horizontal values.
    pub x: Vec<f64>,
    /// Vertical values.
    pub y: Vec<f64>,
    /// Looks.
    pub style: Style,
    /// Whether a line is drawn through the points, in their order.
    pub joined: bool,
}

/// One pair of axes.
#[derive(Clone, Debug)]
pub struct ScatterPanel {
    /// What is drawn.
    pub title: String,
    /// Quantity and unit of the horizontal axis.
    pub x_label: String,
    /// Quantity and unit of the vertical axis.
    pub y_label: String,
    /// Points and curves, the last on top.
    pub clouds: Vec<Cloud>,
}

/// A picture of several.
#[derive(Clone, Debug)]
pub struct ScatterFigure {
    /// What the picture shows.
    pub title: String,
    /// Panels, by rows.
    pub panels: Vec<ScatterPanel>,
}

impl ScatterFigure {
    /// The picture as an SVG file.
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::default();
        let mut top = 34.0;
        svg.text(LEFT, top, "title", "start", &self.title);
        let mut names: Vec<(&str, Style)> = Vec::new();
        for cloud in self.panels.iter().flat_map(|p| &p.clouds) {
            if names.iter().all(|(name, _)| *name != cloud.name) {
                names.push((&cloud.name, cloud.style));
            }
        }
        top = legend(&mut svg, &names, top + 8.0);
        let wide = WIDTH / COLUMNS as f64;
        for row in self.panels.chunks(COLUMNS) {
            top += LINE_HEIGHT + 22.0;
            for (k, panel) in row.iter().enumerate() {
                let left = k as f64 * wide + LEFT;
                draw_panel(
                    &mut svg,
                    panel,
                    [left, top, (k + 1) as f64 * wide - 24.0, top + HEIGHT],
                );
            }
            top += HEIGHT + GAP - LINE_HEIGHT - 22.0;
        }
        svg.finish(&self.title, top + 12.0, "")
    }
}

fn draw_panel(svg: &mut Svg, panel: &ScatterPanel, [left, top, right, bottom]: [f64; 4]) {
    let (low, high) = range(panel.clouds.iter().map(|c| &c.x[..]));
    let across = Ticks::covering(low, high, 5, true);
    let (low, high) = range(panel.clouds.iter().map(|c| &c.y[..]));
    let up = Ticks::covering(low, high, 5, true);
    let to_x = |v: f64| left + (right - left) * across.fraction(v);
    let to_y = |v: f64| bottom - (bottom - top) * up.fraction(v);
    svg.text(left, top - 11.0, "panel", "start", &panel.title);
    svg.text(right, top - 11.0, "small faint", "end", &panel.y_label);
    svg.text(right, bottom + 36.0, "small", "end", &panel.x_label);
    for &mark in &up.at {
        let class = if mark == 0.0 { "zero" } else { "grid" };
        svg.line(class, "", [left, to_y(mark), right, to_y(mark)]);
        svg.text(left - 9.0, to_y(mark) + 4.0, "small", "end", &up.label(mark));
    }
    for &mark in &across.at {
        let class = if mark == 0.0 { "zero" } else { "grid" };
        svg.line(class, "", [to_x(mark), top, to_x(mark), bottom]);
        svg.text(to_x(mark), bottom + 18.0, "small", "middle", &across.label(mark));
    }
    for cloud in &panel.clouds {
        let points = cloud.x.iter().zip(&cloud.y).filter(|(x, y)| x.is_finite() && y.is_finite());
        let mut data = String::new();
        for (x, y) in points {
            let (x, y) = (to_x(*x), to_y(*y));
            let _ = match cloud.joined {
                true => write!(data, "{}{x:.1} {y:.1}", if data.is_empty() { 'M' } else { 'L' }),
                // A dot is a square of two pixels: one path for all of them.
                false => write!(data, "M{:.1} {:.1}h2v2h-2z", x - 1.0, y - 1.0),
            };
        }
        if data.is_empty() {
            continue;
        }
        let (looks, name) = (class(cloud.style), escaped(&cloud.name));
        let kind = if cloud.joined { "line" } else { "dot" };
        let _ = writeln!(
            svg.body,
            r#"<path class="{kind} {looks}" d="{data}"><title>{name}</title></path>"#
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_curves_are_drawn_and_values_that_are_not_finite_left_out() {
        let cloud = |joined| Cloud {
            name: "<a>".into(),
            x: vec![-1.0, f64::NAN, 1.0],
            y: vec![2.0, 3.0, f64::INFINITY],
            style: Style::Blue,
            joined,
        };
        let panel = ScatterPanel {
            title: "joint & co".into(),
            x_label: "speed (rad/s)".into(),
            y_label: "friction (N m)".into(),
            clouds: vec![cloud(true), cloud(false)],
        };
        let figure = ScatterFigure { title: "t".into(), panels: vec![panel; 3] };
        let svg = figure.to_svg();
        roxmltree::Document::parse(&svg).unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert_eq!(svg.matches("<path").count(), 6);
    }
}
