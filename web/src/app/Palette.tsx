// The command palette (Ctrl K): type a few letters, press Enter.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { commands, matching, type Command } from "./commands";

/** Whether the palette is open. */
export const paletteOpen = signal(false);

const typed = signal("");
const chosen = signal(0);

/** Opens it with an empty line. */
export function openPalette(): void {
  typed.value = "";
  chosen.value = 0;
  paletteOpen.value = true;
}

function fitting(): Command[] {
  return matching(
    commands.value.filter((command) => command.available?.() ?? true),
    typed.value,
  ).slice(0, 12);
}

/** The palette, when open. */
export function Palette() {
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const open = paletteOpen.value;
  useEffect(() => {
    if (open) {
      before.current = document.activeElement;
      field.current?.focus();
    } else if (before.current instanceof HTMLElement) before.current.focus();
  }, [open]);
  if (!open) return null;
  const fits = fitting();
  const current = Math.min(chosen.value, fits.length - 1);
  // Looked up again: a fast typist presses Enter before the list is drawn.
  const run = (index: number) => {
    const command = fitting()[index];
    paletteOpen.value = false;
    command?.run();
  };
  return (
    <div class="palette-veil" onClick={(event) => event.target === event.currentTarget && (paletteOpen.value = false)}>
      <div class="palette" role="dialog" aria-modal="true" aria-label="Commands">
        <input
          ref={field}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={fits[current] ? `command-${fits[current].id}` : undefined}
          aria-label="Command"
          placeholder="What would you like to do?"
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            chosen.value = 0;
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") paletteOpen.value = false;
            else if (event.key === "ArrowDown") chosen.value = Math.min(chosen.value + 1, fitting().length - 1);
            else if (event.key === "ArrowUp") chosen.value = Math.max(chosen.value - 1, 0);
            else if (event.key === "Enter") run(Math.max(0, Math.min(chosen.value, fitting().length - 1)));
            else return;
            event.preventDefault();
          }}
        />
        <ul id="palette-list" role="listbox" aria-label="Commands that fit">
          {fits.map((command, k) => (
            <li
              key={command.id}
              id={`command-${command.id}`}
              role="option"
              aria-selected={k === current}
              onClick={() => run(k)}
            >
              <span>{command.title}</span>
              {command.shown && <kbd>{command.shown}</kbd>}
            </li>
          ))}
          {fits.length === 0 && (
            <li role="option" aria-selected="false" aria-disabled="true">
              Nothing fits. Try “simulate” or “theme”.
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}
