// A switch per method, for every plot and table of the page, and the button that makes one the model.
import { theme } from "../../app/theme";
import { say } from "../../app/status";
import { Swatch } from "../../plots/Legend";
import { styleOf } from "../../plots/style";
import { writeBack } from "../../state/project";
import type { IdentifyResult } from "../identify/result";
import { styleOfMethod } from "../identify/methodStyle";
import { switchedOff } from "./efforts";

async function write(run: number, method: string): Promise<void> {
  if (await writeBack(run, method))
    say("good", `The parameters by ${method} are the model's now.`, "Undo (Ctrl Z) takes them back.");
}

/** The switches. */
export function MethodSwitches({ run, result }: { run: number; result: IdentifyResult }) {
  const toggle = (method: string) => {
    const next = new Set(switchedOff.value);
    if (!next.delete(method)) next.add(method);
    switchedOff.value = next;
  };
  return (
    <section class="panel" aria-labelledby="switches-title">
      <h2 id="switches-title">Methods</h2>
      <ul class="switches" id="switches">
        {result.methods.map(({ method, verdict }) => (
          <li key={method} class="row">
            <label class="check grow">
              <input type="checkbox" checked={!switchedOff.value.has(method)} onChange={() => toggle(method)} />
              <Swatch style={styleOf(styleOfMethod(run, method), theme.value === "dark")} />
              {method}
              {method === result.recommended ? " ★" : ""}
            </label>
            <span class={`badge ${verdict.pass ? "good" : "bad"}`}>{verdict.pass ? "✓" : "✕"}</span>
            <button
              class="small"
              aria-label={`Write the parameters by ${method} to the model`}
              onClick={() => void write(run, method)}
            >
              To the model
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
