// The motion while it is worked on: what the project has, or a draft with a fault in it, and its preview.
import { computed, effect, signal } from "@preact/signals";
import { ask } from "../../api/client";
import type { JointMovements, MotionPreview, MotionSpec } from "../../contract";
import { shownValues } from "../../plots/curves";
import type { PlotData } from "../../plots/data";
import { changeMotion, pathOf, project } from "../../state/project";
import { playMotion } from "../../state/playback";
import { attempt } from "../../state/report";

/** The motion as the page shows it. */
export const draft = signal<MotionSpec | null>(null);
/** Its samples. */
export const preview = signal<MotionPreview | null>(null);

/** The unit in which a joint's movements are typed. */
export function cellUnit(kind: string): string {
  return kind === "prismatic" ? "mm" : "deg";
}

/** Driven joints in order. */
export function drivenJoints() {
  const model = project.value?.model;
  return (model?.driven ?? []).flatMap((index) => model?.joints[index] ?? []);
}

/** A table to begin with: every joint goes a third of its range and back. */
export function firstTable(): MotionSpec {
  const joints: JointMovements[] = drivenJoints().map((joint) => {
    const factor = joint.kind === "prismatic" ? 1000 : 180 / Math.PI;
    const lower = joint.limits.lower ?? (joint.kind === "prismatic" ? 0 : -1);
    const upper = joint.limits.upper ?? (joint.kind === "prismatic" ? 0.1 : 1);
    const home = Math.min(upper, Math.max(lower, joint.home));
    const round = (value: number) => Math.round(value * factor * 10) / 10;
    return {
      unit: cellUnit(joint.kind),
      home: round(home),
      movements: [
        { value: round(home + (upper - home) / 3), ti: 1, tf: 2, tr: 3 },
        { value: round(home), ti: 4, tf: 5, tr: 6 },
      ],
    };
  });
  return { kind: "movements", interpolation: "pchip", joints };
}

let asked = 0;
let shownProject: string | undefined;
effect(() => {
  if (project.value?.id === shownProject) return;
  shownProject = project.value?.id;
  draft.value = null;
  preview.value = null;
});

/** Fetches the curves of a motion; of the project's own without one. */
export async function loadPreview(motion: MotionSpec | null): Promise<MotionPreview | null> {
  const open = project.peek();
  if (open === null) return null;
  if (motion === null) draft.value = open.motion;
  const ticket = ++asked;
  const answer = await attempt(() =>
    ask<MotionPreview>(pathOf("/motion/preview"), { ...(motion ? { motion } : {}), samples: 1201 }),
  );
  if (answer === null || ticket !== asked) return answer;
  preview.value = answer;
  await playMotion(answer, `motion ${open.id} ${open.revision} ${ticket}`);
  return answer;
}

/** Keeps a motion in the project if it has no fault; shows what is wrong otherwise. */
export async function saveDraft(next: MotionSpec | string, label?: string): Promise<void> {
  const open = project.peek();
  if (open === null) return;
  const motion: MotionSpec = typeof next !== "string" ? next : next === "movements" ? firstTable() : { kind: "usual" };
  draft.value = motion;
  const seen = await loadPreview(motion);
  if (seen === null || seen.problems.some((problem) => problem.severity === "error")) return;
  await changeMotion(motion, label ?? (motion.kind === "usual" ? "Use the usual motion" : "Change the movements"));
}

/** Position, speed and acceleration, by unit. */
export const previewPlots = computed<PlotData[]>(() => {
  const shown = preview.value;
  if (shown === null || shown.t.length === 0) return [];
  const rates = ["", "/s", "/s²"];
  const quantities: [string, number[][]][] = [
    ["Position", shown.q],
    ["Speed", shown.qd],
    ["Acceleration", shown.qdd],
  ];
  const units = [...new Set(shown.units)];
  return quantities.flatMap(([name, columns], order) =>
    units.map((unit) => {
      const full = unit + (rates[order] ?? "");
      const display = shownValues([], full).unit;
      return {
        title: units.length > 1 ? `${name} (${display})` : name,
        x: shown.t,
        xLabel: "time",
        xUnit: "s",
        yLabel: name.toLowerCase(),
        yUnit: display,
        lines: shown.names.flatMap((label, k) =>
          shown.units[k] === unit ? [{ label, values: shownValues(columns[k] ?? [], full).values, style: k }] : [],
        ),
      };
    }),
  );
});
