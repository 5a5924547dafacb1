// Workspace computation and display.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { compute } from "../../api/client";
import { CommandLine } from "../../controls/CommandLine";
import type { Workspace } from "../../contract";
import { formatNumber } from "../../robot/format";
import { projectPath, project } from "../../state/project";
import { attempt } from "../../state/errors";
import { overlays, workspaceCloud, workspaceOutline } from "../../state/scene";

const workspace = signal<Workspace | null>(null);
const busy = signal(false);

async function drawWorkspace(): Promise<void> {
  busy.value = true;
  const found = await attempt(() => compute<Workspace>(projectPath("/workspace"), { points: 6000, seed: 0 }));
  busy.value = false;
  workspace.value = found;
  if (found === null) return;
  workspaceCloud.value = Float32Array.from(found.cloud.flat());
  workspaceOutline.value = found.outline;
  overlays.value = { ...overlays.peek(), workspace: true };
}

function hide(): void {
  workspace.value = null;
  workspaceCloud.value = null;
  workspaceOutline.value = [];
}

/** The panel. */
export function WorkspacePanel() {
  const revision = project.value?.revision;
  useEffect(() => {
    hide();
  }, [project.value?.id, revision]);
  const found = workspace.value;
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
            {found.exact ? "Exact bounds: " : `Bounds from ${found.samples} random configurations: `}x{" "}
            {formatNumber(found.lower[0] * 1000, 4)} … {formatNumber(found.upper[0] * 1000, 4)} mm, y{" "}
            {formatNumber(found.lower[1] * 1000, 4)} … {formatNumber(found.upper[1] * 1000, 4)} mm
            {found.upper[2] - found.lower[2] > 1e-9
              ? `, z ${formatNumber(found.lower[2] * 1000, 4)} … ${formatNumber(found.upper[2] * 1000, 4)} mm`
              : ""}
            ; area {formatNumber(found.area, 4)} m²
            {found.volume === null ? "" : `, volume ${formatNumber(found.volume, 4)} m³`}.
          </p>
          <CommandLine text={found.command} />
        </>
      )}
    </section>
  );
}
