// Progress of the methods of a run, with a stop button for each.
import { CommandLine } from "../../controls/CommandLine";
import { RunNotices, RunProgress, StateBadge } from "../../controls/RunState";
import type { RunCard } from "../../contract";
import { formatDuration } from "../../robot/format";
import { project } from "../../state/project";
import { cancelRun, methodStates, runViews } from "../../state/runs";
import { identifyResult } from "./result";

/** State of a method: from its events, or after a reload from the result and warnings of the run. */
export function methodState(
  method: string,
  live: string | undefined,
  hasResult: boolean,
  finished: boolean,
  card: Pick<RunCard, "state" | "warnings">,
): string {
  if (hasResult) return "done";
  if (!finished) return live ?? "queued";
  const warning = card.warnings.find((text) => text.startsWith(`${method} `) || text.startsWith(`${method}:`)) ?? "";
  if (/stopped|cancelled/i.test(warning)) return "cancelled";
  return warning !== "" ? "failed" : (live ?? card.state);
}

/** The methods of a run. */
export function MethodProgress({ run, finished }: { run: number; finished: boolean }) {
  const view = runViews.value.get(run);
  const card = project.value?.runs.find((candidate) => candidate.run === run);
  if (!view || !card) return null;
  const requested = view.request.kind === "identify" ? (view.request.options.methods ?? []) : [];
  const done = identifyResult(view.result)?.methods ?? [];
  return (
    <section class="card stack" id="progress" aria-labelledby="progress-title" aria-busy={!finished}>
      <header class="row">
        <h2 id="progress-title" class="grow">
          Run {run}: {card.title}
        </h2>
        <StateBadge state={card.state} />
        {!finished && (
          <button class="small danger" onClick={() => void cancelRun(run)}>
            Stop all
          </button>
        )}
      </header>
      <RunProgress card={card} />
      <RunNotices card={card} problem={view.problem} />
      <ul class="method-cards" id="method-cards">
        {requested.map((method) => {
          const live = methodStates.value.get(`${run}/${method}`);
          const entry = done.find((candidate) => candidate.method === method);
          const state = methodState(method, live?.state, entry !== undefined, finished, card);
          return (
            <li key={method} data-method={method} data-state={state}>
              <strong>{method}</strong>
              <StateBadge state={state} />
              {(live?.seconds ?? entry?.seconds ?? 0) > 0 && (
                <span class="muted small">{formatDuration(live?.seconds ?? entry?.seconds ?? 0)}</span>
              )}
              {live?.message && <span class="muted small">{live.message}</span>}
              {!finished && (state === "running" || state === "queued") && (
                <button class="small" aria-label={`Stop ${method}`} onClick={() => void cancelRun(run, method)}>
                  Stop
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {finished && <CommandLine text={view.command} />}
    </section>
  );
}
