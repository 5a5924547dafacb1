// Excitation design: optimises a trajectory within the limits for parameter identification.
import { signal } from "@preact/signals";
import { NumberField } from "../../controls/NumberField";
import { RunProgress, StateBadge } from "../../controls/RunState";
import { Select } from "../../controls/Select";
import { CommandLine } from "../../controls/CommandLine";
import { Plot } from "../../plots/Plot";
import { formatNumber } from "../../robot/format";
import { catalogue } from "../../state/catalogue";
import { project } from "../../state/project";
import { cancelRun, isFinished, objectives, runViews, startRun } from "../../state/runs";
import { saveDraft } from "./motion";

const basis = signal("fourier");
const harmonics = signal(5);
const seconds = signal(10);
const objective = signal("");
const friction = signal("each");
const timeLimit = signal<number | null>(20);
const BASES = [
  { name: "fourier", title: "Fourier series", summary: "" },
  { name: "quintic", title: "Quintic polynomials", summary: "" },
  { name: "spline", title: "B-splines", summary: "" },
];
const FRICTION = [
  { name: "none", title: "none", summary: "" },
  { name: "each", title: "per joint", summary: "" },
  { name: "shared", title: "shared by all joints", summary: "" },
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
      ...(timeLimit.value === null ? {} : { time_limit: timeLimit.value }),
    },
  });
}

/** The panel. */
export function ExcitationPanel() {
  const card = project.value?.runs.findLast((run) => run.kind === "excite");
  const values = card ? objectives.value.get(card.run) : undefined;
  const view = card ? runViews.value.get(card.run) : undefined;
  const busy = card !== undefined && !isFinished(card);
  const condition = (view?.result as { condition?: number } | null | undefined)?.condition;
  return (
    <section class="panel" aria-labelledby="excite-title">
      <h2 id="excite-title">Design an excitation</h2>
      <div class="two">
        <Select
          label="Basis"
          value={basis.value}
          choices={BASES}
          explain={false}
          onChange={(name) => (basis.value = name)}
        />
        <NumberField
          label={basis.value === "fourier" ? "Harmonics" : "Segments"}
          value={harmonics.value}
          min={1}
          max={40}
          onChange={(value) => (harmonics.value = Math.round(value ?? 5))}
        />
        <NumberField
          label="Duration"
          unit="s"
          value={seconds.value}
          min={0.5}
          max={600}
          onChange={(value) => (seconds.value = value ?? 10)}
        />
        <NumberField
          label="Time limit"
          unit="s"
          blank
          placeholder="no limit"
          value={timeLimit.value}
          min={1}
          onChange={(value) => (timeLimit.value = value)}
        />
        <Select
          label="Optimise for"
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
                "Use designed excitation",
              )
            }
          >
            Use this motion
          </button>
        )}
      </div>
      {card && <RunProgress card={card} />}
      {condition !== undefined && <p class="muted">Condition number {formatNumber(condition, 4)}</p>}
      {values && values.at.length > 1 && (
        <Plot
          linked={false}
          plot={{
            title: "Convergence",
            x: values.at,
            xLabel: "iteration",
            xUnit: "",
            yLabel: "objective",
            yUnit: "",
            lines: [{ label: "objective", values: values.value, style: 0 }],
          }}
        />
      )}
      {view && <CommandLine text={view.command} />}
    </section>
  );
}
