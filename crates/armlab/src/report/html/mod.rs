//! A report as one HTML file: nothing is fetched, it opens from disk, follows
//! the reader's light or dark theme, prints, and fits a phone.

mod looks;
mod tables;

use super::chart::escaped;
use std::fmt::Write;

/// Cursors, zoom, and open tables on paper. Ours, and the only script of a page: it
/// asks for nothing, and a page without it is the same page.
const SCRIPT: &str = include_str!("interactive.js");
/// A browser that knows this policy refuses every request.
const POLICY: &str = "default-src 'none';style-src 'unsafe-inline';script-src 'unsafe-inline'";
/// A page with more sections than this begins with a list of them.
const FEW_SECTIONS: usize = 5;

/// A piece of a report.
#[derive(Clone, Debug)]
pub enum Part {
    /// A paragraph.
    Text(String),
    /// A list of sentences.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// An SVG picture and what it shows.
    Picture {
        /// The picture, as armlab draws it: it goes in as it is.
        svg: String,
        /// What it shows, and how to read it.
        caption: String,
    },
    /// Something to type.
    Command(String),
}

/// A table with a header.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it holds; may be empty.
    pub caption: String,
    /// Column titles.
    pub header: Vec<String>,
    /// Rows.
    pub rows: Vec<Vec<String>>,
    /// Columns of numbers, which are aligned to the right.
    pub numbers: Vec<usize>,
    /// The row that matters most.
    pub marked: Option<usize>,
}

/// A headline with its parts.
#[derive(Clone, Debug)]
pub struct Section {
    /// Headline.
    pub title: String,
    /// What stands below it.
    pub parts: Vec<Part>,
}

impl Section {
    /// A section.
    pub fn new(title: impl Into<String>, parts: Vec<Part>) -> Self {
        Self { title: title.into(), parts }
    }
}

/// A judgement, in a box at the top.
#[derive(Clone, Debug)]
pub struct Stamp {
    /// `pass`, `limited` or `fail`.
    pub status: &'static str,
    /// In a few words.
    pub words: String,
}

/// A report.
#[derive(Clone, Debug)]
pub struct Page {
    /// Title.
    pub title: String,
    /// A line below it.
    pub subtitle: String,
    /// The judgement.
    pub stamp: Option<Stamp>,
    /// Sections.
    pub sections: Vec<Section>,
}

impl Page {
    /// The report as an HTML file.
    pub fn to_html(&self) -> String {
        let title = escaped(&self.title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<title>{title}</title>\n\
             <style>\n{}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
             <p class=\"under\">{}</p>\n",
            looks::CSS,
            escaped(&self.subtitle)
        );
        if let Some(stamp) = &self.stamp {
            let (class, mark) = match stamp.status {
                "pass" => ("pass", "✓ pass"),
                "limited" => ("limited", "! limited"),
                _ => ("fail", "✗ fail"),
            };
            let words = escaped(&stamp.words);
            let _ = writeln!(out, "<p class=\"stamp {class}\"><b>{mark}</b> {words}</p>");
        }
        out.push_str("</header>\n");
        self.write_contents(&mut out);
        for (k, section) in self.sections.iter().enumerate() {
            let title = escaped(&section.title);
            let _ = writeln!(out, "<section id=\"s{}\">\n<h2>{title}</h2>", k + 1);
            section.parts.iter().for_each(|part| write_part(&mut out, part));
            out.push_str("</section>\n");
        }
        if self.sections.iter().flat_map(|s| &s.parts).any(Part::moves) {
            let _ = writeln!(out, "<script>\n{SCRIPT}</script>");
        }
        out.push_str("</body>\n</html>\n");
        out
    }

    fn write_contents(&self, out: &mut String) {
        if self.sections.len() <= FEW_SECTIONS {
            return;
        }
        out.push_str("<nav aria-label=\"Contents\"><ol>\n");
        for (k, section) in self.sections.iter().enumerate() {
            let title = escaped(&section.title);
            let _ = writeln!(out, "<li><a href=\"#s{}\">{title}</a></li>", k + 1);
        }
        out.push_str("</ol></nav>\n");
    }
}

fn write_part(out: &mut String, part: &Part) {
    let _ = match part {
        Part::Text(text) => writeln!(out, "<p>{}</p>", escaped(text)),
        Part::Command(text) => writeln!(out, "<pre>{}</pre>", escaped(text)),
        Part::List(items) if items.is_empty() => Ok(()),
        Part::List(items) => {
            let items: String =
                items.iter().map(|i| format!("<li>{}</li>\n", escaped(i))).collect();
            writeln!(out, "<ul>\n{items}</ul>")
        }
        Part::Picture { svg, caption } => {
            writeln!(out, "<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>", escaped(caption))
        }
        Part::Table(table) => {
            tables::write_table(out, table);
            Ok(())
        }
    };
}

impl Part {
    /// Whether the page's script has something to do here.
    fn moves(&self) -> bool {
        match self {
            Self::Picture { svg, .. } => svg.contains("class=\"chart\""),
            Self::Table(table) => tables::is_long(table),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Figure, Panel, Series, Style};

    #[test]
    fn text_from_files_cannot_become_markup_and_nothing_is_fetched() {
        let evil = "<script>alert('&')</script>\"\u{0}";
        let table = Table {
            caption: evil.into(),
            header: vec![evil.into()],
            rows: vec![vec![evil.into()]],
            ..Table::default()
        };
        let page = Page {
            title: evil.into(),
            subtitle: evil.into(),
            stamp: Some(Stamp { status: "pass", words: evil.into() }),
            sections: vec![Section::new(
                evil,
                vec![
                    Part::Text(evil.into()),
                    Part::List(vec![evil.into()]),
                    Part::Command(evil.into()),
                    Part::Table(table),
                    Part::Picture { svg: String::new(), caption: evil.into() },
                ],
            )],
        };
        let html = page.to_html();
        assert!(!html.contains("<script") && !html.contains('\u{0}'));
        for fetched in ["http:", "https:", "src=", "@import", "url("] {
            assert!(!html.contains(fetched), "{fetched}");
        }
    }

    fn page(parts: Vec<Part>) -> String {
        let sections = vec![Section::new("s", parts)];
        Page { title: "t".into(), subtitle: String::new(), stamp: None, sections }.to_html()
    }

    fn chart(name: &str) -> Part {
        let series = Series { name: name.into(), values: vec![0.0, 1.0], style: Style::Main };
        let panel = Panel { title: name.into(), label: name.into(), series: vec![series] };
        let figure = Figure {
            title: name.into(),
            subtitle: name.into(),
            x_label: name.into(),
            x: vec![0.0, 1.0],
            panels: vec![panel],
        };
        Part::Picture { svg: figure.to_svg(), caption: name.into() }
    }

    #[test]
    fn the_only_script_is_ours_whatever_names_a_chart_has() {
        let html = page(vec![chart("</script><script>alert(1)</script>\" onload=\"x"), chart("b")]);
        assert_eq!(html.matches("<script").count(), 1, "once for all charts");
        assert_eq!(html.matches("</script").count(), 1);
        let (before, after) = html.split_once("<script>\n").unwrap();
        assert_eq!(after.split_once("</script>").unwrap().0, SCRIPT);
        // What the names hold stays text, within attributes too.
        let svg = before.split_once("<svg").unwrap().1.split_once("</svg>").unwrap().0;
        let svg = format!("<svg{svg}</svg>");
        let document = roxmltree::Document::parse(&svg).unwrap();
        assert!(document.descendants().all(|n| n.attribute("onload").is_none()));
        assert!(document.root_element().attribute("data-axis").unwrap().contains("<script>"));
    }

    #[test]
    fn the_script_asks_for_nothing_and_makes_no_markup_of_text() {
        let forbidden = [
            "http",
            "fetch",
            "XMLHttp",
            "import",
            "src",
            "WebSocket",
            "sendBeacon",
            "eval",
            "innerHTML",
            "outerHTML",
            "insertAdjacent",
            "document.write",
            "Function(",
            "cookie",
            "localStorage",
        ];
        for word in forbidden {
            assert!(!SCRIPT.contains(word), "{word}");
        }
        assert!(SCRIPT.len() < 16_000, "small: {}", SCRIPT.len());
        assert!(page(vec![]).contains("default-src 'none'"));
    }

    #[test]
    fn a_page_without_charts_has_no_script() {
        assert!(!page(vec![Part::Text("words".into())]).contains("<script"));
    }

    #[test]
    fn charts_say_what_the_script_needs() {
        let Part::Picture { svg, .. } = chart("n") else { panic!("a picture") };
        let document = roxmltree::Document::parse(&svg).unwrap();
        assert_eq!(document.root_element().attribute("data-x"), Some("0.0 1.0"));
        let with = |class: &str| {
            document.descendants().filter(|n| n.attribute("class") == Some(class)).count()
        };
        assert_eq!([with("axes"), with("ticks"), with("lines")], [1, 1, 1]);
        let axes = document.descendants().find(|n| n.attribute("class") == Some("axes")).unwrap();
        assert_eq!(axes.attribute("data-y"), Some("0.0 1.0"));
        assert_eq!(axes.attribute("data-box").unwrap().split(' ').count(), 4);
    }

    #[test]
    fn many_sections_are_listed_first_and_few_are_not() {
        let of = |n: usize| {
            let sections = (0..n).map(|k| Section::new(format!("part {k}"), vec![])).collect();
            Page { title: "t".into(), subtitle: String::new(), stamp: None, sections }.to_html()
        };
        assert!(!of(5).contains("<nav"));
        let html = of(6);
        assert!(
            html.contains("<a href=\"#s6\">part 5</a>") && html.contains("<section id=\"s6\">")
        );
    }
}
