// The friction model that is identified: laws joined by +, with the library's suggestions.
import { catalogue } from "../state/catalogue";

/** The field; blank is `usual`. */
export function FrictionField({
  value,
  usual,
  onChange,
  id,
}: {
  value: string;
  usual: string;
  onChange: (value: string) => void;
  id: string;
}) {
  return (
    <label class="field" for={id}>
      <span>Friction model (laws joined by +, as coulomb+viscous)</span>
      <input
        id={id}
        list={`${id}-models`}
        spellcheck={false}
        autocomplete="off"
        value={value}
        placeholder={usual}
        onChange={(event) => onChange(event.currentTarget.value.trim() || usual)}
      />
      <datalist id={`${id}-models`}>
        {(catalogue.value?.friction_shapes ?? []).map((shape) => (
          <option key={shape.name} value={shape.name}>
            {shape.summary}
          </option>
        ))}
      </datalist>
    </label>
  );
}
