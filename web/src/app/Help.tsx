// Help panel beside the page: what can be done on it, the workflow, and all keyboard shortcuts.
import { signal } from "@preact/signals";
import { Icon } from "../controls/Icon";
import { commands } from "./commands";
import { HELP } from "./helpTexts";
import { page } from "./navigation";
import { PAGES } from "./pages";

/** Whether the help panel is open. */
export const helpOpen = signal(false);

/** The help panel, when open. */
export function Help() {
  if (!helpOpen.value) return null;
  const withKeys = commands.value.filter((command) => command.shortcut);
  return (
    <aside class="help" aria-label="Help">
      <header class="row">
        <h2 class="grow">Help</h2>
        <button class="icon quiet" aria-label="Close help" onClick={() => (helpOpen.value = false)}>
          <Icon name="close" />
        </button>
      </header>
      <h3>{PAGES[page.value].title}</h3>
      {HELP[page.value].map((line) => (
        <p key={line}>{line}</p>
      ))}
      <h3>All pages</h3>
      <p>
        Define a robot (<strong>Model</strong>), plan its motion (<strong>Motion</strong>, <strong>Kinematics</strong>),
        record or <strong>Simulate</strong> a log, <strong>Identify</strong> masses, inertias and friction from it,{" "}
        <strong>Validate</strong> the result on another log, and save the <strong>Report</strong>. A{" "}
        <strong>Campaign</strong> compares methods over many simulated logs.
      </p>
      <p>
        Click in a plot to move the time cursor in all plots; drag to zoom; double-click to reset the zoom. Drop a robot
        (URDF, TOML) or a log anywhere on the page.
      </p>
      <table>
        <caption class="visually-hidden">Keyboard shortcuts</caption>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {withKeys.map((command) => (
            <tr key={command.id}>
              <td>
                <kbd>{command.shortcut}</kbd>
              </td>
              <td class="wrap">{command.title}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted">Shortcuts are disabled while a text field has the focus.</p>
    </aside>
  );
}
