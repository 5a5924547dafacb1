// The equivalent command line, with a copy button.
import { showStatus } from "../app/status";
import { Icon } from "./Icon";

/** A command line with a copy button. */
export function CommandLine({ text, label = "Equivalent command line" }: { text: string; label?: string }) {
  if (text === "") return null;
  return (
    <div>
      <p class="muted small">{label}</p>
      <div class="command">
        <code tabIndex={0}>{text}</code>
        <button
          class="icon quiet"
          aria-label="Copy command"
          title="Copy"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => showStatus("good", "Copied to the clipboard."),
              () => showStatus("warn", "The browser denied access to the clipboard."),
            )
          }
        >
          <Icon name="copy" />
        </button>
      </div>
    </div>
  );
}
