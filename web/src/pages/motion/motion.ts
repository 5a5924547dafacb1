// The motion being edited: that of the project or an invalid draft, and its preview.
import { computed, effect, signal } from "@preact/signals";
import { compute } from "../../api/client";
import type { JointMovements, MotionPreview, MotionSpec } from "../../contract";
import { displayValues } from "../../plots/curves";
import type { PlotData } from "../../plots/data";
import { jointLimits } from "../../robot/limits";
import { angleUnit, displayUnit, lengthUnit, shownUnit } from "../../robot/units";
import { changeMotion, invalidDraft, lastRefusal, projectPath, project } from "../../state/project";
import { playMotion } from "../../state/playback";
import { attempt } from "../../state/errors";

/** The displayed motion. */
export const draft = signal<MotionSpec | null>(null);
/** Samples of the displayed motion. */
export const preview = signal<MotionPreview | null>(null);

/** Unit of the cells of a joint: that of the interface. */
export function cellUnit(kind: string): string {
  return kind === "prismatic" ? lengthUnit.value : angleUnit.value;
}

/** Driven joints in order. */
export function drivenJoints() {
  const model = project.value?.model;
  return (model?.driven ?? []).flatMap((index) => model?.joints[index] ?? []);
}

/** Initial table: every joint moves by a third of its range and back. */
export function initialTable(): MotionSpec {
  const joints: JointMovements[] = drivenJoints().map((joint) => {
    const { factor } = displayUnit(joint.kind);
    const places = factor === 1 ? 1000 : 10;
    const lower = joint.limits.lower ?? (joint.kind === "prismatic" ? 0 : -1);
    const upper = joint.limits.upper ?? (joint.kind === "prismatic" ? 0.1 : 1);
    const home = Math.min(upper, Math.max(lower, joint.home));
    const round = (value: number) => Math.round(value * factor * places) / places;
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

let latestRequest = 0;
let shownProject: string | undefined;
effect(() => {
  if (project.value?.id === shownProject) return;
  shownProject = project.value?.id;
  draft.value = null;
  preview.value = null;
});

/** Loads the preview of a motion, or of the project's motion. */
export async function loadPreview(motion: MotionSpec | null): Promise<MotionPreview | null> {
  const open = project.peek();
  if (open === null) return null;
  if (motion === null) [draft.value, invalidDraft.value] = [open.motion, ""];
  const ticket = ++latestRequest;
  const answer = await attempt(() =>
    compute<MotionPreview>(projectPath("/motion/preview"), { ...(motion ? { motion } : {}), samples: 1201 }),
  );
  if (answer === null || ticket !== latestRequest) return answer;
  preview.value = answer;
  await playMotion(answer, `motion ${open.id} ${open.revision} ${ticket}`);
  return answer;
}

/** Saves a motion if it is valid; otherwise shows its problems. Returns whether it was saved. */
export async function saveDraft(next: MotionSpec | string, label?: string): Promise<boolean> {
  const open = project.peek();
  if (open === null) return false;
  const motion: MotionSpec =
    typeof next !== "string" ? next : next === "movements" ? initialTable() : { kind: "usual" };
  draft.value = motion;
  const seen = await loadPreview(motion);
  if (seen === null || seen.problems.some((problem) => problem.severity === "error")) {
    lastRefusal.value = seen?.problems[0]?.message ?? "";
    invalidDraft.value = "Motion not saved: it has errors";
    return false;
  }
  invalidDraft.value = "";
  return changeMotion(motion, label ?? (motion.kind === "usual" ? "Use the default motion" : "Edit movements"));
}

/** Position, velocity and acceleration, by unit. */
export const previewPlots = computed<PlotData[]>(() => {
  const shown = preview.value;
  if (shown === null || shown.t.length === 0) return [];
  const quantities: [string, number[][], string, string][] = [
    ["Position", shown.q, "", "q"],
    ["Velocity", shown.qd, "/s", "qd"],
    ["Acceleration", shown.qdd, "/s²", "qdd"],
    ["Effort", shown.effort, "effort", "tau"],
    ["Jerk", shown.jerk, "/s³", ""],
  ];
  const joints = new Map(project.value?.model.joints.map((joint) => [joint.name, joint]));
  const units = [...new Set(shown.units)];
  return quantities.flatMap(([name, columns, rate, quantity]) =>
    (columns.length === 0 ? [] : units).map((unit) => {
      const full = rate === "effort" ? (unit === "rad" ? "N m" : "N") : unit + rate;
      const display = displayValues([], full).unit;
      return {
        title: units.length > 1 ? `${name} (${display})` : name,
        x: shown.t,
        xLabel: "time",
        xUnit: "s",
        yLabel: name.toLowerCase(),
        yUnit: display,
        lines: shown.names.flatMap((label, k) => {
          if (shown.units[k] !== unit) return [];
          const joint = joints.get(label);
          const limits = joint ? jointLimits(joint, quantity, shownUnit(full).factor) : null;
          const values = displayValues(columns[k] ?? [], full).values;
          return [{ label, values, style: k, ...(limits ? { limits } : {}) }];
        }),
      };
    }),
  );
});
