// Estimators to tick, by name and in a few words.
import { catalogue } from "../state/catalogue";
import { Tick, toggled } from "./bound";

/** The list, with buttons for the usual choices. */
export function MethodPicker({
  selected,
  usual,
  onChange,
  id,
}: {
  selected: ReadonlySet<string>;
  /** What “Default” selects. */
  usual: readonly string[];
  onChange: (next: ReadonlySet<string>) => void;
  id: string;
}) {
  const estimators = catalogue.value?.estimators ?? [];
  return (
    <>
      <div class="row">
        <button class="small" onClick={() => onChange(new Set(usual))}>
          Default
        </button>
        <button class="small" onClick={() => onChange(new Set(estimators.map((method) => method.name)))}>
          All
        </button>
        <button class="small" onClick={() => onChange(new Set())}>
          None
        </button>
        <span class="muted small">{selected.size} selected</span>
      </div>
      <fieldset class="methods" id={id}>
        <legend>Methods to compare</legend>
        {estimators.map((method) => (
          <Tick
            key={method.name}
            value={method.name}
            title={method.summary}
            checked={selected.has(method.name)}
            onChange={() => onChange(toggled(selected, method.name))}
          >
            <span>
              <strong>{method.name}</strong> <span class="muted small">{method.summary}</span>
            </span>
          </Tick>
        ))}
      </fieldset>
    </>
  );
}
