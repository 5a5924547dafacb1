// Units of the interface: degrees or radians, millimetres or metres. Values are SI in the code; the choice is stored.
import { signal } from "@preact/signals";

/** A unit to display, with the factor from SI. */
export interface DisplayUnit {
  unit: string;
  /** Displayed value = SI value · factor. */
  factor: number;
  /** Decimals of a coordinate. */
  digits: number;
}

const KEY = "armlab-units";
const ANGLES: Record<string, DisplayUnit> = {
  deg: { unit: "°", factor: 180 / Math.PI, digits: 2 },
  rad: { unit: "rad", factor: 1, digits: 4 },
};
const LENGTHS: Record<string, DisplayUnit> = {
  mm: { unit: "mm", factor: 1000, digits: 2 },
  m: { unit: "m", factor: 1, digits: 5 },
};

function stored(): [string, string] {
  try {
    const [angle = "", length = ""] = (globalThis.localStorage?.getItem(KEY) ?? "").split(" ");
    return [angle in ANGLES ? angle : "deg", length in LENGTHS ? length : "mm"];
  } catch {
    return ["deg", "mm"]; // storage may be disabled
  }
}

const [firstAngle, firstLength] = stored();
/** `deg` or `rad`. */
export const angleUnit = signal(firstAngle);
/** `mm` or `m`. */
export const lengthUnit = signal(firstLength);

/** Chooses the units and stores the choice. */
export function setUnits(angle: string, length: string): void {
  angleUnit.value = angle in ANGLES ? angle : "deg";
  lengthUnit.value = length in LENGTHS ? length : "mm";
  try {
    globalThis.localStorage?.setItem(KEY, `${angleUnit.peek()} ${lengthUnit.peek()}`);
  } catch {
    // storage may be disabled
  }
}

/** The unit of angles. */
export function angles(): DisplayUnit {
  return ANGLES[angleUnit.value] as DisplayUnit;
}

/** The unit of lengths. */
export function lengths(): DisplayUnit {
  return LENGTHS[lengthUnit.value] as DisplayUnit;
}

/** Display unit of a joint coordinate. */
export function displayUnit(kind: string): DisplayUnit {
  return kind === "prismatic" ? lengths() : angles();
}

/** Display unit of a quantity in an SI unit: `rad/s` is shown in °/s, `m` in mm; others as they are. */
export function shownUnit(si: string): DisplayUnit {
  const found = /^(rad|m)(\/s(?:²|\^2|³|\^3)?)?$/.exec(si);
  if (!found) return { unit: si, factor: 1, digits: 4 };
  const base = found[1] === "rad" ? angles() : lengths();
  const rate = (found[2] ?? "").replace("^2", "²").replace("^3", "³");
  return { ...base, unit: base.unit + rate };
}
