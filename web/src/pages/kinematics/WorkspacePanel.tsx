// Workspace computation and display.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { compute } from "../../api/client";
import { CommandLine } from "../../controls/CommandLine";
import type { Workspace } from "../../contract";
import { formatNumber } from "../../robot/format";
import { lengths } from "../../robot/units";
import { projectPath, project } from "../../state/project";
import { attempt } from "../../state/errors";
import { overlays, workspaceBounds, workspaceCloud, workspaceOutline } from "../../state/scene";

const workspace = signal<Workspace | null>(null);
const busy = signal(false);

/** Computes the workspace and shows it. */
export async function drawWorkspace(): Promise<void> {
  busy.value = true;
  const found = await attempt(() => compute<Workspace>(projectPath("/workspace"), { points: 6000, seed: 0 }));
  busy.value = false;
  workspace.value = found;
  if (found === null) return;
  workspaceCloud.value = Float32Array.from(found.cloud.flat());
  workspaceOutline.value = found.outline;
  workspaceBounds.value = [found.lower, found.upper];
  overlays.value = { ...overlays.peek(), workspace: true };
}

function hide(): void {
  workspace.value = null;
  workspaceCloud.value = null;
  workspaceOutline.value = [];
  workspaceBounds.value = null;
}

/** The panel. */
export function WorkspacePanel() {
  const revision = project.value?.revision;
  useEffect(() => {
    hide();
  }, [project.value?.id, revision]);
  const found = workspace.value;
  const length = lengths();
  const shown = (value: number | undefined) => formatNumber((value ?? 0) * length.factor, 5);
  return (
    <section class="panel" aria-labelledby="workspace-title">
      <h2 id="workspace-title">Workspace</h2>
      <div class="row">
        <button id="workspace" aria-busy={busy.value} disabled={busy.value} onClick={() => void drawWorkspace()}>
          {busy.value ? "Computing…" : "Show workspace"}
        </button>
        {found && (
          <button class="quiet" onClick={hide}>
            Hide
          </button>
        )}
      </div>
      {found && (
        <>
          <p class="muted" id="workspace-text">
            {found.exact ? "Exact bounds: " : `Bounds from ${found.samples} random configurations: `}
            {["x", "y", "z"]
              .slice(0, found.upper[2] - found.lower[2] > 1e-9 ? 3 : 2)
              .map((axis, k) => `${axis} ${shown(found.lower[k])} … ${shown(found.upper[k])} ${length.unit}`)
              .join(", ")}
            ; area {formatNumber(found.area, 4)} m²
            {found.volume === null ? "" : `, volume ${formatNumber(found.volume, 4)} m³`}.
          </p>
          <CommandLine text={found.command} />
        </>
      )}
    </section>
  );
}
