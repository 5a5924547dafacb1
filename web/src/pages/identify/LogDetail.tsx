// Details of a log: checks, column mapping, raw and filtered signals.
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, put, queryString } from "../../api/client";
import { latestWins } from "../../api/latest";
import { RequestError } from "../../api/problem";
import { CommandLine } from "../../controls/CommandLine";
import { Findings } from "../../controls/Findings";
import type { Filtered, LogColumn, LogPreview } from "../../contract";
import { curvesOf, isReference, plotsOf } from "../../plots/curves";
import type { PlotData } from "../../plots/data";
import { Plot } from "../../plots/Plot";
import { formatDuration, formatNumber } from "../../robot/format";
import { playLog } from "../../state/playback";
import { projectPath, project } from "../../state/project";
import { attempt } from "../../state/errors";
import { selectedLog, cutoff } from "./options";
import { LogPlots } from "./LogPlots";
import { view } from "./logViews";
import { ColumnTable } from "./ColumnTable";
import { choose, draftOf, flip, inDegrees, instructionsOf, setUnit, type MappingDraft } from "./mapping";

const preview = signal<LogPreview | null>(null);
const filtered = signal<Filtered | null>(null);
const showFiltered = computed(() => view.value === "filtered");

/** Whether a log has the positions of all joints, so that it can be played whatever else is wrong with it. */
function playable({ columns, joints }: LogPreview): boolean {
  const positions = columns.filter(({ target }) => /^q\d+$/.test(target ?? ""));
  return joints > 0 && positions.length === (project.peek()?.model.driven.length ?? joints);
}

async function load(source: string): Promise<void> {
  const found = await attempt(() => get<LogPreview>(projectPath(`/log${queryString({ source })}`)));
  if (selectedLog.peek() !== source) return;
  preview.value = found;
  filtered.value = null;
  if (found && playable(found)) void playLog(source);
}

async function loadFiltered(source: string): Promise<void> {
  const found = await attempt(() =>
    get<Filtered>(
      projectPath(`/log/filtered${queryString({ source, cutoff: cutoff.peek() ?? undefined, max_points: 1500 })}`),
    ),
  );
  if (selectedLog.peek() === source) filtered.value = found;
}

/** The mapping being edited; `null` while it is as saved. */
const draft = signal<{ source: string; columns: LogColumn[]; choices: MappingDraft } | null>(null);
const draftProblem = signal("");

const check = latestWins(
  ({ source, map }: { source: string; map: string[] }) =>
    get<LogPreview>(projectPath(`/log${queryString({ source, map: map.join("\n") })}`)),
  (found, { source, map }) => {
    if (selectedLog.peek() !== source || draft.peek() === null) return;
    draftProblem.value = "";
    preview.value = found;
    if (playable(found)) void playLog(source, map);
  },
  (problem) => {
    draftProblem.value =
      problem instanceof RequestError ? `${problem.message} ${problem.problem.hint}` : String(problem);
  },
);

function edit(source: string, columns: LogColumn[], choices: MappingDraft): void {
  draft.value = { source, columns, choices };
  void check({ source, map: instructionsOf(columns, choices) });
}

async function apply(source: string, map: string[]): Promise<void> {
  const found = await attempt(() => put<LogPreview>(projectPath(`/log${queryString({ source })}`), { map }));
  if (found === null || selectedLog.peek() !== source) return;
  draft.value = null;
  draftProblem.value = "";
  preview.value = found;
  filtered.value = null;
  if (playable(found)) void playLog(source);
  if (showFiltered.peek()) void loadFiltered(source);
}

function discard(source: string): void {
  draft.value = null;
  draftProblem.value = "";
  void load(source);
}

const plots = computed<PlotData[]>(() => {
  const both = filtered.value;
  if (both === null) return [];
  return plotsOf([
    ...curvesOf(both.filtered),
    ...curvesOf(both.raw, { suffix: ", raw", pale: true }).filter(
      (curve) => curve.info.joint !== null && !isReference(curve.info),
    ),
  ]);
});

/** The details of the selected log. */
export function LogDetail() {
  const source = selectedLog.value;
  useEffect(() => {
    if (source !== null && draft.peek()?.source !== source) {
      draft.value = null;
      void load(source);
    }
  }, [source, project.value?.model]);
  useEffect(() => {
    if (source !== null && showFiltered.value) void loadFiltered(source);
  }, [source, showFiltered.value, cutoff.value]);
  const shown = preview.value;
  if (source === null || shown === null || shown.source !== source) return null;
  const editing = draft.value?.source === source ? draft.value : null;
  const columns = editing?.columns ?? shown.columns;
  const choices = editing?.choices ?? draftOf(columns);
  const joints = project.value?.model.driven.length ?? shown.joints;
  const suspects = shown.findings
    .filter((finding) => finding.code === "degrees")
    .flatMap((finding) => finding.subject.split(", "));
  // Only what is not read in degrees already.
  const degrees = suspects.filter((name) => {
    const choice = choices[columns.findIndex((column) => column.column === name)];
    return choice !== undefined && !choice.unit.startsWith("deg");
  });
  return (
    <section class="card stack" id="log-detail" aria-labelledby="log-title">
      <header class="row">
        <h2 id="log-title" class="grow">
          {source}
        </h2>
        <span class={`badge ${shown.ok ? "good" : "bad"}`}>{shown.ok ? "✓ usable" : "✕ correct the errors first"}</span>
      </header>
      <p class="muted">
        {shown.format}, {shown.rows} rows, {formatDuration(shown.duration)}
        {shown.rate === null ? ", irregular sampling" : `, ${formatNumber(shown.rate, 4)} Hz`}, joints: {shown.joints}.
      </p>
      {degrees.length > 0 && (
        <div class="row">
          <button id="read-degrees" onClick={() => edit(source, [...columns], inDegrees(columns, choices, degrees))}>
            Read {degrees.join(", ")} in degrees
          </button>
        </div>
      )}
      <Findings list={shown.findings} none="Log checks: no problems found." />
      {shown.notes.length > 0 && (
        <ul class="muted small">
          {shown.notes.map((note, k) => (
            <li key={k}>{note}</li>
          ))}
        </ul>
      )}
      <ColumnTable
        columns={columns}
        draft={choices}
        joints={joints}
        onChoose={(index, target) => edit(source, [...columns], choose(columns, choices, index, target, joints))}
        onUnit={(index, unit) => edit(source, [...columns], setUnit(columns, choices, index, unit))}
        onFlip={(index) => edit(source, [...columns], flip(choices, index))}
      />
      {editing && (
        <div class="message" id="mapping-draft" role="status">
          <p>
            Draft of the mapping, not saved.{" "}
            {draftProblem.value !== ""
              ? `✕ ${draftProblem.value}`
              : shown.ok
                ? "✓ The log can be used with it."
                : "The findings above say what is missing."}
          </p>
          <div class="row">
            <button
              class="primary"
              id="apply-mapping"
              onClick={() => void apply(source, instructionsOf(columns, choices))}
            >
              Apply mapping
            </button>
            <button onClick={() => discard(source)}>Discard</button>
          </div>
        </div>
      )}
      {!editing && shown.columns.some((column) => column.given) && (
        <div class="row">
          <button class="small quiet" onClick={() => void apply(source, [])}>
            Reset to the detected mapping
          </button>
        </div>
      )}
      <LogPlots source={source} />
      {showFiltered.value && filtered.value && (
        <>
          <p class="muted" id="filter-text">
            {filtered.value.cutoff === null
              ? "No filter."
              : `Zero-phase low-pass filter, cut-off ${formatNumber(filtered.value.cutoff, 4)} Hz.`}{" "}
            {filtered.value.notes.join(" ")}
          </p>
          <div class="plots">
            {plots.value.map((plot) => (
              <Plot key={plot.title} plot={plot} />
            ))}
          </div>
        </>
      )}
      {showFiltered.value && filtered.value === null && (
        <p class="muted" aria-busy="true">
          Filtering…
        </p>
      )}
      <CommandLine text={shown.command} />
    </section>
  );
}
