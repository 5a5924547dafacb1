// Identify: logs on the left of the thought, methods side by side, estimates that converge while you watch.
import { useEffect } from "preact/hooks";
import { route } from "../../app/navigation";
import { ImportNotice } from "../../controls/ImportNotice";
import { project } from "../../state/project";
import { isOver, loadRun } from "../../state/runs";
import { shownRunOf } from "../simulate/SimulatePage";
import { LiveMethods } from "./LiveMethods";
import { LogBoard } from "./LogBoard";
import { LogDetail } from "./LogDetail";
import { MethodForm } from "./MethodForm";
import { RankTable } from "./RankTable";
import { TracePlots } from "./TracePlots";
import { chosenLog, learnFrom } from "./choices";

/** The page. */
export function IdentifyPage() {
  const run = shownRunOf("identify");
  const card = project.value?.runs.find((candidate) => candidate.run === run);
  useEffect(() => {
    if (run !== null) void loadRun(run);
  }, [run]);
  const asked = route.value.parameters["log"];
  useEffect(() => {
    const logs = project.peek()?.logs ?? [];
    const source = asked ?? chosenLog.peek() ?? logs.at(-1)?.source ?? null;
    if (source === null) return;
    chosenLog.value = source;
    if (asked !== undefined && !learnFrom.peek().has(asked)) learnFrom.value = new Set([asked]);
    else if (learnFrom.peek().size === 0) learnFrom.value = new Set([source]);
  }, [asked, project.value?.logs.length]);
  return (
    <div class="identify">
      <div class="identify-side">
        <h1 class="page-title">Identify</h1>
        <ImportNotice />
        <LogBoard />
        <MethodForm />
      </div>
      <div class="identify-main">
        {card && run !== null && (
          <>
            <LiveMethods run={run} over={isOver(card)} />
            <RankTable run={run} />
            <TracePlots run={run} />
          </>
        )}
        <LogDetail />
      </div>
    </div>
  );
}
