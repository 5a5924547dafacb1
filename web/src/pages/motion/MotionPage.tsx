// Motion: a table of movements, a designed excitation, or the robot's usual motion; its curves and its play.
import { useEffect } from "preact/hooks";
import { addressOf } from "../../api/client";
import { Select } from "../../controls/Select";
import { Workbench } from "../../controls/Workbench";
import { Plot } from "../../plots/Plot";
import { duration } from "../../robot/quantity";
import { catalogue } from "../../state/catalogue";
import { pathOf, project } from "../../state/project";
import { ExcitationPanel } from "./ExcitationPanel";
import { MovementTable } from "./MovementTable";
import { draft, loadPreview, preview, previewPlots, saveDraft } from "./motion";

const KINDS = [
  { name: "usual", summary: "The robot's own motion within its limits" },
  { name: "movements", summary: "A table of movements per joint: value, TI, TF, TR" },
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
          summary:
            kind === "recorded" && open.motion.kind === "recorded" ? open.motion.source : "As it was designed or read",
        },
      ];
  return (
    <Workbench
      title="Motion"
      className={kind === "movements" ? "with-table" : ""}
      below={
        <div class="motion-below">
          {kind === "movements" && <MovementTable key={open.id} />}
          <section class="plots" aria-label="Curves of the motion">
            {previewPlots.value.map((plot) => (
              <Plot key={plot.title} plot={plot} />
            ))}
            {previewPlots.value.length === 0 && (
              <p class="empty">{problems.length > 0 ? "No curves while a cell is wrong." : "Curves appear here."}</p>
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
                  void saveDraft({ ...draft.value, interpolation }, `Interpolate by ${interpolation}`)
                }
              />
            )}
            {shown && (
              <p class="muted">
                Lasts {duration(shown.duration)}; {shown.names.length} coordinates.
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
              <a class="button" href={addressOf(pathOf("/motion.toml"))} download="motion.toml">
                Trajectory file
              </a>
            </div>
          </section>
          <ExcitationPanel />
        </>
      }
    />
  );
}
