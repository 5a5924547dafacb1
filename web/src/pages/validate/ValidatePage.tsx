// Validate: measured against predicted on data the methods have not seen; a method is switched on or off
// everywhere; the one that convinces is written into the model, undoably.
import { useEffect } from "preact/hooks";
import { hrefOf, route, updateView } from "../../app/navigation";
import { Empty } from "../../controls/Empty";
import { StateBadge } from "../../controls/RunState";
import { Plot } from "../../plots/Plot";
import { project } from "../../state/project";
import { isOver, loadRun, runViews } from "../../state/runs";
import { identifyResult } from "../identify/result";
import { wantSeries } from "../simulate/overlay";
import { JudgePanel } from "./JudgePanel";
import { MethodSwitches } from "./MethodSwitches";
import { MetricTable } from "./MetricTable";
import { ResidualPanel } from "./ResidualPanel";
import { efforts, playedLogOf } from "./efforts";
import { playLog } from "../../state/playback";

/** The page. */
export function ValidatePage() {
  const runs = (project.value?.runs ?? []).filter((card) => card.kind === "identify" && isOver(card));
  const asked = Number(route.value.parameters["run"]);
  const card = runs.find((candidate) => candidate.run === asked) ?? runs.at(-1);
  const run = card?.run ?? null;
  useEffect(() => {
    if (run === null) return;
    void loadRun(run).then((view) => {
      const source = view ? playedLogOf(view) : null;
      if (source !== null) void playLog(source);
    });
    void wantSeries(run);
  }, [run]);
  if (run === null) {
    return (
      <Empty title="Nothing is identified yet">
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
        {result && <MethodSwitches run={run} result={result} />}
        <JudgePanel run={run} result={result} />
      </div>
      <div class="identify-main">
        {result && <MetricTable result={result} />}
        <section class="card stack" aria-labelledby="efforts-title">
          <h2 id="efforts-title">Measured and predicted</h2>
          <div class="plots" id="effort-plots">
            {plots.map((plot) => (
              <Plot key={plot.title} plot={plot} />
            ))}
          </div>
          {plots.length === 0 && (
            <p class="muted" aria-busy={view === undefined}>
              {view ? "This run has no curves." : "Reading the run…"}
            </p>
          )}
        </section>
        {result && <ResidualPanel run={run} methods={result.methods.map((entry) => entry.method)} />}
      </div>
    </div>
  );
}
