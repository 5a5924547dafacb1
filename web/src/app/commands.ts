// Command registry: used by the palette, keyboard shortcuts and the help panel.
import { signal } from "@preact/signals";

/** A named action. */
export interface Command {
  id: string;
  title: string;
  /** Shortcut as displayed, e.g. `Ctrl K`. */
  shortcut?: string;
  /** Shortcuts as returned by `keyName`. */
  keys?: string[];
  run(): void;
  /** Whether the command is currently available. */
  available?(): boolean;
}

/** All registered commands; pages register theirs while mounted. */
export const commands = signal<Command[]>([]);

/** Registers commands; the returned function unregisters them. */
export function addCommands(more: Command[]): () => void {
  commands.value = [...commands.peek(), ...more];
  return () => {
    commands.value = commands.peek().filter((command) => !more.includes(command));
  };
}

/** Text form of a key press: `ctrl+shift+z`, `arrowleft`, `?`, ` `. */
export function keyName(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}): string {
  const key = event.key.toLowerCase();
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push("ctrl");
  if (event.altKey) parts.push("alt");
  // A shifted symbol such as ? is a key of its own; shift is recorded for letters and named keys only.
  if (event.shiftKey && (key.length > 1 || /[a-z]/.test(key))) parts.push("shift");
  return [...parts, key].join("+");
}

/** Commands whose title contains every word of the query; titles that start with it come first. */
export function matching(list: readonly Command[], query: string): Command[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = list.filter((command) => words.every((word) => command.title.toLowerCase().includes(word)));
  const first = words[0] ?? "";
  const rank = (command: Command) => (command.title.toLowerCase().startsWith(first) ? 0 : 1);
  return found
    .map((command, k) => ({ command, k }))
    .sort((a, b) => rank(a.command) - rank(b.command) || a.k - b.k)
    .map(({ command }) => command);
}

function isTextInput(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Whether the focused element handles this key itself. */
function handlesKey(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (name === " " || name === "enter") return target.closest("button, a, summary, input, [role=option]") !== null;
  if (/arrow|home|end|page/.test(name))
    return target instanceof HTMLInputElement || target.closest("[role=tree], [role=grid], [role=listbox]") !== null;
  return false;
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return;
  const name = keyName(event);
  if (isTextInput(event.target) && !["ctrl+k", "ctrl+s"].includes(name)) return;
  if (handlesKey(event.target, name)) return;
  const command = commands.peek().findLast((entry) => entry.keys?.includes(name) && (entry.available?.() ?? true));
  if (command) {
    event.preventDefault();
    command.run();
  }
});
