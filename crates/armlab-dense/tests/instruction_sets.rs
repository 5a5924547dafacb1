//! Registers of all lengths give the same triangle and the same sums to the last bit. A binary
//! of its own: the choice of instructions is the process's.

use armlab_dense::{Information, Instructions, Matrix, Rows, Tsqr};

/// Triangle and information matrix of some rows, computed with these instructions.
fn reduced(columns: &[Vec<f64>], with: Instructions) -> (Matrix, Matrix) {
    Instructions::limit(with);
    let unknowns = columns.len() - 1;
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let (mut triangle, mut sums) = (Tsqr::new(unknowns, 1), Information::new(unknowns, 1));
    triangle.push_rows(&Rows::all(&columns)).unwrap();
    sums.push_rows(&Rows::all(&columns)).unwrap();
    (triangle.finish().r(), sums.matrix())
}

#[test]
fn registers_of_four_and_of_eight_give_the_same_bits() {
    // Panels that are full and not, rows that fill blocks and not.
    for (rows, width) in [(5, 3), (40, 9), (300, 27), (1000, 74)] {
        let columns: Vec<Vec<f64>> = (0..width)
            .map(|j| (0..rows).map(|i| ((3 * i + 7 * j * j) as f64).sin()).collect())
            .collect();
        let all = Instructions::ALL.map(|set| reduced(&columns, set));
        let [portable, fused, others @ ..] = &all[..] else { panic!("two sets at least") };
        for (triangle, sums) in others {
            assert_eq!(&fused.0, triangle, "{rows} rows of {width}");
            assert_eq!(&fused.1, sums, "{rows} rows of {width}");
        }
        for (x, y) in portable.1.as_slice().iter().zip(fused.1.as_slice()) {
            assert!((x - y).abs() < 1e-10, "{rows} rows of {width}: {x} {y}");
        }
    }
}
