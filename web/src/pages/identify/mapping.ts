// The column mapping as a draft: what each column is, changed freely, applied at once.
import type { LogColumn } from "../../contract";

/** What a column is to be: `q1`, … or `""` for nothing; and its unit, `""` for SI. */
export interface Choice {
  target: string;
  unit: string;
  /** Whether the sign is reversed. */
  flip?: boolean;
  /** A factor beside that of the unit, and an offset (SI). */
  scale?: number;
  offset?: number;
}

/** A choice for each column of a log. */
export type MappingDraft = readonly Choice[];

/** Units to choose from, by quantity. */
const UNITS: Record<string, string[]> = {
  t: ["s", "ms", "us", "ns"],
  q: ["rad", "deg", "m", "mm"],
  qd: ["rad/s", "deg/s", "m/s", "mm/s"],
  qdd: ["rad/s^2", "deg/s^2", "m/s^2"],
  tau: ["N m", "N mm", "kN m", "N"],
  i: ["A", "mA"],
};

/** The quantity of a target: `qd` of `qd3`. */
export function quantityOf(target: string): string {
  return target.replace(/\d+$/, "");
}

/** Units that a target can have; the first is the SI unit. */
export function unitsFor(target: string): string[] {
  return UNITS[quantityOf(target)] ?? [];
}

/** Quantities that a column can be mapped to. */
export function targetsFor(joints: number): string[] {
  const out = ["", "t"];
  for (const quantity of ["q", "qd", "qdd", "tau", "i"])
    for (let joint = 1; joint <= joints; joint++) out.push(`${quantity}${joint}`);
  return out;
}

/** SI per unit, for units that are not SI. */
const FACTORS: Record<string, number> = {
  ms: 1e-3,
  us: 1e-6,
  ns: 1e-9,
  deg: Math.PI / 180,
  "deg/s": Math.PI / 180,
  "deg/s^2": Math.PI / 180,
  mm: 1e-3,
  "mm/s": 1e-3,
  "N mm": 1e-3,
  "kN m": 1e3,
  mA: 1e-3,
};

/** The mapping as the server understands it now. */
export function draftOf(columns: readonly LogColumn[]): MappingDraft {
  return columns.map(({ target, unit, factor, offset }) => {
    const scale = factor / (FACTORS[unit ?? ""] ?? 1);
    // Units that are not offered keep their own factor.
    const known = unit === null || unitsFor(target ?? "").includes(unit);
    return {
      target: target ?? "",
      unit: unit ?? "",
      ...(factor < 0 ? { flip: true } : {}),
      ...(known && Math.abs(Math.abs(scale) - 1) > 1e-9 ? { scale: Math.abs(scale) } : {}),
      ...(offset === 0 || offset === undefined ? {} : { offset }),
    };
  });
}

function unitOf(choice: Choice | undefined, target: string): string {
  const units = unitsFor(target);
  return choice && units.includes(choice.unit) ? choice.unit : "";
}

/** The number at the end of a name and the rest: `["motor ", 3, " pos"]`. */
function numbered(name: string): [string, number, string] | null {
  const found = /^(.*?)(\d+)([^\d]*)$/.exec(name);
  return found ? [found[1] ?? "", Number(found[2]), found[3] ?? ""] : null;
}

/**
 * Chooses a target for a column; another column that had it loses it. Columns with the same name and other numbers, or
 * (without numbers) the columns that follow, are taken for the same quantity of the other joints if they are free.
 */
export function choose(
  columns: readonly LogColumn[],
  draft: MappingDraft,
  index: number,
  target: string,
  joints: number,
): MappingDraft {
  const unit = unitOf(draft[index], target);
  const next = draft.map((choice, k) =>
    k === index ? { target, unit } : choice.target === target ? { target: "", unit: "" } : { ...choice },
  );
  const quantity = quantityOf(target);
  const first = Number(target.slice(quantity.length));
  const own = numbered(columns[index]?.column ?? "");
  if (target === "" || target === "t" || own === null) return next;
  columns.forEach((column, k) => {
    const other = numbered(column.column);
    if (k === index || !other || other[0] !== own[0] || other[2] !== own[2]) return;
    const joint = first + other[1] - own[1];
    const wanted = `${quantity}${joint}`;
    const free = next[k]?.target === "" && !next.some((choice) => choice.target === wanted);
    if (free && joint >= 1 && joint <= joints) next[k] = { target: wanted, unit };
  });
  return next;
}

/** Sets the unit of a column, and of columns with the same name and other numbers that are the same quantity. */
export function setUnit(columns: readonly LogColumn[], draft: MappingDraft, index: number, unit: string): MappingDraft {
  const own = draft[index];
  if (!own) return draft;
  const family = numbered(columns[index]?.column ?? "");
  return draft.map((choice, k) => {
    const other = numbered(columns[k]?.column ?? "");
    const alike = family && other && other[0] === family[0] && other[2] === family[2];
    return k === index || (alike && quantityOf(choice.target) === quantityOf(own.target))
      ? { ...choice, unit }
      : choice;
  });
}

/** Reverses the sign of a column, or no more. */
export function flip(draft: MappingDraft, index: number): MappingDraft {
  return draft.map((choice, k) => (k === index ? { ...choice, flip: !choice.flip } : choice));
}

/** Reads columns in degrees: each in the degree unit of its quantity. */
export function inDegrees(columns: readonly LogColumn[], draft: MappingDraft, names: readonly string[]): MappingDraft {
  return draft.map((choice, k) => {
    const unit = unitsFor(choice.target).find((name) => name.startsWith("deg"));
    return names.includes(columns[k]?.column ?? "") && unit ? { ...choice, unit } : choice;
  });
}

function quoted(name: string): string {
  return /[,=]/.test(name) ? `"${name}"` : name;
}

/** The draft as instructions of the server; columns that are not used although they were detected are ignored. */
export function instructionsOf(columns: readonly LogColumn[], draft: MappingDraft): string[] {
  return columns.flatMap(({ column, target }, k) => {
    const choice = draft[k];
    if (!choice || choice.target === "") return target === null ? [] : [`ignore=${quoted(column)}`];
    const { flip: flipped, scale = 1, offset } = choice;
    if (flipped || scale !== 1 || offset !== undefined) {
      const unit = choice.unit === "" ? "" : `, unit = ${JSON.stringify(choice.unit)}`;
      const moved = offset === undefined ? "" : `, offset = ${offset}`;
      const factor = flipped ? -scale : scale;
      return [`${choice.target} = { column = ${JSON.stringify(column)}${unit}, scale = ${factor}${moved} }`];
    }
    return [`${choice.target}=${quoted(column)}${choice.unit === "" ? "" : ` [${choice.unit}]`}`];
  });
}
