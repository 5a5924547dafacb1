// Model: every link's mass, centre of gravity and inertia, the joints, and what the doctor says.
import { useEffect } from "preact/hooks";
import { addressOf } from "../../api/client";
import { Findings } from "../../controls/Findings";
import { ImportNotice } from "../../controls/ImportNotice";
import { Workbench } from "../../controls/Workbench";
import { project } from "../../state/project";
import { missingMeshes } from "../../state/model";
import { follows, overlays, selectedLink } from "../../state/scene";
import { JointForm } from "./JointForm";
import { LinkForm } from "./LinkForm";
import { LinkTable } from "./LinkTable";

/** The page. */
export function ModelPage() {
  const open = project.value;
  useEffect(() => {
    follows.value = "hand";
    overlays.value = { ...overlays.peek(), frames: true, centres: true, ellipsoids: true };
    if (selectedLink.peek() === null) selectedLink.value = project.peek()?.model.links[0]?.name ?? null;
    return () => {
      overlays.value = { ...overlays.peek(), frames: false, centres: false, ellipsoids: false };
      follows.value = "clock";
      selectedLink.value = null;
    };
  }, []);
  if (open === null) return null;
  const { model } = open;
  const index = model.links.findIndex((link) => link.name === selectedLink.value);
  const link = model.links[index];
  const joint = model.joints[index];
  const path = `/projects/${encodeURIComponent(open.id)}`;
  return (
    <Workbench
      title="Model"
      below={<LinkTable model={model} />}
      inspector={
        <>
          <ImportNotice />
          {model.stuck && <p class="message bad">The machine cannot be moved: {model.stuck}</p>}
          {link && joint ? (
            <>
              <LinkForm key={`link ${link.name}`} link={link} />
              <JointForm key={`joint ${joint.name}`} joint={joint} />
            </>
          ) : (
            <p class="muted">Select a link in the table or in the picture to edit it.</p>
          )}
          <section class="panel" aria-labelledby="doctor-title">
            <h2 id="doctor-title">The doctor says</h2>
            <Findings list={model.findings} none="Nothing is wrong with masses, inertias, frames and limits." />
            {missingMeshes.value.length > 0 && (
              <div class="message warn" id="missing-meshes">
                <p>Meshes that are named and not there; drop them on the page:</p>
                <ul>
                  {missingMeshes.value.map((file) => (
                    <li key={file}>
                      <code>{file}</code>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {model.notes.length > 0 && (
              <details>
                <summary>Notes of the reader ({model.notes.length})</summary>
                <ul>
                  {model.notes.map((note, k) => (
                    <li key={k}>{note}</li>
                  ))}
                </ul>
              </details>
            )}
          </section>
          <section class="panel">
            <h2>Take it home</h2>
            <div class="row">
              <a class="button" href={addressOf(`${path}/model.urdf`)} download={`${open.id}.urdf`}>
                URDF
              </a>
              <a class="button" href={addressOf(`${path}/model.toml`)} download={`${open.id}.toml`}>
                TOML
              </a>
            </div>
          </section>
        </>
      }
    />
  );
}
