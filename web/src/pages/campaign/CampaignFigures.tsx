// Box plots of all parameters, with a legend that hides methods.
import { signal } from "@preact/signals";
import { theme } from "../../app/theme";
import { styleOf } from "../../plots/style";
import { toggled } from "../../controls/bound";
import { shortName } from "../identify/result";
import { BoxPlot } from "./BoxPlot";
import { boxesOf, type CampaignResult } from "./result";

/** Figures that are shown at first. */
const FIRST = 6;
const hidden = signal<ReadonlySet<string>>(new Set());
const all = signal(false);

/** The figures. */
export function CampaignFigures({ result }: { result: CampaignResult }) {
  const { names, truth, methods } = result.plan;
  const shown = all.value ? names : names.slice(0, FIRST);
  return (
    <section class="card stack" aria-labelledby="errors-title">
      <h2 id="errors-title">Errors of the parameters</h2>
      <div class="row" role="group" aria-label="Methods that are drawn">
        {methods.map((method, k) => (
          <button
            key={method}
            class="small"
            aria-pressed={!hidden.value.has(method)}
            onClick={() => (hidden.value = toggled(hidden.value, method))}
          >
            <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">
              <rect x="1" y="1" width="10" height="10" fill={styleOf(k, theme.value === "dark").colour} />
            </svg>
            {method}
          </button>
        ))}
      </div>
      <div class="box-plots" id="box-plots">
        {shown.map((name, k) => (
          <BoxPlot
            key={name}
            title={shortName(name, k)}
            full={name}
            unit={truth[k] === 0 ? "in its unit (the truth is 0)" : "%"}
            boxes={boxesOf(result, name, hidden.value)}
            methods={methods}
          />
        ))}
      </div>
      {names.length > FIRST && (
        <button class="small" id="all-parameters" onClick={() => (all.value = !all.value)}>
          {all.value ? `Only the first ${FIRST}` : `All ${names.length} parameters`}
        </button>
      )}
    </section>
  );
}
