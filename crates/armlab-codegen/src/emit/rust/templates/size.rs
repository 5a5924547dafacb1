
fn size_of(x: Real) -> Real {
    if x < 0.0 { -x } else { x }
}
