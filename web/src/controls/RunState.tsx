// Badge for the state of a run: symbol, text and colour.
import type { RunCard } from "../contract";

const BADGES: Record<string, [string, string]> = {
  queued: ["", "… waiting"],
  running: ["warn", "▶ running"],
  done: ["good", "✓ done"],
  failed: ["bad", "✕ failed"],
  cancelled: ["", "■ stopped"],
};

/** Run state badge. */
export function StateBadge({ state }: { state: string }) {
  const [kind, text] = BADGES[state] ?? ["", state];
  return <span class={`badge ${kind}`}>{text}</span>;
}

/** Progress bar of a queued or running run. */
export function RunProgress({ card }: { card: RunCard }) {
  if (card.state !== "running" && card.state !== "queued") return null;
  return (
    <div>
      <progress
        max={1}
        value={card.state === "queued" ? undefined : card.progress}
        aria-label={`Progress of run ${card.run}`}
      />
      <p class="muted small">{card.message || "waiting in the queue"}</p>
    </div>
  );
}
