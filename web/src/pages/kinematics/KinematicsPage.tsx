// Kinematics: inverse kinematics by number or by dragging the target, joint sliders, workspace.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Workbench } from "../../controls/Workbench";
import { Plot } from "../../plots/Plot";
import { pageUndo, project } from "../../state/project";
import { poseSource, goal, goalMode, manualPose, coordinates, ghosts, shape, toolPosition } from "../../state/scene";
import { GoalForm } from "./GoalForm";
import { JointSliders } from "./JointSliders";
import {
  answer,
  convergence,
  dragEnded,
  dragStarted,
  dragTo,
  chooseSolution,
  clearUndoPoses,
  poseRedo,
  poseUndo,
  undoPoses,
  redoPoses,
  turnTo,
} from "./inverseKinematics";
import { solutionGhosts } from "./ghosts";
import { RunsTable } from "./RunsTable";
import { Solutions } from "./Solutions";
import { WorkspacePanel } from "./WorkspacePanel";

/** The page. */
export function KinematicsPage() {
  useEffect(() => {
    manualPose.value = new Map(coordinates.peek());
    poseSource.value = "manual";
    goalMode.value = true;
    pageUndo.value = {
      undoLabel: () => (undoPoses.value.length > 0 ? "Undo: change pose" : null),
      redoLabel: () => (redoPoses.value.length > 0 ? "Redo: change pose" : null),
      undo: poseUndo,
      redo: poseRedo,
    };
    const stops = [
      effect(() => {
        ghosts.value = solutionGhosts.value;
      }),
      // The target begins at the tool, as soon as the robot is there.
      effect(() => {
        if (goal.value === null && shape.value !== null)
          goal.value = { position: [...toolPosition.peek()], state: "pending", nearest: null, distance: 0 };
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      ghosts.value = [];
      pageUndo.value = null;
      clearUndoPoses();
      goalMode.value = false;
      goal.value = null;
      poseSource.value = "timeline";
    };
  }, [project.value?.id]);
  const plot = convergence.value;
  return (
    <Workbench
      title="Kinematics"
      view={{
        onGoalStart: dragStarted,
        onGoal: dragTo,
        onGoalTurn: turnTo,
        onGoalEnd: dragEnded,
        onGhost: chooseSolution,
      }}
      {...(plot
        ? {
            below: (
              <section class="plots" aria-label="Convergence">
                <Plot plot={plot} linked={false} />
                <RunsTable />
                <Solutions />
              </section>
            ),
          }
        : answer.value
          ? {
              below: (
                <section class="plots">
                  <Solutions />
                </section>
              ),
            }
          : {})}
      inspector={
        <>
          <GoalForm />
          <JointSliders />
          <WorkspacePanel />
        </>
      }
    />
  );
}
