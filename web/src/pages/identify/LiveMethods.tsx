// Methods at work: how each is doing, with a button that stops it alone.
import { Command } from "../../controls/Command";
import { RunProgress, StateBadge } from "../../controls/RunState";
import { wordsOf } from "../../api/problem";
import type { RunCard } from "../../contract";
import { duration } from "../../robot/quantity";
import { project } from "../../state/project";
import { cancelRun, methodStates, runViews } from "../../state/runs";
import { identifyResult } from "./result";

/** How a method is doing: by its events, or after a reload by what the run left of it. */
export function methodState(
  method: string,
  live: string | undefined,
  hasResult: boolean,
  over: boolean,
  card: Pick<RunCard, "state" | "warnings">,
): string {
  if (hasResult) return "done";
  if (!over) return live ?? "queued";
  const warning = card.warnings.find((text) => text.startsWith(`${method} `)) ?? "";
  if (warning.includes("was stopped")) return "cancelled";
  return warning !== "" ? "failed" : (live ?? card.state);
}

/** The methods of a run. */
export function LiveMethods({ run, over }: { run: number; over: boolean }) {
  const view = runViews.value.get(run);
  const card = project.value?.runs.find((candidate) => candidate.run === run);
  if (!view || !card) return null;
  const wanted = view.request.kind === "identify" ? (view.request.options.methods ?? []) : [];
  const done = identifyResult(view.result)?.methods ?? [];
  return (
    <section class="card stack" id="live" aria-labelledby="live-title" aria-busy={!over}>
      <header class="row">
        <h2 id="live-title" class="grow">
          Run {run}: {card.title}
        </h2>
        <StateBadge state={card.state} />
        {!over && (
          <button class="small danger" onClick={() => void cancelRun(run)}>
            Stop all
          </button>
        )}
      </header>
      <RunProgress card={card} />
      {view.problem && (
        <p class="message bad">
          {wordsOf(view.problem)}
          {view.problem.hint ? ` → ${view.problem.hint}` : ""}
        </p>
      )}
      {card.warnings.map((warning, k) => (
        <p key={k} class="message warn">
          ! {warning}
        </p>
      ))}
      <ul class="method-cards" id="method-cards">
        {wanted.map((method) => {
          const live = methodStates.value.get(`${run}/${method}`);
          const entry = done.find((candidate) => candidate.method === method);
          const state = methodState(method, live?.state, entry !== undefined, over, card);
          return (
            <li key={method} data-method={method} data-state={state}>
              <strong>{method}</strong>
              <StateBadge state={state} />
              {(live?.seconds ?? entry?.seconds ?? 0) > 0 && (
                <span class="muted small">{duration(live?.seconds ?? entry?.seconds ?? 0)}</span>
              )}
              {live?.message && <span class="muted small">{live.message}</span>}
              {!over && (state === "running" || state === "queued") && (
                <button class="small" aria-label={`Stop ${method}`} onClick={() => void cancelRun(run, method)}>
                  Stop
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {over && <Command text={view.command} />}
    </section>
  );
}
