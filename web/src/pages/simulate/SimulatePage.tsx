// Simulate page: closed-loop simulation of the motion with friction and sensor effects; the log is saved. Earlier runs
// can be overlaid.
import { useEffect } from "preact/hooks";
import { route, updateView } from "../../app/navigation";
import { Empty } from "../../controls/Empty";
import { Workbench } from "../../controls/Workbench";
import { Plot } from "../../plots/Plot";
import { playRun } from "../../state/playback";
import { project } from "../../state/project";
import { isFinished, loadRun } from "../../state/runs";
import { ExperimentForm } from "./ExperimentForm";
import { overlayRuns, runPlots, seriesOf, loadSeries } from "./runSeries";
import { RunList } from "./RunList";
import { simulate } from "./experiment";

/** The run in the URL, or the newest of a kind. */
export function selectedRunOf(kind: string): number | null {
  const runs = project.value?.runs.filter((card) => card.kind === kind) ?? [];
  const asked = Number(route.value.parameters["run"]);
  return (runs.find((card) => card.run === asked) ?? runs.at(-1))?.run ?? null;
}

/** The page. */
export function SimulatePage() {
  const run = selectedRunOf("simulate");
  const card = project.value?.runs.find((candidate) => candidate.run === run);
  // A stopped run has its series once it is saved.
  const over = card !== undefined && isFinished(card) && (card.seconds > 0 || card.state !== "cancelled");
  useEffect(() => {
    if (run === null || !over) return;
    void loadRun(run);
    void loadSeries(run);
    void playRun(run, `Run ${run}`);
  }, [run, over]);
  useEffect(() => {
    for (const other of overlayRuns.value) void loadSeries(other);
  }, [overlayRuns.value]);
  const plots = run === null ? [] : runPlots(run);
  return (
    <Workbench
      title="Simulate"
      below={
        <section class="plots" aria-label="Plots of the run" aria-busy={run !== null && !over}>
          {plots.map((plot) => (
            <Plot key={plot.title} plot={plot} />
          ))}
          {run === null && (
            <Empty title="No simulation yet">
              <button class="primary" onClick={() => void simulate()}>
                Simulate motion
              </button>
            </Empty>
          )}
          {run !== null && !over && (
            <p class="empty" aria-busy="true">
              Simulating… {card?.message}
            </p>
          )}
          {run !== null && over && plots.length === 0 && seriesOf.value.has(run) && (
            <Empty title="This run has no data">{card?.message}</Empty>
          )}
        </section>
      }
      inspector={
        <>
          <ExperimentForm />
          <RunList shown={run} onShow={(next) => updateView({ run: String(next) })} />
        </>
      }
    />
  );
}
