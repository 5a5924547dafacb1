// Everything a person can do from the keyboard: the palette lists it, keys call it, the help shows it.
import { signal } from "@preact/signals";

/** An action with a name. */
export interface Command {
  id: string;
  title: string;
  /** Keys as shown, e.g. `Ctrl K`; as matched, see `keys`. */
  shown?: string;
  /** What `keyName` gives for the event. */
  keys?: string[];
  run(): void;
  /** Whether it makes sense now. */
  available?(): boolean;
}

/** All commands there are now. Pages add theirs while they are shown. */
export const commands = signal<Command[]>([]);

/** Adds commands; call the result to take them away. */
export function addCommands(more: Command[]): () => void {
  commands.value = [...commands.peek(), ...more];
  return () => {
    commands.value = commands.peek().filter((command) => !more.includes(command));
  };
}

/** A key press as text: `ctrl+shift+z`, `arrowleft`, `?`, ` `. */
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
  // A shifted sign such as ? is its own key; shift counts for letters and named keys.
  if (event.shiftKey && (key.length > 1 || /[a-z]/.test(key))) parts.push("shift");
  return [...parts, key].join("+");
}

/** Commands that fit what was typed: all words somewhere in the title, those at its start first. */
export function matching(list: readonly Command[], typed: string): Command[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const fits = list.filter((command) => words.every((word) => command.title.toLowerCase().includes(word)));
  const first = words[0] ?? "";
  const rank = (command: Command) => (command.title.toLowerCase().startsWith(first) ? 0 : 1);
  return fits
    .map((command, k) => ({ command, k }))
    .sort((a, b) => rank(a.command) - rank(b.command) || a.k - b.k)
    .map(({ command }) => command);
}

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Whether an element uses this key itself, so that a shortcut would take it away. */
function uses(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (name === " " || name === "enter") return target.closest("button, a, summary, input, [role=option]") !== null;
  if (/arrow|home|end|page/.test(name))
    return target instanceof HTMLInputElement || target.closest("[role=tree], [role=grid], [role=listbox]") !== null;
  return false;
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return;
  const name = keyName(event);
  if (typing(event.target) && !["ctrl+k", "ctrl+s"].includes(name)) return;
  if (uses(event.target, name)) return;
  const command = commands.peek().findLast((entry) => entry.keys?.includes(name) && (entry.available?.() ?? true));
  if (command) {
    event.preventDefault();
    command.run();
  }
});
