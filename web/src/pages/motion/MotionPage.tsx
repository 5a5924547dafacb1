// Motion page: movement table, excitation design, or the default motion; plots and playback.
import { useEffect } from "preact/hooks";
import { apiUrl } from "../../api/client";
import { Select } from "../../controls/Select";
import { Workbench } from "../../controls/Workbench";
import { Plot } from "../../plots/Plot";
import { formatDuration } from "../../robot/format";
import { catalogue } from "../../state/catalogue";
import { invalidDraft, project, projectPath } from "../../state/project";
import { ExcitationPanel } from "./ExcitationPanel";
import { FileForm } from "./FileForm";
import { FourierForm } from "./FourierForm";
import { MovementTable } from "./MovementTable";
import { PathForm } from "./PathForm";
import { programOf } from "./programs";
import { problemText } from "./problemText";
import { firstProgram, saveProgram } from "./state";
import { ViaForm } from "./ViaForm";
import { draft, loadPreview, preview, previewPlots, saveDraft } from "./motion";

const KINDS = [
  { name: "usual", title: "Default motion", summary: "A motion of all joints within their limits" },
  { name: "movements", title: "Movement table", summary: "Value, TI, TF and TR of each movement of a joint" },
  { name: "via", title: "Via-points", summary: "Poses that are taught, with times" },
  { name: "fourier", title: "Fourier series", summary: "Amplitudes of each joint" },
  { name: "path", title: "Tool path", summary: "Lines, circle or helix of the tool" },
  { name: "text", title: "Trajectory file", summary: "Any kind of docs/motion.md, as text" },
];

/** Shows another kind of motion: the default one, or a first program of the kind. */
async function setKind(name: string): Promise<void> {
  if (name === "usual" || name === "movements") await saveDraft(name);
  else if (name === "text")
    await saveDraft({ kind: "file", text: preview.peek()?.file ?? "", platform: false }, "Edit the trajectory file");
  else await saveProgram(await firstProgram(name), `Use ${name}`);
}

/** The page. */
export function MotionPage() {
  const open = project.value;
  useEffect(() => void loadPreview(null), [open?.motion, open?.model]);
  useEffect(() => () => void (invalidDraft.value = ""), []); // a draft with errors does not outlive the page
  if (open === null) return null;
  const motion = draft.value ?? open.motion;
  const program = motion.kind === "file" ? programOf(motion.text) : null;
  const kind = program?.form ?? (motion.kind === "file" ? "text" : motion.kind);
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
              <p class="empty">{problems.length > 0 ? "No plots: the motion has errors." : "No plots."}</p>
            )}
          </section>
        </div>
      }
      inspector={
        <>
          <section class="panel">
            <Select label="Motion" value={kind} choices={kinds} onChange={(name) => void setKind(name)} />
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
            {shown && shown.t.length > 0 && (
              <p class="muted">
                Duration {formatDuration(shown.duration)}, {shown.names.length} coordinates.
              </p>
            )}
            {problems.length > 0 && (
              <div id="motion-problems" role="alert">
                <ul class="findings">
                  {problems.slice(0, 8).map((problem, k) => (
                    <li key={k} class={`message ${problem.severity === "error" ? "bad" : "warn"}`}>
                      {problem.joint !== null && (
                        <strong>
                          {shown?.names[problem.joint] ?? `joint ${problem.joint + 1}`}
                          {problem.movement !== null ? `, movement ${problem.movement + 1}` : ""}
                          {problem.cell ? `, ${problem.cell}` : ""}:{" "}
                        </strong>
                      )}
                      {problemText(problem)}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <div class="row">
              <a class="button" href={apiUrl(projectPath("/motion.toml"))} download="motion.toml">
                Export trajectory (TOML)
              </a>
            </div>
          </section>
          {program?.form === "via" && <ViaForm program={program} />}
          {program?.form === "fourier" && <FourierForm program={program} />}
          {program?.form === "path" && <PathForm program={program} />}
          {kind === "text" && motion.kind === "file" && <FileForm text={motion.text} platform={motion.platform} />}
          <ExcitationPanel />
        </>
      }
    />
  );
}
