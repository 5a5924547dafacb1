// Report page: result, report file, command line and files of each run.
import { useEffect } from "preact/hooks";
import { apiUrl } from "../../api/client";
import { hrefOf, route, updateView } from "../../app/navigation";
import { CommandLine } from "../../controls/CommandLine";
import { Empty } from "../../controls/Empty";
import { Findings } from "../../controls/Findings";
import { RunNotices, StateBadge } from "../../controls/RunState";
import { formatDuration } from "../../robot/format";
import { projectPath, project } from "../../state/project";
import { isFinished, loadRun, runViews } from "../../state/runs";
import { ParameterTable } from "../identify/ParameterTable";
import { VERDICTS, identifyResult, mainReason } from "../identify/result";

/** The page. */
export function ReportPage() {
  const runs = (project.value?.runs ?? []).filter(isFinished);
  const requested = Number(route.value.parameters["run"]);
  const card =
    runs.find((candidate) => candidate.run === requested) ??
    runs.findLast((candidate) => candidate.kind === "identify") ??
    runs.at(-1);
  const run = card?.run;
  useEffect(() => {
    if (run !== undefined) void loadRun(run);
  }, [run]);
  if (!card)
    return (
      <Empty title="No runs yet">
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
          <span class="muted">{formatDuration(card.seconds)}</span>
        </header>
        <RunNotices card={card} problem={view?.problem} />
        {report && (
          <div class="row">
            <a
              class="button"
              id="open-report"
              href={apiUrl(projectPath(`/runs/${card.run}/report.html`))}
              target="_blank"
              rel="noopener"
            >
              Open report
            </a>
            <a
              class="button"
              id="save-report"
              href={apiUrl(projectPath(`/runs/${card.run}/report.html`))}
              download={`report-${card.run}.html`}
            >
              Save report
            </a>
            <span class="muted">A single interactive HTML file; works offline.</span>
          </div>
        )}
        {card.state === "done" && ["simulate", "identify", "validate"].includes(card.kind) && (
          <div class="row">
            <a
              class="button"
              id="share"
              href={apiUrl(projectPath(`/runs/${card.run}/share.html`))}
              download={`${project.value?.id ?? "robot"}-run-${card.run}.html`}
            >
              Share as a page
            </a>
            <span class="muted">Read-only: the report and the motion in 3D, in one file without a server.</span>
          </div>
        )}
        {view && <CommandLine text={view.command} label="Reproduce (command line)" />}
      </section>
      {findings.length > 0 && (
        <section class="card stack" id="report-findings">
          <h2>Model checks</h2>
          <Findings list={findings} />
        </section>
      )}
      {best && (
        <section class="card stack" aria-labelledby="parameters-title">
          <h2 id="parameters-title">Identified parameters ({best.method})</h2>
          <p class={`message ${VERDICTS[best.verdict.status].look}`}>
            {VERDICTS[best.verdict.status].mark} {VERDICTS[best.verdict.status].word}: {mainReason(best.verdict)}
          </p>
          <ParameterTable parameters={best.base} reference={result?.reference ?? null} label="Parameters" />
        </section>
      )}
      {view && view.files.length > 0 && (
        <section class="card stack" aria-labelledby="files-title">
          <h2 id="files-title">Files</h2>
          <ul class="files">
            {view.files.map((file) => (
              <li key={file}>
                <a
                  href={apiUrl(projectPath(`/files/${file.split("/").map(encodeURIComponent).join("/")}`))}
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
