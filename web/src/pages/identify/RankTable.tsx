// Method comparison, sortable by column, and the parameters of one method.
import { signal } from "@preact/signals";
import { go } from "../../app/navigation";
import { formatDuration, formatFixed, formatNumber } from "../../robot/format";
import { methodStates, runViews } from "../../state/runs";
import { BesideTable } from "./BesideTable";
import { ParameterTable } from "./ParameterTable";
import { VERDICTS, identifyResult, partialResult, ranked, type IdentifyResult, type RankKey } from "./result";

const by = signal<RankKey>("validation");
const descending = signal(false);
/** The method whose parameters are shown. */
export const listedMethod = signal<string | null>(null);

function Heading({ name, label, number = true }: { name: RankKey; label: string; number?: boolean }) {
  const chosen = by.value === name;
  return (
    <th
      scope="col"
      class={number ? "number" : ""}
      aria-sort={chosen ? (descending.value ? "descending" : "ascending") : "none"}
    >
      <button
        class="sort"
        onClick={() => {
          descending.value = chosen ? !descending.value : false;
          by.value = name;
        }}
      >
        {label} {chosen ? (descending.value ? "▼" : "▲") : ""}
      </button>
    </th>
  );
}

/** How the logs were used: filter and friction that were chosen, delays, rows left out, what suits the logs. */
function Notes({ result }: { result: IdentifyResult }) {
  const parts: [string, string[]][] = [
    ["Choices", result.choices ?? []],
    ["Logs", result.notes ?? []],
    ["Methods", result.reasons ?? []],
  ];
  if (parts.every(([, lines]) => lines.length === 0)) return null;
  return (
    <details id="identify-notes">
      <summary>How the logs were used: filter, friction, delays, rows</summary>
      {parts.map(
        ([title, lines]) =>
          lines.length > 0 && (
            <div key={title}>
              <h3>{title}</h3>
              <ul class="small">
                {lines.map((line, k) => (
                  <li key={k}>{line}</li>
                ))}
              </ul>
            </div>
          ),
      )}
    </details>
  );
}

/** The comparison table and the parameters of one method. */
export function RankTable({ run }: { run: number }) {
  const finished = identifyResult(runViews.value.get(run)?.result);
  const done = [...methodStates.value].filter(([key]) => key.startsWith(`${run}/`)).map(([, state]) => state.result);
  const result = finished ?? partialResult(done);
  if (result === null || result.methods.length === 0) return null;
  const key = by.value === "validation" && result.methods.every((entry) => !entry.validation) ? "fit" : by.value;
  const order = ranked(result.methods, key, descending.value);
  const recommended = result.methods.find((entry) => entry.method === result.recommended);
  const listed = result.methods.find((entry) => entry.method === listedMethod.value) ?? recommended ?? order[0];
  return (
    <section class="card stack" aria-labelledby="rank-title">
      <header class="row">
        <h2 id="rank-title" class="grow">
          Method comparison
        </h2>
        {finished === null && (
          <span class="badge" id="rank-partial">
            {result.methods.length} finished, others are running
          </span>
        )}
        <button class="primary" disabled={finished === null} onClick={() => go("validate", [], { run: String(run) })}>
          Validate
        </button>
      </header>
      {result.recommendation && (
        <p class={`message ${recommended?.verdict.pass ? "good" : "warn"}`} id="recommendation">
          ★ {result.recommendation}
        </p>
      )}
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Comparison of methods">
        <table id="rank" data-finished={finished !== null}>
          <thead>
            <tr>
              <Heading name="method" label="Method" number={false} />
              <Heading name="verdict" label="Verdict" number={false} />
              <Heading name="validation" label="Prediction error on the validation log (%)" />
              <Heading name="fit" label="Prediction error on the training log (%)" />
              <Heading name="condition" label="Condition number" />
              <Heading name="seconds" label="Computing time" />
              <th scope="col">Physically consistent</th>
            </tr>
          </thead>
          <tbody>
            {order.map((entry) => (
              <tr key={entry.method} aria-selected={entry === listed} data-method={entry.method}>
                <th scope="row">
                  <button class="link-button" onClick={() => (listedMethod.value = entry.method)}>
                    {entry.method}
                    {entry.method === result.recommended ? " ★" : ""}
                  </button>
                </th>
                <td>
                  <span class={`badge ${VERDICTS[entry.verdict.status].look}`}>
                    {VERDICTS[entry.verdict.status].mark} {VERDICTS[entry.verdict.status].word}
                  </span>
                </td>
                <td class="number" data-value={entry.validation?.relative}>
                  {entry.validation ? formatFixed(entry.validation.relative, 3) : "–"}
                </td>
                <td class="number" data-value={entry.fit.relative}>
                  {formatFixed(entry.fit.relative, 3)}
                </td>
                <td class="number">{formatNumber(entry.condition, 4)}</td>
                <td class="number">{formatDuration(entry.seconds)}</td>
                <td>
                  {entry.physical
                    ? entry.physical.consistent
                      ? "✓ yes"
                      : `✕ no${entry.physical.worst_link ? ` (${entry.physical.worst_link})` : ""}`
                    : "–"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <BesideTable result={result} />
      {listed && (
        <details open>
          <summary>
            Parameters by {listed.method}, and the reasons for the verdict “{listed.verdict.status}”
          </summary>
          <ul class="small">
            {listed.verdict.reasons.map((reason, k) => (
              <li key={k}>{reason}</li>
            ))}
          </ul>
          <ParameterTable
            parameters={listed.base}
            reference={result.reference ?? null}
            label={`Parameters by ${listed.method}`}
            id="parameters"
          />
        </details>
      )}
      <Notes result={result} />
      {result.trust?.advice && result.trust.advice.length > 0 && (
        <ul class="muted small">
          {result.trust.advice.map((line, k) => (
            <li key={k}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
