// Simulation runs: display, overlay, delete.
import { Heads } from "../../controls/Heads";
import { apiUrl } from "../../api/client";
import { go } from "../../app/navigation";
import { CommandLine } from "../../controls/CommandLine";
import { RunProgress, StateBadge } from "../../controls/RunState";
import { problemText } from "../../api/problem";
import { formatDuration, formatNumber } from "../../robot/format";
import { shownUnit } from "../../robot/units";
import { projectPath, project } from "../../state/project";
import { cancelRun, deleteRun, isFinished, runViews } from "../../state/runs";
import { overlayRuns } from "./runSeries";

interface SimulatedJoint {
  name: string;
  rms_error: number;
  peak_effort: number;
  position_unit: string;
  effort_unit: string;
}

function jointsOf(result: unknown): SimulatedJoint[] {
  const joints = (result as { joints?: unknown } | null)?.joints;
  return Array.isArray(joints) ? (joints as SimulatedJoint[]) : [];
}

/** The list of runs. */
export function RunList({ shown, onShow }: { shown: number | null; onShow: (run: number) => void }) {
  const runs = (project.value?.runs ?? []).filter((card) => card.kind === "simulate").toReversed();
  const view = shown === null ? undefined : runViews.value.get(shown);
  if (runs.length === 0) return null;
  const toggle = (run: number) => {
    const next = new Set(overlayRuns.value);
    if (!next.delete(run)) next.add(run);
    overlayRuns.value = next;
  };
  return (
    <section class="panel" aria-labelledby="runs-title">
      <h2 id="runs-title">Runs</h2>
      <ul class="run-list" id="runs">
        {runs.map((card) => (
          <li key={card.run} data-run={card.run} data-state={card.state}>
            <div class="row">
              <button class="small" aria-pressed={card.run === shown} onClick={() => onShow(card.run)}>
                Run {card.run}
              </button>
              <StateBadge state={card.state} />
              <span class="muted small grow">{formatDuration(card.seconds)}</span>
              {card.run !== shown && card.state === "done" && (
                <label class="check small">
                  <input type="checkbox" checked={overlayRuns.value.has(card.run)} onChange={() => toggle(card.run)} />
                  overlay
                </label>
              )}
              {!isFinished(card) && (
                <button class="small danger" onClick={() => void cancelRun(card.run)}>
                  Stop
                </button>
              )}
            </div>
            <p class="muted small">{card.title}</p>
            <RunProgress card={card} />
            {card.warnings.map((warning, k) => (
              <p key={k} class="message warn small">
                ! {warning}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {view && (
        <div class="stack" id="run-detail">
          {view.problem && (
            <p class="message bad">
              {problemText(view.problem)}
              {view.problem.hint ? ` → ${view.problem.hint}` : ""}
            </p>
          )}
          {jointsOf(view.result).length > 0 && (
            <div class="scroll-x" tabIndex={0} role="region" aria-label="Tracking errors and peak efforts">
              <table>
                <thead>
                  <tr>
                    <Heads words={["Joint"]} numbers={["RMS tracking error", "Peak effort"]} />
                  </tr>
                </thead>
                <tbody>
                  {jointsOf(view.result).map((joint) => (
                    <tr key={joint.name}>
                      <th scope="row">{joint.name}</th>
                      <td class="number">
                        {formatNumber(joint.rms_error * shownUnit(joint.position_unit).factor, 3)}{" "}
                        {shownUnit(joint.position_unit).unit}
                      </td>
                      <td class="number" data-peak={joint.name}>
                        {formatNumber(joint.peak_effort, 5)} {joint.effort_unit}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <div class="row">
            {view.card.state === "done" && (
              <button onClick={() => go("identify", [], { log: `runs/${view.card.run}/log.csv` })}>
                Identify from this log
              </button>
            )}
            {view.card.state === "done" && (
              <a
                class="button"
                href={apiUrl(projectPath(`/runs/${view.card.run}/series.csv`))}
                download={`run-${view.card.run}.csv`}
              >
                Export CSV
              </a>
            )}
            {isFinished(view.card) && (
              <button class="quiet" onClick={() => void deleteRun(view.card.run)}>
                Delete run
              </button>
            )}
          </div>
          <CommandLine text={view.command} />
        </div>
      )}
    </section>
  );
}
