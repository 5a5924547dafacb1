// Runs of inverse kinematics side by side.
import { Heads } from "../../controls/Heads";
import { formatDuration, formatNumber } from "../../robot/format";
import { lengths } from "../../robot/units";
import { solverRuns } from "./inverseKinematics";

/** The table of runs; nothing for a single one. */
export function RunsTable() {
  const runs = solverRuns.value;
  const length = lengths();
  if (runs.length < 2) return null;
  return (
    <section class="table-pane" aria-label="Comparison of runs">
      <header class="row">
        <h3 class="grow">Runs</h3>
        <button class="quiet small" onClick={() => (solverRuns.value = [])}>
          Clear
        </button>
      </header>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Table of runs">
        <table id="solver-runs">
          <thead>
            <tr>
              <Heads
                words={["Run", "Solver", "Start", "Target (m)"]}
                numbers={[`Error (${length.unit})`, "Iterations", "Evaluations", "Time"]}
              />
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.number}>
                <th scope="row">{run.number}</th>
                <td>{run.method}</td>
                <td>{run.start}</td>
                <td class="number">{run.target}</td>
                <td class="number">
                  {run.reachable ? "✓" : "✕"} {formatNumber(run.distance * length.factor, 3)}
                </td>
                <td class="number">{run.iterations}</td>
                <td class="number">{run.evaluations}</td>
                <td class="number">{formatDuration(run.seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
