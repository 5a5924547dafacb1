// Kinematics: where should the tool be? Drag the goal or type it; the solver's answer moves the robot.
import { useEffect } from "preact/hooks";
import { Workbench } from "../../controls/Workbench";
import { Plot } from "../../plots/Plot";
import { pageSteps, project } from "../../state/project";
import { follows, goal, goalMode, handPose, coordinates, toolPosition } from "../../state/scene";
import { GoalForm } from "./GoalForm";
import { JointSliders } from "./JointSliders";
import {
  answer,
  convergence,
  dragEnded,
  dragStarted,
  dragTo,
  forgetPoses,
  poseRedo,
  poseUndo,
  posesBack,
  posesForth,
} from "./solving";
import { Solutions } from "./Solutions";
import { WorkspacePanel } from "./WorkspacePanel";

/** The page. */
export function KinematicsPage() {
  useEffect(() => {
    handPose.value = new Map(coordinates.peek());
    follows.value = "hand";
    goalMode.value = true;
    if (goal.peek() === null && project.peek() !== null)
      goal.value = { position: [...toolPosition.peek()], state: "asked", nearest: null, distance: 0 };
    pageSteps.value = {
      back: () => (posesBack.value.length > 0 ? "Undo: the last pose" : null),
      forth: () => (posesForth.value.length > 0 ? "Redo: the next pose" : null),
      undo: poseUndo,
      redo: poseRedo,
    };
    return () => {
      pageSteps.value = null;
      forgetPoses();
      goalMode.value = false;
      goal.value = null;
      follows.value = "clock";
    };
  }, [project.value?.id]);
  const plot = convergence.value;
  return (
    <Workbench
      title="Kinematics"
      view={{ onGoalStart: dragStarted, onGoal: dragTo, onGoalEnd: dragEnded }}
      {...(plot
        ? {
            below: (
              <section class="plots" aria-label="Convergence">
                <Plot plot={plot} linked={false} />
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
