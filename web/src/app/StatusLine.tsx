// Status message of the last action; a live region for screen readers.
import { clearStatus, status } from "./status";
import { Icon } from "../controls/Icon";

/** The status message at the bottom of the page. */
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
          {shown.action && (
            <button
              class="small"
              id="status-action"
              onClick={() => {
                const run = shown.action?.run;
                clearStatus();
                run?.();
              }}
            >
              {shown.action.label}
            </button>
          )}
          <button class="icon quiet" aria-label="Dismiss message" onClick={clearStatus}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
