// State of the campaign form.
import { updateView } from "../../app/navigation";
import { showStatus } from "../../app/status";
import type { CampaignOptions } from "../../contract";
import { parseNumber } from "../../robot/format";
import { kept, keptAs, keptNumber, SET } from "../../state/kept";
import { startRun } from "../../state/runs";

/** Methods that are compared unless others are chosen: those of `armlab campaign`. */
export const USUAL = ["ls", "wls", "iv", "physical"];

/** Selected methods. */
export const methods = keptAs<ReadonlySet<string>>("campaign/methods", new Set(USUAL), SET);
/** Factors of the noise, as typed. */
export const levels = kept("campaign/levels", "0.3, 1, 3");
/** Seeds per level. */
export const seeds = kept("campaign/seeds", 20);
/** The first seed. */
export const firstSeed = kept("campaign/seed", 0);
/** Noise at level 1: standard deviations of position, velocity, acceleration and effort (SI). */
export const noise = {
  q: kept("campaign/q", 1e-4),
  qd: kept("campaign/qd", 1e-3),
  qdd: kept("campaign/qdd", 0.1),
  tau: kept("campaign/tau", 0.1),
};
/** Whether logs have accelerations. */
export const accelerations = kept("campaign/accelerations", false);
/** Friction that is identified; `""` for that of the robot. */
export const friction = kept("campaign/friction", "");
/** Sampling rate (Hz). */
export const rate = kept("campaign/rate", 100);
/** Duration (s); `null` is that of the motion. */
export const duration = keptNumber("campaign/duration");
/** Factor of the inertial parameters that methods start with. */
export const initialScale = kept("campaign/initial-scale", 1.2);

/** The noise levels as numbers, or why they are not. */
export function parseLevels(text: string): number[] | string {
  const parts = text.split(/[;\s]+|,\s*/).filter((part) => part !== "");
  const numbers = parts.map(parseNumber);
  const wrong = parts.find((_, k) => (numbers[k] ?? -1) < 0);
  if (wrong !== undefined) return `“${wrong}” is not a factor.`;
  return numbers.length === 0 ? "Give at least one factor." : (numbers as number[]);
}

/** Number of simulated experiments; `null` if the levels are not numbers. */
export function experiments(): number | null {
  const factors = parseLevels(levels.value);
  return typeof factors === "string" ? null : factors.length * seeds.value;
}

/** The request. */
export function campaignOptions(factors: number[]): CampaignOptions {
  return {
    methods: [...methods.peek()],
    levels: factors,
    seeds: seeds.peek(),
    seed: firstSeed.peek(),
    noise: Object.entries(noise)
      .map(([quantity, size]) => `${quantity}=${size.peek()}`)
      .join(","),
    initial_scale: initialScale.peek(),
    experiment: { rate: rate.peek(), ...(duration.peek() === null ? {} : { duration: duration.peek() }) },
    ...(accelerations.peek() ? { accelerations: true } : {}),
    ...(friction.peek() === "" ? {} : { friction: friction.peek() }),
  };
}

async function start(options: CampaignOptions): Promise<void> {
  const card = await startRun({ kind: "campaign", options });
  if (card !== null) updateView({ run: String(card.run) });
}

/** Starts the campaign. */
export async function runCampaign(): Promise<void> {
  const factors = parseLevels(levels.peek());
  if (typeof factors === "string") return showStatus("bad", `Noise levels: ${factors}`, "Give factors as 0.3, 1, 3.");
  if (methods.peek().size === 0) return showStatus("warn", "No method is selected.", "Select at least one method.");
  await start(campaignOptions(factors));
}

/** Continues a campaign that was stopped, with its own options. */
export function continueCampaign(run: number, options: CampaignOptions): Promise<void> {
  return start({ ...options, continues: run });
}
