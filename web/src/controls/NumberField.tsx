// Number input with unit. The value is applied on blur or Enter; invalid input is marked with a message and not
// applied. A value that was not saved says so: a refused one is replaced by the saved one, one that could not be sent
// stays until it is. A blank field can mean the default, shown as placeholder.
import { useId } from "preact/hooks";
import { formatNumber, parseNumber } from "../robot/format";
import { type Saved, useDraft } from "./draft";

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
  const draft = useDraft(shown, onChange);
  const { error } = draft;
  const own = useId();
  const field = id ?? own;
  const apply = (text: string) => {
    if (text === shown) return draft.refuse("");
    if (text.trim() === "" && blank) return draft.send(text, null);
    const number = parseNumber(text);
    if (number === null) return draft.refuse(text.trim() === "" ? "Enter a number." : `“${text}” is not a number.`);
    if (min !== undefined && number < min)
      return draft.refuse(`Must be at least ${formatNumber(min, 6)}${unit ? ` ${unit}` : ""}.`);
    if (max !== undefined && number > max)
      return draft.refuse(`Must be at most ${formatNumber(max, 6)}${unit ? ` ${unit}` : ""}.`);
    draft.send(text, number);
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
        ref={draft.input}
        value={draft.text}
        onInput={(event) => draft.type(event.currentTarget.value)}
        onBlur={(event) => apply(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && apply(event.currentTarget.value)}
      />
      {error !== "" && (
        <span class="field-error" id={`${field}-error`} role="alert">
          {error}
        </span>
      )}
    </label>
  );
}
