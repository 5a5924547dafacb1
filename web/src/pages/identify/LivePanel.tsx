// Estimates while the selected log is still being written: values with bands, and the prediction error of each method.
import { useEffect } from "preact/hooks";
import { CommandLine } from "../../controls/CommandLine";
import { StateBadge } from "../../controls/RunState";
import { formatNumber } from "../../robot/format";
import { project } from "../../state/project";
import { cancelRun, isFinished, loadRun, methodStates, runViews, startRun } from "../../state/runs";
import { ConvergencePlots } from "./ConvergencePlots";
import { friction, gainNumbers, selectedLog } from "./options";

async function follow(log: string): Promise<void> {
  const gains = gainNumbers();
  await startRun({
    kind: "follow",
    options: {
      log,
      ...(friction.peek() === "auto" ? {} : { friction: friction.peek() }),
      ...(gains ? { gains } : {}),
    },
  });
}

/** The panel, for logs in the project's `logs` folder. */
export function LivePanel() {
  const source = selectedLog.value;
  const card = project.value?.runs.findLast((run) => run.kind === "follow");
  const run = card?.run ?? null;
  useEffect(() => {
    if (run !== null) void loadRun(run);
  }, [run, card?.state]);
  if (source === null || !source.startsWith("logs/")) return null;
  const busy = card !== undefined && !isFinished(card);
  const methods = [...methodStates.value].filter(([key]) => key.startsWith(`${run}/`));
  return (
    <section class="card stack" id="live" aria-labelledby="live-title">
      <header class="row">
        <h2 id="live-title" class="grow">
          Live
        </h2>
        {card && <StateBadge state={card.state} />}
        {busy && card ? (
          <button class="danger" onClick={() => void cancelRun(card.run)}>
            Stop
          </button>
        ) : (
          <button id="follow" onClick={() => void follow(source)}>
            Estimate while {source} grows
          </button>
        )}
      </header>
      <p class="muted small">
        A recorder appends rows to this file in the project's folder; estimates follow within a tenth of a second.
      </p>
      {card && run !== null && (
        <>
          <p id="live-state" role="status">
            {card.message}
          </p>
          {methods.length > 0 && (
            <table id="live-methods">
              <thead>
                <tr>
                  <th scope="col">Method</th>
                  <th scope="col" class="number">
                    Prediction error of the last seconds (%)
                  </th>
                  <th scope="col">State</th>
                </tr>
              </thead>
              <tbody>
                {methods.map(([key, state]) => (
                  <tr key={key}>
                    <th scope="row">{key.slice(key.indexOf("/") + 1)}</th>
                    <td class="number">
                      {formatNumber((state.result as { error?: number | null } | null)?.error ?? null, 3)}
                    </td>
                    <td>{state.message || state.state}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <ConvergencePlots run={run} />
          {runViews.value.get(run) && <CommandLine text={runViews.value.get(run)?.command ?? ""} />}
        </>
      )}
    </section>
  );
}
