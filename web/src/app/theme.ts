// Light or dark theme: the system preference until the user chooses one, which is stored.
import { effect, signal } from "@preact/signals";

/** The themes. */
export type Theme = "light" | "dark";

const KEY = "armlab-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function storedTheme(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null; // storage may be disabled
  }
}

/** The current theme. */
export const theme = signal<Theme>(storedTheme() ?? (system.matches ? "dark" : "light"));

system.addEventListener("change", (event) => {
  if (storedTheme() === null) theme.value = event.matches ? "dark" : "light";
});

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});

/** Toggles the theme and stores the choice. */
export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // storage may be disabled
  }
}
