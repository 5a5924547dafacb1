// Report: what each run says, its files, and the command that would redo it.
import { useEffect } from "preact/hooks";
import { addressOf } from "../../api/client";
import { hrefOf, route, updateView } from "../../app/navigation";
import { Command } from "../../controls/Command";
import { Empty } from "../../controls/Empty";
import { Findings } from "../../controls/Findings";
import { StateBadge } from "../../controls/RunState";
import { duration, plain } from "../../robot/quantity";
import { pathOf, project } from "../../state/project";
import { isOver, loadRun, runViews } from "../../state/runs";
import { identifyResult } from "../identify/result";

/** The page. */
export function ReportPage() {
  const runs = (project.value?.runs ?? []).filter(isOver);
  const asked = Number(route.value.parameters["run"]);
  const card =
    runs.find((candidate) => candidate.run === asked) ??
    runs.findLast((candidate) => candidate.kind === "identify") ??
    runs.at(-1);
  const run = card?.run;
  useEffect(() => {
    if (run !== undefined) void loadRun(run);
  }, [run]);
  if (!card)
    return (
      <Empty title="Nothing to report yet">
        <a class="button" href={hrefOf("simulate")}>
          Simulate a log
        </a>
        <a class="button" href={hrefOf("identify")}>
          Identify from a log
        </a>
      </Empty>
    );
  const view = runViews.value.get(card.run);
  const result = identifyResult(view?.result);
  const best = result?.methods.find((entry) => entry.method === result.recommended) ?? result?.methods[0];
  const report = view?.files.find((file) => file.endsWith("report.html"));
  const findings = project.value?.model.findings.filter((finding) => finding.severity !== "info") ?? [];
  return (
    <div class="column-page">
      <header class="row">
        <h1 class="grow">Report</h1>
        <label class="row run-choice">
          <span>Run</span>
          <select
            id="report-run"
            value={String(card.run)}
            onChange={(event) => updateView({ run: event.currentTarget.value })}
          >
            {runs.map((candidate) => (
              <option key={candidate.run} value={String(candidate.run)}>
                {candidate.run}: {candidate.kind}, {candidate.title}
              </option>
            ))}
          </select>
        </label>
      </header>
      <section class="card stack" aria-labelledby="report-title">
        <header class="row">
          <h2 id="report-title" class="grow">
            {card.title}
          </h2>
          <StateBadge state={card.state} />
          <span class="muted">{duration(card.seconds)}</span>
        </header>
        {card.warnings.map((warning, k) => (
          <p key={k} class="message warn">
            ! {warning}
          </p>
        ))}
        {report && (
          <div class="row">
            <a
              class="button"
              id="open-report"
              href={addressOf(pathOf(`/runs/${card.run}/report.html`))}
              target="_blank"
              rel="noopener"
            >
              Open the report
            </a>
            <a
              class="button"
              id="save-report"
              href={addressOf(pathOf(`/runs/${card.run}/report.html`))}
              download={`report-${card.run}.html`}
            >
              Save it
            </a>
            <span class="muted">One file, interactive, readable without a network.</span>
          </div>
        )}
        {view && <Command text={view.command} label="The command that redoes it" />}
      </section>
      {findings.length > 0 && (
        <section class="card stack" id="report-findings">
          <h2>The model has remarks</h2>
          <Findings list={findings} />
        </section>
      )}
      {best && (
        <section class="card stack" aria-labelledby="found-title">
          <h2 id="found-title">What was found (by {best.method})</h2>
          <p class={`message ${best.verdict.pass ? "good" : "bad"}`}>
            {best.verdict.pass ? "✓ Pass" : "✕ Fail"}: {best.verdict.reasons[0] ?? ""}
          </p>
          <div class="scroll-x" tabIndex={0} role="region" aria-label="Parameters">
            <table>
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
                {best.base.map((parameter) => (
                  <tr key={parameter.name}>
                    <th scope="row">{parameter.name}</th>
                    <td class="number">{plain(parameter.value, 6)}</td>
                    <td class="number">{parameter.std === null ? "–" : plain(parameter.std, 3)}</td>
                    <td>{parameter.unit}</td>
                    <td>{parameter.status}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      {view && view.files.length > 0 && (
        <section class="card stack" aria-labelledby="files-title">
          <h2 id="files-title">Files</h2>
          <ul class="files">
            {view.files.map((file) => (
              <li key={file}>
                <a
                  href={addressOf(pathOf(`/files/${file.split("/").map(encodeURIComponent).join("/")}`))}
                  download={file.split("/").at(-1)}
                >
                  {file}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
