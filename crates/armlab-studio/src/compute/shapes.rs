//! Shapes that a URDF states for its links: primitives and meshes of `<visual>`, or of
//! `<collision>` where a link has no visual.

use crate::contract::Shape;
use crate::model::pose;
use armlab::robot::Robot;
use armlab::spatial::Transform;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::{HashMap, HashSet};

/// Most shapes of a robot.
const MOST: usize = 5000;

/// Shapes of a URDF: index of the link (`None` is the base), and the shape. A mesh has a URL if
/// its file is in `there`.
pub fn shapes(
    urdf: &str,
    robot: &Robot,
    there: &HashSet<String>,
    url: impl Fn(&str) -> String,
) -> Vec<(Option<usize>, Shape)> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: 1_000_000, ..Default::default() };
    let Ok(document) = Document::parse_with_options(urdf, options) else { return Vec::new() };
    let mut found = Vec::new();
    // Materials may be named once and used often.
    let materials: HashMap<&str, [f64; 4]> = document
        .descendants()
        .filter(|n| n.has_tag_name("material"))
        .filter_map(|n| Some((n.attribute("name")?, colour(&n)?)))
        .collect();
    for link in document.root_element().children().filter(|n| n.has_tag_name("link")) {
        let frame = link.attribute("name").and_then(|name| robot.find_frame(name));
        let Some(frame) = frame else { continue };
        let of = |tag: &'static str| link.children().filter(move |n| n.has_tag_name(tag));
        let tag = if of("visual").next().is_some() { "visual" } else { "collision" };
        for visual in of(tag) {
            if found.len() == MOST {
                return found;
            }
            if let Some(mut shape) = shape(&visual, &frame.pose) {
                let material = child(&visual, "material");
                let named = |m: Node| materials.get(m.attribute("name")?).copied();
                shape.colour = material.and_then(|m| colour(&m).or_else(|| named(m)));
                shape.url = shape.mesh.as_deref().filter(|m| there.contains(*m)).map(&url);
                found.push((frame.link, shape));
            }
        }
    }
    found
}

fn child<'a, 'i>(node: &Node<'a, 'i>, tag: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|n| n.has_tag_name(tag))
}

/// Red, green, blue, opacity of a material.
fn colour(material: &Node) -> Option<[f64; 4]> {
    let rgba = numbers::<4>(child(material, "color")?.attribute("rgba"))?;
    Some(rgba.map(|x| x.clamp(0.0, 1.0)))
}

fn numbers<const N: usize>(text: Option<&str>) -> Option<[f64; N]> {
    let all: Vec<f64> = text?.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    all.try_into().ok().filter(|a: &[f64; N]| a.iter().all(|x| x.is_finite()))
}

fn shape(visual: &Node, frame: &Transform<f64>) -> Option<Shape> {
    let origin = child(visual, "origin");
    let part = |name| origin.and_then(|o| numbers::<3>(o.attribute(name))).unwrap_or_default();
    let place = frame.compose(&Transform::from_xyz_rpy(part("xyz"), part("rpy")));
    let geometry = child(visual, "geometry")?;
    let node = geometry.children().find(Node::is_element)?;
    let number = |name| numbers::<1>(node.attribute(name)).map(|[x]| x);
    let mut mesh = None;
    let (kind, size) = match node.tag_name().name() {
        "box" => ("box", numbers::<3>(node.attribute("size"))?.to_vec()),
        "cylinder" => ("cylinder", vec![number("radius")?, number("length")?]),
        "capsule" => ("capsule", vec![number("radius")?, number("length")?]),
        "sphere" => ("sphere", vec![number("radius")?]),
        "mesh" => {
            let file = node.attribute("filename")?;
            mesh = Some(mesh_name(file)?);
            ("mesh", numbers::<3>(node.attribute("scale")).unwrap_or([1.0; 3]).to_vec())
        }
        _ => return None,
    };
    let (kind, pose) = (kind.into(), pose(&place));
    Some(Shape {
        kind,
        pose,
        size,
        stated: true,
        part: "body".into(),
        colour: None,
        mesh,
        url: None,
    })
}

/// The last part of a mesh's path: `package://arm/meshes/base.stl` is `base.stl`.
pub fn mesh_name(path: &str) -> Option<String> {
    let name = path.rsplit(['/', '\\']).next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_. ".contains(c);
    let sound = !name.is_empty() && name.len() < 128 && !name.starts_with('.');
    (sound && name.chars().all(plain)).then(|| name.to_string())
}
