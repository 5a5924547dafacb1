// Campaign page: methods compared over noise levels and seeds, against known parameters.
import { useEffect } from "preact/hooks";
import { apiUrl } from "../../api/client";
import { updateView } from "../../app/navigation";
import { CommandLine } from "../../controls/CommandLine";
import { Empty } from "../../controls/Empty";
import { RunNotices, RunProgress, StateBadge } from "../../controls/RunState";
import { formatDuration } from "../../robot/format";
import { project, projectPath } from "../../state/project";
import { cancelRun, deleteRun, isFinished, loadRun, runViews } from "../../state/runs";
import { selectedRunOf } from "../simulate/SimulatePage";
import { CampaignFigures } from "./CampaignFigures";
import { CampaignForm } from "./CampaignForm";
import { CoverageTable } from "./CoverageTable";
import { continueCampaign } from "./options";
import { campaignResult } from "./result";

/** Time between two readings of an unfinished campaign's result (ms). */
const REFRESH = 2500;

/** The page. */
export function CampaignPage() {
  const run = selectedRunOf("campaign");
  const cards = (project.value?.runs ?? []).filter((candidate) => candidate.kind === "campaign");
  const card = cards.find((candidate) => candidate.run === run);
  const finished = card !== undefined && isFinished(card);
  useEffect(() => {
    if (run === null) return;
    void loadRun(run);
    if (finished) return;
    // What is done so far is shown while the rest is computed.
    const timer = setInterval(() => void loadRun(run), REFRESH);
    return () => clearInterval(timer);
  }, [run, finished]);
  const view = run === null ? undefined : runViews.value.get(run);
  const result = campaignResult(view?.result);
  const options = view?.request.kind === "campaign" ? view.request.options : null;
  return (
    <div class="identify">
      <div class="identify-side">
        <h1 class="page-title">Campaign</h1>
        <CampaignForm />
      </div>
      <div class="identify-main" id="campaign" aria-busy={card !== undefined && !finished}>
        {card === undefined && (
          <Empty title="No campaign yet">
            <p class="muted">
              Which method is accurate for this robot, this motion and this noise, and are its intervals right?
            </p>
          </Empty>
        )}
        {card && run !== null && (
          <section class="card stack" aria-labelledby="campaign-title" data-state={card.state}>
            <header class="row">
              <h2 id="campaign-title" class="grow">
                Run {card.run}: {card.title}
              </h2>
              <StateBadge state={card.state} />
              {cards.length > 1 && (
                <select
                  aria-label="Campaign that is shown"
                  value={String(card.run)}
                  onChange={(event) => updateView({ run: event.currentTarget.value })}
                >
                  {/* A text that changes would move the button beside it. */}
                  {cards.map((candidate) => (
                    <option key={candidate.run} value={String(candidate.run)}>
                      Run {candidate.run}: {isFinished(candidate) ? candidate.message : "running"}
                    </option>
                  ))}
                </select>
              )}
              {!finished && (
                <button class="small danger" id="stop-campaign" onClick={() => void cancelRun(run)}>
                  Stop
                </button>
              )}
            </header>
            <RunProgress card={card} />
            <RunNotices card={card} problem={view?.problem} />
            {result && (
              <p id="campaign-done" data-done={result.summary.done}>
                {result.summary.done} of {result.summary.tasks} experiments, {result.plan.methods.length} methods,{" "}
                {result.plan.names.length} parameters
                {card.seconds > 0 ? `, ${formatDuration(card.seconds)}` : ""}
              </p>
            )}
            {finished && (
              <div class="row">
                {card.state === "cancelled" && options && (
                  <button
                    class="primary"
                    id="continue-campaign"
                    onClick={() => void continueCampaign(card.run, options)}
                  >
                    Continue
                  </button>
                )}
                {view?.files.some((file) => file.endsWith("report.html")) && (
                  <a
                    class="button"
                    href={apiUrl(projectPath(`/runs/${card.run}/report.html`))}
                    target="_blank"
                    rel="noopener"
                  >
                    Open report
                  </a>
                )}
                <button class="quiet" onClick={() => void deleteRun(card.run)}>
                  Delete run
                </button>
              </div>
            )}
            {finished && view && <CommandLine text={view.command} />}
          </section>
        )}
        {result && result.summary.done > 0 && (
          <>
            <section class="card stack" aria-labelledby="coverage-title">
              <h2 id="coverage-title">Methods</h2>
              <CoverageTable result={result} />
            </section>
            <CampaignFigures result={result} />
          </>
        )}
      </div>
    </div>
  );
}
