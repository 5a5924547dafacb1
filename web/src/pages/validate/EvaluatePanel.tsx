// Evaluation of an estimate or of the current model on a log.
import { useEffect } from "preact/hooks";
import { CommandLine } from "../../controls/CommandLine";
import { RunProgress, StateBadge } from "../../controls/RunState";
import { problemText } from "../../api/problem";
import { formatFixed } from "../../robot/format";
import { project } from "../../state/project";
import { isFinished, loadRun, runViews, startRun } from "../../state/runs";
import { kept } from "../../state/kept";
import { gainNumbers } from "../identify/options";
import { VERDICTS, type Fit, type IdentifyResult } from "../identify/result";

const log = kept("validate/log", "");
const subject = kept("validate/subject", "");

/** Starts the evaluation of the model, or of an estimate of a run. */
async function evaluate(source: string, run: number): Promise<void> {
  const gains = gainNumbers();
  await startRun({
    kind: "validate",
    options: {
      logs: [source],
      seed: 0,
      ...(subject.peek() === "" ? {} : { run, method: subject.peek() }),
      ...(gains ? { gains } : {}),
    },
  });
}

interface Evaluation {
  validation?: Fit;
  verdict?: IdentifyResult["methods"][number]["verdict"];
}

/** The panel. */
export function EvaluatePanel({ run, result }: { run: number; result: IdentifyResult | null }) {
  const logs = project.value?.logs ?? [];
  const source = logs.some((entry) => entry.source === log.value) ? log.value : (logs.at(-1)?.source ?? "");
  const card = (project.value?.runs ?? []).findLast((candidate) => candidate.kind === "validate");
  const finished = card !== undefined && isFinished(card);
  useEffect(() => {
    if (card && finished) void loadRun(card.run);
  }, [card?.run, finished]);
  const view = card ? runViews.value.get(card.run) : undefined;
  const evaluation = (view?.result ?? null) as Evaluation | null;
  return (
    <section class="panel" aria-labelledby="evaluate-title">
      <h2 id="evaluate-title">Evaluate on a log</h2>
      <label class="field">
        <span>Log</span>
        <select id="evaluate-log" value={source} onChange={(event) => (log.value = event.currentTarget.value)}>
          {logs.map((entry) => (
            <option key={entry.source}>{entry.source}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Model</span>
        <select
          id="evaluate-subject"
          value={subject.value}
          onChange={(event) => (subject.value = event.currentTarget.value)}
        >
          <option value="">current model</option>
          {result?.methods.map(({ method }) => (
            <option key={method} value={method}>
              estimate by {method}
            </option>
          ))}
        </select>
      </label>
      <button
        id="evaluate"
        disabled={source === "" || (card !== undefined && !finished)}
        onClick={() => void evaluate(source, run)}
      >
        Evaluate
      </button>
      {card && (
        <div class="stack" id="evaluation" aria-busy={!finished}>
          <div class="row">
            <StateBadge state={card.state} />
            <span class="muted small">{card.title}</span>
          </div>
          <RunProgress card={card} />
          {view?.problem && <p class="message bad">{problemText(view.problem)}</p>}
          {evaluation?.verdict && (
            <div class={`message ${VERDICTS[evaluation.verdict.status].look}`}>
              <p>
                <strong>
                  {VERDICTS[evaluation.verdict.status].mark} {VERDICTS[evaluation.verdict.status].word}
                </strong>
                {evaluation.validation ? `: prediction error ${formatFixed(evaluation.validation.relative, 3)} %` : ""}
              </p>
              <ul class="small">
                {evaluation.verdict.reasons.map((reason, k) => (
                  <li key={k}>{reason}</li>
                ))}
              </ul>
            </div>
          )}
          {view && finished && <CommandLine text={view.command} />}
        </div>
      )}
    </section>
  );
}
