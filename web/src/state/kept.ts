// Signals of forms that survive a reload: kept in the session storage of the tab, per project.
import { effect, signal, type Signal } from "@preact/signals";
import { project } from "./project";

/** How a value is written as JSON and read again; `undefined` if what was read is not one. */
export interface Form<T> {
  write(value: T): unknown;
  read(stored: unknown): T | undefined;
}

function load<T>(key: string, form: Form<T>): T | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : form.read(JSON.parse(text));
  } catch {
    return undefined; // storage may be disabled, or hold something else
  }
}

function store(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage may be disabled or full
  }
}

/** A signal that is kept for the open project, and begins as `initial` in a project without it. */
export function keptAs<T>(name: string, initial: T, form: Form<T>): Signal<T> {
  const kept = signal(initial);
  let own: string | undefined;
  effect(() => {
    const id = project.value?.id;
    const value = kept.value;
    if (id === own) {
      if (id !== undefined) store(`armlab/${id}/${name}`, form.write(value));
      return;
    }
    own = id;
    kept.value = (id === undefined ? undefined : load(`armlab/${id}/${name}`, form)) ?? initial;
  });
  return kept;
}

/** A number, text or truth value. */
export function kept(name: string, initial: number): Signal<number>;
export function kept(name: string, initial: string): Signal<string>;
export function kept(name: string, initial: boolean): Signal<boolean>;
export function kept(name: string, initial: unknown): Signal<unknown> {
  return keptAs<unknown>(name, initial, {
    write: (value) => value,
    read: (stored) => (typeof stored === typeof initial ? stored : undefined),
  });
}

/** A number that may be left blank. */
export function keptNumber(name: string): Signal<number | null> {
  return keptAs<number | null>(name, null, {
    write: (value) => value,
    read: (stored) => (typeof stored === "number" ? stored : undefined),
  });
}

function texts(stored: unknown): string[] | undefined {
  return Array.isArray(stored) && stored.every((entry) => typeof entry === "string") ? stored : undefined;
}

/** A list of texts. */
export function keptList(name: string, initial: string[] = []): Signal<string[]> {
  return keptAs(name, initial, { write: (value) => value, read: texts });
}

/** A list of numbers. */
export function keptNumbers(name: string): Signal<number[]> {
  return keptAs<number[]>(name, [], {
    write: (value) => value,
    read: (stored) =>
      Array.isArray(stored) && stored.every((entry) => typeof entry === "number") ? stored : undefined,
  });
}

/** A set of names. */
export function keptSet(name: string): Signal<ReadonlySet<string>> {
  return keptAs<ReadonlySet<string>>(name, new Set(), SET);
}

/** A set of names as a list. */
export const SET: Form<ReadonlySet<string>> = {
  write: (value) => [...value],
  read: (stored) => {
    const list = texts(stored);
    return list && new Set(list);
  },
};
