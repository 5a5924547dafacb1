// Builds timelines from runs, logs and motions. The server adds the passive joints of closed loops.
import { effect, signal } from "@preact/signals";
import { compute, get, queryString } from "../api/client";
import type { MotionPreview, Poses, TimedPoses } from "../contract";
import { originOf, type Vector } from "../robot/transform";
import { play, sample, timeline, type Timeline } from "../time/clock";
import { projectPath, project } from "./project";
import { attempt } from "./errors";
import { poseSource, forces, poses as shownPoses, shape } from "./scene";

/** Maximum number of samples loaded for display. */
export const SAMPLES = 2000;

const reactions = signal<{ id: string; rows: number[][] } | null>(null);

function timelineFrom(id: string, label: string, t: readonly number[], q: readonly number[][]): Timeline {
  const coordinates = new Map<string, Float64Array>();
  const count = Math.min(t.length, q.length);
  for (const joint of project.peek()?.model.joints ?? []) {
    const index = joint.coordinate;
    if (index !== null)
      coordinates.set(
        joint.name,
        Float64Array.from({ length: count }, (_, k) => q[k]?.[index] ?? NaN),
      );
  }
  return { id, label, times: Float64Array.from(t.slice(0, count)), coordinates };
}

async function playPoses(id: string, label: string, path: string): Promise<boolean> {
  const answer = await attempt(() => get<TimedPoses>(path));
  if (answer === null) return false;
  reactions.value = answer.poses.reactions === null ? null : { id, rows: answer.poses.reactions };
  poseSource.value = "timeline";
  play(timelineFrom(id, label, answer.t, answer.poses.q));
  return true;
}

/** Plays a run. */
export function playRun(run: number, label: string): Promise<boolean> {
  const looped = shape.peek()?.looped ?? (project.peek()?.model.loops.length ?? 0) > 0;
  return playPoses(
    `run ${project.peek()?.id} ${run}`,
    label,
    projectPath(`/runs/${run}/poses${queryString({ max_points: SAMPLES, reactions: looped ? true : undefined })}`),
  );
}

/** Plays a log; with `map`, as it would be read by this mapping. */
export function playLog(source: string, map?: readonly string[]): Promise<boolean> {
  return playPoses(
    `log ${project.peek()?.id} ${source}`,
    source,
    projectPath(`/log/poses${queryString({ source, max_points: SAMPLES, map: map?.join("\n") })}`),
  );
}

/** Plays a previewed motion. */
export async function playMotion(preview: MotionPreview, id: string): Promise<void> {
  const model = project.peek()?.model;
  if (!model || preview.t.length === 0) return;
  reactions.value = null;
  const driven = model.driven.map((index) => model.joints[index]);
  if (preview.names.length !== driven.length) return play(null); // platform coordinates instead of joint coordinates
  const rows = preview.t.map((_, k) => preview.q.map((column) => column[k] ?? 0));
  poseSource.value = "timeline";
  if (model.loops.length === 0) {
    const full = rows.map((row) => {
      const all: number[] = [];
      driven.forEach((joint, k) => {
        if (joint && joint.coordinate !== null) all[joint.coordinate] = row[k] ?? 0;
      });
      return all;
    });
    return play(timelineFrom(id, "Motion", preview.t, full));
  }
  const answer = await attempt(() => compute<Poses>(projectPath("/poses"), { q: rows }));
  if (answer !== null) play(timelineFrom(id, "Motion", preview.t, answer.q));
}

// Joint reaction forces of closed-loop mechanisms at the cursor.
effect(() => {
  const known = reactions.value;
  const row = known !== null && known.id === timeline.value?.id ? known.rows[sample.value] : undefined;
  const model = project.peek()?.model;
  if (!row || !model) {
    if (forces.peek().length > 0) forces.value = [];
    return;
  }
  const links = shownPoses.value.links;
  forces.value = model.links.map((link, k) => ({
    at: originOf(links.get(link.name) ?? []),
    force: [row[6 * k] ?? 0, row[6 * k + 1] ?? 0, row[6 * k + 2] ?? 0] as Vector,
    label: model.joints[k]?.name ?? "",
  }));
});
