// Inverse kinematics form: target position, solver, result.
import { CommandLine } from "../../controls/CommandLine";
import { MethodSettings } from "../../controls/MethodSettings";
import { OptionalNumber, RequiredNumber, Tick, TickOf } from "../../controls/bound";
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import { VectorField } from "../../controls/VectorField";
import { formatDuration, formatFixed } from "../../robot/format";
import { angles, lengths } from "../../robot/units";
import type { Vector } from "../../robot/transform";
import { catalogue } from "../../state/catalogue";
import { goal, goalOrientation, shape, toolPosition, toolRpy } from "../../state/scene";
import {
  allSolutions,
  answer,
  method,
  seed,
  shownSolution,
  solve,
  solverSettings,
  solving,
  startFrom,
  tolerance,
} from "./inverseKinematics";

/** The form. */
export function GoalForm() {
  const length = lengths();
  const position = goal.value?.position ?? toolPosition.value;
  const axes = shape.value?.planar ? ["x", "y"] : ["x", "y", "z"];
  const methods = catalogue.value?.ik_methods ?? [];
  const solver = methods.find((known) => known.name === method.value) ?? methods[0];
  const set = (k: number, value: number | null) => {
    const next = [...position] as Vector;
    next[k] = (value ?? 0) / length.factor;
    goal.value = { position: next, state: "pending", nearest: null, distance: 0 };
  };
  const solution = answer.value?.solutions[shownSolution.value];
  return (
    <section class="panel" aria-labelledby="goal-title">
      <h2 id="goal-title">Target (inverse kinematics)</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void solve(goal.value?.position ?? position);
        }}
      >
        <div class="three">
          {axes.map((axis, k) => (
            <NumberField
              key={axis}
              id={`goal-${axis}`}
              label={axis}
              unit={length.unit}
              digits={7}
              value={Number(((position[k] ?? 0) * length.factor).toFixed(length.digits + 2))}
              onChange={(value) => set(k, value)}
            />
          ))}
        </div>
        {!shape.value?.planar && (
          <Tick
            id="goal-turned"
            checked={goalOrientation.value !== null}
            onChange={(wanted) => (goalOrientation.value = wanted ? [...toolRpy.peek()] : null)}
          >
            With orientation
          </Tick>
        )}
        {goalOrientation.value && (
          <VectorField
            id="goal"
            legend="Orientation in the base frame"
            names={["roll", "pitch", "yaw"]}
            value={goalOrientation.value}
            unit={angles()}
            onChange={(next) => (goalOrientation.value = next)}
          />
        )}
        <Select
          label="Solver"
          value={method.value || (methods[0]?.name ?? "")}
          choices={methods}
          onChange={(name) => (method.value = name)}
        />
        {solver && (
          <MethodSettings
            key={solver.name}
            method={solver}
            list={solverSettings.value}
            onChange={(list) => (solverSettings.value = list)}
          />
        )}
        <div class="two">
          <RequiredNumber of={seed} whole label="Seed" min={0} />
          <OptionalNumber
            of={tolerance}
            label="Tolerance"
            unit={length.unit}
            factor={length.factor}
            placeholder="default"
            min={0}
          />
        </div>
        <Select
          label="Start from"
          value={startFrom.value}
          choices={[
            { name: "displayed", title: "the displayed pose", summary: "" },
            { name: "home", title: "the home pose", summary: "" },
          ]}
          explain={false}
          onChange={(name) => (startFrom.value = name === "home" ? "home" : "displayed")}
        />
        <TickOf of={allSolutions} id="all-solutions">
          All solutions
        </TickOf>
        <div class="row">
          <button class="primary" type="submit" id="solve" aria-busy={solving.value} disabled={solving.value}>
            Solve
          </button>
          <span class="muted small">
            or drag the target in the 3D view; X, Y, Z constrain it to an axis
            {goalOrientation.value ? "; drag a ring to turn it" : ""}
          </span>
        </div>
      </form>
      <div id="goal-state" role="status" data-state={goal.value?.state ?? "none"}>
        {goal.value?.state === "reached" && (
          <p class="message good">
            ✓ Reached
            {solution
              ? `: error ${formatFixed(solution.distance * length.factor, length.digits + 2)} ${length.unit}, ${solution.iterations} iterations, ${solution.evaluations} evaluations, ${formatDuration(solution.seconds)}`
              : ""}
            .
          </p>
        )}
        {goal.value?.state === "out-of-reach" && (
          <p class="message bad">
            ✕ Out of reach by{" "}
            <strong>
              {formatFixed(goal.value.distance * length.factor, length.digits - 1)} {length.unit}
              {goalOrientation.value && goal.value.angle
                ? ` and ${formatFixed(goal.value.angle * angles().factor, angles().digits - 1)} ${angles().unit}`
                : ""}
            </strong>
            . The robot is at the nearest reachable point
            {goal.value.nearest
              ? ` (${goal.value.nearest
                  .slice(0, axes.length)
                  .map((value) => formatFixed(value * length.factor, length.digits - 1))
                  .join(", ")} ${length.unit})`
              : ""}
            .
            {solution && solution.binding.length > 0
              ? ` Active joint limits: ${solution.binding.map(({ joint, side }) => `${joint} (${side})`).join(", ")}.`
              : ""}
          </p>
        )}
      </div>
      {answer.value && <CommandLine text={answer.value.command} />}
    </section>
  );
}
