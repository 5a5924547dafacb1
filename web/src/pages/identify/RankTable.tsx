// The methods in order of what they achieved; a click on a heading sorts by it.
import { signal } from "@preact/signals";
import { go } from "../../app/navigation";
import { duration, fixed, plain } from "../../robot/quantity";
import { runViews } from "../../state/runs";
import { identifyResult, ranked, type RankKey } from "./result";

const by = signal<RankKey>("validation");
const descending = signal(false);
/** The method whose parameters are listed. */
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

/** The table, and the parameters of one method. */
export function RankTable({ run }: { run: number }) {
  const result = identifyResult(runViews.value.get(run)?.result);
  if (result === null || result.methods.length === 0) return null;
  const key = by.value === "validation" && result.methods.every((entry) => !entry.validation) ? "fit" : by.value;
  const order = ranked(result.methods, key, descending.value);
  const listed =
    result.methods.find((entry) => entry.method === listedMethod.value) ??
    result.methods.find((entry) => entry.method === result.recommended) ??
    order[0];
  return (
    <section class="card stack" aria-labelledby="rank-title">
      <header class="row">
        <h2 id="rank-title" class="grow">
          Ranking
        </h2>
        <button class="primary" onClick={() => go("validate", [], { run: String(run) })}>
          Validate
        </button>
      </header>
      {result.recommendation && (
        <p class="message good" id="recommendation">
          ★ {result.recommendation}
        </p>
      )}
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Methods in order">
        <table id="rank">
          <thead>
            <tr>
              <Heading name="method" label="Method" number={false} />
              <Heading name="verdict" label="Verdict" number={false} />
              <Heading name="validation" label="Unseen data: not predicted (%)" />
              <Heading name="fit" label="Own data: not predicted (%)" />
              <Heading name="condition" label="Condition" />
              <Heading name="seconds" label="Time" />
              <th scope="col">Physical</th>
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
                  <span class={`badge ${entry.verdict.pass ? "good" : "bad"}`}>
                    {entry.verdict.pass ? "✓ pass" : "✕ fail"}
                  </span>
                </td>
                <td class="number" data-value={entry.validation?.relative}>
                  {entry.validation ? fixed(entry.validation.relative, 3) : "–"}
                </td>
                <td class="number" data-value={entry.fit.relative}>
                  {fixed(entry.fit.relative, 3)}
                </td>
                <td class="number">{plain(entry.condition, 4)}</td>
                <td class="number">{duration(entry.seconds)}</td>
                <td>
                  {entry.physical
                    ? entry.physical.consistent
                      ? "✓ possible"
                      : `✕ ${entry.physical.worst_link ?? ""}`
                    : "–"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {listed && (
        <details open>
          <summary>
            What {listed.method} found, and why it {listed.verdict.pass ? "passes" : "fails"}
          </summary>
          <ul class="small">
            {listed.verdict.reasons.map((reason, k) => (
              <li key={k}>{reason}</li>
            ))}
          </ul>
          <div
            class="scroll-x parameter-table"
            tabIndex={0}
            role="region"
            aria-label={`Parameters by ${listed.method}`}
          >
            <table id="parameters">
              <thead>
                <tr>
                  <th scope="col">Parameter</th>
                  <th scope="col" class="number">
                    Value
                  </th>
                  <th scope="col" class="number">
                    ± standard deviation
                  </th>
                  <th scope="col">Unit</th>
                  <th scope="col">Status</th>
                </tr>
              </thead>
              <tbody>
                {listed.base.map((parameter) => (
                  <tr key={parameter.name}>
                    <th scope="row">{parameter.name}</th>
                    <td class="number" data-value={parameter.value}>
                      {plain(parameter.value, 6)}
                    </td>
                    <td class="number">{parameter.std === null ? "–" : plain(parameter.std, 3)}</td>
                    <td>{parameter.unit}</td>
                    <td>{parameter.status}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
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
