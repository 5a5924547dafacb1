// Help: every key, and how the pages hang together. A panel beside the work, not above it.
import { signal } from "@preact/signals";
import { Icon } from "../controls/Icon";
import { commands } from "./commands";

/** Whether help is shown. */
export const helpOpen = signal(false);

/** The help panel, when open. */
export function Help() {
  if (!helpOpen.value) return null;
  const withKeys = commands.value.filter((command) => command.shown);
  return (
    <aside class="help" aria-label="Help">
      <header class="row">
        <h2 class="grow">Help</h2>
        <button class="icon quiet" aria-label="Close help" onClick={() => (helpOpen.value = false)}>
          <Icon name="close" />
        </button>
      </header>
      <p>
        Describe a robot (<strong>Model</strong>), move it (<strong>Motion</strong>, <strong>Kinematics</strong>),
        record or <strong>Simulate</strong> a log, <strong>Identify</strong> its masses and friction from it,{" "}
        <strong>Validate</strong> them on another log, and take the <strong>Report</strong> home.
      </p>
      <p>
        Click in any plot to move the cursor of all; drag to zoom, double-click for all. Drop a robot (URDF, TOML) or a
        log anywhere.
      </p>
      <table>
        <caption class="only-read-aloud">Keys</caption>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Does</th>
          </tr>
        </thead>
        <tbody>
          {withKeys.map((command) => (
            <tr key={command.id}>
              <td>
                <kbd>{command.shown}</kbd>
              </td>
              <td class="wrap">{command.title}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted">Keys rest while you type in a field.</p>
    </aside>
  );
}
