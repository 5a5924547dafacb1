// The text of a field that shows a saved value and is being typed in.
import { useReducer, useRef } from "preact/hooks";
import { lastRefusal, saving, unsent } from "../state/project";

/** What a change returns: a promise of whether it was saved, or anything else if it is not saved by the server. */
export type Saved = unknown;

function notSaved(): string {
  return unsent.peek() === null
    ? `Not saved: ${lastRefusal.peek() || "the server refused it"}`
    : "Not saved: no connection. It is sent when the server is back.";
}

/** When what is being saved is saved and shown. */
function settled(): Promise<void> {
  return new Promise((done) => {
    const stop = saving.subscribe((busy) => {
      if (busy) return;
      setTimeout(() => {
        stop();
        done();
      });
    });
  });
}

let waiting = 0;
let line: Promise<unknown> = Promise.resolve();

/** Makes a change at once, or after those before it are saved and shown: it may be a change of what they result in. */
function inTurn(change: () => Saved): Saved {
  if (waiting === 0 && !saving.peek()) return change();
  waiting += 1;
  const mine = line
    .then(settled)
    .then(() => {
      const saved = change();
      return saved instanceof Promise ? saved : true;
    })
    .finally(() => (waiting -= 1));
  line = mine.catch(() => undefined);
  return mine;
}

interface State {
  /** The saved value that the text was typed over. */
  shown: string;
  /** What was typed; `null` if nothing was. */
  typed: string | null;
  /** What is being saved. */
  sent: string | null;
  error: string;
}

/** The text of a field. A new saved value replaces what was typed and sent; what was typed after that stays as long as
 *  the field has the focus. All of it is settled while rendering: an effect would come after keys typed meanwhile. */
export function useDraft<T>(shown: string, onChange: (value: T) => Saved) {
  const change = useRef(onChange);
  change.current = onChange;
  const input = useRef<HTMLInputElement>(null);
  const held = useRef<State>({ shown, typed: null, sent: null, error: "" });
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const update = (change: Partial<State>) => {
    Object.assign(held.current, change);
    redraw();
  };
  const state = held.current;
  if (state.shown !== shown) {
    const typing = state.typed !== null && state.typed !== state.sent && document.activeElement === input.current;
    Object.assign(state, { shown, sent: null, error: "" }, typing ? {} : { typed: null });
  }
  return {
    input,
    text: state.typed ?? shown,
    error: state.error,
    /** A key was typed. */
    type: (typed: string) => update({ typed }),
    /** Says why the text is not applied. */
    refuse: (error: string) => update({ error }),
    /** Passes the text on, once: Enter and then leaving the field is one change. A refused text is replaced by the saved
     *  one, with the reason. */
    send: (text: string, value: T) => {
      if (held.current.sent === text) return;
      update({ sent: text, error: "" });
      const saved = inTurn(() => change.current(value));
      if (!(saved instanceof Promise)) return update({ sent: null });
      void saved.then((done: unknown) => {
        const { typed, sent } = held.current;
        const over = sent === text ? { sent: null } : {};
        if (done) update(typed === text ? { ...over, typed: null } : over);
        else
          update({ ...over, error: notSaved(), ...(typed === text && unsent.peek() === null ? { typed: null } : {}) });
      });
    },
  };
}
