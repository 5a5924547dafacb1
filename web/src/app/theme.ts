// Light or dark: the system's choice until the person makes one, which is remembered.
import { effect, signal } from "@preact/signals";

/** The themes. */
export type Theme = "light" | "dark";

const KEY = "armlab-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function remembered(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null; // storage may be switched off
  }
}

/** The theme in use. */
export const theme = signal<Theme>(remembered() ?? (system.matches ? "dark" : "light"));

system.addEventListener("change", (event) => {
  if (remembered() === null) theme.value = event.matches ? "dark" : "light";
});

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});

/** Changes to the other theme and remembers it. */
export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // not remembered then
  }
}
