// The state of a run as a badge: sign, word and colour.
import type { RunCard } from "../contract";

const LOOK: Record<string, [string, string]> = {
  queued: ["", "… waiting"],
  running: ["warn", "▶ running"],
  done: ["good", "✓ done"],
  failed: ["bad", "✕ failed"],
  cancelled: ["", "■ cancelled"],
};

/** The badge of a state. */
export function StateBadge({ state }: { state: string }) {
  const [kind, text] = LOOK[state] ?? ["", state];
  return <span class={`badge ${kind}`}>{text}</span>;
}

/** A run's progress, while it has any. */
export function RunProgress({ card }: { card: RunCard }) {
  if (card.state !== "running" && card.state !== "queued") return null;
  return (
    <div>
      <progress
        max={1}
        value={card.state === "queued" ? undefined : card.progress}
        aria-label={`Progress of run ${card.run}`}
      />
      <p class="muted small">{card.message || "waiting for its turn"}</p>
    </div>
  );
}
