// The corrected robot beside the present one, with the model checks, before it is taken over.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { get, queryString } from "../../api/client";
import { showStatus } from "../../app/status";
import { Findings } from "../../controls/Findings";
import type { CorrectedView } from "../../contract";
import { formatAtScale, formatNumber } from "../../robot/format";
import { lengths } from "../../robot/units";
import { attempt } from "../../state/errors";
import { projectPath, writeBack } from "../../state/project";

const shown = signal<{ run: number; view: CorrectedView } | null>(null);

/** Shows what a method would change. */
export async function previewCorrected(run: number, method: string): Promise<void> {
  const view = await attempt(() => get<CorrectedView>(projectPath(`/runs/${run}/corrected${queryString({ method })}`)));
  if (view !== null) shown.value = { run, view };
}

/** Marks numbers that changed a lot. */
function strong(old: number, now: number): string {
  return now < 0 || Math.abs(now - old) > 0.5 * Math.max(Math.abs(old), 1e-9) ? "number changed" : "number";
}

/** The dialog, while a method is previewed. */
export function CorrectedDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = shown.value;
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
  }, [open]);
  if (!open) return null;
  const { view, run } = open;
  const length = lengths();
  const centre = (values: readonly number[]) =>
    values
      .map((value) => formatAtScale(value * length.factor, Math.max(...values.map(Math.abs)) * length.factor, 4))
      .join(", ");
  const errors = view.new_findings.filter((finding) => finding.severity === "error").length;
  return (
    <dialog
      ref={dialog}
      class="wide-dialog"
      id="corrected"
      aria-labelledby="corrected-title"
      onClose={() => (shown.value = null)}
    >
      <h2 id="corrected-title">Robot by {view.method}, beside the present one</h2>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Links before and after">
        <table>
          <thead>
            <tr>
              <th scope="col">Link</th>
              <th scope="col" class="number">
                Mass now (kg)
              </th>
              <th scope="col" class="number">
                Mass new (kg)
              </th>
              <th scope="col" class="number">
                Centre now ({length.unit})
              </th>
              <th scope="col" class="number">
                Centre new ({length.unit})
              </th>
              <th scope="col" class="number">
                Largest moment now (kg m²)
              </th>
              <th scope="col" class="number">
                Largest moment new (kg m²)
              </th>
            </tr>
          </thead>
          <tbody>
            {view.links.map((link) => (
              <tr key={link.link}>
                <th scope="row">{link.link}</th>
                <td class="number">{formatNumber(link.mass[0], 4)}</td>
                <td class={strong(link.mass[0], link.mass[1])}>{formatNumber(link.mass[1], 4)}</td>
                <td class="number">{centre(link.centre)}</td>
                <td class="number">{centre(link.new_centre)}</td>
                <td class="number">{formatNumber(link.moments[2], 3)}</td>
                <td class={strong(link.moments[2], link.new_moments[2])}>{formatNumber(link.new_moments[2], 3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted small">
        Numbers that differ by more than half are marked. Only combinations of these numbers act on the efforts: single
        masses may be far from the true ones although the efforts fit; a prior or bounds on the Identify page keep them
        near the description.
      </p>
      {view.new_findings.length > 0 && (
        <>
          <h3>New findings of the model checks</h3>
          <Findings list={view.new_findings} />
        </>
      )}
      {view.new_findings.length === 0 && <p class="message good">✓ The model checks find nothing new.</p>}
      {view.resolved.length > 0 && (
        <p class="muted">
          Resolved: {view.resolved.map((finding) => `${finding.subject} (${finding.code})`).join(", ")}
        </p>
      )}
      <div class="row">
        <button
          class={errors > 0 ? "danger" : "primary"}
          id="take-over"
          onClick={() =>
            void writeBack(run, view.method).then((saved) => {
              if (!saved) return;
              dialog.current?.close();
              showStatus(
                "good",
                `The model has the parameters by ${view.method} now.`,
                "Undo restores the previous ones.",
              );
            })
          }
        >
          {errors > 0 ? `Take over in spite of ${errors} ${errors === 1 ? "error" : "errors"}` : "Take over"}
        </button>
        <button onClick={() => dialog.current?.close()}>Keep the present robot</button>
      </div>
    </dialog>
  );
}
