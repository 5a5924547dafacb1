// Model page, the robot builder: structure, masses and inertias, limits and friction, model checks, export.
import { useEffect } from "preact/hooks";
import { apiUrl } from "../../api/client";
import { Findings } from "../../controls/Findings";
import { ImportNotice } from "../../controls/ImportNotice";
import { Workbench } from "../../controls/Workbench";
import { changeModel, project } from "../../state/project";
import { missingMeshes } from "../../state/model";
import { poseSource, overlays, selectedLink } from "../../state/scene";
import { CouplingsForm } from "./CouplingsForm";
import { DhTable } from "./DhTable";
import { JointForm } from "./JointForm";
import { LinkForm } from "./LinkForm";
import { LinkTable } from "./LinkTable";
import { LoopsForm } from "./LoopsForm";
import { fixOf } from "./fixes";
import { PlaceForm } from "./PlaceForm";
import { RobotForm } from "./RobotForm";
import { StructureBar, table } from "./StructureBar";

/** The page. */
export function ModelPage() {
  const open = project.value;
  useEffect(() => {
    poseSource.value = "manual";
    overlays.value = { ...overlays.peek(), frames: true, centres: true, ellipsoids: true };
    if (selectedLink.peek() === null) selectedLink.value = project.peek()?.model.links[0]?.name ?? null;
    return () => {
      overlays.value = { ...overlays.peek(), frames: false, centres: false, ellipsoids: false };
      poseSource.value = "timeline";
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
      below={
        <section class="structure" aria-label="Structure">
          <StructureBar model={model} />
          {table.value === "dh" ? <DhTable model={model} /> : <LinkTable model={model} />}
        </section>
      }
      inspector={
        <>
          <ImportNotice />
          {model.stuck && <p class="message bad">The mechanism cannot be assembled: {model.stuck}</p>}
          {link && joint ? (
            <>
              <PlaceForm key={`place ${index}`} model={model} joint={joint} />
              <LinkForm key={`link ${index}`} link={link} />
              <JointForm key={`joint ${index}`} joint={joint} />
            </>
          ) : (
            <p class="muted">Select a link in the table or in the 3D view to edit it.</p>
          )}
          <RobotForm model={model} />
          <LoopsForm model={model} />
          <CouplingsForm model={model} />
          <section class="panel" aria-labelledby="checks-title">
            <h2 id="checks-title">Model checks</h2>
            <Findings
              list={model.findings}
              none="No problems found in masses, inertias, frames and limits."
              fix={(finding) => {
                const found = fixOf(finding, model);
                return found && { title: found.title, run: () => void changeModel(found.patch) };
              }}
            />
            {missingMeshes.value.length > 0 && (
              <div class="message warn" id="missing-meshes">
                <p>Missing mesh files (drop them on the page to add them):</p>
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
                <summary>Import notes ({model.notes.length})</summary>
                <ul>
                  {model.notes.map((note, k) => (
                    <li key={k}>{note}</li>
                  ))}
                </ul>
              </details>
            )}
          </section>
          <section class="panel">
            <h2>Export</h2>
            <div class="row">
              <a class="button" href={apiUrl(`${path}/model.urdf`)} download={`${open.id}.urdf`}>
                URDF
              </a>
              <a class="button" href={apiUrl(`${path}/model.toml`)} download={`${open.id}.toml`}>
                TOML
              </a>
            </div>
          </section>
        </>
      }
    />
  );
}
