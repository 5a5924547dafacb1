// Top bar: project name, save state, undo and redo, palette, theme, help.
import { Icon } from "../controls/Icon";
import { connection } from "../api/client";
import { canRedo, canUndo, invalidDraft, project, redo, saving, undo, unsent } from "../state/project";
import { angleUnit, lengthUnit, setUnits } from "../robot/units";
import { helpOpen } from "./Help";
import { hrefOf } from "./navigation";
import { openPalette } from "./Palette";
import { theme, toggleTheme } from "./theme";

/** What is not saved, and why; empty if all is. */
function notSaved(): string {
  if (unsent.value) return "✕ Not saved: no connection";
  if (connection.value === "lost") return "✕ No connection";
  return invalidDraft.value && `✕ ${invalidDraft.value}`;
}

/** The bar at the top. */
export function TopBar() {
  const open = project.value;
  const lost = open === null || saving.value ? "" : notSaved();
  return (
    <header class="topbar">
      <a class="brand" aria-label="armlab studio" href={hrefOf("start")}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="#0b5c8a" />
          <path
            d="M6 26h9M10 26V18L18 9l7 4"
            fill="none"
            stroke="#fff"
            stroke-width="3"
            stroke-linecap="round"
            stroke-linejoin="round"
          />
          <circle cx="10" cy="18" r="3" fill="#f0b429" />
          <circle cx="18" cy="9" r="3" fill="#f0b429" />
        </svg>
        <span class="wide-only">armlab studio</span>
      </a>
      <div class="project-title grow">
        <strong id="project-name">{open?.name ?? "No project"}</strong>
        <span class="saved" id="saved" role="status" data-lost={lost === "" ? undefined : true}>
          {open === null ? "" : saving.value ? "Saving…" : lost || "All changes saved"}
        </span>
      </div>
      <button
        class="icon quiet"
        aria-label="Undo (Ctrl Z)"
        title={canUndo.value ?? "Nothing to undo"}
        disabled={canUndo.value === null}
        onClick={() => void undo()}
      >
        <Icon name="undo" />
      </button>
      <button
        class="icon quiet"
        aria-label="Redo (Ctrl Shift Z)"
        title={canRedo.value ?? "Nothing to redo"}
        disabled={canRedo.value === null}
        onClick={() => void redo()}
      >
        <Icon name="redo" />
      </button>
      <button
        class="quiet small wide-only"
        id="angle-unit"
        title="Unit of angles"
        aria-label={`${angleUnit.value}: unit of angles`}
        onClick={() => setUnits(angleUnit.value === "deg" ? "rad" : "deg", lengthUnit.value)}
      >
        {angleUnit.value}
      </button>
      <button
        class="quiet small wide-only"
        id="length-unit"
        title="Unit of lengths"
        aria-label={`${lengthUnit.value}: unit of lengths`}
        onClick={() => setUnits(angleUnit.value, lengthUnit.value === "mm" ? "m" : "mm")}
      >
        {lengthUnit.value}
      </button>
      <button class="quiet" title="Commands (Ctrl K)" onClick={openPalette}>
        <Icon name="search" />
        <span class="visually-hidden">Commands</span>
        <kbd class="wide-only">Ctrl K</kbd>
      </button>
      <button
        class="icon quiet"
        aria-label={theme.value === "dark" ? "Light theme" : "Dark theme"}
        title="Switch between light and dark theme"
        onClick={toggleTheme}
      >
        <Icon name={theme.value === "dark" ? "sun" : "moon"} />
      </button>
      <button
        class="icon quiet"
        aria-label="Help (?)"
        title="Help (?)"
        aria-pressed={helpOpen.value}
        onClick={() => (helpOpen.value = !helpOpen.value)}
      >
        <Icon name="help" />
      </button>
    </header>
  );
}
