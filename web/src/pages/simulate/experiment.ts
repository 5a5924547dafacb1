// State of the experiment form and the experiment document sent to the server (docs/simulation.md).
import { updateView } from "../../app/navigation";
import { showStatus } from "../../app/status";
import { parseNumber } from "../../robot/format";
import { drivenCoordinates } from "../../state/jog";
import { kept, keptAs, keptNumber, keptNumbers } from "../../state/kept";
import { startRun } from "../../state/runs";

/** An effect and its parameters. */
export interface EffectChoice {
  kind: string;
  on: boolean;
  values: Record<string, number>;
}

/** A parameter of an effect. */
export interface EffectField {
  key: string;
  label: string;
  unit: string;
}

/** Display names of the effects. */
export const EFFECT_NAMES: Record<string, string> = {
  "white-noise": "White noise",
  quantisation: "Encoder quantisation",
  outliers: "Outliers",
  delay: "Measurement delay",
  jitter: "Time stamp jitter",
  drops: "Dropped samples",
  contamination: "Contaminated noise",
  backlash: "Backlash",
  "torque-ripple": "Torque ripple",
  "friction-drift": "Friction drift",
};

/** Parameters of the effects. */
export const EFFECT_FIELDS: Record<string, EffectField[]> = {
  "white-noise": [
    { key: "q", label: "Position σ", unit: "rad or m" },
    { key: "qd", label: "Velocity σ", unit: "rad/s or m/s" },
    { key: "tau", label: "Effort σ", unit: "N m or N" },
  ],
  quantisation: [{ key: "counts", label: "Resolution", unit: "counts/rev" }],
  outliers: [
    { key: "fraction", label: "Fraction of samples", unit: "" },
    { key: "size", label: "Size", unit: "× standard deviation" },
  ],
  delay: [{ key: "samples", label: "Delay", unit: "samples" }],
  jitter: [{ key: "sigma", label: "Standard deviation", unit: "s" }],
  drops: [{ key: "fraction", label: "Fraction of samples", unit: "" }],
  contamination: [
    { key: "fraction", label: "Fraction of samples", unit: "" },
    { key: "q", label: "Position σ", unit: "rad or m" },
    { key: "qd", label: "Velocity σ", unit: "rad/s or m/s" },
    { key: "tau", label: "Effort σ", unit: "N m or N" },
  ],
  backlash: [{ key: "width", label: "Width", unit: "rad or m" }],
  "torque-ripple": [
    { key: "amplitude", label: "Amplitude", unit: "N m or N" },
    { key: "order", label: "Order", unit: "periods per turn or m" },
  ],
  "friction-drift": [
    { key: "to", label: "Final friction", unit: "× initial" },
    { key: "time_constant", label: "Time constant", unit: "s" },
  ],
};

const EFFECTS: EffectChoice[] = [
  { kind: "white-noise", on: false, values: { q: 1e-4, qd: 1e-3, tau: 0.1 } },
  { kind: "quantisation", on: false, values: { counts: 8192 } },
  { kind: "outliers", on: false, values: { fraction: 0.001, size: 10 } },
  { kind: "delay", on: false, values: { samples: 1 } },
  { kind: "jitter", on: false, values: { sigma: 1e-5 } },
  { kind: "drops", on: false, values: { fraction: 0.001 } },
  { kind: "contamination", on: false, values: { fraction: 0.1, q: 0, qd: 0, tau: 0.5 } },
  { kind: "backlash", on: false, values: { width: 1e-4 } },
  { kind: "torque-ripple", on: false, values: { amplitude: 0.1, order: 6 } },
  { kind: "friction-drift", on: false, values: { to: 0.8, time_constant: 20 } },
];

/** Settings of the effects. */
export const effects = keptAs<EffectChoice[]>("simulate/effects", EFFECTS, {
  write: (value) => value,
  read: (stored) =>
    Array.isArray(stored) && stored.length === EFFECTS.length ? (stored as EffectChoice[]) : undefined,
});

/** The controller. */
export const controller = kept("simulate/controller", "computed-torque");
/** Controller bandwidth (rad/s); `null` is the default. */
export const frequency = keptNumber("simulate/frequency");
/** Damping ratio; `null` is the default. */
export const damping = keptNumber("simulate/damping");
/** Whether a PID controller has gains of its own. */
export const ownGains = kept("simulate/own-gains", false);
/** Gains of the PID controller as typed: one number for all joints, or one per joint. */
export const pidGains = {
  kp: kept("simulate/kp", "100"),
  ki: kept("simulate/ki", "0"),
  kd: kept("simulate/kd", "20"),
};
/** Unit of angles in the gains. */
export const gainUnit = kept("simulate/gain-unit", "rad");
/** Where a PID controller compensates gravity. */
export const gravityAt = kept("simulate/gravity", "reference");
/** How the robot starts: `rest` or `reference`, or `pose`. */
export const startKind = kept("simulate/start", "rest");
/** Coordinates of the start (SI), for `pose`. */
export const startPose = keptNumbers("simulate/start-pose");
/** Sampling rate (Hz). */
export const rate = kept("simulate/rate", 1000);
/** Duration (s); `null` is that of the motion. */
export const length = keptNumber("simulate/duration");
/** Random seed. */
export const seed = kept("simulate/seed", 0);

/** An effect as a table of an experiment file. */
export function effectTable(effect: EffectChoice): Record<string, unknown> {
  if (effect.kind === "white-noise") return { kind: effect.kind, sigma: effect.values };
  if (effect.kind === "contamination") {
    const { fraction, ...scale } = effect.values;
    return { kind: effect.kind, fraction, scale };
  }
  return { kind: effect.kind, ...effect.values };
}

/** A gain for all joints, a list with one per joint, or why it is neither. */
export function parseGain(text: string): number | number[] | string {
  const parts = text.split(/[;\s]+|,\s*/).filter((part) => part !== "");
  const numbers = parts.map(parseNumber);
  const wrong = parts.find((_, k) => numbers[k] === null);
  if (wrong !== undefined) return `“${wrong}” is not a number.`;
  if (numbers.length === 0) return "Give one number, or one per joint.";
  return numbers.length === 1 ? (numbers[0] as number) : (numbers as number[]);
}

/** Chooses how the robot starts; a pose begins as the displayed one. */
export function chooseStart(kind: string): void {
  if (kind === "pose") startPose.value = drivenCoordinates();
  startKind.value = kind;
}

/** The experiment file as JSON. */
export function experimentDocument(): Record<string, unknown> {
  const law: Record<string, unknown> = { kind: controller.peek() };
  if (controller.peek() === "pid" && ownGains.peek()) {
    for (const [name, text] of Object.entries(pidGains)) law[name] = parseGain(text.peek());
    law["unit"] = gainUnit.peek();
    law["gravity"] = gravityAt.peek();
  } else if (controller.peek() !== "open-loop") {
    if (frequency.peek() !== null) law["frequency"] = frequency.peek();
    if (damping.peek() !== null) law["damping"] = damping.peek();
  }
  const chosen = effects
    .peek()
    .filter((effect) => effect.on)
    .map(effectTable);
  return {
    seed: seed.peek(),
    rate: rate.peek(),
    controller: law,
    ...(startKind.peek() === "reference" ? { start: "reference" } : {}),
    ...(startKind.peek() === "pose" ? { start: { q: startPose.peek() } } : {}),
    ...(length.peek() === null ? {} : { duration: length.peek() }),
    ...(chosen.length === 0 ? {} : { effect: chosen }),
  };
}

/** Starts the simulation. */
export async function simulate(): Promise<void> {
  if (controller.peek() === "pid" && ownGains.peek())
    for (const [name, text] of Object.entries(pidGains)) {
      const gain = parseGain(text.peek());
      if (typeof gain === "string") return showStatus("bad", `Gain ${name}: ${gain}`);
    }
  const card = await startRun({ kind: "simulate", options: { experiment: experimentDocument() } });
  if (card !== null) updateView({ run: String(card.run) });
}
