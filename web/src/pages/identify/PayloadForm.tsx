// What is not known of the experiment: a payload, drive gains, the direction of gravity.
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import { VectorField } from "../../controls/VectorField";
import { lengths } from "../../robot/units";
import { project } from "../../state/project";
import { payloadCentre, payloadLink, payloadLogs, payloadMass, unknownGravity } from "./options";

/** The form, folded. */
export function PayloadForm() {
  const logs = project.value?.logs ?? [];
  const links = project.value?.model.links ?? [];
  const toggle = (source: string) => {
    const next = new Set(payloadLogs.value);
    if (!next.delete(source)) next.add(source);
    payloadLogs.value = next;
  };
  const some = payloadLogs.value.size > 0;
  return (
    <details id="payload">
      <summary>Payload, unknown gains, unknown gravity</summary>
      <div class="stack">
        <label class="check">
          <input
            type="checkbox"
            id="unknown-gravity"
            checked={unknownGravity.value}
            onChange={(event) => (unknownGravity.value = event.currentTarget.checked)}
          />
          The direction of gravity is not known: identify it first
        </label>
        <fieldset>
          <legend>Logs of the robot with a payload</legend>
          {logs.length === 0 && <p class="muted small">No logs yet.</p>}
          {logs.map((log) => (
            <label class="check" key={log.source}>
              <input
                type="checkbox"
                aria-label={`With payload: ${log.source}`}
                checked={payloadLogs.value.has(log.source)}
                onChange={() => toggle(log.source)}
              />
              {log.source}
            </label>
          ))}
        </fieldset>
        {some && (
          <>
            <div class="two">
              <NumberField
                id="payload-mass"
                label="Mass of the payload"
                unit="kg"
                blank
                placeholder="identified"
                min={0}
                value={payloadMass.value}
                onChange={(value) => (payloadMass.value = value)}
              />
              <Select
                label="Held by"
                value={payloadLink.value}
                choices={[
                  { name: "", title: "the last link", summary: "" },
                  ...links.map((link) => ({ name: link.name, summary: "" })),
                ]}
                explain={false}
                onChange={(name) => (payloadLink.value = name)}
              />
            </div>
            <label class="check">
              <input
                type="checkbox"
                checked={payloadCentre.value !== null}
                onChange={(event) => (payloadCentre.value = event.currentTarget.checked ? [0, 0, 0] : null)}
              />
              Its centre of mass is known
            </label>
            {payloadCentre.value && (
              <VectorField
                id="payload-centre"
                legend="Centre in the frame of that link"
                value={payloadCentre.value}
                unit={lengths()}
                onChange={(next) => (payloadCentre.value = next)}
              />
            )}
          </>
        )}
        <p class="muted small">
          Drive gains that are not known are written as ? above; a payload of known mass, with logs without and with it,
          determines them.
        </p>
      </div>
    </details>
  );
}
