// Three numbers side by side, in display units.
import type { DisplayUnit } from "../robot/units";
import type { Saved } from "./draft";
import { NumberField } from "./NumberField";

/** Three numbers. */
export type Triple = [number, number, number];

/** Labelled number fields for x, y, z (or other names). */
export function VectorField({
  legend,
  value,
  unit,
  onChange,
  names = ["x", "y", "z"],
  digits = 8,
  id,
}: {
  legend: string;
  /** SI. */
  value: readonly number[];
  unit?: DisplayUnit;
  onChange: (value: Triple) => Saved;
  names?: readonly string[];
  /** Significant digits shown. */
  digits?: number;
  id: string;
}) {
  const factor = unit?.factor ?? 1;
  const largest = Math.max(...value.map(Math.abs)) * factor;
  return (
    <fieldset>
      <legend>
        {legend}
        {unit ? ` (${unit.unit})` : ""}
      </legend>
      <div class="three">
        {names.map((name, k) => (
          <NumberField
            key={name}
            id={`${id}-${name}`}
            label={name}
            digits={digits}
            value={Math.abs((value[k] ?? 0) * factor) < 1e-12 * largest ? 0 : (value[k] ?? 0) * factor}
            onChange={(number) => {
              const next = [...value] as Triple;
              next[k] = (number ?? 0) / factor;
              return onChange(next);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
