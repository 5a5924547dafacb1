// Start page: built-in robots, file import, recent projects.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api/client";
import { go } from "../../app/navigation";
import { ImportNotice } from "../../controls/ImportNotice";
import type { ProjectCard, RobotCard } from "../../contract";
import { importFiles } from "../../state/import";
import { createProject, openProject, project } from "../../state/project";
import { attempt } from "../../state/errors";
import { RobotPicture } from "./RobotPicture";

const robots = signal<RobotCard[] | null>(null);
const projects = signal<ProjectCard[]>([]);

async function load(): Promise<void> {
  robots.value = (await attempt(() => get<RobotCard[]>("/robots"))) ?? robots.value ?? [];
  projects.value = (await attempt(() => get<ProjectCard[]>("/projects"))) ?? projects.value;
}

function timeAgo(seconds: number): string {
  const hours = (Date.now() / 1000 - seconds) / 3600;
  if (hours < 1 / 60) return "just now";
  if (hours < 1) return `${Math.round(hours * 60)} minutes ago`;
  if (hours < 36) return `${Math.round(hours)} hours ago`;
  return new Date(seconds * 1000).toLocaleDateString();
}

async function create(robot: string): Promise<void> {
  if (await createProject({ builtin: robot })) go("motion");
}

async function open(id: string): Promise<void> {
  if (await openProject(id)) go("motion");
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
            Drop a URDF or TOML description{project.value ? ", or a log for the open project," : ""} anywhere on the
            page, or choose a file
          </span>
          <input type="file" multiple onChange={(event) => void importFiles([...(event.currentTarget.files ?? [])])} />
        </label>
      </section>
      <section aria-labelledby="recent-title">
        <h2 id="recent-title">Recent projects</h2>
        {projects.value.length === 0 ? (
          <p class="muted">No projects yet.</p>
        ) : (
          <ul class="project-list">
            {projects.value.slice(0, 12).map((card) => (
              <li key={card.id}>
                <button data-project={card.id} disabled={card.broken !== null} onClick={() => void open(card.id)}>
                  <strong>{card.name}</strong>
                  <span class="muted">{card.broken ?? `${card.robot}, changed ${timeAgo(card.changed)}`}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
