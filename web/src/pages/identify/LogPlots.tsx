// Plots of the selected log, alone or with others over it.
import { Select } from "../../controls/Select";
import { Plot } from "../../plots/Plot";
import { XyPlot } from "../../plots/XyPlot";
import { project } from "../../state/project";
import {
  columnsOf,
  frictionPlots,
  loading,
  overlaid,
  setView,
  spectrumPlots,
  timePlots,
  view,
  VIEWS,
  withoutRigid,
  xyColumns,
  xyPlot,
  type View,
} from "./logViews";
import { cutoff } from "./options";

function Overlays({ source }: { source: string }) {
  const others = (project.value?.logs ?? []).filter((log) => log.source !== source);
  if (others.length === 0) return null;
  const toggle = (name: string) => {
    const next = new Set(overlaid.value);
    if (!next.delete(name)) next.add(name);
    overlaid.value = next;
  };
  return (
    <fieldset>
      <legend>Draw over it</legend>
      <div class="row">
        {others.map((log) => (
          <label class="check" key={log.source}>
            <input
              type="checkbox"
              aria-label={`Overlay ${log.source}`}
              checked={overlaid.value.has(log.source)}
              onChange={() => toggle(log.source)}
            />
            {log.source}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ColumnChoice({ source }: { source: string }) {
  const choices = columnsOf(source).map((column) => ({ name: column.name, title: column.label, summary: "" }));
  return (
    <div class="two">
      {(["Horizontal", "Vertical"] as const).map((label, k) => (
        <Select
          key={label}
          id={`xy-${k === 0 ? "x" : "y"}`}
          label={`${label} axis`}
          value={xyColumns.value[k] ?? ""}
          choices={choices}
          explain={false}
          onChange={(name) => (xyColumns.value = k === 0 ? [name, xyColumns.peek()[1]] : [xyColumns.peek()[0], name])}
        />
      ))}
    </div>
  );
}

/** The choice of plots, and the plots. Raw and filtered signals are drawn by the page itself. */
export function LogPlots({ source }: { source: string }) {
  const known = new Set(project.value?.logs.map((log) => log.source));
  const sources = [source, ...[...overlaid.value].filter((name) => name !== source && known.has(name))];
  const shown = view.value;
  const curves = shown === "time" ? timePlots(sources) : shown === "spectrum" ? spectrumPlots(sources) : [];
  const pairs = shown === "friction" ? frictionPlots(sources, cutoff.value) : [];
  const pair = shown === "xy" ? xyPlot(sources) : null;
  return (
    <div class="stack" id="log-plots" data-view={shown}>
      <Select
        id="log-view"
        label="Plots"
        value={shown}
        choices={[...VIEWS]}
        explain={false}
        onChange={(name) => setView(name as View)}
      />
      {shown !== "" && shown !== "filtered" && <Overlays source={source} />}
      {shown === "xy" && <ColumnChoice source={source} />}
      {shown === "friction" && (
        <label class="check">
          <input
            type="checkbox"
            id="without-rigid"
            checked={withoutRigid.value}
            onChange={(event) => (withoutRigid.value = event.currentTarget.checked)}
          />
          Without the rigid-body efforts of the model: what remains is friction, where the model is right
        </label>
      )}
      {(curves.length > 0 || pairs.length > 0 || pair) && (
        <div class="plots">
          {curves.map((plot) => (
            <Plot key={plot.title} plot={plot} linked={shown === "time"} />
          ))}
          {pairs.map((data) => (
            <XyPlot key={data.title} data={data} />
          ))}
          {pair && <XyPlot data={pair} />}
        </div>
      )}
      {loading() && (
        <p class="muted" aria-busy="true">
          Loading…
        </p>
      )}
    </div>
  );
}
