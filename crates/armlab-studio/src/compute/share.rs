//! A run as one read-only page that works from the disk: its report, and its motion replayed.

use crate::contract::TimedPoses;
use armlab::robot::Robot;
use serde_json::json;

const SCRIPT: &str = include_str!("replay.js");
const STYLE: &str = "<style>#replay canvas{width:100%;height:26rem;border:1px solid #8886;\
border-radius:6px;touch-action:none}#replay .bar{display:flex;gap:.8rem;align-items:center}\
#replay input{flex:1}</style>";

/// The page. Without a report it holds the replay alone.
pub fn page(title: &str, report: Option<String>, replay: Option<String>) -> String {
    let replay = replay.unwrap_or_default();
    let report = report.unwrap_or_else(|| {
        let title = escaped(title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';\
             style-src 'unsafe-inline';script-src 'unsafe-inline'\"><title>{title}</title>\
             <style>:root{{color-scheme:light dark}}body{{margin:0 auto;max-width:1120px;\
             padding:1.5rem 1rem;font:16px/1.5 system-ui,sans-serif;color:CanvasText;\
             background:Canvas}}</style></head><body><header><h1>{title}</h1></header>\
             </body></html>\n"
        )
    });
    match report.find("</header>") {
        Some(at) => {
            let (before, after) = report.split_at(at + "</header>".len());
            format!("{before}{replay}{after}")
        }
        None => report.replacen("</body>", &format!("{replay}</body>"), 1),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The part of a page that replays a motion; `None` if there is none.
pub fn replay(robot: &Robot, motion: &TimedPoses) -> Option<String> {
    let rows = motion.poses.links.iter().zip(&motion.poses.tool);
    // Points are the base, the links' origins and the tool; to a tenth of a millimetre.
    let round = |x: f64| (x * 1e4).round() / 1e4;
    let points: Vec<Vec<f64>> = rows
        .map(|(links, tool)| {
            let origins = links.chunks(7).flat_map(|l| l.iter().take(3));
            let all = [0.0; 3].iter().chain(origins).chain(tool.iter().take(3));
            all.map(|x| round(*x)).collect()
        })
        .collect();
    if points.len() < 2 || points.iter().flatten().any(|x| !x.is_finite()) {
        return None;
    }
    let place = |link: Option<usize>| link.map_or(0, |l| l + 1);
    let joints = robot.joints().iter().enumerate();
    let mut lines: Vec<[usize; 2]> = joints.map(|(k, j)| [place(j.parent), k + 1]).collect();
    lines.push([place(robot.tool().link), robot.joints().len() + 1]);
    let t: Vec<f64> = motion.t.iter().take(points.len()).map(|t| round(*t)).collect();
    let data = json!({ "t": t, "points": points, "lines": lines });
    // Nothing in it can end the element.
    let data = data.to_string().replace('<', "\\u003c");
    Some(format!(
        "{STYLE}<section id=\"replay\" aria-label=\"Motion\"><h2>Motion</h2>\
         <canvas id=\"replay-canvas\" role=\"img\" aria-label=\"The robot in motion\"></canvas>\
         <div class=\"bar\"><button id=\"replay-play\" aria-pressed=\"false\">Play</button>\
         <input id=\"replay-time\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"Time\">\
         <output id=\"replay-clock\"></output></div>\
         <script type=\"application/json\" id=\"replay-data\">{data}</script>\
         <script>{SCRIPT}</script></section>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_text_and_the_replay_follows_the_head_of_a_report() {
        let alone = page("<b>", None, Some("REPLAY".into()));
        assert!(alone.contains("&lt;b&gt;") && !alone.contains("<b>"));
        let report = "<body><header>h</header><p>rest</p></body>";
        let both = page("t", Some(report.into()), Some("REPLAY".into()));
        assert_eq!(both, "<body><header>h</header>REPLAY<p>rest</p></body>");
    }
}
