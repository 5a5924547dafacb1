// Overlay menu.
import { overlays, type Overlays } from "../state/scene";

const NAMES: [keyof Overlays, string][] = [
  ["frames", "Frames"],
  ["centres", "Centres of mass"],
  ["ellipsoids", "Inertia ellipsoids"],
  ["toolPath", "Tool path"],
  ["workspace", "Workspace"],
  ["forces", "Reaction forces"],
];

/** A checkbox per overlay. */
export function OverlayTools() {
  return (
    <details class="overlay-menu">
      <summary class="button">Overlays</summary>
      <div class="overlay-list">
        {NAMES.map(([key, name]) => (
          <label class="check" key={key}>
            <input
              type="checkbox"
              checked={overlays.value[key]}
              onChange={(event) => (overlays.value = { ...overlays.value, [key]: event.currentTarget.checked })}
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  );
}
