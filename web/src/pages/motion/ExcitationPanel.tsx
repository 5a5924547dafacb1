// Designing an excitation: the motion within the limits that tells the most about the parameters.
import { signal } from "@preact/signals";
import { NumberField } from "../../controls/NumberField";
import { RunProgress, StateBadge } from "../../controls/RunState";
import { Select } from "../../controls/Select";
import { Command } from "../../controls/Command";
import { Plot } from "../../plots/Plot";
import { catalogue } from "../../state/catalogue";
import { project } from "../../state/project";
import { cancelRun, isOver, objectives, runViews, startRun } from "../../state/runs";
import { saveDraft } from "./motion";

const basis = signal("fourier");
const harmonics = signal(5);
const seconds = signal(10);
const objective = signal("");
const friction = signal("each");
const limit = signal<number | null>(20);
const BASES = [
  { name: "fourier", summary: "Harmonics" },
  { name: "quintic", summary: "Quintic pieces" },
  { name: "spline", summary: "B-splines of degree five" },
];
const FRICTION = [
  { name: "none", summary: "No friction is looked for" },
  { name: "each", summary: "Each joint's own" },
  { name: "shared", summary: "The same for all" },
];

async function design(): Promise<void> {
  await startRun({
    kind: "excite",
    options: {
      basis: basis.value,
      duration: seconds.value,
      friction: friction.value,
      seed: 0,
      ...(basis.value === "fourier" ? { harmonics: harmonics.value } : { pieces: harmonics.value }),
      ...(objective.value ? { objective: objective.value } : {}),
      ...(limit.value === null ? {} : { time_limit: limit.value }),
    },
  });
}

/** The panel. */
export function ExcitationPanel() {
  const card = project.value?.runs.findLast((run) => run.kind === "excite");
  const values = card ? objectives.value.get(card.run) : undefined;
  const view = card ? runViews.value.get(card.run) : undefined;
  const busy = card !== undefined && !isOver(card);
  const best = (view?.result as { condition?: number } | null | undefined)?.condition;
  return (
    <section class="panel" aria-labelledby="excite-title">
      <h2 id="excite-title">Design an excitation</h2>
      <div class="two">
        <Select
          label="Functions"
          value={basis.value}
          choices={BASES}
          explain={false}
          onChange={(name) => (basis.value = name)}
        />
        <NumberField
          label={basis.value === "fourier" ? "Harmonics" : "Pieces"}
          value={harmonics.value}
          least={1}
          most={40}
          onChange={(value) => (harmonics.value = Math.round(value ?? 5))}
        />
        <NumberField
          label="Duration"
          unit="s"
          value={seconds.value}
          least={0.5}
          most={600}
          onChange={(value) => (seconds.value = value ?? 10)}
        />
        <NumberField
          label="Stop after"
          unit="s"
          blank
          placeholder="no limit"
          value={limit.value}
          least={1}
          onChange={(value) => (limit.value = value)}
        />
        <Select
          label="Good means"
          value={objective.value || (catalogue.value?.objectives[0]?.name ?? "")}
          choices={catalogue.value?.objectives ?? []}
          explain={false}
          onChange={(name) => (objective.value = name)}
        />
        <Select
          label="Friction"
          value={friction.value}
          choices={FRICTION}
          explain={false}
          onChange={(name) => (friction.value = name)}
        />
      </div>
      <div class="row">
        <button class="primary" disabled={busy} onClick={() => void design()}>
          Design
        </button>
        {card && <StateBadge state={card.state} />}
        {busy && card && (
          <button class="danger" onClick={() => void cancelRun(card.run)}>
            Stop
          </button>
        )}
        {card?.state === "done" && (
          <button
            onClick={() =>
              void saveDraft(
                { kind: "recorded", source: `runs/${card.run}/trajectory.toml` },
                "Use the designed excitation",
              )
            }
          >
            Use it
          </button>
        )}
      </div>
      {card && <RunProgress card={card} />}
      {best !== undefined && <p class="muted">Condition number {best.toPrecision(4)}</p>}
      {values && values.at.length > 1 && (
        <Plot
          linked={false}
          plot={{
            title: "Objective",
            x: values.at,
            xLabel: "step",
            xUnit: "",
            yLabel: "objective",
            yUnit: "",
            lines: [{ label: "value", values: values.value, style: 0 }],
          }}
        />
      )}
      {view && <Command text={view.command} />}
    </section>
  );
}
