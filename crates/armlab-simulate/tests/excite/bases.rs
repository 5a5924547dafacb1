//! Every basis gives a design.

use super::support::{designed, robot, rotary};
use armlab_simulate::excite::objective::objective;
use armlab_simulate::excite::{BasisKind, DesignOptions, Ends, LimitsFile, Scaling};
use armlab_simulate::motion::{ReadFor, read_trajectory, write_trajectory};

#[test]
fn every_basis_gives_a_motion_that_is_written_and_read_again() {
    let robot = robot("scara");
    for (basis, ends) in [
        (BasisKind::Fourier { harmonics: 5 }, Ends::Rest),
        (BasisKind::Fourier { harmonics: 5 }, Ends::Free),
        (BasisKind::Quintic { pieces: 5 }, Ends::Rest),
        (BasisKind::Quintic { pieces: 1 }, Ends::Free),
        (BasisKind::Spline { spans: 12 }, Ends::Rest),
    ] {
        let options = DesignOptions {
            basis,
            ends,
            objective: objective("sigma-min").unwrap(),
            scaling: Some(Scaling::None),
            parameters: rotary(),
            duration: 15.0,
            starts: 2,
            iterations: 200,
            ..DesignOptions::default()
        };
        let found = designed(&robot, &LimitsFile::default(), &options).unwrap();
        println!("{basis:?} {ends:?}: sigma_min {:.2}", found.quality.sigma_min);
        assert!(found.quality.sigma_min > 2.0 * found.random[0].sigma_min);
        let text = write_trajectory(&found.trajectory);
        let again = read_trajectory(&text, "written", ReadFor::robot(&robot)).unwrap();
        assert_eq!(found.trajectory, again);
    }
}

#[test]
fn a_basis_without_freedom_is_refused_with_a_way_out() {
    let robot = robot("scara");
    for (basis, ends, hint) in [
        (BasisKind::Fourier { harmonics: 1 }, Ends::Rest, "more harmonics"),
        (BasisKind::Fourier { harmonics: 0 }, Ends::Rest, "take 1 to"),
        (BasisKind::Spline { spans: 8 }, Ends::Free, "fourier or quintic"),
    ] {
        let options = DesignOptions { basis, ends, ..DesignOptions::default() };
        let error = designed(&robot, &LimitsFile::default(), &options).unwrap_err().to_string();
        assert!(error.contains(hint), "{error}");
    }
}
