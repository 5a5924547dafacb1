// What is not known of the experiment: a payload, drive gains, coupled motors, the direction of gravity.
import { OptionalNumber, SelectOf, Tick, TickList, TickOf } from "../../controls/bound";
import { TextField } from "../../controls/TextField";
import { VectorField } from "../../controls/VectorField";
import { lengths } from "../../robot/units";
import { project } from "../../state/project";
import {
  couplings,
  payloadAlone,
  payloadCentre,
  payloadLink,
  payloadLogs,
  payloadMass,
  unknownGravity,
} from "./options";

/** The form, folded; open while the payload alone is identified. */
export function PayloadForm() {
  const links = project.value?.model.links ?? [];
  const alone = payloadAlone.value;
  return (
    <details id="payload" open={alone || couplings.value.length > 0}>
      <summary>Payload, unknown gains, unknown gravity, coupled motors</summary>
      <div class="stack">
        <TickOf of={unknownGravity} id="unknown-gravity">
          The direction of gravity is not known: identify it first
        </TickOf>
        <TickOf of={payloadAlone} id="payload-alone">
          The arm is as described: identify only the payload of the training logs
        </TickOf>
        {!alone && (
          <TickList
            legend="Logs of the robot with a payload"
            of={payloadLogs}
            names={(project.value?.logs ?? []).map((log) => log.source)}
            said="With payload"
            empty="No logs yet."
          />
        )}
        {(alone || payloadLogs.value.size > 0) && (
          <>
            <div class="two">
              <OptionalNumber
                of={payloadMass}
                id="payload-mass"
                label="Mass of the payload"
                unit="kg"
                placeholder="identified"
                min={0}
              />
              <SelectOf
                of={payloadLink}
                label="Held by"
                choices={[
                  { name: "", title: "the last link", summary: "" },
                  ...links.map((link) => ({ name: link.name, summary: "" })),
                ]}
                explain={false}
              />
            </div>
            {!alone && (
              <Tick
                checked={payloadCentre.value !== null}
                onChange={(known) => (payloadCentre.value = known ? [0, 0, 0] : null)}
              >
                Its centre of mass is known
              </Tick>
            )}
            {payloadCentre.value && !alone && (
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
        <TextField
          id="couplings"
          label="Joints whose motors are coupled (joint5+joint6; several separated by commas)"
          value={couplings.value.join(", ")}
          placeholder="none"
          onChange={(text) =>
            void (couplings.value = text
              .split(",")
              .map((pair) => pair.trim())
              .filter((pair) => pair !== ""))
          }
        />
        <p class="muted small">
          Drive gains that are not known are written as ? above; a payload of known mass, with logs without and with it,
          determines them.
        </p>
      </div>
    </details>
  );
}
