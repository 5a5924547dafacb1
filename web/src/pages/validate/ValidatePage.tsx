// Validate page: measured and predicted efforts, metrics, residual analysis; writes an estimate to the model.
import { useEffect } from "preact/hooks";
import { hrefOf, route, updateView } from "../../app/navigation";
import { Empty } from "../../controls/Empty";
import { StateBadge } from "../../controls/RunState";
import { Plot } from "../../plots/Plot";
import { project } from "../../state/project";
import { isFinished, loadRun, runViews } from "../../state/runs";
import { identifyResult } from "../identify/result";
import { loadSeries } from "../simulate/runSeries";
import { CorrectedDialog } from "./CorrectedDialog";
import { EvaluatePanel } from "./EvaluatePanel";
import { MethodList } from "./MethodList";
import { MetricTable } from "./MetricTable";
import { ResidualPanel } from "./ResidualPanel";
import { efforts, playedLogOf } from "./efforts";
import { PlayedView } from "../../view3d/PlayedView";
import { playLog } from "../../state/playback";

/** The page. */
export function ValidatePage() {
  const runs = (project.value?.runs ?? []).filter((card) => card.kind === "identify" && isFinished(card));
  const requested = Number(route.value.parameters["run"]);
  const card = runs.find((candidate) => candidate.run === requested) ?? runs.at(-1);
  const run = card?.run ?? null;
  useEffect(() => {
    if (run === null) return;
    void loadRun(run).then((view) => {
      const source = view ? playedLogOf(view) : null;
      if (source !== null) void playLog(source);
    });
    void loadSeries(run);
  }, [run]);
  if (run === null) {
    return (
      <Empty title="No identification yet">
        <a class="button" href={hrefOf("identify")}>
          Identify from a log
        </a>
      </Empty>
    );
  }
  const view = runViews.value.get(run);
  const result = identifyResult(view?.result);
  const plots = efforts(run);
  return (
    <div class="identify">
      <div class="identify-side">
        <h1 class="page-title">Validate</h1>
        <PlayedView />
        <section class="panel">
          <label class="field">
            <span>Identification</span>
            <select
              id="identification"
              value={String(run)}
              onChange={(event) => updateView({ run: event.currentTarget.value })}
            >
              {runs.map((candidate) => (
                <option key={candidate.run} value={String(candidate.run)}>
                  Run {candidate.run}: {candidate.title}
                </option>
              ))}
            </select>
          </label>
          {card && (
            <div class="row">
              <StateBadge state={card.state} />
            </div>
          )}
        </section>
        {result && <MethodList run={run} result={result} />}
        <CorrectedDialog />
        <EvaluatePanel run={run} result={result} />
      </div>
      <div class="identify-main">
        {result && <MetricTable result={result} />}
        <section class="card stack" aria-labelledby="efforts-title">
          <h2 id="efforts-title">Measured and predicted efforts</h2>
          <div class="plots" id="effort-plots">
            {plots.map((plot) => (
              <Plot key={plot.title} plot={plot} />
            ))}
          </div>
          {plots.length === 0 && (
            <p class="muted" aria-busy={view === undefined}>
              {view ? "This run has no data." : "Loading run…"}
            </p>
          )}
        </section>
        {result && <ResidualPanel run={run} methods={result.methods.map((entry) => entry.method)} />}
      </div>
    </div>
  );
}
