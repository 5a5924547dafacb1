// Findings of a model or log check: message, reason, suggested fix.
import type { FindingView } from "../contract";

const KIND: Record<string, string> = { error: "bad", warning: "warn", info: "" };
const SIGN: Record<string, string> = { error: "✕ Error", warning: "! Warning", info: "i Note" };

/** Severity badge. */
export function SeverityBadge({ severity }: { severity: string }) {
  return <span class={`badge ${KIND[severity] ?? ""}`}>{SIGN[severity] ?? severity}</span>;
}

/** List of findings, or `none` if there are none; `fix` says what a click can do about one. */
export function Findings({
  list,
  none,
  fix,
}: {
  list: readonly FindingView[];
  none?: string;
  fix?: (finding: FindingView) => { title: string; run: () => void } | null;
}) {
  if (list.length === 0) return none ? <p class="message good">✓ {none}</p> : null;
  return (
    <ul class="findings">
      {list.map((finding, k) => (
        <li key={k} class={`message ${KIND[finding.severity] ?? ""}`} data-code={finding.code}>
          <p>
            <SeverityBadge severity={finding.severity} /> <strong>{finding.subject}</strong> {finding.message}
          </p>
          {finding.why && <p class="muted">{finding.why}</p>}
          {finding.fix && <p>→ {finding.fix}</p>}
          <FixButton fix={fix?.(finding) ?? null} />
        </li>
      ))}
    </ul>
  );
}

function FixButton({ fix }: { fix: { title: string; run: () => void } | null }) {
  if (fix === null) return null;
  return (
    <button class="small" data-fix onClick={fix.run}>
      {fix.title}
    </button>
  );
}
