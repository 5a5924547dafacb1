// Identify page: logs, methods, progress, ranking, convergence plots.
import { useEffect, useRef } from "preact/hooks";
import { route } from "../../app/navigation";
import { ImportNotice } from "../../controls/ImportNotice";
import { project } from "../../state/project";
import { isFinished, loadRun } from "../../state/runs";
import { PlayedView } from "../../view3d/PlayedView";
import { selectedRunOf } from "../simulate/SimulatePage";
import { MethodProgress } from "./MethodProgress";
import { LogList } from "./LogList";
import { Diagnosis } from "./Diagnosis";
import { LivePanel } from "./LivePanel";
import { LogDetail } from "./LogDetail";
import { MethodForm } from "./MethodForm";
import { PayloadCard } from "./BesideTable";
import { RankTable } from "./RankTable";
import { ConvergencePlots } from "./ConvergencePlots";
import { selectedLog, trainLogs } from "./options";

/** The page. */
export function IdentifyPage() {
  const run = selectedRunOf("identify");
  const card = project.value?.runs.find((candidate) => candidate.run === run);
  useEffect(() => {
    if (run !== null) void loadRun(run);
  }, [run]);
  // The progress of a run that was just started is at the top.
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => main.current?.scrollTo(0, 0), [run]);
  const requested = route.value.parameters["log"];
  useEffect(() => {
    const logs = project.peek()?.logs ?? [];
    const source = requested ?? selectedLog.peek() ?? logs.at(-1)?.source ?? null;
    if (source === null) return;
    selectedLog.value = source;
    if (requested !== undefined && !trainLogs.peek().has(requested)) trainLogs.value = new Set([requested]);
    else if (trainLogs.peek().size === 0) trainLogs.value = new Set([source]);
  }, [requested, project.value?.logs.length]);
  return (
    <div class="identify">
      <div class="identify-side">
        <h1 class="page-title">Identify</h1>
        <PlayedView />
        <ImportNotice />
        <LogList />
        <MethodForm />
      </div>
      <div class="identify-main" ref={main}>
        {card && run !== null && (
          <>
            <MethodProgress run={run} finished={isFinished(card)} />
            <RankTable run={run} />
            <PayloadCard run={run} />
            <ConvergencePlots run={run} />
          </>
        )}
        <LogDetail />
        <LivePanel />
        <Diagnosis />
      </div>
    </div>
  );
}
