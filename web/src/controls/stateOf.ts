// State of a form that belongs to a saved value.
import { useReducer, useRef } from "preact/hooks";

/** State that begins as `make()`, and again when `key` changes. It is replaced while rendering: an effect would run
 *  after keys that were typed meanwhile, and drop them. */
export function useStateOf<T>(key: string, make: () => T): [T, (next: T) => void] {
  const held = useRef<{ key: string; value: T } | null>(null);
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  if (held.current?.key !== key) held.current = { key, value: make() };
  const set = (value: T) => {
    held.current = { key: held.current?.key ?? key, value };
    redraw();
  };
  return [held.current.value, set];
}
