// Recent projects: open, rename, duplicate, export, delete (with undo).
import { signal } from "@preact/signals";
import { apiUrl, get, patch, post, remove } from "../../api/client";
import { go } from "../../app/navigation";
import { showStatus } from "../../app/status";
import { TextField } from "../../controls/TextField";
import type { DeletedProject, Project, ProjectCard } from "../../contract";
import { attempt } from "../../state/errors";
import { createProject, openProject, project, refresh } from "../../state/project";

/** The projects, newest first. */
export const projects = signal<ProjectCard[]>([]);
const renamed = signal<string | null>(null);

/** Loads the list of projects. */
export async function loadProjects(): Promise<void> {
  projects.value = (await attempt(() => get<ProjectCard[]>("/projects"))) ?? projects.value;
}

function timeAgo(seconds: number): string {
  const hours = (Date.now() / 1000 - seconds) / 3600;
  if (hours < 1 / 60) return "just now";
  if (hours < 1) return `${Math.round(hours * 60)} min ago`;
  if (hours < 36) return `${Math.round(hours)} h ago`;
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? "" : "s"}`;
}

async function open(id: string): Promise<void> {
  if (await openProject(id)) go("motion");
}

async function rename(id: string, name: string): Promise<boolean> {
  const saved = await attempt(async () => {
    const { revision } = await get<Project>(`/projects/${encodeURIComponent(id)}`);
    return patch<Project>(
      `/projects/${encodeURIComponent(id)}/model`,
      { project_name: name, label: "Rename the project" },
      revision,
    );
  });
  if (saved === null) return false;
  renamed.value = null;
  if (project.peek()?.id === id) await refresh();
  await loadProjects();
  return true;
}

async function erase(card: ProjectCard): Promise<void> {
  const gone = await attempt(() => remove<DeletedProject>(`/projects/${encodeURIComponent(card.id)}`));
  if (gone === null) return;
  if (project.peek()?.id === card.id) project.value = null;
  await loadProjects();
  showStatus("good", `Deleted ${card.name}.`, undefined, {
    label: "Undo",
    run: () =>
      void attempt(() => post<Project>(`/trash/${encodeURIComponent(gone.deleted)}/restore`, {})).then(loadProjects),
  });
}

/** The list. */
export function ProjectList() {
  if (projects.value.length === 0) return <p class="muted">No projects yet.</p>;
  return (
    <ul class="project-list">
      {projects.value.slice(0, 24).map((card) => (
        <li key={card.id} class="project-item">
          <button data-project={card.id} disabled={card.broken !== null} onClick={() => void open(card.id)}>
            <strong>{card.name}</strong>
            <span class="muted">
              {card.broken ??
                [
                  `${card.robot}${card.joints === null ? "" : ` (${count(card.joints, "driven joint")})`}`,
                  count(card.logs, "log"),
                  count(card.runs, "run"),
                  timeAgo(card.changed),
                ].join(" · ")}
            </span>
          </button>
          {renamed.value === card.id ? (
            <TextField label="New name" value={card.name} onChange={(name) => rename(card.id, name)} />
          ) : (
            <div class="row">
              <button class="quiet small" disabled={card.broken !== null} onClick={() => (renamed.value = card.id)}>
                Rename
              </button>
              <button
                class="quiet small"
                disabled={card.broken !== null}
                onClick={() => void createProject({ copy_of: card.id }).then(loadProjects)}
              >
                Duplicate
              </button>
              <a
                class="button quiet small"
                href={apiUrl(`/projects/${encodeURIComponent(card.id)}/archive.tar`)}
                download={`${card.id}.tar`}
              >
                Export
              </a>
              <button class="quiet small" aria-label={`Delete ${card.name}`} onClick={() => void erase(card)}>
                Delete
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
