// From runs, logs and motions to the timeline that the clock plays. The passive joints of a machine with
// loops come with the poses, so every timeline moves every joint.
import { effect, signal } from "@preact/signals";
import { ask, get, query } from "../api/client";
import type { MotionPreview, Poses, TimedPoses } from "../contract";
import { originOf, type Vector } from "../robot/transform";
import { play, sample, timeline, type Timeline } from "../time/clock";
import { pathOf, project } from "./project";
import { attempt } from "./report";
import { follows, forces, poses as shownPoses, shape } from "./scene";

/** Samples that are fetched at most: enough for an eye, light enough for a browser. */
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
  follows.value = "clock";
  play(timelineFrom(id, label, answer.t, answer.poses.q));
  return true;
}

/** Plays a run. */
export function playRun(run: number, label: string): Promise<boolean> {
  const looped = shape.peek()?.looped ?? (project.peek()?.model.loops.length ?? 0) > 0;
  return playPoses(
    `run ${project.peek()?.id} ${run}`,
    label,
    pathOf(`/runs/${run}/poses${query({ max_points: SAMPLES, reactions: looped ? true : undefined })}`),
  );
}

/** Plays a log. */
export function playLog(source: string): Promise<boolean> {
  return playPoses(
    `log ${project.peek()?.id} ${source}`,
    source,
    pathOf(`/log/poses${query({ source, max_points: SAMPLES })}`),
  );
}

/** Plays a motion that was previewed. */
export async function playMotion(preview: MotionPreview, id: string): Promise<void> {
  const model = project.peek()?.model;
  if (!model || preview.t.length === 0) return;
  reactions.value = null;
  const driven = model.driven.map((index) => model.joints[index]);
  if (preview.names.length !== driven.length) return play(null); // a platform's coordinates, not the joints'
  const rows = preview.t.map((_, k) => preview.q.map((column) => column[k] ?? 0));
  follows.value = "clock";
  if (model.loops.length === 0) {
    const full = rows.map((row) => {
      const all: number[] = [];
      driven.forEach((joint, k) => {
        if (joint && joint.coordinate !== null) all[joint.coordinate] = row[k] ?? 0;
      });
      return all;
    });
    return play(timelineFrom(id, "The motion", preview.t, full));
  }
  const answer = await attempt(() => ask<Poses>(pathOf("/poses"), { q: rows }));
  if (answer !== null) play(timelineFrom(id, "The motion", preview.t, answer.q));
}

// Forces that joints bear, at the sample under the cursor: those of loops, where they cannot be guessed.
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
