// The solutions of the last question; one click shows one.
import { displayOf, duration, fixed } from "../../robot/quantity";
import { movingJoints } from "../../state/scene";
import { answer, chooseSolution, shownSolution } from "./solving";

/** The list. */
export function Solutions() {
  const found = answer.value;
  if (!found) return null;
  return (
    <section class="table-pane" aria-label="Solutions">
      <h3>
        {found.solutions.length === 1 ? "One solution" : `${found.solutions.length} solutions`} by {found.method}
      </h3>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Table of solutions">
        <table id="solutions">
          <thead>
            <tr>
              <th scope="col">Show</th>
              <th scope="col">Off (mm)</th>
              {movingJoints.value.map((joint) => (
                <th key={joint.name} scope="col" class="number">
                  {joint.name} ({displayOf(joint.kind).unit})
                </th>
              ))}
              <th scope="col" class="number">
                Iterations
              </th>
              <th scope="col" class="number">
                Time
              </th>
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
                  {solution.reachable ? "✓" : "✕"} {fixed(solution.distance * 1000, 4)}
                </td>
                {movingJoints.value.map((joint, j) => (
                  <td key={joint.name} class="number">
                    {fixed((solution.q[j] ?? 0) * displayOf(joint.kind).factor, 3)}
                  </td>
                ))}
                <td class="number">{solution.iterations}</td>
                <td class="number">{duration(solution.seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
