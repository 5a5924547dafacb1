// Identification options: methods, friction model, filter, bootstrap, drive gains.
import { FrictionField } from "../../controls/FrictionField";
import { MethodPicker } from "../../controls/MethodPicker";
import { MethodSettings } from "../../controls/MethodSettings";
import { OptionalNumber, RequiredNumber, TickOf } from "../../controls/bound";
import { catalogue } from "../../state/catalogue";
import { parseGains } from "./gains";
import { KnowledgeForm } from "./KnowledgeForm";
import { PayloadForm } from "./PayloadForm";
import {
  bootstrap,
  cutoff,
  friction,
  gains,
  identify,
  inParts,
  methods,
  payloadAlone,
  seed,
  settings,
  trainLogs,
} from "./options";

/** The form. */
export function MethodForm() {
  const names = catalogue.value;
  const selected = methods.value ?? new Set<string>();
  const alone = payloadAlone.value;
  return (
    <section class="panel" aria-labelledby="methods-title">
      <h2 id="methods-title">Methods</h2>
      {alone ? (
        <p class="message">The payload alone is identified, with the arm as described; no method is needed.</p>
      ) : (
        <>
          <MethodPicker
            id="methods"
            selected={selected}
            usual={names?.usual_estimators ?? []}
            onChange={(next) => (methods.value = next)}
          />
          {(names?.estimators ?? [])
            .filter((method) => selected.has(method.name))
            .map((method) => (
              <MethodSettings
                key={method.name}
                method={method}
                list={settings.value}
                onChange={(list) => (settings.value = list)}
              />
            ))}
        </>
      )}
      <div class="two">
        <FrictionField
          id="friction"
          usual="auto"
          value={friction.value}
          onChange={(value) => (friction.value = value)}
        />
        <OptionalNumber of={cutoff} label="Filter cut-off" unit="Hz" placeholder="automatic" min={0.01} />
        <RequiredNumber of={bootstrap} whole label="Bootstrap resamples" min={0} max={5000} />
        <RequiredNumber of={seed} whole label="Random seed" min={0} />
      </div>
      <label class="field">
        <span>Drive gains (N m/A or N/A, one per joint, ? if not known; for logs with motor currents)</span>
        <input value={gains.value} placeholder="none" onInput={(event) => (gains.value = event.currentTarget.value)} />
        {typeof parseGains(gains.value) === "string" && (
          <span class="field-error" role="alert">
            {parseGains(gains.value)}
          </span>
        )}
      </label>
      <TickOf of={inParts} id="in-parts">
        Read the training logs in parts (long logs, little memory)
      </TickOf>
      <KnowledgeForm />
      <PayloadForm />
      <button
        class="primary"
        id="identify"
        disabled={trainLogs.value.size === 0 || (selected.size === 0 && !alone)}
        onClick={() => void identify()}
      >
        {alone ? "Identify the payload" : "Identify"}
      </button>
      {trainLogs.value.size === 0 && <p class="muted small">Select at least one log to train on.</p>}
    </section>
  );
}
