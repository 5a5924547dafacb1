// The time bar, shared by all pages: play, step, scrub, rate, loop.
import { Icon } from "../controls/Icon";
import { fixed } from "../robot/quantity";
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

/** The bar at the bottom. */
export function TimeBar() {
  const shown = timeline.value;
  const [start, end] = span.value;
  const none = shown === null;
  const last = (shown?.times.length ?? 1) - 1;
  return (
    <section class="timebar" aria-label="Time">
      <button
        class="icon quiet wide-only"
        aria-label="To the start (Home)"
        title="To the start (Home)"
        disabled={none}
        onClick={() => seek(start)}
      >
        <Icon name="first" />
      </button>
      <button
        class="icon quiet"
        aria-label="One step back (left arrow)"
        title="One step back (←)"
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
        aria-label="One step on (right arrow)"
        title="One step on (→)"
        disabled={none}
        onClick={() => step(1)}
      >
        <Icon name="forward" />
      </button>
      <button
        class="icon quiet wide-only"
        aria-label="To the end (End)"
        title="To the end (End)"
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
            ? "nothing to play"
            : `${fixed(sampleTime.value, 3)} of ${fixed(end, 3)} seconds, sample ${sample.value + 1} of ${last + 1}`
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
        {none ? "–" : `${fixed(sampleTime.value, 3)} s`}
        <span class="muted wide-only">{none ? "" : ` / ${fixed(end, 2)} s`}</span>
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
        <span class="only-read-aloud">Speed of playing</span>
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
        <button class="quiet wide-only" onClick={() => setZoom(null)} title="Show all times in all plots">
          All times
        </button>
      )}
      <span class="playing-what muted wide-only" title={shown?.label ?? ""}>
        {shown?.label ?? "Nothing to play yet"}
      </span>
    </section>
  );
}
