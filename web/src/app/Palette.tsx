// Command palette (Ctrl K).
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { commands, matching, type Command } from "./commands";

/** Whether the palette is open. */
export const paletteOpen = signal(false);

const query = signal("");
const selected = signal(0);

/** Opens the palette with an empty query. */
export function openPalette(): void {
  query.value = "";
  selected.value = 0;
  paletteOpen.value = true;
}

function matches(): Command[] {
  return matching(
    commands.value.filter((command) => command.available?.() ?? true),
    query.value,
  );
}

/** The palette, when open. */
export function Palette() {
  const field = useRef<HTMLInputElement>(null);
  const previousFocus = useRef<Element | null>(null);
  const open = paletteOpen.value;
  // At once: keys may follow before the next frame.
  useLayoutEffect(() => {
    if (open) {
      previousFocus.current = document.activeElement;
      field.current?.focus();
    } else if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
  }, [open]);
  // The chosen one stays in sight.
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }));
  if (!open) return null;
  const found = matches();
  const current = Math.min(selected.value, found.length - 1);
  // Evaluated again: Enter may be pressed before the list is rendered.
  const run = (index: number) => {
    const command = matches()[index];
    paletteOpen.value = false;
    command?.run();
  };
  return (
    <div
      class="palette-backdrop"
      onClick={(event) => event.target === event.currentTarget && (paletteOpen.value = false)}
    >
      <div class="palette" role="dialog" aria-modal="true" aria-label="Commands">
        <input
          ref={field}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found[current] ? `command-${found[current].id}` : undefined}
          aria-label="Command"
          placeholder="Search commands"
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
            selected.value = 0;
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") paletteOpen.value = false;
            else if (event.key === "ArrowDown") selected.value = Math.min(selected.value + 1, matches().length - 1);
            else if (event.key === "ArrowUp") selected.value = Math.max(selected.value - 1, 0);
            else if (event.key === "Enter") run(Math.max(0, Math.min(selected.value, matches().length - 1)));
            else return;
            event.preventDefault();
          }}
        />
        <ul ref={list} id="palette-list" role="listbox" aria-label="Matching commands">
          {found.map((command, k) => (
            <li
              key={command.id}
              id={`command-${command.id}`}
              role="option"
              aria-selected={k === current}
              onClick={() => run(k)}
            >
              <span>{command.title}</span>
              {command.shortcut && <kbd>{command.shortcut}</kbd>}
            </li>
          ))}
          {found.length === 0 && (
            <li role="option" aria-selected="false" aria-disabled="true">
              No matching command.
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}
