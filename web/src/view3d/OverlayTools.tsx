// Menus of the 3D view: overlays, standard views.
import { overlays, type Overlays } from "../state/scene";
import type { Vector } from "../robot/transform";
import { STANDARD_VIEWS } from "./standardViews";

/** The overlays and their names. */
export const OVERLAYS: [keyof Overlays, string][] = [
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
        {OVERLAYS.map(([key, name]) => (
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

/** A button per standard view. */
export function ViewMenu({ onChoose }: { onChoose: (from: Vector | undefined) => void }) {
  return (
    <details class="overlay-menu">
      <summary class="button">Views</summary>
      <div class="overlay-list">
        {STANDARD_VIEWS.map(({ name, from }) => (
          <button
            key={name}
            class="quiet small"
            onClick={(event) => {
              event.currentTarget.closest("details")?.removeAttribute("open");
              onChoose(from);
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </details>
  );
}
