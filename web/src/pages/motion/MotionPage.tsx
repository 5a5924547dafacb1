// Motion page: movement table, excitation design, or the default motion; plots and playback.
import { useEffect } from "preact/hooks";
import { apiUrl } from "../../api/client";
import { Select } from "../../controls/Select";
import { Workbench } from "../../controls/Workbench";
import { Plot } from "../../plots/Plot";
import { formatDuration } from "../../robot/format";
import { catalogue } from "../../state/catalogue";
import { projectPath, project } from "../../state/project";
import { ExcitationPanel } from "./ExcitationPanel";
import { MovementTable } from "./MovementTable";
import { draft, loadPreview, preview, previewPlots, saveDraft } from "./motion";

const KINDS = [
  { name: "usual", title: "Default motion", summary: "A motion of all joints within their limits" },
  { name: "movements", title: "Movement table", summary: "Value, TI, TF and TR of each movement of a joint" },
];

/** The page. */
export function MotionPage() {
  const open = project.value;
  useEffect(() => void loadPreview(null), [open?.motion, open?.model]);
  if (open === null) return null;
  const kind = draft.value?.kind ?? open.motion.kind;
  const shown = preview.value;
  const problems = shown?.problems ?? [];
  const kinds = KINDS.some((known) => known.name === kind)
    ? KINDS
    : [
        ...KINDS,
        {
          name: kind,
          title: kind === "recorded" ? "Trajectory file" : kind,
          summary:
            kind === "recorded" && open.motion.kind === "recorded"
              ? open.motion.source
              : "Imported or designed trajectory",
        },
      ];
  return (
    <Workbench
      title="Motion"
      className={kind === "movements" ? "with-table" : ""}
      below={
        <div class="motion-below">
          {kind === "movements" && <MovementTable key={open.id} />}
          <section class="plots" aria-label="Motion plots">
            {previewPlots.value.map((plot) => (
              <Plot key={plot.title} plot={plot} />
            ))}
            {previewPlots.value.length === 0 && (
              <p class="empty">{problems.length > 0 ? "No plots: correct the marked cells." : "No plots."}</p>
            )}
          </section>
        </div>
      }
      inspector={
        <>
          <section class="panel">
            <Select label="Motion" value={kind} choices={kinds} onChange={(name) => void saveDraft(name)} />
            {draft.value?.kind === "movements" && (
              <Select
                label="Interpolation"
                value={draft.value.interpolation}
                choices={catalogue.value?.interpolations ?? []}
                onChange={(interpolation) =>
                  draft.value?.kind === "movements" &&
                  void saveDraft({ ...draft.value, interpolation }, `Set interpolation: ${interpolation}`)
                }
              />
            )}
            {shown && (
              <p class="muted">
                Duration {formatDuration(shown.duration)}, {shown.names.length} coordinates.
              </p>
            )}
            {problems.length > 0 && (
              <ul class="findings" id="motion-problems" role="alert">
                {problems.slice(0, 8).map((problem, k) => (
                  <li key={k} class={`message ${problem.severity === "error" ? "bad" : "warn"}`}>
                    {problem.joint !== null && (
                      <strong>
                        {shown?.names[problem.joint] ?? `joint ${problem.joint + 1}`}
                        {problem.movement !== null ? `, movement ${problem.movement + 1}` : ""}
                        {problem.cell ? `, ${problem.cell}` : ""}:{" "}
                      </strong>
                    )}
                    {problem.message}
                  </li>
                ))}
              </ul>
            )}
            <div class="row">
              <a class="button" href={apiUrl(projectPath("/motion.toml"))} download="motion.toml">
                Export trajectory (TOML)
              </a>
            </div>
          </section>
          <ExcitationPanel />
        </>
      }
    />
  );
}
