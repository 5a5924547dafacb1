// Which fault of the log or the description explains a poor model; faults of the columns and the mounting can be undone
// by a click.
import { signal } from "@preact/signals";
import { post, put, queryString, get } from "../../api/client";
import { showStatus } from "../../app/status";
import type { LogPreview, Project } from "../../contract";
import { formatNumber } from "../../robot/format";
import { attempt } from "../../state/errors";
import { changeModel, project, projectPath, refresh } from "../../state/project";
import { gravityIn, mapsIn } from "./fixes";
import { gainNumbers, trainLogs } from "./options";

interface Explanation {
  kind: string;
  message: string;
  fix: string;
  removes: number;
  certain: boolean;
}
interface Report {
  suspicious: boolean;
  explanations: Explanation[];
}

const report = signal<{ logs: string; report: Report } | null>(null);
const busy = signal(false);

async function diagnose(): Promise<void> {
  busy.value = true;
  const logs = [...trainLogs.peek()];
  const numbers = gainNumbers();
  const found = await attempt(() =>
    post<Report>(projectPath("/diagnose"), { logs, ...(numbers ? { gains: numbers } : {}) }),
  );
  busy.value = false;
  report.value = found === null ? null : { logs: logs.join(", "), report: found };
}

async function applyMaps(maps: string[]): Promise<void> {
  for (const source of trainLogs.peek()) {
    const path = projectPath(`/log${queryString({ source })}`);
    const own =
      (await attempt(() => get<Project>(projectPath(""))))?.logs.find((log) => log.source === source)?.map ?? [];
    if ((await attempt(() => put<LogPreview>(path, { map: [...own, ...maps] }))) === null) return;
  }
  showStatus("good", `Columns changed: ${maps.join(", ")}. Identify again.`);
  await refresh();
  report.value = null;
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
            const maps = mapsIn(entry.fix);
            const gravity = gravityIn(entry.fix);
            return (
              <li key={k} class={`message ${entry.certain ? "bad" : "warn"}`} data-fault={entry.kind}>
                <p>
                  <strong>{entry.message}</strong> It explains {formatNumber(entry.removes, 3)} % of the squared
                  residual.
                </p>
                <p>→ {entry.fix}</p>
                {maps.length > 0 && (
                  <button class="small" onClick={() => void applyMaps(maps)}>
                    Apply to the log
                  </button>
                )}
                {gravity && project.value && (
                  <button
                    class="small"
                    onClick={() =>
                      void changeModel({ label: "Set gravity by the diagnosis", gravity }).then(
                        () => (report.value = null),
                      )
                    }
                  >
                    Set gravity of the model
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
