// A command line that does the same, to copy.
import { say } from "../app/status";
import { Icon } from "./Icon";

/** The command with a button. */
export function Command({ text, label = "The same on the command line" }: { text: string; label?: string }) {
  if (text === "") return null;
  return (
    <div>
      <p class="muted small">{label}</p>
      <div class="command">
        <code tabIndex={0}>{text}</code>
        <button
          class="icon quiet"
          aria-label="Copy the command"
          title="Copy"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => say("good", "Copied."),
              () => say("warn", "The browser did not allow copying."),
            )
          }
        >
          <Icon name="copy" />
        </button>
      </div>
    </div>
  );
}
