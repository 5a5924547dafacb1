// Made from crates/armlab-studio/src/contract by its tests; do not edit.
// To write it anew: ARMLAB_WRITE_CONTRACT=1 cargo test --release -p armlab-studio contract

/** x, y, z in metres, then a unit quaternion x, y, z, w. */
export type Pose = [number, number, number, number, number, number, number];

/**
 * Why a request was not answered, and what to do about it
 * (`application/problem+json`).
 */
export type Problem = { 
/**
 * Identifier of the kind of problem, for programs; never changes.
 */
type: string, 
/**
 * The kind in a few words.
 */
title: string, 
/**
 * The HTTP status.
 */
status: number, 
/**
 * What is wrong, and where.
 */
detail: string, 
/**
 * What to do about it.
 */
hint: string, 
/**
 * The field of the request that is meant, as a path (`links.arm1.mass`,
 * `joints[1].movements[2].TI`).
 */
field?: string, 
/**
 * File, where a file is meant.
 */
file?: string, 
/**
 * Line in it, from 1.
 */
line?: number, 
/**
 * Column in it, from 1.
 */
column?: number, 
/**
 * With status 409: what the writer had sent.
 */
mine?: unknown, 
/**
 * With status 409: the project as it is now.
 */
theirs?: Project, };

/**
 * `GET /health`.
 */
export type Health = { 
/**
 * `armlab`.
 */
name: string, 
/**
 * Its version.
 */
version: string, 
/**
 * Seconds since the server began.
 */
seconds: number, 
/**
 * Changes with every start of the server.
 */
start: string, 
/**
 * Runs that are queued or at work.
 */
busy: number, 
/**
 * The project that was named on the command line.
 */
open: string | null, };

/**
 * A built-in robot: one entry of `GET /robots`.
 */
export type RobotCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * One sentence on it.
 */
summary: string, 
/**
 * Joints that move.
 */
joints: number, 
/**
 * Joints that are driven.
 */
driven: number, 
/**
 * True for a parallel machine.
 */
looped: boolean, 
/**
 * Link frames in the home pose, for a picture.
 */
frames: Array<[number, number, number, number, number, number, number]>, 
/**
 * The frame that each hangs on; null is the base.
 */
parents: Array<number | null>, 
/**
 * The tool in the home pose.
 */
tool: [number, number, number, number, number, number, number], 
/**
 * Lines of the picture: from x, y, z to x, y, z.
 */
lines: Array<[number, number, number, number, number, number]>, };

/**
 * Something that can be chosen by name.
 */
export type Choice = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is, in a few words.
 */
summary: string, };

/**
 * A method with its settings.
 */
export type MethodCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is, in a few words.
 */
summary: string, 
/**
 * What can be set.
 */
settings: Array<SettingCard>, };

/**
 * A setting of a method, changed by `METHOD.SETTING=VALUE`.
 */
export type SettingCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it does.
 */
about: string, 
/**
 * `number`, `whole number`, `true or false`, `word` …
 */
kind: string, 
/**
 * Its unit; empty for a pure number.
 */
unit: string, 
/**
 * What is accepted: a range, or words.
 */
accepts: string, 
/**
 * The words it accepts; for a number, beside numbers.
 */
words: Array<string>, 
/**
 * Its default, as it would be typed.
 */
default: string, };

/**
 * A friction law.
 */
export type FrictionLawCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * The equation.
 */
equation: string, 
/**
 * Its parameters.
 */
parameters: Array<FrictionLawParameter>, };

/**
 * A parameter of a friction law.
 */
export type FrictionLawParameter = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its symbol.
 */
symbol: string, 
/**
 * Unit at a joint that turns.
 */
unit_turning: string, 
/**
 * Unit at a joint that slides.
 */
unit_sliding: string, 
/**
 * Its usual value, where it may be left out.
 */
usual: number | null, };

/**
 * `GET /catalogue`: every name that requests may hold.
 */
export type Catalogue = { 
/**
 * Solvers of inverse kinematics, the usual one first.
 */
ik_methods: Array<MethodCard>, 
/**
 * Estimators.
 */
estimators: Array<MethodCard>, 
/**
 * Methods that estimate while a log grows.
 */
online_methods: Array<Choice>, 
/**
 * Default estimators.
 */
usual_estimators: Array<string>, 
/**
 * What makes an excitation good.
 */
objectives: Array<Choice>, 
/**
 * Controllers of a simulation.
 */
controllers: Array<Choice>, 
/**
 * What sensors, drives and recorders do.
 */
effects: Array<Choice>, 
/**
 * Friction laws of joints.
 */
friction_laws: Array<FrictionLawCard>, 
/**
 * Friction that identification may look for.
 */
friction_shapes: Array<Choice>, 
/**
 * How a movement table is interpolated.
 */
interpolations: Array<Choice>, };

/**
 * One entry of `GET /projects`.
 */
export type ProjectCard = { 
/**
 * Name of its folder.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Name of its robot.
 */
robot: string, 
/**
 * How many driven joints it has; null if it cannot be read.
 */
joints: number | null, 
/**
 * How many logs and runs it has.
 */
logs: number, 
/**
 * Runs.
 */
runs: number, 
/**
 * When it was changed, seconds since 1970.
 */
changed: number, 
/**
 * Why it cannot be opened, if it cannot.
 */
broken: string | null, };

/**
 * `DELETE /projects/{id}`: how to bring it back.
 */
export type DeletedProject = { 
/**
 * For `POST /trash/{deleted}/restore`.
 */
deleted: string, };

/**
 * `POST /projects`.
 */
export type CreateProject = { 
/**
 * Its name; that of the robot without it.
 */
name?: string, 
/**
 * A new robot with one joint, to be built in the page.
 */
new?: boolean, 
/**
 * A copy of another project: its robot, motion and logs.
 */
copy_of?: string, 
/**
 * A built-in robot.
 */
builtin?: string, 
/**
 * Or the text of a URDF or TOML description …
 */
text?: string, 
/**
 * … and the name of its file.
 */
file_name?: string, };

/**
 * A project: `GET /projects/{id}`, and what every change answers.
 */
export type Project = { 
/**
 * Name of its folder.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Its folder on the disk.
 */
folder: string, 
/**
 * Counts changes; send it as `If-Match: "REVISION"` with a change.
 */
revision: number, 
/**
 * What undo would take back; null if there is nothing.
 */
undo: string | null, 
/**
 * What redo would do again.
 */
redo: string | null, 
/**
 * The robot.
 */
model: Model, 
/**
 * The motion.
 */
motion: MotionSpec, 
/**
 * Its logs.
 */
logs: Array<LogCard>, 
/**
 * Its runs, the newest last.
 */
runs: Array<RunCard>, };

/**
 * A number or some of them, and whether anybody stated them.
 */
export type Field<T> = { 
/**
 * The value that is used.
 */
value: T, 
/**
 * True when it is not stated: the field is blank and this is its default.
 */
is_default: boolean, };

/**
 * A link and its inertial parameters.
 */
export type LinkView = { 
/**
 * Its name.
 */
name: string, 
/**
 * kg.
 */
mass: Field<number>, 
/**
 * Centre of mass in the link's frame, m.
 */
centre: Field<[number, number, number]>, 
/**
 * Inertia about the centre of mass in the link's axes, kg m²:
 * xx, xy, yy, xz, yz, zz.
 */
inertia: Field<[number, number, number, number, number, number]>, 
/**
 * What blank fields would hold.
 */
defaults: LinkDefaults, 
/**
 * Radii of gyration about the principal axes, m; empty without mass.
 */
gyration: Array<number>, 
/**
 * The nearest inertia about the centre that a body can have; null if there is none.
 */
nearest_inertia: [number, number, number, number, number, number] | null, };

/**
 * What a link's blank fields hold.
 */
export type LinkDefaults = { 
/**
 * kg.
 */
mass: number, 
/**
 * m.
 */
centre: [number, number, number], 
/**
 * kg m², about the centre.
 */
inertia: [number, number, number, number, number, number], 
/**
 * Where they come from.
 */
why: string, };

/**
 * Limits of a joint in SI units; null where there is none.
 */
export type LimitsView = { 
/**
 * Smallest coordinate.
 */
lower: number | null, 
/**
 * Largest coordinate.
 */
upper: number | null, 
/**
 * Largest speed.
 */
velocity: number | null, 
/**
 * Largest acceleration.
 */
acceleration: number | null, 
/**
 * Largest effort.
 */
effort: number | null, };

/**
 * A parameter of a joint's friction.
 */
export type FrictionValue = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its symbol.
 */
symbol: string, 
/**
 * Its unit.
 */
unit: string, 
/**
 * Its value.
 */
value: number, };

/**
 * One law of a joint's friction, which is the sum of all.
 */
export type FrictionView = { 
/**
 * Name of the law.
 */
law: string, 
/**
 * Its values.
 */
values: Array<FrictionValue>, };

/**
 * A joint; it carries the link of the same index.
 */
export type JointView = { 
/**
 * Its name.
 */
name: string, 
/**
 * `revolute`, `continuous`, `prismatic` or `fixed`.
 */
kind: string, 
/**
 * Index of the link it hangs on; null is the base.
 */
parent: number | null, 
/**
 * The link's frame in the parent's at coordinate zero.
 */
origin: [number, number, number, number, number, number, number], 
/**
 * Roll, pitch, yaw of that, rad.
 */
rpy: [number, number, number], 
/**
 * The DH row that it stands by; null if it stands by a frame.
 */
dh: DhEntry | null, 
/**
 * Where the joint is in the base frame at the home pose, m.
 */
from: [number, number, number], 
/**
 * Where its link ends in the base frame at the home pose, m.
 */
to: [number, number, number], 
/**
 * Unit axis in the link's frame.
 */
axis: [number, number, number], 
/**
 * Limits.
 */
limits: LimitsView, 
/**
 * Coordinate of the home pose.
 */
home: number, 
/**
 * True if a drive moves it.
 */
driven: boolean, 
/**
 * Index in the coordinates of all moving joints; null if it is fixed.
 */
coordinate: number | null, 
/**
 * Inertia of the drive at the joint's side, kg m² or kg.
 */
rotor_inertia: number, 
/**
 * Friction.
 */
friction: Array<FrictionView>, 
/**
 * `rad` or `m`.
 */
position_unit: string, 
/**
 * `N m` or `N`.
 */
effort_unit: string, };

/**
 * A named frame.
 */
export type FrameView = { 
/**
 * Its name.
 */
name: string, 
/**
 * Index of the link it is fixed to; null is the base.
 */
link: number | null, 
/**
 * Where it is in the link.
 */
pose: [number, number, number, number, number, number, number], 
/**
 * Roll, pitch, yaw of that, rad.
 */
rpy: [number, number, number], };

/**
 * Two frames held together.
 */
export type LoopView = { 
/**
 * Its name.
 */
name: string, 
/**
 * One frame.
 */
first: FrameView, 
/**
 * The other.
 */
second: FrameView, 
/**
 * What is held: x, y, z, rx, ry, rz.
 */
directions: Array<string>, 
/**
 * How far the two frames are apart at the home coordinates, before the loops are closed, m.
 */
gap: number, };

/**
 * Something that a check found.
 */
export type FindingView = { 
/**
 * `info`, `warning` or `error`.
 */
severity: string, 
/**
 * The link, joint, column or file it is about.
 */
subject: string, 
/**
 * Identifier of the kind, for programs.
 */
code: string, 
/**
 * What was found.
 */
message: string, 
/**
 * Why it is wrong.
 */
why: string, 
/**
 * What would be right.
 */
fix: string, };

/**
 * The robot: `GET /projects/{id}/model`.
 */
export type Model = { 
/**
 * The project's revision.
 */
revision: number, 
/**
 * Its name.
 */
name: string, 
/**
 * One sentence on it.
 */
summary: string | null, 
/**
 * Gravity in the base, m/s².
 */
gravity: [number, number, number], 
/**
 * Name of the link that does not move.
 */
base: string, 
/**
 * Links, parents first.
 */
links: Array<LinkView>, 
/**
 * Joints; joint i carries link i.
 */
joints: Array<JointView>, 
/**
 * Indexes of the driven joints: the order of `q` in requests, logs and series.
 */
driven: Array<number>, 
/**
 * Home coordinates of the driven joints, loops closed.
 */
home: Array<number>, 
/**
 * The frame that tasks are stated in.
 */
tool: FrameView, 
/**
 * Other named frames.
 */
frames: Array<FrameView>, 
/**
 * Loops of a parallel machine.
 */
loops: Array<LoopView>, 
/**
 * Motors that turn with two joints.
 */
couplings: Array<CouplingEntry>, 
/**
 * What the doctor says.
 */
findings: Array<FindingView>, 
/**
 * What the reader left out or assumed.
 */
notes: Array<string>, 
/**
 * Why the machine cannot be moved, if it cannot.
 */
stuck: string | null, };

/**
 * A row of a Denavit–Hartenberg table.
 */
export type DhEntry = { 
/**
 * `standard` or `modified`.
 */
convention: string, 
/**
 * Distance along x, m.
 */
a: number, 
/**
 * Turn about x, rad.
 */
alpha: number, 
/**
 * Distance along z, m.
 */
d: number, 
/**
 * Turn about z, rad.
 */
theta: number, };

/**
 * Where a joint stands.
 */
export type Placement = { "by": "frame", 
/**
 * m.
 */
xyz: [number, number, number], 
/**
 * Roll, pitch, yaw, rad.
 */
rpy: [number, number, number], } | { "by": "dh", 
/**
 * The row.
 */
row: DhEntry, } | { "by": "endpoints", 
/**
 * Where the joint is, m.
 */
from: [number, number, number], 
/**
 * Where the link ends, m.
 */
to: [number, number, number], };

/**
 * A joint with its link, to be added.
 */
export type NewJoint = { 
/**
 * `revolute`, `continuous` or `prismatic`.
 */
kind: string, 
/**
 * The link that it hangs on; that of the tool without it.
 */
parent?: string, 
/**
 * Its name; one that is free without it.
 */
name?: string, 
/**
 * Name of its link; one that is free without it.
 */
link?: string, 
/**
 * Where it stands; where its parent ends without it.
 */
place?: Placement, };

/**
 * A joint that changes its place in the chain with its neighbour.
 */
export type MoveJoint = { 
/**
 * The joint.
 */
name: string, 
/**
 * True: towards the base; false: towards the tool.
 */
towards_base: boolean, };

/**
 * A frame on a link.
 */
export type FramePatch = { 
/**
 * Its link, or the base.
 */
link: string, 
/**
 * m.
 */
xyz: [number, number, number], 
/**
 * Roll, pitch, yaw, rad.
 */
rpy: [number, number, number], };

/**
 * A loop closure.
 */
export type LoopPatch = { 
/**
 * Its name.
 */
name: string, 
/**
 * The frame in whose axes directions are.
 */
first: FramePatch, 
/**
 * The frame that is held to it.
 */
second: FramePatch, 
/**
 * What is held: x, y, z, rx, ry, rz.
 */
directions: Array<string>, };

/**
 * A motor that turns with two joints.
 */
export type CouplingEntry = { 
/**
 * The driven joints, by name.
 */
joints: [string, string], 
/**
 * Whether the motor sees the difference of their speeds, not the sum.
 */
opposed: boolean, 
/**
 * kg m².
 */
inertia: number, 
/**
 * N m s/rad.
 */
viscous: number, 
/**
 * N m.
 */
coulomb: number, 
/**
 * Speed over which Coulomb friction is rounded off, rad/s.
 */
width: number, };

/**
 * A solid round rod, from which a link's inertials are computed.
 */
export type RodPatch = { 
/**
 * One end in the link's frame, m.
 */
from: [number, number, number], 
/**
 * The other; where the link ends without it.
 */
to?: [number, number, number], 
/**
 * m.
 */
radius: number, 
/**
 * kg/m³; without it the mass stays as it is.
 */
density?: number, };

/**
 * Changes of a link; null makes a field blank, and its default is used.
 */
export type LinkPatch = { 
/**
 * A new name.
 */
rename?: string, 
/**
 * Inertials of a rod, instead of mass, centre and inertia.
 */
rod?: RodPatch, 
/**
 * kg.
 */
mass?: number | null, 
/**
 * Centre of mass, m.
 */
centre?: [number, number, number] | null, 
/**
 * Inertia about the centre: xx, xy, yy, xz, yz, zz, kg m².
 */
inertia?: [number, number, number, number, number, number] | null, };

/**
 * A friction law with its values by name; those left out are the usual ones.
 */
export type FrictionPatch = { 
/**
 * Name of the law.
 */
law: string, 
/**
 * Its values.
 */
values: { [key in string]: number }, };

/**
 * Changes of a joint; a limit that is null is none.
 */
export type JointPatch = { 
/**
 * A new name.
 */
rename?: string, 
/**
 * `revolute`, `continuous` or `prismatic`.
 */
kind?: string, 
/**
 * The link that it hangs on, or the base.
 */
parent?: string, 
/**
 * Axis in the link's frame, of any length.
 */
axis?: [number, number, number], 
/**
 * Where it stands.
 */
place?: Placement, 
/**
 * Whether a drive moves it.
 */
driven?: boolean, 
/**
 * Smallest coordinate.
 */
lower?: number | null, 
/**
 * Largest coordinate.
 */
upper?: number | null, 
/**
 * Largest speed.
 */
velocity?: number | null, 
/**
 * Largest acceleration.
 */
acceleration?: number | null, 
/**
 * Largest effort.
 */
effort?: number | null, 
/**
 * Coordinate of the home pose.
 */
home?: number, 
/**
 * Inertia of the drive, kg m² or kg.
 */
rotor_inertia?: number, 
/**
 * Friction: all its laws.
 */
friction?: Array<FrictionPatch>, };

/**
 * Changes of the robot.
 */
export type ModelPatch = { 
/**
 * What undo will call it.
 */
label?: string, 
/**
 * Name of the project.
 */
project_name?: string, 
/**
 * Name of the robot.
 */
robot_name?: string, 
/**
 * A joint to be added, before everything else.
 */
add_joint?: NewJoint, 
/**
 * A joint to be removed with its link; what hangs on the link stays in place.
 */
remove_joint?: string, 
/**
 * A joint that changes places with its neighbour in the chain.
 */
move_joint?: MoveJoint, 
/**
 * The tool.
 */
tool?: FramePatch, 
/**
 * All loops.
 */
loops?: Array<LoopPatch>, 
/**
 * All motors that turn with two joints.
 */
couplings?: Array<CouplingEntry>, 
/**
 * Gravity in the base, m/s².
 */
gravity?: [number, number, number], 
/**
 * Links by name.
 */
links?: { [key in string]: LinkPatch }, 
/**
 * Joints by name.
 */
joints?: { [key in string]: JointPatch }, };

/**
 * A shape of a link.
 */
export type Shape = { 
/**
 * `box`, `cylinder` (along z), `sphere`, `capsule` (along z) or `mesh`.
 */
kind: string, 
/**
 * Where its middle is in the link's frame; the origin of a mesh.
 */
pose: [number, number, number, number, number, number, number], 
/**
 * Box: x, y, z. Cylinder and capsule: radius, length (of a capsule without its
 * ends). Sphere: radius. Mesh: scales.
 */
size: Array<number>, 
/**
 * True if the description states it, false if it was made up from the joints.
 */
stated: boolean, 
/**
 * What it stands for: `body`, `joint`, `tool`, or `stand-in` for meshes until they are loaded.
 */
part: string, 
/**
 * Red, green, blue, opacity, 0 to 1, where the description states a colour.
 */
colour: [number, number, number, number] | null, 
/**
 * Mesh: name of the file.
 */
mesh: string | null, 
/**
 * Mesh: where to get it; null if the file is missing.
 */
url: string | null, };

/**
 * The ellipsoid with the link's mass and inertia.
 */
export type Ellipsoid = { 
/**
 * Its middle (the centre of mass) and principal axes, in the link's frame.
 */
pose: [number, number, number, number, number, number, number], 
/**
 * Half axes, m.
 */
half_axes: [number, number, number], };

/**
 * What is drawn of a link.
 */
export type LinkGeometry = { 
/**
 * Its name.
 */
link: string, 
/**
 * Its shapes.
 */
shapes: Array<Shape>, 
/**
 * Centre of mass in its frame; null without mass.
 */
centre: [number, number, number] | null, 
/**
 * Null where no body has this inertia.
 */
ellipsoid: Ellipsoid | null, };

/**
 * `GET /projects/{id}/geometry`.
 */
export type Geometry = { 
/**
 * The project's revision.
 */
revision: number, 
/**
 * Moving links, in the order of the model's.
 */
links: Array<LinkGeometry>, 
/**
 * The base.
 */
base: LinkGeometry, 
/**
 * Mesh files that are named and not there.
 */
missing: Array<string>, 
/**
 * Size of the robot, m: how far things are from the base at most.
 */
reach: number, 
/**
 * The home pose.
 */
home: Poses, };

/**
 * `GET /projects/{id}/solid?link=…&density=…`: a link as a solid body in its shape.
 */
export type SolidInertia = { 
/**
 * m³.
 */
volume: number, 
/**
 * kg.
 */
mass: number, 
/**
 * Centre of mass in the link's frame, m.
 */
centre: [number, number, number], 
/**
 * Inertia about the centre: xx, xy, yy, xz, yz, zz, kg m².
 */
inertia: [number, number, number, number, number, number], };

/**
 * `POST /projects/{id}/poses`: where everything is at each row of `q`.
 */
export type PosesRequest = { 
/**
 * Coordinates of the driven joints, a row per sample.
 */
q: Array<Array<number>>, 
/**
 * Speeds; with `qdd`, for reaction forces.
 */
qd?: Array<Array<number>>, 
/**
 * Accelerations.
 */
qdd?: Array<Array<number>>, };

/**
 * Where everything is, sample by sample.
 */
export type Poses = { 
/**
 * For each sample the poses of all links, seven numbers each, one after another.
 */
links: Array<Array<number>>, 
/**
 * For each sample the tool.
 */
tool: Array<[number, number, number, number, number, number, number]>, 
/**
 * For each sample all coordinates, passive ones included.
 */
q: Array<Array<number>>, 
/**
 * Where speeds and accelerations were given: for each sample and link the force
 * (x, y, z) and torque that its joint bears, in base axes at the link's origin, six
 * numbers each.
 */
reactions: Array<Array<number>> | null, 
/**
 * Where and why it ended early: the loops could not be closed.
 */
stopped: Stopped | null, };

/**
 * Where a sequence of poses ended early.
 */
export type Stopped = { 
/**
 * The row that could not be reached, from 0.
 */
sample: number, 
/**
 * Why.
 */
why: string, };

/**
 * `GET /projects/{id}/runs/{run}/poses`, and the same of a log.
 */
export type TimedPoses = { 
/**
 * Times of the samples, s.
 */
t: Array<number>, 
/**
 * The poses.
 */
poses: Poses, };

/**
 * A question.
 */
export type IkRequest = { 
/**
 * `x, y` or `x, y, z` or `x, y, z, roll, pitch, yaw`; m, rad, in the base.
 */
target: Array<number>, 
/**
 * What the numbers are, if not those: some of x, y, z, roll, pitch, yaw.
 */
components?: Array<string>, 
/**
 * Driven coordinates to start from; the home pose without it.
 */
start?: Array<number>, 
/**
 * The solver; the usual one without it.
 */
method?: string, 
/**
 * Seed of random numbers.
 */
seed?: number, 
/**
 * How near is near enough: m and rad alike.
 */
tolerance?: number, 
/**
 * All distinct solutions, not only one.
 */
all?: boolean, 
/**
 * With the convergence history.
 */
history?: boolean, 
/**
 * Settings of the solver: `annealing.rounds=50`.
 */
settings?: Array<string>, 
/**
 * Frame or link to bring there, instead of the tool.
 */
frame?: string, };

/**
 * A limit that keeps the tool from its target.
 */
export type BindingView = { 
/**
 * The joint.
 */
joint: string, 
/**
 * `lower` or `upper`.
 */
side: string, };

/**
 * A point of the convergence history.
 */
export type IkStep = { 
/**
 * Evaluations of the pose so far.
 */
evaluation: number, 
/**
 * 0 for the given start, then restarts.
 */
start: number, 
/**
 * m.
 */
position: number, 
/**
 * rad.
 */
angle: number, };

/**
 * A configuration and how well it answers.
 */
export type IkSolution = { 
/**
 * Driven coordinates, within their limits.
 */
q: Array<number>, 
/**
 * True when the target is met to the tolerance.
 */
reachable: boolean, 
/**
 * Distance from the target, m.
 */
distance: number, 
/**
 * Angle from the target, rad.
 */
angle: number, 
/**
 * Where the frame is: the target, or the nearest pose found.
 */
pose: [number, number, number, number, number, number, number], 
/**
 * Poses of all links there, seven numbers each.
 */
links: Array<number>, 
/**
 * Limits that keep it from the target.
 */
binding: Array<BindingView>, 
/**
 * Iterations of all starts.
 */
iterations: number, 
/**
 * Evaluations of the pose.
 */
evaluations: number, 
/**
 * Starts beside the given one.
 */
restarts: number, 
/**
 * Time that it took.
 */
seconds: number, 
/**
 * Convergence; empty unless asked for.
 */
history: Array<IkStep>, };

/**
 * The answer.
 */
export type IkAnswer = { 
/**
 * The method that was used; `platform` for a parallel machine.
 */
method: string, 
/**
 * The target.
 */
target: Array<number>, 
/**
 * Solutions, the best first.
 */
solutions: Array<IkSolution>, 
/**
 * What to type for the same.
 */
command: string, };

/**
 * A question.
 */
export type WorkspaceRequest = { 
/**
 * Configurations that are tried (20000 without it, 3000 for a parallel machine).
 */
samples?: number, 
/**
 * Most points of the cloud that are sent (5000 without it).
 */
points?: number, 
/**
 * Seed of random numbers.
 */
seed?: number, };

/**
 * The answer.
 */
export type Workspace = { 
/**
 * True when outline and area are exact (arms that move in a plane).
 */
exact: boolean, 
/**
 * Lines around it, seen along z: x, y of each point.
 */
outline: Array<Array<[number, number]>>, 
/**
 * Area seen along z, m².
 */
area: number, 
/**
 * m³; for arms that leave a plane.
 */
volume: number | null, 
/**
 * Smallest x, y, z.
 */
lower: [number, number, number], 
/**
 * Largest x, y, z.
 */
upper: [number, number, number], 
/**
 * Points that the tool reaches: x, y, z.
 */
cloud: Array<[number, number, number]>, 
/**
 * How freely the tool moves at each, 0 to 1; empty where it is not known.
 */
isotropy: Array<number>, 
/**
 * Configurations that were tried.
 */
samples: number, 
/**
 * What to type for the same.
 */
command: string, };

/**
 * One movement: value, TI, TF, TR.
 */
export type MovementCell = { 
/**
 * Where to, in the joint's unit.
 */
value: number, 
/**
 * TI: when it leaves, s.
 */
ti: number, 
/**
 * TF: when it arrives, s.
 */
tf: number, 
/**
 * TR: until when it rests, s.
 */
tr: number, };

/**
 * A joint's movements.
 */
export type JointMovements = { 
/**
 * `rad`, `deg`, `m` or `mm`.
 */
unit: string, 
/**
 * Where it stands at time 0.
 */
home: number, 
/**
 * Its movements in the order of time.
 */
movements: Array<MovementCell>, };

/**
 * A motion.
 */
export type MotionSpec = { "kind": "usual" } | { "kind": "movements", 
/**
 * `pchip`, `spline`, `quintic`, `trapezoid` or `linear`.
 */
interpolation: string, 
/**
 * One entry per driven joint.
 */
joints: Array<JointMovements>, } | { "kind": "fourier", 
/**
 * Hz.
 */
frequency: number, 
/**
 * s; one period without it.
 */
duration?: number, 
/**
 * rad or m.
 */
offset: Array<number>, 
/**
 * Coefficients of the velocity.
 */
a: Array<Array<number>>, 
/**
 * Coefficients of the velocity.
 */
b: Array<Array<number>>, } | { "kind": "file", 
/**
 * TOML.
 */
text: string, 
/**
 * True if it leads the platform of a parallel machine.
 */
platform: boolean, } | { "kind": "recorded", 
/**
 * `runs/3/trajectory.toml`, `logs/a.csv`, `runs/2/log.csv`.
 */
source: string, };

/**
 * `PUT /projects/{id}/motion`.
 */
export type SetMotion = { 
/**
 * The motion.
 */
motion: MotionSpec, 
/**
 * What undo will call it.
 */
label?: string, };

/**
 * `POST /projects/{id}/motion/preview`.
 */
export type PreviewMotion = { 
/**
 * The motion; the project's own without it.
 */
motion?: MotionSpec, 
/**
 * Samples (801 without it, 20000 at most).
 */
samples?: number, };

/**
 * `POST /projects/{id}/motion/paste`: a table as copied from a spreadsheet.
 */
export type PasteMovements = { 
/**
 * Rows of movements; value, TI, TF, TR for each joint.
 */
text: string, 
/**
 * `rad`, `deg`, `m` or `mm` of each driven joint.
 */
units: Array<string>, };

/**
 * What was pasted.
 */
export type Pasted = { 
/**
 * One entry per joint.
 */
joints: Array<JointMovements>, };

/**
 * A limit that a motion exceeds, in SI units.
 */
export type Exceeded = { 
/**
 * `position`, `velocity`, `acceleration` or `effort`.
 */
what: string, 
/**
 * The largest value.
 */
value: number, 
/**
 * What is allowed.
 */
allowed: number, 
/**
 * When, s.
 */
time: number, 
/**
 * Its unit.
 */
unit: string, };

/**
 * An invalid cell.
 */
export type CellProblem = { 
/**
 * The joint, from 0; null if the whole table is meant.
 */
joint: number | null, 
/**
 * Its movement, from 0.
 */
movement: number | null, 
/**
 * `value`, `TI`, `TF` or `TR`.
 */
cell: string | null, 
/**
 * What is wrong, and what would be right.
 */
message: string, 
/**
 * `error`: there is no motion; `warning`: a limit is exceeded.
 */
severity: string, 
/**
 * The limit that is exceeded, with its numbers.
 */
exceeded?: Exceeded, };

/**
 * A motion, sampled; empty columns if a cell is an error.
 */
export type MotionPreview = { 
/**
 * s.
 */
duration: number, 
/**
 * Times, s.
 */
t: Array<number>, 
/**
 * Names of the coordinates: driven joints, or the platform's.
 */
names: Array<string>, 
/**
 * Their units.
 */
units: Array<string>, 
/**
 * A column per coordinate.
 */
q: Array<Array<number>>, 
/**
 * Speeds.
 */
qd: Array<Array<number>>, 
/**
 * Accelerations.
 */
qdd: Array<Array<number>>, 
/**
 * Jerks: slopes of the accelerations between samples.
 */
jerk: Array<Array<number>>, 
/**
 * Efforts of the drives with friction, N m or N; empty for a platform's motion.
 */
effort: Array<Array<number>>, 
/**
 * What is wrong with it.
 */
problems: Array<CellProblem>, 
/**
 * The motion as a trajectory file.
 */
file: string, };

/**
 * A log of a project.
 */
export type LogCard = { 
/**
 * Its place in the project, as runs name it: `logs/a.csv`, `runs/2/log.csv`.
 */
source: string, 
/**
 * Size, bytes.
 */
size: number, 
/**
 * Mapping that was chosen: `q1=theta_1 [deg]`, …
 */
map: Array<string>, 
/**
 * Sampling rate, Hz, for a file without time stamps.
 */
rate: number | null, };

/**
 * A column of a log, and what it is taken for.
 */
export type LogColumn = { 
/**
 * Its heading.
 */
column: string, 
/**
 * `t`, `q1`, …; null if it is not used.
 */
target: string | null, 
/**
 * Quantity in words.
 */
quantity: string | null, 
/**
 * Joint, from 1.
 */
joint: number | null, 
/**
 * Unit; null where SI is assumed.
 */
unit: string | null, 
/**
 * Value in SI = factor · number + offset.
 */
factor: number, 
/**
 * Offset.
 */
offset: number, 
/**
 * True if somebody said so, false if it was guessed.
 */
given: boolean, 
/**
 * Why it is taken for that.
 */
why: string, };

/**
 * `GET /projects/{id}/log?source=…`: what is in a log.
 */
export type LogPreview = { 
/**
 * Its place in the project.
 */
source: string, 
/**
 * `CSV`, `Parquet`, …
 */
format: string, 
/**
 * Rows.
 */
rows: number, 
/**
 * Joints that were found.
 */
joints: number, 
/**
 * From the first to the last stamp, s.
 */
duration: number, 
/**
 * Usual rate, Hz; null if there is none.
 */
rate: number | null, 
/**
 * Columns.
 */
columns: Array<LogColumn>, 
/**
 * Notes of the reader.
 */
notes: Array<string>, 
/**
 * What the pre-flight check found.
 */
findings: Array<FindingView>, 
/**
 * False when a finding is an error: mend it before using the log.
 */
ok: boolean, 
/**
 * What to type for the same.
 */
command: string, };

/**
 * `POST /projects/{id}/diagnose`: which fault of log or description explains a poor model; the
 * answer is the `--json` document of `armlab diagnose`.
 */
export type DiagnoseRequest = { 
/**
 * Logs.
 */
logs: Array<string>, 
/**
 * Gains of the drives, for logs with currents.
 */
gains?: Array<number>, };

/**
 * `PUT /projects/{id}/log?source=…`: how to read a log from now on.
 */
export type SetMapping = { 
/**
 * `q1=theta_1 [deg]`, …; empty for a guess.
 */
map: Array<string>, 
/**
 * Sampling rate, Hz, for a file without time stamps.
 */
rate?: number, };

/**
 * `POST /import?name=…` and `POST /projects/{id}/import?name=…`: what became of
 * a file.
 */
export type ImportReport = { 
/**
 * False if nothing was changed; `problem` says why.
 */
ok: boolean, 
/**
 * `robot`, `log`, `mesh` or `motion`.
 */
kind: string, 
/**
 * Where it is in the project now.
 */
file: string, 
/**
 * What is odd about it.
 */
warnings: Array<FindingView>, 
/**
 * Mesh files that it names and that are not there.
 */
missing: Array<string>, 
/**
 * Why it was refused.
 */
problem: Problem | null, 
/**
 * The project as it is now; null if it was refused.
 */
project: Project | null, 
/**
 * What is in it, if it is a log.
 */
log: LogPreview | null, };

/**
 * A column that can be asked for.
 */
export type SeriesInfo = { 
/**
 * Its name: `q1`, `tau2`, `wls:tau1`, …
 */
name: string, 
/**
 * What it is.
 */
label: string, 
/**
 * Its unit.
 */
unit: string, 
/**
 * Columns that share an axis: `q`, `qd`, `qdd`, `tau`, `energy`, …
 */
group: string, 
/**
 * The driven joint, from 0, where it is one's.
 */
joint: number | null, 
/**
 * The method, where it is one's.
 */
method: string | null, };

/**
 * Columns over a common axis.
 */
export type Series = { 
/**
 * Columns, in the order of `values`.
 */
columns: Array<SeriesInfo>, 
/**
 * Times, s.
 */
t: Array<number>, 
/**
 * A column each; null where there is no number.
 */
values: (number | null)[][], 
/**
 * Samples in the range that was asked for.
 */
samples: number, 
/**
 * True if some were left out.
 */
thinned: boolean, };

/**
 * `GET /projects/{id}/log/filtered?source=…&cutoff=HZ`: motion as recorded and as
 * identification sees it.
 */
export type Filtered = { 
/**
 * Cut-off, Hz; null if the log is used as it is.
 */
cutoff: number | null, 
/**
 * What was done, in words.
 */
notes: Array<string>, 
/**
 * As recorded.
 */
raw: Series, 
/**
 * Filtered, with speeds and accelerations.
 */
filtered: Series, };

/**
 * `GET /projects/{id}/log/spectrum?source=…`: amplitudes over frequency.
 */
export type Spectra = { 
/**
 * Frequencies, Hz.
 */
frequencies: Array<number>, 
/**
 * Columns, in the order of `amplitudes`.
 */
columns: Array<SeriesInfo>, 
/**
 * A column each: the amplitude of a sine with the power there.
 */
amplitudes: Array<Array<number>>, };

/**
 * `GET /projects/{id}/log/friction?source=…&cutoff=HZ`: efforts over speeds.
 */
export type SpeedEffort = { 
/**
 * Cut-off, Hz; null if the log is used as it is.
 */
cutoff: number | null, 
/**
 * A curve of each driven joint.
 */
joints: Array<SpeedEffortJoint>, };

/**
 * A joint's efforts over its speeds.
 */
export type SpeedEffortJoint = { 
/**
 * The joint.
 */
joint: string, 
/**
 * `rad/s` or `m/s`.
 */
speed_unit: string, 
/**
 * `N m` or `N`.
 */
effort_unit: string, 
/**
 * Speeds.
 */
speed: Array<number>, 
/**
 * Efforts as measured.
 */
effort: Array<number>, 
/**
 * The same without the rigid-body efforts of the model: friction, where the model is
 * right; empty if the model cannot be evaluated.
 */
rest: Array<number>, };

/**
 * A simulated experiment.
 */
export type SimulateOptions = { 
/**
 * The experiment file (docs/simulation.md) as JSON, without its trajectory: seed, rate,
 * duration, start, saturation, integration, log, controller, effect (a list).
 */
experiment?: Record<string, unknown>, };

/**
 * An excitation.
 */
export type ExciteOptions = { 
/**
 * `fourier`, `quintic` or `spline`.
 */
basis?: string, 
/**
 * Harmonics of a Fourier series.
 */
harmonics?: number, 
/**
 * Pieces of a quintic, or spans of a spline.
 */
pieces?: number, 
/**
 * How long, s.
 */
duration?: number, 
/**
 * `rest` or `free`.
 */
ends?: string, 
/**
 * What makes it good.
 */
objective?: string, 
/**
 * `none`, `each` or `shared`: friction parameters to design for.
 */
friction?: string, 
/**
 * Coordinates of a platform to move instead of the drives: x, y, z, rx, ry, rz.
 */
platform?: Array<string>, 
/**
 * Samples a second of the log to be taken, Hz.
 */
rate?: number, 
/**
 * Motions that are improved.
 */
starts?: number, 
/**
 * Most iterations for each.
 */
iterations?: number, 
/**
 * Stop after so many seconds with the best so far.
 */
time_limit?: number, 
/**
 * Seed of random numbers.
 */
seed?: number, };

/**
 * An identification.
 */
export type IdentifyOptions = { 
/**
 * Logs it learns from: `logs/a.csv`, `runs/2/log.csv`.
 */
logs: Array<string>, 
/**
 * Logs that the model has not seen, to prove it on.
 */
validate?: Array<string>, 
/**
 * Estimators; `wls` and `physical` without them, `all` for every one.
 */
methods?: Array<string>, 
/**
 * Friction that is identified; `auto` without it.
 */
friction?: string, 
/**
 * Cut-off of the motion's low-pass filter, Hz; chosen on the log without it.
 */
cutoff?: number, 
/**
 * Gains of the drives, N m/A or N/A, for logs with currents; null for one that is
 * identified, from logs with and without a payload of known mass.
 */
gains?: Array<number | null>, 
/**
 * Joints whose motors are coupled: `joint5+joint6`.
 */
couplings?: Array<string>, 
/**
 * True: the arm is as described, and all logs are of the robot with a payload, which alone
 * is identified.
 */
payload_alone?: boolean, 
/**
 * Logs of the robot with a payload, which is identified beside the arm.
 */
payload?: Array<string>, 
/**
 * The payload's mass, kg, where it is known.
 */
payload_mass?: number, 
/**
 * Its centre of mass in the frame of the link that holds it, m, where it is known.
 */
payload_centre?: [number, number, number], 
/**
 * The link that holds it; the last one without it.
 */
payload_link?: string, 
/**
 * True: the direction of gravity is identified first.
 */
unknown_gravity?: boolean, 
/**
 * Times that segments of the log are drawn again for intervals; 200 without it,
 * 0 for not at all.
 */
bootstrap?: number, 
/**
 * Seed of random numbers.
 */
seed?: number, 
/**
 * Settings of methods: `ekf.process_noise=1e-4`.
 */
settings?: Array<string>, 
/**
 * Keeps near the description: `euclidean`, `pullback` or `log-det`, with `:WEIGHT`.
 */
prior?: string, 
/**
 * Bounds of links: `link3.mass=1.5..2.5`, `link3.centre=-0.1..0.1,0..0.2,..0.05`.
 */
bounds?: Array<string>, 
/**
 * How the robot is mounted: `table`, `wall`, `ceiling`, or roll, pitch, yaw in degrees.
 */
mount?: string, 
/**
 * A built-in robot with the true values, to compare with.
 */
truth?: string, 
/**
 * True: the training logs are read in parts, in bounded memory; so are large ones in any
 * case. They must be mapped alike.
 */
in_parts?: boolean, 
/**
 * True: a run that simulated one of the logs lends its controller and reference to
 * methods that need them (`didim`, `iv-simulated`).
 */
closed_loop?: boolean, };

/**
 * Estimates while a log of the project is still being written.
 */
export type FollowOptions = { 
/**
 * The log: `logs/live.csv`.
 */
log: string, 
/**
 * Online methods; the default ones without them.
 */
methods?: Array<string>, 
/**
 * Friction that is identified; viscous, Coulomb and offset without it.
 */
friction?: string, 
/**
 * Gains of the drives, N m/A or N/A, for logs with currents.
 */
gains?: Array<number>, 
/**
 * Ends when nothing has come for so many seconds; only when it is stopped without it.
 */
idle?: number, };

/**
 * A judgement of the project's robot, or of an estimate.
 */
export type ValidateOptions = { 
/**
 * Logs it is judged on.
 */
logs: Array<string>, 
/**
 * Cut-off of the motion's low-pass filter, Hz; chosen on the log without it.
 */
cutoff?: number, 
/**
 * Gains of the drives, N m/A or N/A, for logs with currents.
 */
gains?: Array<number>, 
/**
 * An identification run whose estimates are judged; the project's robot without it.
 */
run?: number, 
/**
 * Which of its methods; the recommended one without it.
 */
method?: string, 
/**
 * Seed of random numbers.
 */
seed?: number, };

/**
 * Methods compared over many simulated experiments, with the project's robot as the truth and
 * the project's motion.
 */
export type CampaignOptions = { 
/**
 * As in a simulation: rate, duration, controller, effects that act at every level.
 */
experiment?: Record<string, unknown>, 
/**
 * Estimators; the usual ones without them.
 */
methods?: Array<string>, 
/**
 * Noise at level 1 by standard deviation (SI): `q=1e-4,qd=1e-3,qdd=0.1,tau=0.1`.
 */
noise?: string, 
/**
 * Factors of the noise; 0.3, 1 and 3 without them.
 */
levels?: Array<number>, 
/**
 * Seeds per level; 20 without it.
 */
seeds?: number, 
/**
 * Friction that is identified; that of the robot without it.
 */
friction?: string, 
/**
 * True: logs have accelerations.
 */
accelerations?: boolean, 
/**
 * Factor of the inertial parameters that methods start with; 1.2 without it.
 */
initial_scale?: number, 
/**
 * The first seed.
 */
seed?: number, 
/**
 * A campaign that was stopped: its finished tasks are taken over. All else must be the
 * same.
 */
continues?: number, };

/**
 * What is to be run.
 */
export type RunRequest = { "kind": "simulate", "options": SimulateOptions } | { "kind": "excite", "options": ExciteOptions } | { "kind": "identify", "options": IdentifyOptions } | { "kind": "follow", "options": FollowOptions } | { "kind": "validate", "options": ValidateOptions } | { "kind": "campaign", "options": CampaignOptions };

/**
 * State of a run.
 */
export type RunState = "queued" | "running" | "done" | "failed" | "cancelled";

/**
 * A run in a list.
 */
export type RunCard = { 
/**
 * Its number in the project, from 1.
 */
run: number, 
/**
 * `simulate`, `excite`, `identify`, `follow`, `validate` or `campaign`.
 */
kind: string, 
/**
 * State.
 */
state: RunState, 
/**
 * In a few words: robot, log, methods.
 */
title: string, 
/**
 * 0 to 1.
 */
progress: number, 
/**
 * What it is at.
 */
message: string, 
/**
 * When it was asked for, seconds since 1970.
 */
asked: number, 
/**
 * How long it took, s; 0 until what it has is saved.
 */
seconds: number, 
/**
 * The project's revision that it used.
 */
revision: number, 
/**
 * What should be known of it.
 */
warnings: Array<string>, };

/**
 * What one method found, over time or generations.
 */
export type EstimateTrace = { 
/**
 * The method.
 */
method: string, 
/**
 * What `at` counts: `time, s` or `generation`.
 */
axis: string, 
/**
 * Names of the unknowns.
 */
names: Array<string>, 
/**
 * Their units.
 */
units: Array<string>, 
/**
 * Points.
 */
at: Array<number>, 
/**
 * Values of each unknown at the points; empty where only the cost is known.
 */
values: Array<Array<number>>, 
/**
 * Standard deviations of each unknown.
 */
deviations: Array<Array<number>>, 
/**
 * Mean squared residual at the points.
 */
cost: Array<number>, 
/**
 * Point of `at` from which these are new: append them after that many points.
 */
from: number, 
/**
 * True when this is all.
 */
complete: boolean, };

/**
 * How a method of an identification is, and what it found.
 */
export type MethodView = { 
/**
 * The method.
 */
method: string, 
/**
 * `running`, `done`, `failed` or `cancelled`.
 */
state: string, 
/**
 * Why it failed.
 */
message: string, 
/**
 * How long it took, s.
 */
seconds: number, 
/**
 * Its entry of the result's `methods`; null before it is done.
 */
result: unknown, };

/**
 * `GET /projects/{id}/runs/{run}`.
 */
export type RunView = { 
/**
 * As in the list.
 */
card: RunCard, 
/**
 * What was asked for, as in the request.
 */
request: RunRequest, 
/**
 * The result, the same as the command line's `--json`; null before there is one.
 */
result: unknown, 
/**
 * Columns that `series` has.
 */
series: Array<SeriesInfo>, 
/**
 * Ways to the estimates (identify).
 */
traces: Array<EstimateTrace>, 
/**
 * Methods as they are, while an identification runs.
 */
methods: Array<MethodView>, 
/**
 * Why it failed.
 */
problem: Problem | null, 
/**
 * What to type for the same, in the project's folder.
 */
command: string, 
/**
 * Files that can be downloaded: `runs/3/report.html`, …
 */
files: Array<string>, };

/**
 * `POST /projects/{id}/runs/{run}/cancel`.
 */
export type Cancel = { 
/**
 * Only this method; the others go on.
 */
method?: string, };

/**
 * `POST /projects/{id}/runs/{run}/write-back`: the estimate becomes the model.
 */
export type WriteBack = { 
/**
 * The method; the recommended one without it.
 */
method?: string, };

/**
 * A link before and after an identification.
 */
export type CorrectedLink = { 
/**
 * Its name.
 */
link: string, 
/**
 * Mass now, and as corrected, kg.
 */
mass: [number, number], 
/**
 * Centre of mass now, m.
 */
centre: [number, number, number], 
/**
 * And as corrected.
 */
new_centre: [number, number, number], 
/**
 * Principal moments of inertia now, kg m², the largest last.
 */
moments: [number, number, number], 
/**
 * And as corrected.
 */
new_moments: [number, number, number], };

/**
 * `GET /projects/{id}/runs/{run}/corrected?method=M`: the corrected robot beside the present one.
 */
export type CorrectedView = { 
/**
 * The method.
 */
method: string, 
/**
 * Links.
 */
links: Array<CorrectedLink>, 
/**
 * What the model checks find in the corrected robot and not in the present one.
 */
new_findings: Array<FindingView>, 
/**
 * What they find in the present robot and not in the corrected one.
 */
resolved: Array<FindingView>, };

/**
 * An event.
 */
export type EventMessage = { 
/**
 * Counts up.
 */
id: number, 
/**
 * The project it is about; empty for all.
 */
project: string, 
/**
 * What happened.
 */
event: StudioEvent, };

/**
 * What happened.
 */
export type StudioEvent = { "kind": "hello", 
/**
 * Changes with every start of the server.
 */
start: string, 
/**
 * True if events were lost since `Last-Event-ID`: read everything again.
 */
lost: boolean, } | { "kind": "run", 
/**
 * The run as it is now.
 */
card: RunCard, 
/**
 * Why it failed.
 */
problem: Problem | null, } | { "kind": "estimate", 
/**
 * The run.
 */
run: number, 
/**
 * The way to it.
 */
trace: EstimateTrace, } | { "kind": "method", 
/**
 * The run.
 */
run: number, 
/**
 * The method.
 */
method: string, 
/**
 * `running`, `done`, `failed` or `cancelled`.
 */
state: string, 
/**
 * Why, or a few words.
 */
message: string, 
/**
 * Seconds it took.
 */
seconds: number, 
/**
 * Its entry of the result's `methods`, when done.
 */
result: unknown, } | { "kind": "objective", 
/**
 * The run.
 */
run: number, 
/**
 * Which start.
 */
start: number, 
/**
 * Iteration.
 */
iteration: number, 
/**
 * Value.
 */
value: number, } | { "kind": "project", 
/**
 * Its revision.
 */
revision: number, 
/**
 * By what.
 */
label: string, } | { "kind": "files" };
