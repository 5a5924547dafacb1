//! Definitions of messages that bags may hold without saying what is in them.

/// What follows the fields of a message with a header.
#[cfg(feature = "mcap")]
macro_rules! with_header {
    ($fields:literal) => {
        concat!(
            "std_msgs/Header header\n",
            $fields,
            "================================================================================\n",
            "MSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n",
            "================================================================================\n",
            "MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n"
        )
    };
}

/// `sensor_msgs/JointState`, with all that it is made of, for bags that are written.
#[cfg(feature = "mcap")]
pub const JOINT_STATE: &str =
    with_header!("string[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort\n");

/// Names and values of other channels, for bags that are written.
#[cfg(feature = "mcap")]
pub const NAMED_VALUES: &str = with_header!("string[] name\nfloat64[] value\n");

const KNOWN: &[(&str, &str)] = &[
    ("builtin_interfaces/Time", "int32 sec\nuint32 nanosec"),
    ("builtin_interfaces/Duration", "int32 sec\nuint32 nanosec"),
    ("std_msgs/Header", "builtin_interfaces/Time stamp\nstring frame_id"),
    ("std_msgs/MultiArrayDimension", "string label\nuint32 size\nuint32 stride"),
    ("std_msgs/MultiArrayLayout", "MultiArrayDimension[] dim\nuint32 data_offset"),
    ("std_msgs/Float64MultiArray", "MultiArrayLayout layout\nfloat64[] data"),
    ("std_msgs/Float32MultiArray", "MultiArrayLayout layout\nfloat32[] data"),
    (
        "sensor_msgs/JointState",
        "std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort",
    ),
    (
        "trajectory_msgs/JointTrajectoryPoint",
        "float64[] positions\nfloat64[] velocities\nfloat64[] accelerations\nfloat64[] effort\nbuiltin_interfaces/Duration time_from_start",
    ),
    ("geometry_msgs/Vector3", "float64 x\nfloat64 y\nfloat64 z"),
    ("geometry_msgs/Quaternion", "float64 x\nfloat64 y\nfloat64 z\nfloat64 w"),
    ("geometry_msgs/Transform", "Vector3 translation\nQuaternion rotation"),
    ("geometry_msgs/Twist", "Vector3 linear\nVector3 angular"),
    (
        "trajectory_msgs/MultiDOFJointTrajectoryPoint",
        "geometry_msgs/Transform[] transforms\ngeometry_msgs/Twist[] velocities\ngeometry_msgs/Twist[] accelerations\nbuiltin_interfaces/Duration time_from_start",
    ),
    ("control_msgs/InterfaceValue", "string[] interface_names\nfloat64[] values"),
    (
        "control_msgs/DynamicJointState",
        "std_msgs/Header header\nstring[] joint_names\nInterfaceValue[] interface_values",
    ),
    (
        "control_msgs/JointTrajectoryControllerState",
        "std_msgs/Header header\nstring[] joint_names\ntrajectory_msgs/JointTrajectoryPoint reference\ntrajectory_msgs/JointTrajectoryPoint feedback\ntrajectory_msgs/JointTrajectoryPoint error\ntrajectory_msgs/JointTrajectoryPoint output\nstring[] multi_dof_joint_names\ntrajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_reference\ntrajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_feedback\ntrajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_error\ntrajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_output",
    ),
];

/// Layouts of other releases: messages are read by the one that fits.
const OTHER_RELEASES: &[(&str, &str)] = &[
    (
        "control_msgs/JointTrajectoryControllerState",
        "std_msgs/Header header\nstring[] joint_names\ntrajectory_msgs/JointTrajectoryPoint reference\ntrajectory_msgs/JointTrajectoryPoint feedback\ntrajectory_msgs/JointTrajectoryPoint error\ntrajectory_msgs/JointTrajectoryPoint output\nstring[] multi_dof_joint_names\ntrajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_reference\ntrajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_feedback\ntrajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_error\ntrajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_output\nfloat64 speed_scaling_factor",
    ),
    (
        "control_msgs/JointTrajectoryControllerState",
        "std_msgs/Header header\nstring[] joint_names\ntrajectory_msgs/JointTrajectoryPoint desired\ntrajectory_msgs/JointTrajectoryPoint actual\ntrajectory_msgs/JointTrajectoryPoint error",
    ),
];

/// The definition of a type by its short name.
pub fn text(name: &str) -> Option<&'static str> {
    KNOWN.iter().find(|k| k.0 == name).map(|k| k.1)
}

/// All definitions of a type by its short name, the latest first.
pub fn texts(name: &str) -> Vec<&'static str> {
    let all = KNOWN.iter().chain(OTHER_RELEASES);
    all.filter(|k| k.0 == name).map(|k| k.1).collect()
}
