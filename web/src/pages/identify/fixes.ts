// What undoes a fault that a diagnosis names, as far as a click can do it.
import type { LogColumn } from "../../contract";
import { formatNumber } from "../../robot/format";
import { quantityOf } from "./mapping";

/** A fault that explains a part of the residual (`armlab diagnose --json`). */
export interface Explanation {
  kind: string;
  /** Joints that it is about; none for all. */
  joints: string[];
  /** Factor, angle (rad), time (s) or mass (kg). */
  value: number;
  message: string;
  fix: string;
  removes: number;
  certain: boolean;
}

/** A driven joint. */
export interface Driven {
  name: string;
  slides: boolean;
}

/** What a button does. */
export interface Action {
  label: string;
  does: "columns" | "gravity" | "coupling" | "payload" | "friction" | "identify";
}

/** How positions and efforts of a joint change: factors, an offset, or the joint whose columns it gets. */
interface Change {
  positions?: number;
  efforts?: number;
  offset?: number;
  swap?: "positions" | "efforts" | "both";
}

function changeFor({ kind, value }: Explanation): Change | null {
  switch (kind) {
    case "effort_sign":
      return { efforts: -1 };
    case "position_sign":
      return { positions: -1 };
    case "axis_sign":
      return { positions: -1, efforts: -1 };
    case "zero_offset":
      return { offset: value };
    case "effort_unit":
    case "drive_gain":
    case "effort_scale":
      return { efforts: value };
    case "position_unit":
      return { positions: value };
    case "swapped_efforts":
      return { swap: "efforts" };
    case "swapped_positions":
      return { swap: "positions" };
    case "swapped_joints":
      return { swap: "both" };
    default:
      return null;
  }
}

/** The buttons of an explanation. */
export function actionsFor(entry: Explanation): Action[] {
  switch (entry.kind) {
    case "gravity":
      return gravityIn(entry.fix) ? [{ label: "Set gravity of the model", does: "gravity" }] : [];
    case "coupling":
      return [{ label: `Identify with ${entry.joints.join(" and ")} coupled`, does: "coupling" }];
    case "payload":
      return [{ label: "Identify the payload", does: "payload" }];
    case "standstill":
      return [{ label: "Identify with Stribeck friction", does: "friction" }];
    case "delay":
      return [{ label: "Identify: the delay is found with the parameters", does: "identify" }];
    case "description":
      return [{ label: "Identify from this log", does: "identify" }];
    case "effort_scale":
      return [
        { label: `Multiply the efforts by ${formatNumber(entry.value, 4)}`, does: "columns" },
        { label: "Identify the masses from this log", does: "identify" },
      ];
    default:
      return changeFor(entry) ? [{ label: "Apply to the log", does: "columns" }] : [];
  }
}

/** Unit of a quantity in which a value is not converted. */
function plainUnit(quantity: string, slides: boolean): string {
  const length = slides ? "m" : "rad";
  const units: Record<string, string> = {
    t: "s",
    q: length,
    qd: `${length}/s`,
    qdd: `${length}/s^2`,
    tau: slides ? "N" : "N m",
    i: "A",
  };
  return units[quantity] ?? "";
}

const POSITIONS = ["q", "qd", "qdd"];
const EFFORTS = ["tau", "i"];

/** The columns of a log with a fault undone, as instructions for all columns that are used; what is ignored stays so. */
export function correctedMap(
  columns: readonly LogColumn[],
  entry: Explanation,
  joints: readonly Driven[],
  own: readonly string[],
): string[] {
  const change = changeFor(entry) ?? {};
  const about = entry.joints.map((name) => joints.findIndex((joint) => joint.name === name) + 1);
  const lines = columns.flatMap(({ column, target, factor, offset }) => {
    if (target === null) return [];
    const quantity = quantityOf(target);
    const joint = Number(target.slice(quantity.length));
    const meant = about.length === 0 || about.includes(joint);
    const position = POSITIONS.includes(quantity);
    const effort = EFFORTS.includes(quantity);
    const scale = (meant && position ? change.positions : meant && effort ? change.efforts : undefined) ?? 1;
    const swapped =
      meant && (change.swap === "both" || (position ? change.swap === "positions" : change.swap === "efforts"));
    const to = swapped && (position || effort) ? (about.find((other) => other !== joint) ?? joint) : joint;
    const moved = offset * scale + (meant && quantity === "q" ? (change.offset ?? 0) : 0);
    // Raw columns of another quantity of this kind, as references, are not touched.
    const unit = plainUnit(quantity, joints[to - 1]?.slides ?? false);
    if (unit === "") return [];
    const parts = [`column = ${JSON.stringify(column)}`, `unit = ${JSON.stringify(unit)}`, `scale = ${factor * scale}`];
    if (moved !== 0) parts.push(`offset = ${moved}`);
    return [`${quantity === "t" ? "t" : `${quantity}${to}`} = { ${parts.join(", ")} }`];
  });
  return [...own.filter((line) => line.startsWith("ignore")), ...lines];
}

/** Gravity that a fix names: `--gravity 0.00,0.00,9.81`. */
export function gravityIn(fix: string): [number, number, number] | null {
  const numbers = /--gravity (-?[\d.]+),(-?[\d.]+),(-?[\d.]+)/.exec(fix)?.slice(1).map(Number);
  return numbers?.length === 3 && numbers.every(Number.isFinite) ? (numbers as [number, number, number]) : null;
}
