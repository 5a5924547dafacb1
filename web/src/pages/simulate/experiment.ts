// The experiment as the form states it, and as the server wants it (docs/simulation.md).
import { signal } from "@preact/signals";
import { updateView } from "../../app/navigation";
import { startRun } from "../../state/runs";

/** An effect with its numbers. */
export interface EffectChoice {
  kind: string;
  on: boolean;
  values: Record<string, number>;
}

/** A number of an effect: its name, unit, and where it goes. */
export interface EffectField {
  key: string;
  label: string;
  unit: string;
}

/** The numbers of the effects that the form offers. */
export const EFFECT_FIELDS: Record<string, EffectField[]> = {
  "white-noise": [
    { key: "q", label: "positions", unit: "rad, m" },
    { key: "qd", label: "speeds", unit: "rad/s, m/s" },
    { key: "tau", label: "efforts", unit: "N m, N" },
  ],
  quantisation: [{ key: "counts", label: "counts per turn", unit: "" }],
  outliers: [
    { key: "fraction", label: "fraction", unit: "" },
    { key: "size", label: "size", unit: "σ" },
  ],
  delay: [{ key: "samples", label: "samples", unit: "" }],
  jitter: [{ key: "sigma", label: "of time stamps", unit: "s" }],
  drops: [{ key: "fraction", label: "fraction of rows", unit: "" }],
  "friction-drift": [
    { key: "to", label: "to a multiple of", unit: "" },
    { key: "time_constant", label: "time constant", unit: "s" },
  ],
};

/** What the effects are set to. */
export const effects = signal<EffectChoice[]>([
  { kind: "white-noise", on: false, values: { q: 1e-4, qd: 1e-3, tau: 0.1 } },
  { kind: "quantisation", on: false, values: { counts: 8192 } },
  { kind: "outliers", on: false, values: { fraction: 0.001, size: 10 } },
  { kind: "delay", on: false, values: { samples: 1 } },
  { kind: "jitter", on: false, values: { sigma: 1e-5 } },
  { kind: "drops", on: false, values: { fraction: 0.001 } },
  { kind: "friction-drift", on: false, values: { to: 0.8, time_constant: 20 } },
]);

/** The controller. */
export const controller = signal("computed-torque");
/** Its bandwidth, rad/s; nothing leaves the usual one. */
export const frequency = signal<number | null>(null);
/** Its damping. */
export const damping = signal<number | null>(null);
/** Samples per second. */
export const rate = signal(1000);
/** How long; nothing is as long as the motion. */
export const length = signal<number | null>(null);
/** Seed of random numbers. */
export const seed = signal(0);

/** The effect as a table of an experiment file. */
export function effectTable(effect: EffectChoice): Record<string, unknown> {
  if (effect.kind === "white-noise") return { kind: effect.kind, sigma: effect.values };
  return { kind: effect.kind, ...effect.values };
}

/** The experiment file as JSON. */
export function experimentDocument(): Record<string, unknown> {
  const law: Record<string, unknown> = { kind: controller.peek() };
  if (controller.peek() !== "open-loop") {
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
    ...(length.peek() === null ? {} : { duration: length.peek() }),
    ...(chosen.length === 0 ? {} : { effect: chosen }),
  };
}

/** Runs it. */
export async function simulate(): Promise<void> {
  const card = await startRun({ kind: "simulate", options: { experiment: experimentDocument() } });
  if (card !== null) updateView({ run: String(card.run) });
}
