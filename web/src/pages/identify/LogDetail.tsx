// Details of a log: checks, column mapping, raw and filtered signals.
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, put, queryString } from "../../api/client";
import { CommandLine } from "../../controls/CommandLine";
import { Findings } from "../../controls/Findings";
import type { Filtered, LogPreview } from "../../contract";
import { curvesOf, isReference, plotsOf } from "../../plots/curves";
import type { PlotData } from "../../plots/data";
import { Plot } from "../../plots/Plot";
import { formatDuration, formatNumber } from "../../robot/format";
import { playLog } from "../../state/playback";
import { projectPath, project } from "../../state/project";
import { attempt } from "../../state/errors";
import { selectedLog, cutoff } from "./options";
import { ColumnTable, mapWithUnit } from "./ColumnTable";

const preview = signal<LogPreview | null>(null);
const filtered = signal<Filtered | null>(null);
const showFiltered = signal(false);

async function load(source: string): Promise<void> {
  const found = await attempt(() => get<LogPreview>(projectPath(`/log${queryString({ source })}`)));
  if (selectedLog.peek() !== source) return;
  preview.value = found;
  filtered.value = null;
  if (found?.ok) void playLog(source);
}

async function loadFiltered(source: string): Promise<void> {
  const found = await attempt(() =>
    get<Filtered>(
      projectPath(`/log/filtered${queryString({ source, cutoff: cutoff.peek() ?? undefined, max_points: 1500 })}`),
    ),
  );
  if (selectedLog.peek() === source) filtered.value = found;
}

async function applyMapping(source: string, map: string[]): Promise<void> {
  const found = await attempt(() => put<LogPreview>(projectPath(`/log${queryString({ source })}`), { map }));
  if (found === null || selectedLog.peek() !== source) return;
  preview.value = found;
  filtered.value = null;
  if (found.ok) void playLog(source);
  if (showFiltered.peek()) void loadFiltered(source);
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
    if (source !== null) void load(source);
  }, [source, project.value?.model]);
  useEffect(() => {
    if (source !== null && showFiltered.value) void loadFiltered(source);
  }, [source, showFiltered.value, cutoff.value]);
  const shown = preview.value;
  if (source === null || shown === null || shown.source !== source) return null;
  const degrees = shown.findings
    .filter((finding) => finding.code === "degrees")
    .flatMap((finding) => finding.subject.split(", "));
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
          <button
            id="read-degrees"
            onClick={() => void applyMapping(source, mapWithUnit(shown.columns, degrees, "deg"))}
          >
            Set unit of {degrees.join(", ")} to degrees
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
        columns={shown.columns}
        joints={project.value?.model.driven.length ?? shown.joints}
        onMap={(map) => void applyMapping(source, map)}
      />
      <label class="check">
        <input
          type="checkbox"
          id="show-filtered"
          checked={showFiltered.value}
          onChange={(event) => (showFiltered.value = event.currentTarget.checked)}
        />
        Show raw and filtered signals
      </label>
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
