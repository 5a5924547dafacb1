// Time bar, shared by all pages: play, step, seek, speed, loop.
import { Icon } from "../controls/Icon";
import { formatFixed } from "../robot/format";
import {
  loop,
  playing,
  rate,
  RATES,
  sample,
  sampleTime,
  seek,
  setZoom,
  span,
  step,
  timeline,
  togglePlay,
  zoom,
} from "./clock";

/** The time bar. */
export function TimeBar() {
  const shown = timeline.value;
  const [start, end] = span.value;
  const none = shown === null;
  const last = (shown?.times.length ?? 1) - 1;
  return (
    <section class="timebar" aria-label="Time">
      <button
        class="icon quiet wide-only"
        aria-label="First sample (Home)"
        title="First sample (Home)"
        disabled={none}
        onClick={() => seek(start)}
      >
        <Icon name="first" />
      </button>
      <button
        class="icon quiet"
        aria-label="Previous sample (left arrow)"
        title="Previous sample (←)"
        disabled={none}
        onClick={() => step(-1)}
      >
        <Icon name="back" />
      </button>
      <button
        class="icon"
        id="play"
        aria-label={playing.value ? "Pause (space)" : "Play (space)"}
        title={playing.value ? "Pause (space)" : "Play (space)"}
        disabled={none}
        onClick={togglePlay}
      >
        <Icon name={playing.value ? "pause" : "play"} />
      </button>
      <button
        class="icon quiet"
        aria-label="Next sample (right arrow)"
        title="Next sample (→)"
        disabled={none}
        onClick={() => step(1)}
      >
        <Icon name="forward" />
      </button>
      <button
        class="icon quiet wide-only"
        aria-label="Last sample (End)"
        title="Last sample (End)"
        disabled={none}
        onClick={() => seek(end)}
      >
        <Icon name="last" />
      </button>
      <input
        class="scrubber"
        id="scrubber"
        type="range"
        aria-label="Time cursor"
        aria-valuetext={
          none
            ? "no motion loaded"
            : `${formatFixed(sampleTime.value, 3)} of ${formatFixed(end, 3)} seconds, sample ${sample.value + 1} of ${last + 1}`
        }
        min={0}
        max={Math.max(1, last)}
        step={1}
        value={Math.max(0, sample.value)}
        disabled={none}
        onInput={(event) => {
          playing.value = false;
          seek(shown?.times[Number(event.currentTarget.value)] ?? 0);
        }}
      />
      <output class="clock" id="clock" aria-label="Time in seconds">
        {none ? "–" : `${formatFixed(sampleTime.value, 3)} s`}
        <span class="muted wide-only">{none ? "" : ` / ${formatFixed(end, 2)} s`}</span>
      </output>
      <button
        class="icon quiet"
        aria-pressed={loop.value}
        aria-label="Loop (L)"
        title="Loop (L)"
        disabled={none}
        onClick={() => (loop.value = !loop.value)}
      >
        <Icon name="loop" />
      </button>
      <label class="wide-only">
        <span class="visually-hidden">Playback speed</span>
        <select
          value={String(rate.value)}
          disabled={none}
          onChange={(event) => (rate.value = Number(event.currentTarget.value))}
        >
          {RATES.map((value) => (
            <option key={value} value={String(value)}>
              {value}×
            </option>
          ))}
        </select>
      </label>
      {zoom.value && (
        <button class="quiet wide-only" onClick={() => setZoom(null)} title="Reset zoom in all plots">
          Reset zoom
        </button>
      )}
      <span class="timeline-label muted wide-only" title={shown?.label ?? ""}>
        {shown?.label ?? "No motion loaded"}
      </span>
    </section>
  );
}
