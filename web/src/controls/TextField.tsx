// Text input, applied on blur or Enter. A refused text is replaced by the saved one, with the reason.
import { useEffect, useId, useState } from "preact/hooks";
import { unsent } from "../state/project";
import { notSaved, type Saved } from "./NumberField";

/** Labelled text input. */
export function TextField({
  label,
  value,
  onChange,
  id,
  placeholder,
}: {
  label: string;
  value: string;
  onChange: (value: string) => Saved;
  id?: string;
  placeholder?: string;
}) {
  const [typed, setTyped] = useState(value);
  const [error, setError] = useState("");
  const own = useId();
  const field = id ?? own;
  useEffect(() => {
    setTyped(value);
    setError("");
  }, [value]);
  const apply = () => {
    setError("");
    if (typed === value) return;
    const saved = onChange(typed);
    if (!(saved instanceof Promise)) return;
    void saved.then((done: unknown) => {
      if (done) return;
      if (unsent.peek() === null) setTyped(value);
      setError(notSaved());
    });
  };
  return (
    <label class="field" for={field}>
      <span>{label}</span>
      <input
        id={field}
        autocomplete="off"
        spellcheck={false}
        aria-invalid={error !== ""}
        aria-describedby={error === "" ? undefined : `${field}-error`}
        placeholder={placeholder}
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
