// Excitation design: optimises a trajectory within the limits for parameter identification.
import { useEffect } from "preact/hooks";
import { OptionalNumber, RequiredNumber, SelectOf } from "../../controls/bound";
import { RunProgress, StateBadge } from "../../controls/RunState";
import { Select } from "../../controls/Select";
import { CommandLine } from "../../controls/CommandLine";
import { Plot } from "../../plots/Plot";
import { formatNumber } from "../../robot/format";
import { catalogue } from "../../state/catalogue";
import { project } from "../../state/project";
import { kept, keptAs } from "../../state/kept";
import { cancelRun, isFinished, loadRun, objectives, runViews, startRun } from "../../state/runs";
import { saveDraft } from "./motion";

const basis = kept("excite/basis", "fourier");
const harmonics = kept("excite/harmonics", 5);
const seconds = kept("excite/seconds", 10);
const objective = kept("excite/objective", "");
const friction = kept("excite/friction", "each");
const seed = kept("excite/seed", 0);
const timeLimit = keptAs<number | null>("excite/limit", 20, {
  write: (value) => value,
  read: (stored) => (stored === null || typeof stored === "number" ? stored : undefined),
});
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

/** Starts the design. */
export async function designExcitation(): Promise<void> {
  await startRun({
    kind: "excite",
    options: {
      basis: basis.value,
      duration: seconds.value,
      friction: friction.value,
      seed: seed.value,
      ...(basis.value === "fourier" ? { harmonics: harmonics.value } : { pieces: harmonics.value }),
      ...(objective.value ? { objective: objective.value } : {}),
      ...(timeLimit.value === null ? {} : { time_limit: timeLimit.value }),
    },
  });
}

/** The design's document, as far as it is shown. */
interface Design {
  quality?: { condition_scaled: number };
  random?: { condition_scaled: number };
}

/** The panel. */
export function ExcitationPanel() {
  const card = project.value?.runs.findLast((run) => run.kind === "excite");
  const busy = card !== undefined && !isFinished(card);
  useEffect(() => {
    if (card) void loadRun(card.run);
  }, [card?.run, card?.state]);
  const view = card ? runViews.value.get(card.run) : undefined;
  const saved = view?.traces[0];
  const values = (card && objectives.value.get(card.run)) ?? (saved && { at: saved.at, value: saved.cost });
  const found = (view?.result ?? null) as Design | null;
  const usable = card !== undefined && view?.files.some((file) => file.endsWith("/trajectory.toml"));
  return (
    <section class="panel" aria-labelledby="excite-title">
      <h2 id="excite-title">Design an excitation</h2>
      <div class="two">
        <SelectOf of={basis} label="Basis" choices={BASES} explain={false} />
        <RequiredNumber
          of={harmonics}
          whole
          label={basis.value === "fourier" ? "Harmonics" : "Segments"}
          min={1}
          max={40}
        />
        <RequiredNumber of={seconds} label="Duration" unit="s" min={0.5} max={600} />
        <OptionalNumber of={timeLimit} label="Time limit" unit="s" placeholder="no limit" min={1} />
        <Select
          label="Optimise for"
          value={objective.value || (catalogue.value?.objectives[0]?.name ?? "")}
          choices={catalogue.value?.objectives ?? []}
          explain={false}
          onChange={(name) => (objective.value = name)}
        />
        <SelectOf of={friction} label="Friction" choices={FRICTION} explain={false} />
        <RequiredNumber of={seed} whole label="Seed" min={0} />
      </div>
      <div class="row">
        <button class="primary" id="design" disabled={busy} onClick={() => void designExcitation()}>
          Design
        </button>
        {card && <StateBadge state={card.state} />}
        {busy && card && (
          <button class="danger" id="stop-design" onClick={() => void cancelRun(card.run)}>
            Stop
          </button>
        )}
        {usable && !busy && (
          <button
            id="use-excitation"
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
      {found?.quality && (
        <p class="muted" id="excitation-condition">
          Condition number {formatNumber(found.quality.condition_scaled, 4)}
          {found.random ? `, of random motions ${formatNumber(found.random.condition_scaled, 4)} (median)` : ""}
        </p>
      )}
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
