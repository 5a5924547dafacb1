// The message of the last action, read aloud when it appears.
import { hush, status } from "./status";
import { Icon } from "../controls/Icon";

/** The message, above everything at the bottom. */
export function StatusLine() {
  const shown = status.value;
  return (
    <div class="status" role="status" aria-live="polite">
      {shown && (
        <div class={`message ${shown.kind}`} data-kind={shown.kind}>
          <span>
            {shown.text}
            {shown.hint && <em class="hint"> {shown.hint}</em>}
          </span>
          <button class="icon quiet" aria-label="Close the message" onClick={hush}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
