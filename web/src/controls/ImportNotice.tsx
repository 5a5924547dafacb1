// What became of the last file: what was odd, what is missing by name, why it was refused.
import { wordsOf } from "../api/problem";
import { lastImport } from "../state/import";
import { Findings } from "./Findings";
import { Icon } from "./Icon";

/** The notice, until it is closed. */
export function ImportNotice() {
  const shown = lastImport.value;
  if (shown === null) return null;
  const { name, report } = shown;
  if (report.ok && report.warnings.length === 0 && report.missing.length === 0) return null;
  return (
    <section class={`message ${report.ok ? "warn" : "bad"}`} id="import-notice" aria-label={`What became of ${name}`}>
      <header class="row">
        <strong class="grow">
          {report.ok ? `${name} was read, with remarks` : `${name} was not taken; everything is as before`}
        </strong>
        <button class="icon quiet" aria-label="Close the notice" onClick={() => (lastImport.value = null)}>
          <Icon name="close" />
        </button>
      </header>
      {report.problem && <p>{wordsOf(report.problem)}</p>}
      {report.problem?.hint && <p>→ {report.problem.hint}</p>}
      {report.missing.length > 0 && (
        <div>
          <p>Missing files; drop them here to see them. Until then simple shapes stand in.</p>
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
