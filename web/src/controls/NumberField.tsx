// Number input with unit. The value is applied on blur or Enter; invalid input is marked with a message and not
// applied. A value that was not saved says so: a refused one is replaced by the saved one, one that could not be sent
// stays until it is. A blank field can mean the default, shown as placeholder.
import { useEffect, useId, useState } from "preact/hooks";
import { formatNumber, parseNumber } from "../robot/format";
import { lastRefusal, unsent } from "../state/project";

/** What a change returns: a promise of whether it was saved, or anything else if it is not saved by the server. */
export type Saved = unknown;

/** What a field says of a change that was not saved. */
export function notSaved(): string {
  return unsent.peek() === null
    ? `Not saved: ${lastRefusal.peek() || "the server refused it"}`
    : "Not saved: no connection. It is sent when the server is back.";
}

/** Labelled number input with unit. */
export function NumberField({
  label,
  unit,
  value,
  onChange,
  blank,
  placeholder,
  min,
  max,
  hideLabel,
  digits = 6,
  id,
}: {
  label: string;
  unit?: string;
  /** The value; `null` shows the placeholder. */
  value: number | null;
  onChange: (value: number | null) => Saved;
  /** Whether a blank field is valid. */
  blank?: boolean;
  /** Shown while blank. */
  placeholder?: string;
  min?: number;
  max?: number;
  hideLabel?: boolean;
  digits?: number;
  id?: string;
}) {
  const shown = value === null ? "" : formatNumber(value, digits).replace("−", "-").replace("e−", "e-");
  const [typed, setTyped] = useState(shown);
  const [error, setError] = useState("");
  const own = useId();
  const field = id ?? own;
  useEffect(() => {
    setTyped(shown);
    setError("");
  }, [shown]);
  const send = (number: number | null) => {
    setError("");
    const saved = onChange(number);
    if (!(saved instanceof Promise)) return;
    void saved.then((done: unknown) => {
      if (done) return;
      if (unsent.peek() === null) setTyped(shown);
      setError(notSaved());
    });
  };
  const apply = () => {
    if (typed === shown) return setError("");
    if (typed.trim() === "" && blank) return send(null);
    const number = parseNumber(typed);
    if (number === null) return setError(typed.trim() === "" ? "Enter a number." : `“${typed}” is not a number.`);
    if (min !== undefined && number < min)
      return setError(`Must be at least ${formatNumber(min, 6)}${unit ? ` ${unit}` : ""}.`);
    if (max !== undefined && number > max)
      return setError(`Must be at most ${formatNumber(max, 6)}${unit ? ` ${unit}` : ""}.`);
    send(number);
  };
  const name = unit ? `${label} (${unit})` : label;
  return (
    <label class="field" for={field}>
      {hideLabel ? null : <span>{name}</span>}
      <input
        id={field}
        inputMode="decimal"
        autocomplete="off"
        aria-label={hideLabel ? name : undefined}
        aria-invalid={error !== ""}
        aria-describedby={error === "" ? undefined : `${field}-error`}
        placeholder={placeholder}
        title={error || undefined}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === "Enter" && apply()}
      />
      {error !== "" && (
        <span class="field-error" id={`${field}-error`} role="alert">
          {error}
        </span>
      )}
    </label>
  );
}
