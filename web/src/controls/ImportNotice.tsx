// Result of the last import: warnings, missing files, or the reason for rejection.
import { problemText } from "../api/problem";
import { lastImport } from "../state/import";
import { Findings } from "./Findings";
import { Icon } from "./Icon";

/** The import notice, until dismissed. */
export function ImportNotice() {
  const shown = lastImport.value;
  if (shown === null) return null;
  const { name, report } = shown;
  if (report.ok && report.warnings.length === 0 && report.missing.length === 0) return null;
  return (
    <section class={`message ${report.ok ? "warn" : "bad"}`} id="import-notice" aria-label={`Import of ${name}`}>
      <header class="row">
        <strong class="grow">
          {report.ok ? `${name} imported with warnings` : `${name} was not imported; the project is unchanged`}
        </strong>
        <button class="icon quiet" aria-label="Dismiss notice" onClick={() => (lastImport.value = null)}>
          <Icon name="close" />
        </button>
      </header>
      {report.problem && <p>{problemText(report.problem)}</p>}
      {report.problem?.hint && <p>→ {report.problem.hint}</p>}
      {report.missing.length > 0 && (
        <div>
          <p>Missing files (drop them on the page to add them; simple shapes are drawn until then):</p>
          <ul>
            {report.missing.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Findings list={report.warnings} />
    </section>
  );
}
