// Simulate: the robot follows its motion under a controller, with friction and sensors as they are; the log
// is kept. Earlier runs can be laid under the one that is shown.
import { useEffect } from "preact/hooks";
import { route, updateView } from "../../app/navigation";
import { Empty } from "../../controls/Empty";
import { Workbench } from "../../controls/Workbench";
import { Plot } from "../../plots/Plot";
import { playRun } from "../../state/playback";
import { project } from "../../state/project";
import { isOver, loadRun } from "../../state/runs";
import { ExperimentForm } from "./ExperimentForm";
import { overlaid, runPlots, seriesOf, wantSeries } from "./overlay";
import { RunList } from "./RunList";
import { simulate } from "./experiment";

/** The run of the address, or the newest. */
export function shownRunOf(kind: string): number | null {
  const runs = project.value?.runs.filter((card) => card.kind === kind) ?? [];
  const asked = Number(route.value.parameters["run"]);
  return (runs.find((card) => card.run === asked) ?? runs.at(-1))?.run ?? null;
}

/** The page. */
export function SimulatePage() {
  const run = shownRunOf("simulate");
  const card = project.value?.runs.find((candidate) => candidate.run === run);
  const over = card !== undefined && isOver(card);
  useEffect(() => {
    if (run === null || !over) return;
    void loadRun(run);
    void wantSeries(run);
    void playRun(run, `Run ${run}`);
  }, [run, over]);
  useEffect(() => {
    for (const other of overlaid.value) void wantSeries(other);
  }, [overlaid.value]);
  const plots = run === null ? [] : runPlots(run);
  return (
    <Workbench
      title="Simulate"
      below={
        <section class="plots" aria-label="Curves of the run" aria-busy={run !== null && !over}>
          {plots.map((plot) => (
            <Plot key={plot.title} plot={plot} />
          ))}
          {run === null && (
            <Empty title="No run yet">
              <button class="primary" onClick={() => void simulate()}>
                Simulate the motion
              </button>
            </Empty>
          )}
          {run !== null && !over && (
            <p class="empty" aria-busy="true">
              Simulating… {card?.message}
            </p>
          )}
          {run !== null && over && plots.length === 0 && seriesOf.value.has(run) && (
            <Empty title="This run left no curves">{card?.message}</Empty>
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
