//! A workspace seen from above: how freely the frame moves, in colours, and the
//! exact boundary where it is known.

use super::chart::escaped;
use super::ticks::Ticks;
use armlab_engine::kinematics::workspace::{Carrier, Region};
use armlab_engine::text::significant;
use std::fmt::Write;

/// What is drawn.
pub struct WorkspaceFigure<'a> {
    /// What the picture shows.
    pub title: String,
    /// A line below the title.
    pub subtitle: String,
    /// Squares seen from above: centre, and a value to colour by.
    pub squares: Vec<([f64; 2], f64)>,
    /// Width of a square, metres.
    pub cell: f64,
    /// What the colours mean.
    pub value: String,
    /// The exact boundary.
    pub region: Option<&'a Region>,
    /// Points to mark, each with whether it is inside.
    pub marks: Vec<([f64; 2], bool)>,
}

const WIDTH: f64 = 760.0;
const MARGIN: f64 = 64.0;
const TOP: f64 = 84.0;

const LOOKS: &str = "\
  text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1b1f24}\n\
  .paper{fill:#ffffff}.title{font-size:17px;font-weight:600}.small{font-size:12.5px}.faint{fill:#57606a}\n\
  .grid{stroke:#d9dee3;stroke-width:1}.edge{fill:none;stroke:#1b1f24;stroke-width:2.4}\n\
  .in{fill:#0072b2}.out{fill:#d55e00}\n\
  @media screen and (prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#0d1117}.faint{fill:#9aa4af}\n\
  .grid{stroke:#262d36}.edge{stroke:#e6edf3}}\n";

impl WorkspaceFigure<'_> {
    /// The picture as an SVG file.
    pub fn to_svg(&self) -> String {
        let [low, high] = self.bounds();
        let span = (high[0] - low[0]).max(high[1] - low[1]).max(1e-9);
        let scale = (WIDTH - 2.0 * MARGIN) / span;
        let height = TOP + MARGIN + (high[1] - low[1]) * scale;
        let x = |v: f64| MARGIN + (v - low[0]) * scale;
        let y = |v: f64| TOP + (high[1] - v) * scale;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
             width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n\
             <title>{title}</title>\n<style>\n{LOOKS}</style>\n\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height:.0}\"/>\n\
             <text class=\"title\" x=\"{MARGIN}\" y=\"34\">{title}</text>\n\
             <text class=\"small faint\" x=\"{MARGIN}\" y=\"56\">{subtitle}</text>\n",
            title = escaped(&self.title),
            subtitle = escaped(&self.subtitle),
        );
        let [across, up] = Ticks::of_plane(low, high, 8);
        for &k in &across.at {
            line(&mut svg, [x(k), TOP, x(k), y(low[1])]);
            label(&mut svg, x(k), y(low[1]) + 18.0, "middle", &across.label(k));
        }
        for &k in &up.at {
            line(&mut svg, [MARGIN, y(k), x(high[0]), y(k)]);
            label(&mut svg, MARGIN - 8.0, y(k) + 4.0, "end", &up.label(k));
        }
        let best = self.squares.iter().fold(0.0_f64, |a, s| a.max(s.1));
        for &([cx, cy], value) in &self.squares {
            let share = if best > 0.0 { (value / best).clamp(0.0, 1.0) } else { 0.0 };
            let side = self.cell * scale;
            let _ = writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{}\"/>",
                x(cx) - 0.5 * side,
                y(cy) - 0.5 * side,
                colour(share)
            );
        }
        if let Some(region) = self.region {
            let mut path = String::new();
            for piece in &region.pieces {
                let steps = if matches!(piece.carrier, Carrier::Circle { .. }) { 90 } else { 1 };
                for k in 0..=steps {
                    let t = piece.from + (piece.to - piece.from) * k as f64 / steps as f64;
                    let [px, py] = piece.carrier.at(t);
                    let _ =
                        write!(path, "{}{:.2} {:.2}", if k == 0 { "M" } else { "L" }, x(px), y(py));
                }
            }
            let _ = writeln!(svg, "<path class=\"edge\" d=\"{path}\"/>");
        }
        for &([px, py], inside) in &self.marks {
            let class = if inside { "in" } else { "out" };
            let _ = writeln!(
                svg,
                "<circle class=\"{class}\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"5\"/>",
                x(px),
                y(py)
            );
        }
        if !self.squares.is_empty() {
            label(
                &mut svg,
                x(high[0]),
                TOP - 10.0,
                "end",
                &format!("colour: {}, best {}", self.value, significant(best, 3)),
            );
        }
        label(&mut svg, x(high[0]), height - 14.0, "end", "x, y (m), seen along z");
        svg + "</svg>\n"
    }

    fn bounds(&self) -> [[f64; 2]; 2] {
        let mut points: Vec<[f64; 2]> = self.squares.iter().map(|s| s.0).collect();
        points.extend(self.marks.iter().map(|m| m.0));
        points.extend(self.region.into_iter().flat_map(Region::bounds));
        let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        for p in points {
            for i in 0..2 {
                bounds[0][i] = bounds[0][i].min(p[i] - self.cell);
                bounds[1][i] = bounds[1][i].max(p[i] + self.cell);
            }
        }
        if bounds[0][0].is_finite() { bounds } else { [[-1.0; 2], [1.0; 2]] }
    }
}

/// From blue (little) over green to yellow (much), even to the eye.
fn colour(share: f64) -> String {
    const STOPS: [[f64; 3]; 5] = [
        [68.0, 1.0, 84.0],
        [59.0, 82.0, 139.0],
        [33.0, 145.0, 140.0],
        [94.0, 201.0, 98.0],
        [253.0, 231.0, 37.0],
    ];
    let at = share * 4.0;
    let i = (at as usize).min(3);
    let mix = |k: usize| STOPS[i][k] + (at - i as f64) * (STOPS[i + 1][k] - STOPS[i][k]);
    format!("#{:02x}{:02x}{:02x}", mix(0) as u8, mix(1) as u8, mix(2) as u8)
}

fn line(svg: &mut String, [a, b, c, d]: [f64; 4]) {
    let _ = writeln!(
        svg,
        "<line class=\"grid\" x1=\"{a:.1}\" y1=\"{b:.1}\" x2=\"{c:.1}\" y2=\"{d:.1}\"/>"
    );
}

fn label(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text class=\"small faint\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(text)
    );
}
