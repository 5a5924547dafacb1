// Start page: built-in robots, file import, recent projects.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api/client";
import { go } from "../../app/navigation";
import { ImportNotice } from "../../controls/ImportNotice";
import type { RobotCard } from "../../contract";
import { importFiles } from "../../state/import";
import { createProject, project } from "../../state/project";
import { attempt } from "../../state/errors";
import { loadProjects, ProjectList } from "./ProjectList";
import { RobotPicture } from "./RobotPicture";

const robots = signal<RobotCard[] | null>(null);

async function load(): Promise<void> {
  robots.value = (await attempt(() => get<RobotCard[]>("/robots"))) ?? robots.value ?? [];
  await loadProjects();
}

async function create(robot: string): Promise<void> {
  if (await createProject({ builtin: robot })) go("motion");
}

async function build(): Promise<void> {
  if (await createProject({ new: true })) go("model");
}

/** The start page; `missing` if another page was requested without a project. */
export function StartPage({ missing = false }: { missing?: boolean }) {
  useEffect(() => void load(), [project.value?.id]);
  return (
    <div class="column-page">
      <header>
        <h1>Model, move and identify robots</h1>
        <p class="lead">
          Select a robot to create a project. It includes an example motion: play it, simulate a log, and identify
          masses, inertias and friction from the log.
        </p>
        <div class="row">
          <button class="primary" id="new-robot" onClick={() => void build()}>
            Build a new robot
          </button>
          <span class="muted">joint by joint, by frames, DH rows or endpoints</span>
        </div>
        {missing && <p class="message warn">This page needs a project: select a robot or open a recent project.</p>}
      </header>
      <ImportNotice />
      <section aria-labelledby="robots-title">
        <h2 id="robots-title">Built-in robots</h2>
        <ul class="robot-grid" aria-busy={robots.value === null}>
          {(robots.value ?? []).map((robot) => (
            <li key={robot.name}>
              <button class="robot-card" data-robot={robot.name} onClick={() => void create(robot.name)}>
                <RobotPicture robot={robot} />
                <strong>{robot.name}</strong>
                <span class="muted">{robot.summary}</span>
                <span class="row">
                  <span class="badge">
                    {robot.driven} {robot.driven === 1 ? "driven joint" : "driven joints"}
                  </span>
                  {robot.looped && <span class="badge">closed loops</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {robots.value === null && <p class="muted">Loading robots…</p>}
        {robots.value?.length === 0 && (
          <p class="message warn">
            No built-in robots found. <button onClick={() => void load()}>Reload</button>
          </p>
        )}
      </section>
      <section aria-labelledby="own-title" class="own">
        <h2 id="own-title">Your own robot or log</h2>
        <label class="drop-zone">
          <span>
            Drop a description (URDF, xacro, SDF, MJCF, TOML) with its meshes, its folder, or an exported project
            {project.value ? ", or a log for the open project," : ""} anywhere on the page, or choose a file
          </span>
          <input type="file" multiple onChange={(event) => void importFiles([...(event.currentTarget.files ?? [])])} />
        </label>
      </section>
      <section aria-labelledby="recent-title">
        <h2 id="recent-title">Recent projects</h2>
        <ProjectList />
      </section>
    </div>
  );
}
