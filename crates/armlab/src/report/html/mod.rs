//! A report as one HTML file: nothing is fetched, it opens from disk, follows
//! the reader's light or dark theme, prints, and fits a phone.

mod looks;

use super::chart::escaped;
use std::fmt::Write;

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
    /// Columns of sentences, which are broken into lines.
    pub wrapped: Vec<usize>,
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
    /// Good or not.
    pub pass: bool,
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
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <style>\n{}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
             <p class=\"under\">{}</p>\n",
            looks::CSS,
            escaped(&self.subtitle)
        );
        if let Some(stamp) = &self.stamp {
            let (class, mark) =
                if stamp.pass { ("pass", "✓ pass") } else { ("fail", "✗ fail") };
            let words = escaped(&stamp.words);
            let _ = writeln!(out, "<p class=\"stamp {class}\"><b>{mark}</b> {words}</p>");
        }
        out.push_str("</header>\n");
        for section in &self.sections {
            let _ = writeln!(out, "<section>\n<h2>{}</h2>", escaped(&section.title));
            section.parts.iter().for_each(|part| write_part(&mut out, part));
            out.push_str("</section>\n");
        }
        out.push_str("</body>\n</html>\n");
        out
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
            write_table(out, table);
            Ok(())
        }
    };
}

fn write_table(out: &mut String, table: &Table) {
    let class = |k: usize| match (table.numbers.contains(&k), table.wrapped.contains(&k)) {
        (true, _) => " class=\"n\"",
        (_, true) => " class=\"w\"",
        _ => "",
    };
    out.push_str("<div class=\"wide\"><table>\n");
    if !table.caption.is_empty() {
        let _ = writeln!(out, "<caption>{}</caption>", escaped(&table.caption));
    }
    out.push_str("<thead><tr>");
    for (k, title) in table.header.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(k), escaped(title));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (i, row) in table.rows.iter().enumerate() {
        out.push_str(if table.marked == Some(i) { "<tr class=\"marked\">" } else { "<tr>" });
        for (k, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{}</td>", class(k), escaped(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

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
            stamp: Some(Stamp { pass: true, words: evil.into() }),
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

    #[test]
    fn numbers_are_aligned_and_the_marked_row_is_marked() {
        let table = Table {
            header: vec!["a".into(), "b".into()],
            rows: vec![vec!["x".into(), "1".into()], vec!["y".into(), "2".into()]],
            numbers: vec![1],
            marked: Some(1),
            ..Table::default()
        };
        let mut out = String::new();
        write_table(&mut out, &table);
        assert!(
            out.contains("<tr class=\"marked\"><td>y</td><td class=\"n\">2</td></tr>"),
            "{out}"
        );
        assert!(!out.contains("caption"));
    }
}
