// The logs of the project: which are learnt from, which prove the result.
import { hrefOf } from "../../app/navigation";
import { remove, query } from "../../api/client";
import type { LogCard } from "../../contract";
import { importFiles } from "../../state/import";
import { pathOf, project, refresh } from "../../state/project";
import { attempt } from "../../state/report";
import { chosenLog, learnFrom, proveOn } from "./choices";

function toggled(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function Row({ log }: { log: LogCard }) {
  const { source } = log;
  return (
    <tr aria-selected={chosenLog.value === source} data-log={source}>
      <th scope="row">
        <button class="link-button" onClick={() => (chosenLog.value = source)}>
          {source}
        </button>
      </th>
      <td class="muted">{size(log.size)}</td>
      <td>
        <input
          type="checkbox"
          aria-label={`Learn from ${source}`}
          checked={learnFrom.value.has(source)}
          onChange={() => {
            learnFrom.value = toggled(learnFrom.value, source);
            proveOn.value = new Set([...proveOn.value].filter((other) => other !== source));
          }}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`Prove on ${source}`}
          checked={proveOn.value.has(source)}
          onChange={() => {
            proveOn.value = toggled(proveOn.value, source);
            learnFrom.value = new Set([...learnFrom.value].filter((other) => other !== source));
          }}
        />
      </td>
      <td>
        {source.startsWith("logs/") && (
          <button
            class="quiet small"
            aria-label={`Delete ${source}`}
            onClick={() => void attempt(() => remove(pathOf(`/log${query({ source })}`))).then(refresh)}
          >
            ✕
          </button>
        )}
      </td>
    </tr>
  );
}

/** The board. */
export function LogBoard() {
  const logs = project.value?.logs ?? [];
  return (
    <section class="panel" aria-labelledby="logs-title">
      <h2 id="logs-title">Logs</h2>
      {logs.length === 0 ? (
        <div class="message">
          <p>
            No data yet. Drop a CSV, Parquet or bag on the page, or{" "}
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
                <th scope="col">Learn</th>
                <th scope="col">Prove</th>
                <th scope="col">
                  <span class="only-read-aloud">Delete</span>
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
        <span>Add a log: drop it anywhere, or choose</span>
        <input
          type="file"
          id="log-file"
          onChange={(event) => void importFiles([...(event.currentTarget.files ?? [])])}
        />
      </label>
    </section>
  );
}
