// A field for a number with its unit. It is read when it is left or Enter is pressed; what is no number
// is marked and said, and the old value stays. A blank field may mean "the default", shown in grey.
import { useEffect, useId, useState } from "preact/hooks";
import { plain, readNumber } from "../robot/quantity";

/** A number with label and unit. */
export function NumberField({
  label,
  unit,
  value,
  onChange,
  blank,
  placeholder,
  least,
  most,
  hideLabel,
  digits = 6,
  id,
}: {
  label: string;
  unit?: string;
  /** The value shown; nothing shows the placeholder. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** Whether blank is allowed. */
  blank?: boolean;
  /** Shown in grey while blank. */
  placeholder?: string;
  least?: number;
  most?: number;
  hideLabel?: boolean;
  digits?: number;
  id?: string;
}) {
  const shown = value === null ? "" : plain(value, digits).replace("−", "-").replace("e−", "e-");
  const [typed, setTyped] = useState(shown);
  const [fault, setFault] = useState("");
  const own = useId();
  const field = id ?? own;
  useEffect(() => {
    setTyped(shown);
    setFault("");
  }, [shown]);
  const read = () => {
    if (typed === shown) return setFault("");
    if (typed.trim() === "" && blank) {
      setFault("");
      return onChange(null);
    }
    const number = readNumber(typed);
    if (number === null)
      return setFault(typed.trim() === "" ? "A number is needed here." : `“${typed}” is not a number.`);
    if (least !== undefined && number < least) return setFault(`At least ${least}${unit ? ` ${unit}` : ""}.`);
    if (most !== undefined && number > most) return setFault(`At most ${most}${unit ? ` ${unit}` : ""}.`);
    setFault("");
    onChange(number);
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
        aria-invalid={fault !== ""}
        aria-describedby={fault === "" ? undefined : `${field}-fault`}
        placeholder={placeholder}
        title={fault || undefined}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={read}
        onKeyDown={(event) => event.key === "Enter" && read()}
      />
      {fault !== "" && (
        <span class="fault" id={`${field}-fault`} role="alert">
          {fault}
        </span>
      )}
    </label>
  );
}
