// Text input, applied on blur or Enter. A refused text is replaced by the saved one, with the reason.
import { useId } from "preact/hooks";
import { type Saved, useDraft } from "./draft";

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
  const draft = useDraft(value, onChange);
  const { error } = draft;
  const own = useId();
  const field = id ?? own;
  const apply = (text: string) => (text === value ? draft.refuse("") : draft.send(text, text));
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
