// Which fault of the log or the description explains a poor model; what a fault needs can be done by a click.
import { signal } from "@preact/signals";
import { post, put, queryString, get } from "../../api/client";
import { showStatus } from "../../app/status";
import type { LogPreview, Project } from "../../contract";
import { formatNumber } from "../../robot/format";
import { attempt } from "../../state/errors";
import { changeModel, project, projectPath, refresh } from "../../state/project";
import { type Action, actionsFor, correctedMap, type Explanation, gravityIn } from "./fixes";
import { couplings, friction, gainNumbers, identify, payloadAlone, trainLogs } from "./options";

interface Report {
  suspicious: boolean;
  explanations: Explanation[];
}

const report = signal<{ logs: string; report: Report } | null>(null);
const busy = signal(false);

/** Looks for faults of the training logs and the description. */
export async function diagnose(): Promise<void> {
  busy.value = true;
  const logs = [...trainLogs.peek()];
  const numbers = gainNumbers();
  const found = await attempt(() =>
    post<Report>(projectPath("/diagnose"), { logs, ...(numbers ? { gains: numbers } : {}) }),
  );
  busy.value = false;
  report.value = found === null ? null : { logs: logs.join(", "), report: found };
}

async function correctColumns(entry: Explanation): Promise<void> {
  const model = project.peek()?.model;
  const joints = (model?.driven ?? []).flatMap((index) => {
    const joint = model?.joints[index];
    return joint ? [{ name: joint.name, slides: joint.kind === "prismatic" }] : [];
  });
  const stored = (await attempt(() => get<Project>(projectPath(""))))?.logs ?? [];
  for (const source of trainLogs.peek()) {
    const path = projectPath(`/log${queryString({ source })}`);
    const preview = await attempt(() => get<LogPreview>(path));
    if (preview === null) return;
    const own = stored.find((log) => log.source === source)?.map ?? [];
    const map = correctedMap(preview.columns, entry, joints, own);
    if ((await attempt(() => put<LogPreview>(path, { map }))) === null) return;
  }
  showStatus("good", `Columns corrected: ${entry.message}. Identify again.`);
  await refresh();
  report.value = null;
}

async function apply(entry: Explanation, { does }: Action): Promise<void> {
  switch (does) {
    case "columns":
      return correctColumns(entry);
    case "gravity": {
      const gravity = gravityIn(entry.fix);
      if (gravity && (await changeModel({ label: "Set gravity by the diagnosis", gravity }))) report.value = null;
      return;
    }
    case "coupling":
      couplings.value = [...new Set([...couplings.peek(), entry.joints.join("+")])];
      return identify();
    case "payload":
      payloadAlone.value = true;
      return identify();
    case "friction":
      friction.value = "stribeck";
      return identify();
    case "identify":
      return identify();
  }
}

/** The panel. */
export function Diagnosis() {
  const shown = report.value;
  return (
    <section class="card stack" id="diagnosis" aria-labelledby="diagnosis-title">
      <header class="row">
        <h2 id="diagnosis-title" class="grow">
          Diagnosis
        </h2>
        <button
          id="diagnose"
          aria-busy={busy.value}
          disabled={busy.value || trainLogs.value.size === 0}
          onClick={() => void diagnose()}
        >
          {busy.value ? "Looking…" : "What is wrong with log or model?"}
        </button>
      </header>
      {shown && shown.report.explanations.length === 0 && (
        <p class={`message ${shown.report.suspicious ? "warn" : "good"}`}>
          {shown.report.suspicious
            ? "! Something is poorly explained, and no single fault explains it."
            : "✓ Nothing is wrong with signs, units, zeros, columns or gravity."}
        </p>
      )}
      {shown && shown.report.explanations.length > 0 && (
        <ul class="findings" id="explanations">
          {shown.report.explanations.map((entry, k) => {
            return (
              <li key={k} class={`message ${entry.certain ? "bad" : "warn"}`} data-fault={entry.kind}>
                <p>
                  <strong>{entry.message}</strong> It explains {formatNumber(entry.removes, 3)} % of the squared
                  residual.
                </p>
                <p>→ {entry.fix}</p>
                {actionsFor(entry).map((action) => (
                  <button
                    key={action.label}
                    class="small"
                    data-does={action.does}
                    onClick={() => void apply(entry, action)}
                  >
                    {action.label}
                  </button>
                ))}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
