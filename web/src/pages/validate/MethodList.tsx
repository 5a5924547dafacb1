// Visibility of each method in the plots and tables of the page; writes an estimate to the model.
import { theme } from "../../app/theme";
import { Swatch } from "../../plots/Legend";
import { styleOf } from "../../plots/style";
import { VERDICTS, type IdentifyResult } from "../identify/result";
import { styleOfMethod } from "../identify/methodStyle";
import { previewCorrected } from "./CorrectedDialog";
import { hiddenMethods } from "./efforts";

/** The list of methods. */
export function MethodList({ run, result }: { run: number; result: IdentifyResult }) {
  const toggle = (method: string) => {
    const next = new Set(hiddenMethods.value);
    if (!next.delete(method)) next.add(method);
    hiddenMethods.value = next;
  };
  return (
    <section class="panel" aria-labelledby="method-list-title">
      <h2 id="method-list-title">Methods</h2>
      <ul class="method-list" id="method-list">
        {result.methods.map(({ method, verdict }) => (
          <li key={method} class="row">
            <label class="check grow">
              <input type="checkbox" checked={!hiddenMethods.value.has(method)} onChange={() => toggle(method)} />
              <Swatch style={styleOf(styleOfMethod(run, method), theme.value === "dark")} />
              {method}
              {method === result.recommended ? " ★" : ""}
            </label>
            <span class={`badge ${VERDICTS[verdict.status].look}`}>{VERDICTS[verdict.status].mark}</span>
            <button
              class="small"
              aria-label={`Write to model: parameters by ${method}`}
              onClick={() => void previewCorrected(run, method)}
            >
              Write to model…
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
