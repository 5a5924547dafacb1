// Judging an estimate, or the model as it is, on any log.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Command } from "../../controls/Command";
import { RunProgress, StateBadge } from "../../controls/RunState";
import { wordsOf } from "../../api/problem";
import { fixed } from "../../robot/quantity";
import { project } from "../../state/project";
import { isOver, loadRun, runViews, startRun } from "../../state/runs";
import type { Fit, IdentifyResult } from "../identify/result";

const log = signal("");
const subject = signal("");

interface Judgement {
  validation?: Fit;
  verdict?: { pass: boolean; reasons: string[] };
}

/** The panel. */
export function JudgePanel({ run, result }: { run: number; result: IdentifyResult | null }) {
  const logs = project.value?.logs ?? [];
  const source = logs.some((entry) => entry.source === log.value) ? log.value : (logs.at(-1)?.source ?? "");
  const card = (project.value?.runs ?? []).findLast((candidate) => candidate.kind === "validate");
  const over = card !== undefined && isOver(card);
  useEffect(() => {
    if (card && over) void loadRun(card.run);
  }, [card?.run, over]);
  const view = card ? runViews.value.get(card.run) : undefined;
  const judgement = (view?.result ?? null) as Judgement | null;
  const judge = () =>
    void startRun({
      kind: "validate",
      options: { logs: [source], seed: 0, ...(subject.value === "" ? {} : { run, method: subject.value }) },
    });
  return (
    <section class="panel" aria-labelledby="judge-title">
      <h2 id="judge-title">Judge on a log</h2>
      <label class="field">
        <span>Log</span>
        <select id="judge-log" value={source} onChange={(event) => (log.value = event.currentTarget.value)}>
          {logs.map((entry) => (
            <option key={entry.source}>{entry.source}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>What is judged</span>
        <select
          id="judge-subject"
          value={subject.value}
          onChange={(event) => (subject.value = event.currentTarget.value)}
        >
          <option value="">the model as it is</option>
          {result?.methods.map(({ method }) => (
            <option key={method} value={method}>
              the estimate by {method}
            </option>
          ))}
        </select>
      </label>
      <button id="judge" disabled={source === "" || (card !== undefined && !over)} onClick={judge}>
        Judge
      </button>
      {card && (
        <div class="stack" id="judgement" aria-busy={!over}>
          <div class="row">
            <StateBadge state={card.state} />
            <span class="muted small">{card.title}</span>
          </div>
          <RunProgress card={card} />
          {view?.problem && <p class="message bad">{wordsOf(view.problem)}</p>}
          {judgement?.verdict && (
            <div class={`message ${judgement.verdict.pass ? "good" : "bad"}`}>
              <p>
                <strong>{judgement.verdict.pass ? "✓ Pass" : "✕ Fail"}</strong>
                {judgement.validation
                  ? `: ${fixed(judgement.validation.relative, 3)} % of the efforts are not predicted.`
                  : ""}
              </p>
              <ul class="small">
                {judgement.verdict.reasons.map((reason, k) => (
                  <li key={k}>{reason}</li>
                ))}
              </ul>
            </div>
          )}
          {view && over && <Command text={view.command} />}
        </div>
      )}
    </section>
  );
}
