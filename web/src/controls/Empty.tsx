// An empty place that names the next action.
import type { ComponentChildren } from "preact";

/** What is not there yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <div class="row">{children}</div>
    </div>
  );
}
