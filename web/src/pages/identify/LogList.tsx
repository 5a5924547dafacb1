// The logs of the project, with their use: training or validation.
import { hrefOf } from "../../app/navigation";
import { post, remove, queryString } from "../../api/client";
import { showStatus } from "../../app/status";
import type { LogCard } from "../../contract";
import { importFiles } from "../../state/import";
import { projectPath, project, refresh } from "../../state/project";
import { attempt } from "../../state/errors";
import { selectedLog, trainLogs, validationLogs } from "./options";

function toggled(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

async function erase(source: string): Promise<void> {
  const path = projectPath(`/log${queryString({ source })}`);
  const back = projectPath(`/log/restore${queryString({ source })}`);
  if ((await attempt(() => remove(path).then(() => true))) === null) return;
  const without = (set: ReadonlySet<string>) => new Set([...set].filter((other) => other !== source));
  [trainLogs.value, validationLogs.value] = [without(trainLogs.peek()), without(validationLogs.peek())];
  if (selectedLog.peek() === source) selectedLog.value = null;
  await refresh();
  showStatus("good", `Deleted ${source}.`, undefined, {
    label: "Undo",
    run: () => void attempt(() => post(back, {})).then(refresh),
  });
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function Row({ log }: { log: LogCard }) {
  const { source } = log;
  return (
    <tr aria-selected={selectedLog.value === source} data-log={source}>
      <th scope="row">
        <button class="link-button" onClick={() => (selectedLog.value = source)}>
          {source}
        </button>
      </th>
      <td class="muted">{size(log.size)}</td>
      <td>
        <input
          type="checkbox"
          aria-label={`Train on ${source}`}
          checked={trainLogs.value.has(source)}
          onChange={() => {
            trainLogs.value = toggled(trainLogs.value, source);
            validationLogs.value = new Set([...validationLogs.value].filter((other) => other !== source));
          }}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`Validate on ${source}`}
          checked={validationLogs.value.has(source)}
          onChange={() => {
            validationLogs.value = toggled(validationLogs.value, source);
            trainLogs.value = new Set([...trainLogs.value].filter((other) => other !== source));
          }}
        />
      </td>
      <td>
        {source.startsWith("logs/") && (
          <button class="quiet small" aria-label={`Delete ${source}`} onClick={() => void erase(source)}>
            ✕
          </button>
        )}
      </td>
    </tr>
  );
}

/** The list of logs. */
export function LogList() {
  const logs = project.value?.logs ?? [];
  return (
    <section class="panel" aria-labelledby="logs-title">
      <h2 id="logs-title">Logs</h2>
      {logs.length === 0 ? (
        <div class="message">
          <p>
            No logs yet. Drop a CSV, Parquet or bag file on the page, or{" "}
            <a href={hrefOf("simulate")}>simulate a log from this model</a>.
          </p>
        </div>
      ) : (
        <div class="scroll-x" tabIndex={0} role="region" aria-label="Logs of the project">
          <table id="logs">
            <thead>
              <tr>
                <th scope="col">Log</th>
                <th scope="col">Size</th>
                <th scope="col">Train</th>
                <th scope="col">Validate</th>
                <th scope="col">
                  <span class="visually-hidden">Delete</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {logs.map((log) => (
                <Row key={log.source} log={log} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <label class="drop-zone small-zone">
        <span>Add a log: drop a file anywhere, or choose one</span>
        <input
          type="file"
          id="log-file"
          onChange={(event) => void importFiles([...(event.currentTarget.files ?? [])])}
        />
      </label>
    </section>
  );
}
