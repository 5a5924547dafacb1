// Badge for the state of a run: symbol, text and colour.
import { problemText } from "../api/problem";
import type { Problem, RunCard } from "../contract";

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

/** Progress bar of a queued or running run; what a stopped one still does. */
export function RunProgress({ card }: { card: RunCard }) {
  if (card.state === "cancelled" && card.seconds === 0) return <p class="muted small">{card.message}</p>;
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

/** Why a run failed, and what should be known of it. */
export function RunNotices({ card, problem = null }: { card: RunCard; problem?: Problem | null | undefined }) {
  return (
    <>
      {problem && (
        <p class="message bad">
          {problemText(problem)}
          {problem.hint ? ` → ${problem.hint}` : ""}
        </p>
      )}
      {card.warnings.map((warning, k) => (
        <p key={k} class="message warn">
          ! {warning}
        </p>
      ))}
    </>
  );
}
