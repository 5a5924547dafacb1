// The workspace, drawn where it is.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../../api/client";
import { Command } from "../../controls/Command";
import type { Workspace } from "../../contract";
import { plain } from "../../robot/quantity";
import { pathOf, project } from "../../state/project";
import { attempt } from "../../state/report";
import { overlays, workspaceCloud, workspaceOutline } from "../../state/scene";

const workspace = signal<Workspace | null>(null);
const busy = signal(false);

async function compute(): Promise<void> {
  busy.value = true;
  const found = await attempt(() => ask<Workspace>(pathOf("/workspace"), { points: 6000, seed: 0 }));
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
        <button id="workspace" aria-busy={busy.value} disabled={busy.value} onClick={() => void compute()}>
          {busy.value ? "Sampling…" : "Draw the workspace"}
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
            {found.exact ? "Exact: " : `From ${found.samples} configurations: `}x {plain(found.lower[0] * 1000, 4)} …{" "}
            {plain(found.upper[0] * 1000, 4)} mm, y {plain(found.lower[1] * 1000, 4)} …{" "}
            {plain(found.upper[1] * 1000, 4)} mm
            {found.upper[2] - found.lower[2] > 1e-9
              ? `, z ${plain(found.lower[2] * 1000, 4)} … ${plain(found.upper[2] * 1000, 4)} mm`
              : ""}
            ; area {plain(found.area, 4)} m²{found.volume === null ? "" : `, volume ${plain(found.volume, 4)} m³`}.
          </p>
          <Command text={found.command} />
        </>
      )}
    </section>
  );
}
