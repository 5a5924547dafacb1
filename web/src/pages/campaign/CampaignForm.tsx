// Campaign options: methods, noise levels, seeds, and the experiment that is simulated.
import { FrictionField } from "../../controls/FrictionField";
import { MethodPicker } from "../../controls/MethodPicker";
import { OptionalNumber, RequiredNumber, TickOf } from "../../controls/bound";
import { TextField } from "../../controls/TextField";
import {
  accelerations,
  duration,
  experiments,
  firstSeed,
  friction,
  initialScale,
  levels,
  methods,
  noise,
  parseLevels,
  rate,
  runCampaign,
  seeds,
  USUAL,
} from "./options";

/** The form. */
export function CampaignForm() {
  const factors = parseLevels(levels.value);
  const count = experiments();
  return (
    <section class="panel" aria-labelledby="campaign-form-title">
      <h2 id="campaign-form-title">Methods and experiments</h2>
      <p class="muted small">
        The project’s motion is simulated with noise, many times over; every method identifies the robot from each log.
        The model’s parameters are the truth that estimates are compared with.
      </p>
      <MethodPicker
        id="campaign-methods"
        selected={methods.value}
        usual={USUAL}
        onChange={(next) => (methods.value = next)}
      />
      <div class="two">
        <div>
          <TextField
            id="campaign-levels"
            label="Noise levels (factors)"
            value={levels.value}
            onChange={(text) => void (levels.value = text)}
          />
          {typeof factors === "string" && (
            <p class="field-error small" role="alert">
              {factors}
            </p>
          )}
        </div>
        <RequiredNumber of={seeds} whole id="campaign-seeds" label="Seeds per level" min={1} max={10000} />
      </div>
      <details>
        <summary>Noise at level 1 (standard deviations)</summary>
        <div class="two">
          <RequiredNumber of={noise.q} label="Position" unit="rad or m" min={0} />
          <RequiredNumber of={noise.qd} label="Velocity" unit="rad/s or m/s" min={0} />
          <RequiredNumber of={noise.qdd} label="Acceleration" unit="rad/s² or m/s²" min={0} />
          <RequiredNumber of={noise.tau} label="Effort" unit="N m or N" min={0} />
        </div>
        <TickOf of={accelerations}>The logs have accelerations</TickOf>
      </details>
      <details>
        <summary>Experiment and identification</summary>
        <div class="two">
          <RequiredNumber of={rate} label="Sampling rate" unit="Hz" min={1} max={20000} />
          <OptionalNumber of={duration} label="Duration" unit="s" placeholder="motion duration" min={0.01} max={3600} />
          <RequiredNumber of={firstSeed} whole label="First seed" min={0} />
          <RequiredNumber of={initialScale} label="Initial parameters" unit="× true" min={0.001} max={1000} />
        </div>
        <FrictionField
          id="campaign-friction"
          usual=""
          value={friction.value}
          onChange={(value) => (friction.value = value)}
        />
        <p class="muted small">Without a friction model: that of the robot, or none.</p>
      </details>
      <button
        class="primary"
        id="run-campaign"
        disabled={count === null || methods.value.size === 0}
        onClick={() => void runCampaign()}
      >
        Run {count === null ? "" : `${count} experiments`}
      </button>
    </section>
  );
}
