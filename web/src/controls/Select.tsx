// A choice by name, with a sentence on what is chosen.
import { useId } from "preact/hooks";
import type { Choice } from "../contract";

/** A labelled list of choices. */
export function Select({
  label,
  value,
  choices,
  onChange,
  explain = true,
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (name: string) => void;
  explain?: boolean;
}) {
  const id = useId();
  const chosen = choices.find((choice) => choice.name === value);
  return (
    <label class="field" for={id}>
      <span>{label}</span>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.name} value={choice.name}>
            {choice.name}
          </option>
        ))}
      </select>
      {explain && chosen?.summary && <span>{chosen.summary}</span>}
    </label>
  );
}
