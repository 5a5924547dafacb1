// Estimates while the selected log is still being written: values with bands, and the prediction error of each method.
import { useEffect } from "preact/hooks";
import { CommandLine } from "../../controls/CommandLine";
import { StateBadge } from "../../controls/RunState";
import { TickList } from "../../controls/bound";
import { formatNumber } from "../../robot/format";
import { catalogue } from "../../state/catalogue";
import { keptSet } from "../../state/kept";
import { project } from "../../state/project";
import { cancelRun, isFinished, loadRun, methodStates, runViews, startRun } from "../../state/runs";
import { ConvergencePlots } from "./ConvergencePlots";
import { friction, gainNumbers, selectedLog } from "./options";

const methods = keptSet("live/methods");

async function follow(log: string): Promise<void> {
  const gains = gainNumbers();
  const chosen = [...methods.peek()];
  await startRun({
    kind: "follow",
    options: {
      log,
      ...(chosen.length > 0 ? { methods: chosen } : {}),
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
  const states = [...methodStates.value].filter(([key]) => key.startsWith(`${run}/`));
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
        Estimates follow within a tenth of a second while a recorder appends rows to this file, also through a pipe:
      </p>
      <CommandLine label="Recorder" text={`recorder >> '${project.value?.folder}/${source}'`} />
      <details>
        <summary>Methods ({methods.value.size === 0 ? "default" : [...methods.value].join(", ")})</summary>
        <TickList
          legend="Methods that estimate while the log grows; the default ones if none is ticked"
          of={methods}
          names={(catalogue.value?.online_methods ?? []).map((method) => method.name)}
          said="Live by"
          empty="Loading…"
        />
      </details>
      {card && run !== null && (
        <>
          <p id="live-state" role="status">
            {card.message}
          </p>
          {states.length > 0 && (
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
                {states.map(([key, state]) => (
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
