// Placeholder for an empty page, with the next action.
import type { ComponentChildren } from "preact";

/** Title and actions of an empty page. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <div class="row">{children}</div>
    </div>
  );
}
