// Solutions of the last inverse kinematics request.
import { Heads } from "../../controls/Heads";
import { formatDuration, formatFixed } from "../../robot/format";
import { displayUnit, lengths } from "../../robot/units";
import { movingJoints } from "../../state/scene";
import { answer, chooseSolution, shownSolution } from "./inverseKinematics";

/** The table of solutions. */
export function Solutions() {
  const found = answer.value;
  if (!found) return null;
  const length = lengths();
  return (
    <section class="table-pane" aria-label="Solutions">
      <h3>
        {found.solutions.length === 1 ? "1 solution" : `${found.solutions.length} solutions`} ({found.method})
      </h3>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Table of solutions">
        <table id="solutions">
          <thead>
            <tr>
              <Heads
                words={["Show"]}
                numbers={[
                  `Error (${length.unit})`,
                  ...movingJoints.value.map((joint) => `${joint.name} (${displayUnit(joint.kind).unit})`),
                  "Iterations",
                  "Time",
                ]}
              />
            </tr>
          </thead>
          <tbody>
            {found.solutions.map((solution, k) => (
              <tr key={k} aria-selected={k === shownSolution.value}>
                <td>
                  <button class="small" aria-pressed={k === shownSolution.value} onClick={() => chooseSolution(k)}>
                    {k + 1}
                  </button>
                </td>
                <td class="number">
                  {solution.reachable ? "✓" : "✕"} {formatFixed(solution.distance * length.factor, length.digits + 2)}
                </td>
                {movingJoints.value.map((joint, j) => (
                  <td key={joint.name} class="number">
                    {formatFixed((solution.q[j] ?? 0) * displayUnit(joint.kind).factor, 3)}
                  </td>
                ))}
                <td class="number">{solution.iterations}</td>
                <td class="number">{formatDuration(solution.seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
