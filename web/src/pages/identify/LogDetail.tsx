// One log: which column is which, what would spoil an identification, and its motion before and after the filter.
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, put, query } from "../../api/client";
import { Command } from "../../controls/Command";
import { Findings } from "../../controls/Findings";
import type { Filtered, LogPreview } from "../../contract";
import { curvesOf, isReference, plotsOf } from "../../plots/curves";
import type { PlotData } from "../../plots/data";
import { Plot } from "../../plots/Plot";
import { duration, plain } from "../../robot/quantity";
import { playLog } from "../../state/playback";
import { pathOf, project } from "../../state/project";
import { attempt } from "../../state/report";
import { chosenLog, cutoff } from "./choices";
import { ColumnTable, mapWithUnit } from "./ColumnTable";

const preview = signal<LogPreview | null>(null);
const filtered = signal<Filtered | null>(null);
const wantFilter = signal(false);

async function load(source: string): Promise<void> {
  const found = await attempt(() => get<LogPreview>(pathOf(`/log${query({ source })}`)));
  if (chosenLog.peek() !== source) return;
  preview.value = found;
  filtered.value = null;
  if (found?.ok) void playLog(source);
}

async function loadFiltered(source: string): Promise<void> {
  const found = await attempt(() =>
    get<Filtered>(pathOf(`/log/filtered${query({ source, cutoff: cutoff.peek() ?? undefined, max_points: 1500 })}`)),
  );
  if (chosenLog.peek() === source) filtered.value = found;
}

async function remap(source: string, map: string[]): Promise<void> {
  const found = await attempt(() => put<LogPreview>(pathOf(`/log${query({ source })}`), { map }));
  if (found === null || chosenLog.peek() !== source) return;
  preview.value = found;
  filtered.value = null;
  if (found.ok) void playLog(source);
  if (wantFilter.peek()) void loadFiltered(source);
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

/** The details of the chosen log. */
export function LogDetail() {
  const source = chosenLog.value;
  useEffect(() => {
    if (source !== null) void load(source);
  }, [source, project.value?.model]);
  useEffect(() => {
    if (source !== null && wantFilter.value) void loadFiltered(source);
  }, [source, wantFilter.value, cutoff.value]);
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
        <span class={`badge ${shown.ok ? "good" : "bad"}`}>{shown.ok ? "✓ can be used" : "✕ mend it first"}</span>
      </header>
      <p class="muted">
        {shown.format}, {shown.rows} rows, {duration(shown.duration)}
        {shown.rate === null ? ", no even rate" : `, ${plain(shown.rate, 4)} Hz`}, {shown.joints} joints found.
      </p>
      {degrees.length > 0 && (
        <div class="row">
          <button id="read-degrees" onClick={() => void remap(source, mapWithUnit(shown.columns, degrees, "deg"))}>
            Read {degrees.join(", ")} in degrees
          </button>
        </div>
      )}
      <Findings list={shown.findings} none="The pre-flight check found nothing wrong." />
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
        onMap={(map) => void remap(source, map)}
      />
      <label class="check">
        <input
          type="checkbox"
          id="want-filter"
          checked={wantFilter.value}
          onChange={(event) => (wantFilter.value = event.currentTarget.checked)}
        />
        Show the motion before and after the filter
      </label>
      {wantFilter.value && filtered.value && (
        <>
          <p class="muted" id="filter-text">
            {filtered.value.cutoff === null
              ? "Used as it is."
              : `Low-pass at ${plain(filtered.value.cutoff, 4)} Hz, without phase.`}{" "}
            {filtered.value.notes.join(" ")}
          </p>
          <div class="plots">
            {plots.value.map((plot) => (
              <Plot key={plot.title} plot={plot} />
            ))}
          </div>
        </>
      )}
      {wantFilter.value && filtered.value === null && (
        <p class="muted" aria-busy="true">
          Filtering…
        </p>
      )}
      <Command text={shown.command} />
    </section>
  );
}
