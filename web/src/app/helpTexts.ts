// What can be done on each page, for the help panel.
import type { Page } from "./pages";

/** Sentences on each page. */
export const HELP: Record<Page, string[]> = {
  start: [
    "A robot's card makes a project with an example motion; a recent project is opened by its name.",
    "Drop a description (URDF, xacro, SDF, MJCF, TOML) with its meshes, or an exported project, anywhere on the page.",
  ],
  model: [
    "Select a link in the table or in the view; its joint and its inertial parameters are beside it.",
    "A joint is placed by its frame, by a DH row, or by the endpoints of its link. Buttons above the table add, move and remove joints.",
    "Tool, gravity and home pose are under Robot; closed loops and motors that turn with two joints have lists of their own.",
    "A blank mass, centre or inertia is the value of the built-in robot, or that of an aluminium rod. Model checks list what is implausible, with buttons that correct it.",
  ],
  motion: [
    "Choose a kind of motion: a movement table (paste one from a spreadsheet), taught via-points, a Fourier series, a path of the tool, or a trajectory file.",
    "Along a path the tool's orientation is free, kept, stated at the points, or turned with the path.",
    "Hatched lines in the plots are limits of the joints; the list beside the plots says where they are exceeded.",
    "Design an excitation computes the motion within the limits that tells most about the parameters.",
  ],
  kinematics: [
    "Drag the target in the view, or type its position and press Solve; rings turn it when it has an orientation.",
    "All solutions are listed and drawn as pale arms; a click on one shows it. Runs of solvers are compared below the view.",
  ],
  simulate: [
    "The motion is followed by a controller; the log has positions, speeds and efforts, with the effects of sensors and drives that are enabled.",
    "Earlier runs can be drawn over the shown one.",
  ],
  identify: [
    "1. Add a log: drop a file. Its columns are recognised, or chosen in the table, and checked; nothing is saved before Apply mapping.",
    "2. Tick the logs to train on, and others to validate on.",
    "3. Choose methods (the default ones suit most logs) and press Identify. Parameters come with 95 % intervals and a verdict.",
    "Diagnosis looks for wrong signs, units, zeros, columns or gravity if the model does not fit.",
  ],
  validate: [
    "Measured and predicted efforts, errors of each joint, and whether residuals are white.",
    "Write to model shows the corrected robot beside the present one before anything is changed.",
  ],
  campaign: [
    "The motion is simulated many times with noise; every method identifies each log, and the model's parameters are the truth.",
    "Boxes show the errors; the table says how often 95 % intervals hold the truth.",
  ],
  report: [
    "A report is one HTML file that works offline; Share as a page adds the motion in 3D.",
    "The command line gives the same result, and all files of the run can be downloaded.",
  ],
};
