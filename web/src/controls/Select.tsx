// Drop-down list with a description of the selected item. A choice without a title is shown by its name.
import { useId } from "preact/hooks";
import type { Choice } from "../contract";

/** Labelled drop-down list. */
export function Select({
  label,
  value,
  choices,
  onChange,
  explain = true,
  id: given,
}: {
  label: string;
  value: string;
  choices: readonly (Choice & { title?: string })[];
  onChange: (name: string) => void;
  explain?: boolean;
  id?: string;
}) {
  const own = useId();
  const id = given ?? own;
  const selected = choices.find((choice) => choice.name === value);
  return (
    <label class="field" for={id}>
      <span>{label}</span>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.name} value={choice.name}>
            {choice.title ?? choice.name}
          </option>
        ))}
      </select>
      {explain && selected?.summary && <span>{selected.summary}</span>}
    </label>
  );
}
