//! Public logs of real robots: where they are, what they hold, and what to know before they are used. Nothing is downloaded.

use serde::Serialize;

/// A data set that others have published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DataSet {
    /// Short name.
    pub name: &'static str,
    /// The robot.
    pub robot: &'static str,
    /// Driven joints.
    pub joints: usize,
    /// What is logged.
    pub signals: &'static str,
    /// Samples a second.
    pub rate: &'static str,
    /// The page to get it from.
    pub page: &'static str,
    /// Licence, as it is stated there.
    pub licence: &'static str,
    /// The publication.
    pub publication: &'static str,
    /// What to know before it is used.
    pub remark: &'static str,
}

/// The data sets.
pub const DATA_SETS: &[DataSet] = &[
    DataSet {
        name: "emps",
        robot: "EMPS, one sliding joint on a ball screw",
        joints: 1,
        signals: "position, reference, force by the drive's voltage",
        rate: "1 kHz",
        page: "https://github.com/meco-group/nlgreyfast",
        licence: "none stated",
        publication: "Janot, Gautier & Brunot, Data set and reference models of EMPS, 2019",
        remark: "a copy of the benchmark's MATLAB file; the force is gtau times the voltage",
    },
    DataSet {
        name: "kr300",
        robot: "KUKA KR300 R2500 ultra with 150 kg and a counterbalance on axis 2",
        joints: 6,
        signals: "positions, speeds, motor torques",
        rate: "250 Hz",
        page: "https://github.com/JonasWeigand/Robot_Identification",
        licence: "MIT",
        publication: "the repository's README",
        remark: "torques are the motors' times the gear ratio",
    },
    DataSet {
        name: "panda",
        robot: "Franka Emika Panda without a hand",
        joints: 7,
        signals: "positions, speeds, torques",
        rate: "1 kHz with lost packets",
        page: "https://github.com/marcocognetti/FrankaEmikaPandaDynModel",
        licence: "GPL-3.0",
        publication: "Gaz, Cognetti, Oliva, Robuffo Giordano & De Luca, RA-L 2019",
        remark: "use the time stamps: packets are lost",
    },
    DataSet {
        name: "tx40",
        robot: "Stäubli TX40, coupled wrist",
        joints: 6,
        signals: "positions, torques",
        rate: "5 kHz",
        page: "https://github.com/thanhndv212/figaroh-examples",
        licence: "Apache-2.0",
        publication: "examples of FIGAROH",
        remark: "motors 5 and 6 are coupled; no speeds are logged",
    },
    DataSet {
        name: "ur10",
        robot: "Universal Robots UR10 (CB3)",
        joints: 6,
        signals: "positions, speeds, torques",
        rate: "125 Hz",
        page: "https://github.com/unisa-acg/inverse-dynamics-solver",
        licence: "BSD-3-Clause",
        publication: "Petrone, Ferrentino & Chiacchio, IEEE TII 2025",
        remark: "ROS 2 bags of joint states",
    },
    DataSet {
        name: "ur10e",
        robot: "Universal Robots UR10e on a table, with and without a load of 2.805 kg",
        joints: 6,
        signals: "positions, speeds, currents",
        rate: "100 Hz, uneven",
        page: "https://github.com/shamilmamedov/dynamic_calibration",
        licence: "none stated",
        publication: "Mamedov & Mikhel, Frontiers in Robotics and AI 2020",
        remark: "currents: give --gains, or --gains unknown with the loaded log",
    },
    DataSet {
        name: "xmate7p",
        robot: "ROKAE xMate7 Pro",
        joints: 7,
        signals: "positions, speeds, torques",
        rate: "50 Hz",
        page: "https://github.com/NKU-ZiXuan/xMate7p_dyn_ident",
        licence: "CC BY-NC-SA 4.0",
        publication: "the repository's README",
        remark: "three periods of 20 s",
    },
];
