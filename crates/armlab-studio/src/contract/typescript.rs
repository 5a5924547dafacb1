//! TypeScript from the contract's types.

use super::*;
use std::path::PathBuf;
use ts_rs::{Config, TS};

const HEADING: &str = "// Made from crates/armlab-studio/src/contract by its tests; do not edit.
// To write it anew: ARMLAB_WRITE_CONTRACT=1 cargo test --release -p armlab-studio contract
";

fn everything() -> String {
    let config = Config::new().with_large_int("number").with_array_tuple_limit(16);
    let mut text = HEADING.to_string();
    text.push_str("\n/** x, y, z in metres, then a unit quaternion x, y, z, w. */\n");
    text.push_str("export type Pose = [number, number, number, number, number, number, number];\n");
    macro_rules! declare {
        ($($type:ty),* $(,)?) => {$(
            text.push('\n');
            if let Some(docs) = <$type>::docs() {
                text.push_str(&docs);
            }
            text.push_str("export ");
            text.push_str(&<$type>::decl(&config));
            text.push('\n');
        )*};
    }
    declare!(
        Problem,
        Health,
        RobotCard,
        Choice,
        MethodCard,
        SettingCard,
        FrictionLawCard,
        FrictionLawParameter,
        Catalogue,
        ProjectCard,
        DeletedProject,
        CreateProject,
        Project,
        Field<f64>,
        LinkView,
        LinkDefaults,
        LimitsView,
        FrictionValue,
        FrictionView,
        JointView,
        FrameView,
        LoopView,
        FindingView,
        Model,
        DhEntry,
        Placement,
        NewJoint,
        MoveJoint,
        FramePatch,
        LoopPatch,
        CouplingEntry,
        RodPatch,
        LinkPatch,
        FrictionPatch,
        JointPatch,
        ModelPatch,
        Shape,
        Ellipsoid,
        LinkGeometry,
        Geometry,
        SolidInertia,
        PosesRequest,
        Poses,
        Stopped,
        TimedPoses,
        IkRequest,
        BindingView,
        IkStep,
        IkSolution,
        IkAnswer,
        WorkspaceRequest,
        Workspace,
        MovementCell,
        JointMovements,
        MotionSpec,
        SetMotion,
        PreviewMotion,
        PasteMovements,
        Pasted,
        Exceeded,
        CellProblem,
        MotionPreview,
        LogCard,
        LogColumn,
        LogPreview,
        DiagnoseRequest,
        SetMapping,
        ImportReport,
        SeriesInfo,
        Series,
        Filtered,
        Spectra,
        SpeedEffort,
        SpeedEffortJoint,
        SimulateOptions,
        ExciteOptions,
        IdentifyOptions,
        FollowOptions,
        ValidateOptions,
        CampaignOptions,
        RunRequest,
        RunState,
        RunCard,
        EstimateTrace,
        MethodView,
        RunView,
        Cancel,
        WriteBack,
        CorrectedLink,
        CorrectedView,
        EventMessage,
        StudioEvent,
    );
    text
}

#[test]
fn contract_ts_is_what_the_types_say() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/contract.ts");
    let wanted = everything();
    if std::env::var_os("ARMLAB_WRITE_CONTRACT").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == wanted,
        "web/src/contract.ts is stale; run {}",
        HEADING.lines().last().unwrap()
    );
}
